"""`kafkawire cluster features`."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.cli import parser
from kafkawire.client.errors import refusal
from kafkawire.client.outcomes import Outcomes
from tests.client.support.commands import command, verb
from tests.support.requests.served import serving


class Cluster:
    """Takes the change of `f` and refuses that of `g`."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def update_features(
        self, levels: Any, *, upgrade: str, validate_only: bool
    ) -> Outcomes[str, None]:
        self.asked.append((dict(levels), upgrade, validate_only))
        refused = {"g": refusal(95, "no such level")} if "g" in levels else {}
        return Outcomes({"f": None}, refused)


async def test_features_are_shown_with_their_levels() -> None:
    async with serving() as broker:
        shown = await command(broker, "cluster", "features")
        assert shown.lines[0] == ["FEATURE", "LEVEL", "FROM", "TO"]
        assert [line[0] for line in shown.lines[1:]] == sorted(line[0] for line in shown.lines[1:])
        by_name = {
            each["name"]: each
            for each in (await command(broker, "cluster", "features", "--json")).objects
        }
        assert by_name["metadata.version"]["finalized"] > 1


@pytest.mark.parametrize(
    ("words", "asked", "out"),
    [
        (["--upgrade", "f=3"], ({"f": 3}, "upgrade", False), "f has level 3\n"),
        (
            ["--downgrade", "f=2", "--dry-run"],
            ({"f": 2}, "safe_downgrade", True),
            "f could have level 2\n",
        ),
        (["--disable", "f"], ({"f": 0}, "safe_downgrade", False), "f has no level\n"),
        (
            ["--unsafe", "--downgrade", "f=2"],
            ({"f": 2}, "unsafe_downgrade", False),
            "f has level 2\n",
        ),
    ],
)
async def test_levels_are_changed(words: list[str], asked: Any, out: str) -> None:
    """client J-2: the directions are those of Kafka's kafka-features.sh."""
    cluster = Cluster()
    told = await verb(cluster, "cluster", "features", *words)
    assert (told.code, told.out, cluster.asked) == (0, out, [asked])


async def test_each_feature_has_an_outcome() -> None:
    """client B-50."""
    words = ["--upgrade", "f=3", "--upgrade", "g=9"]
    told = await verb(Cluster(), "cluster", "features", "--json", *words)
    assert (told.code, told.objects) == (1, [{"name": "f", "finalized": 3, "is_changed": True}])
    assert "g has the level that it had: INVALID_UPDATE_VERSION: no such level" in told.err
    assert "`kafkawire cluster features` shows what is possible" in told.err


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (["--upgrade", "f=3"], None),
        (["--downgrade", "f=2", "--downgrade", "g=1"], "Lower f to 2, g to 1?"),
        (["--disable", "f", "--unsafe"], "Disable f, and maybe lose metadata?"),
        ([], None),
    ],
)
def test_lower_levels_are_asked_for(words: list[str], question: str | None) -> None:
    """client O-5."""
    arguments = parser("cluster").parse_args(["cluster", "features", *words])
    assert arguments.question(arguments) == question


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--unsafe"], "name a change: --upgrade, --downgrade or --disable"),
        (["--dry-run"], "name a change"),
        (["--upgrade", "f=3", "--unsafe"], "--unsafe is for --downgrade and --disable"),
    ],
)
async def test_what_is_no_change_is_refused(words: list[str], why: str) -> None:
    told = await verb(Cluster(), "cluster", "features", *words)
    assert (told.code, why in told.err) == (2, True)


@pytest.mark.parametrize("words", [["--upgrade", "f"], ["--upgrade", "f=0"], ["--downgrade", "=2"]])
def test_a_change_is_a_feature_and_a_level(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        parser("cluster").parse_args(["cluster", "features", *words])


async def test_the_broker_keeps_a_new_level() -> None:
    """client N 140."""
    async with serving() as broker:
        told = await command(
            broker, "cluster", "features", "--downgrade", "transaction.version=1", "--json"
        )
        assert told.objects == [{"name": "transaction.version", "finalized": 1, "is_changed": True}]
        shown = await command(broker, "cluster", "features", "--json")
        levels = {each["name"]: each["finalized"] for each in shown.objects}
        assert levels["transaction.version"] == 1
