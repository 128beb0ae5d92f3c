"""`kafkawire cluster elect`."""

from __future__ import annotations

from typing import Any

from kafkawire.client.errors import refusal
from kafkawire.client.outcomes import Outcomes
from kafkawire.client.values import TopicPartition
from tests.client.cli.test_hanging import Cluster
from tests.client.support.commands import command, verb
from tests.support.requests.served import serving

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)


class Electing(Cluster):
    """The first partition gets a leader, the second does not."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Any] = []

    async def elect_leaders(self, kind: str, partitions: Any) -> Outcomes[TopicPartition, None]:
        self.asked.append((kind, partitions))
        return Outcomes({FIRST: None}, {SECOND: refusal(83, "no replica is in sync")})


async def test_each_partition_has_an_outcome() -> None:
    """client B-50."""
    cluster = Electing()
    told = await verb(cluster, "cluster", "elect", "t:1", "t", "t:9", "--unclean")
    assert cluster.asked == [("unclean", [SECOND, FIRST])]
    assert (told.code, told.out) == (1, "t-0 has a new leader\n")
    assert "t has no partition 9; it has 2 partitions" in told.err
    assert "t-1 has no new leader: ELIGIBLE_LEADERS_NOT_AVAILABLE" in told.err
    await verb(cluster, "cluster", "elect")
    assert cluster.asked[1] == ("preferred", None)


async def test_a_leader_that_leads_already_is_no_failure() -> None:
    async with serving() as broker:
        told = await command(broker, "cluster", "elect", "t", "--json")
        assert told.code == 0
        assert [each["is_elected"] for each in told.objects] == [False, False]
        every = await command(broker, "cluster", "elect")
        assert every.out == "all partitions have the leaders that they should have\n"
        none = await command(broker, "cluster", "elect", "none", "--unclean", "--yes")
        assert (none.code, none.out) == (1, "")
