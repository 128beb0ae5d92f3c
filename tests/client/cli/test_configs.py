"""`kafkawire configs` against a broker. client O.2, N 140."""

from __future__ import annotations

import pytest

from kafkawire.cli import parser
from tests.client.support.commands import command
from tests.support.requests.served import serving


async def test_configurations_are_set_shown_and_unset() -> None:
    async with serving() as broker:
        done = await command(
            broker, "configs", "set", "topic/t", "retention.ms=60000", "cleanup.policy=compact"
        )
        assert done.code == 0
        assert done.out.splitlines() == [
            "topic/t has retention.ms=60000",
            "topic/t has cleanup.policy=compact",
        ]
        shown = await command(broker, "configs", "show", "topic/t")
        assert ["retention.ms", "60000", "topic"] in shown.lines
        assert ["cleanup.policy", "compact", "topic"] in shown.lines
        undone = await command(broker, "configs", "unset", "topic/t", "retention.ms")
        assert undone.out == "topic/t has retention.ms unset\n"
        shown = await command(broker, "configs", "show", "topic/t", "--json")
        assert "retention.ms" not in {each["config"] for each in shown.objects}


async def test_all_has_defaults_too() -> None:
    async with serving() as broker:
        shown = await command(broker, "configs", "show", "topic/t", "--all", "--json")
        entries = {each["config"]: each for each in shown.objects}
        assert entries["retention.ms"]["value"] == "604800000"
        assert entries["retention.ms"]["source"] == "default"
        assert entries["retention.ms"]["name"] == "t"


async def test_a_dry_run_changes_nothing() -> None:
    async with serving() as broker:
        done = await command(broker, "configs", "set", "topic/t", "retention.ms=1", "--dry-run")
        assert done.out == "topic/t could have retention.ms=1\n"
        shown = await command(broker, "configs", "show", "topic/t", "--json")
        assert "retention.ms" not in {each["config"] for each in shown.objects}


async def test_what_cannot_be_set_is_named() -> None:
    async with serving() as broker:
        done = await command(broker, "configs", "set", "topic/t", "retention.ms=x")
        assert (done.code, done.out) == (1, "")
        assert "topic/t was not changed: INVALID_CONFIG" in done.err


async def test_unknown_topics_are_named_at_once_and_hide_no_others() -> None:
    async with serving() as broker:
        shown = await command(broker, "configs", "show", "topic/none", "topic/t", "broker/1")
        assert shown.code == 1
        assert "topic 'none': UNKNOWN_TOPIC_OR_PARTITION" in shown.err
        assert "topic/t:" in shown.out
        assert "\n\nbroker/1:\n" in shown.out
        done = await command(broker, "configs", "set", "topic/none", "retention.ms=1")
        assert (done.code, done.out) == (1, "")


async def test_defaults_only_are_said() -> None:
    async with serving() as broker:
        shown = await command(broker, "configs", "show", "group/g")
        assert shown.out == "group/g has its defaults; --all shows them\n"


@pytest.mark.parametrize("text", ["topic", "topic/", "x/y", "/t"])
def test_a_resource_has_a_type_and_a_name(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parser("configs").parse_args(["configs", "show", text])
    assert ended.value.code == 2
    assert "TYPE/NAME; types are topic, broker" in capsys.readouterr().err
