"""What is found before a broker listens or writes, and what is said of settings on the way."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.config.definitions import BROKER
from kafkawire.server import main
from kafkawire.server.errors import UsageError
from kafkawire.server.preparation import make_config, prepared
from kafkawire.server.settings import Flags, Settings, make_settings


def settings(*assignments: str, **flags: object) -> Settings:
    return make_settings(Flags(assignments=assignments, **flags))  # type: ignore[arg-type]


REFUSED: list[tuple[list[str], dict[str, object], str]] = [
    (["num.partitions=x"], {}, "Invalid value x for configuration num.partitions"),
    (["num.partition=1"], {}, "did you mean num.partitions?"),
    (["max.connections.per.ip=0"], {}, "do not go together: .*max.connections.per.ip.overrides"),
    (["max.connections.per.ip.overrides=x..y:1"], {}, "x..y cannot be resolved"),
    (["listener.name.plaintext.max.connections=x"], {}, "listener.name.plaintext.max.conn"),
    (["replica.selector.class=no.such"], {}, "no.such"),
    (["group.consumer.assignors=foo"], {}, "there is no such assignor"),
    (["log.cleaner.threads=0"], {}, "log.cleaner.threads is 0"),
    (["log.roll.ms=0"], {}, "log.roll.ms must be greater"),
    ([], {"topics": ["bad/name"]}, "--topic bad/name: "),
    ([], {"topics": ["a.b", "a_b"]}, "--topic a_b: .*collides"),
    (["default.replication.factor=3"], {"topics": ["a"]}, "--topic a: .*3 time"),
    (["group.consumer.max.size=x"], {"emulate": "4.0"}, "group.consumer.max.size"),
]


@pytest.mark.parametrize(("assignments", "flags", "why"), REFUSED)
def test_nothing_is_bound_or_written_for_what_cannot_be_served(
    assignments: list[str],
    flags: dict[str, object],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(main, "listen", lambda _: pytest.fail("it listens"))
    wanted = settings(*assignments, **flags)
    for data in (None, str(tmp_path / "data")):
        with pytest.raises(UsageError, match=why):
            main.serve(wanted._replace(data=data))
    assert list(tmp_path.iterdir()) == []


def test_the_line_of_a_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "server.properties"
    file.write_text("num.partitions=2\nreplica.selector.class=no.such\n")
    with pytest.raises(UsageError, match=r"server.properties, line 2: Invalid value no.such"):
        prepared(settings(config=str(file)))


def test_a_topic_that_was_given_twice_is_a_mistake_in_memory_only(tmp_path: Path) -> None:
    wanted = settings(topics=["a", "a"])
    with pytest.raises(UsageError, match=r"--topic a: .*already exists"):
        prepared(wanted)
    wanted = wanted._replace(data=str(tmp_path / "data"))
    assert prepared(wanted).topics == wanted.topics


@pytest.mark.slow
@pytest.mark.parametrize("value", ["0", "-1", "x"])
def test_whatever_is_set_it_is_served_or_refused(value: str) -> None:
    """A setting that makes a broker fail in any other way is a bug."""
    served = []
    for name in BROKER:
        with suppress(UsageError):
            served.append(prepared(settings(f"{name}={value}", topics=["a:2"])))
    assert 0 < len(served) < len(BROKER)


def test_settings_without_effect_are_named_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "server.properties"
    file.write_text("num.io.threads=16\nnum.network.threads=3\nnum.partitions=2\nno.such=1\n")
    prepared(settings("queued.max.requests=7", config=str(file)))
    assert capsys.readouterr().err.splitlines() == [
        f"kafkawire: {file}: unknown and ignored: no.such in line 4",
        "kafkawire: accepted without effect: num.io.threads, queued.max.requests",
    ]


def test_settings_with_an_effect_are_passed_over_in_silence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wanted = settings("num.partitions=3", "max.connections=9", "log.retention.hours=1")
    assert prepared(wanted) == wanted
    assert capsys.readouterr().err == ""


def test_what_is_unknown_in_a_file_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "server.properties"
    file.write_text("no.such=1\nnum.partitions=5\n")
    config = make_config(prepared(settings(config=str(file))), {})
    assert isinstance(config, BrokerConfig)
    assert config.int("num.partitions") == 5
    assert "no.such" not in config.overrides
