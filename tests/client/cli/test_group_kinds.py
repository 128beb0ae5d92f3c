"""Groups of any kind are described by their ids alone."""

from __future__ import annotations

from collections.abc import Sequence

from kafkawire.client.descriptions import GroupDescription, MemberDescription
from kafkawire.client.errors import ClientError, UnsupportedVersion, refusal
from kafkawire.client.group_descriptions import (
    StreamsAssignment,
    StreamsGroupDescription,
    StreamsMember,
)
from kafkawire.client.outcomes import Outcomes
from tests.client.support.commands import verb

READER = MemberDescription("m", None, "c", "/10.0.0.1", {"t": (0, 1)})
TASKS = StreamsAssignment({"0": (1, 0)}, {}, {})
WORKER = StreamsMember(
    "w", None, None, "c", "/10.0.0.1", 2, 1, "p-1", None, {}, {("0", 2): 7}, {}, TASKS, TASKS, False
)


class Cluster:
    """The group `reads` of consumers, `shares`, and `works`, a streams group."""

    def __init__(self, *, is_old: bool = False) -> None:
        self.asked: list[tuple[str, list[str]]] = []
        self._is_old = is_old

    async def describe_consumer_groups(self, names: Sequence[str]) -> Outcomes[str, object]:
        found = GroupDescription("reads", "consumer", "Stable", "consumer", "uniform", (READER,))
        return self._told("consumer", names, {"reads": found})

    async def describe_share_groups(self, names: Sequence[str]) -> Outcomes[str, object]:
        found = GroupDescription("shares", "share", "Stable", "share", "simple", (READER,), 3)
        return self._told("share", names, {"shares": found})

    async def describe_streams_groups(self, names: Sequence[str]) -> Outcomes[str, object]:
        found = StreamsGroupDescription("works", "Stable", 3, 3, 1, (), (WORKER,))
        return self._told("streams", names, {"works": found})

    def _told(
        self, kind: str, names: Sequence[str], there: dict[str, object]
    ) -> Outcomes[str, object]:
        self.asked.append((kind, list(names)))
        old = UnsupportedVersion(77, (0, 1), None)
        missing: dict[str, ClientError] = {
            name: old if self._is_old and kind != "consumer" else refusal(69, f"no {kind} group")
            for name in names
            if self._is_old or name not in there
        }
        return Outcomes({name: there[name] for name in names if name not in missing}, missing)


async def test_each_kind_is_asked_for_what_the_kinds_before_have_not() -> None:
    cluster = Cluster()
    shown = await verb(cluster, "groups", "describe", "works", "reads", "shares", "none")
    assert cluster.asked == [
        ("consumer", ["works", "reads", "shares", "none"]),
        ("share", ["works", "shares", "none"]),
        ("streams", ["works", "none"]),
    ]
    assert shown.code == 1
    assert "group 'none': GROUP_ID_NOT_FOUND: no consumer group" in shown.err
    works, reads, shares = shown.out.split("\n\n")
    assert works.splitlines()[0] == "works: streams, Stable, 1 member"
    assert works.splitlines()[2].split() == ["w", "p-1", "c", "/10.0.0.1", "0:0,1"]
    assert reads.startswith("reads: consumer, Stable, 1 member, assignor uniform")
    assert shares.startswith("shares: share, Stable, 1 member, assignor simple, epoch 3")


async def test_known_kinds_cost_one_request() -> None:
    cluster = Cluster()
    await verb(cluster, "groups", "describe", "reads")
    assert [kind for kind, _ in cluster.asked] == ["consumer"]


async def test_a_broker_without_other_kinds_has_no_such_group() -> None:
    shown = await verb(Cluster(is_old=True), "groups", "describe", "shares")
    assert "group 'shares': GROUP_ID_NOT_FOUND: no consumer group" in shown.err


async def test_objects_have_lists_of_tasks() -> None:
    """client O-2."""
    shown = await verb(Cluster(), "groups", "describe", "works", "--json")
    (group,) = shown.objects
    assert (group["type"], group["members"][0]["assignment"]["active"]) == (
        "streams",
        {"0": [1, 0]},
    )
    assert group["members"][0]["task_offsets"] == [
        {"subtopology": "0", "partition": 2, "offset": 7}
    ]
