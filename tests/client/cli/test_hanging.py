"""Transactions that partitions have open and no coordinator knows of."""

from __future__ import annotations

from typing import Any

from kafkawire.client.descriptions import (
    PartitionDescription,
    ProducerState,
    TopicDescription,
    TransactionDescription,
    TransactionListing,
)
from kafkawire.client.errors import ClientError, refusal
from kafkawire.client.outcomes import Outcomes
from kafkawire.client.values import TopicPartition
from tests.client.support.commands import verb

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)
LONG_AGO = 1_000_000


class Cluster:
    """A topic with two partitions.

    Producer 1 writes to both; its coordinator knows of the first only. Producer 2 has ended.
    """

    def __init__(self, state: str = "Ongoing", failing: ClientError | None = None) -> None:
        self.aborted: list[tuple[TopicPartition, dict[str, int]]] = []
        self._state = state
        self._failing = failing

    async def describe_topics(self, names: list[str]) -> Outcomes[str, TopicDescription]:
        partitions = [PartitionDescription(number, 1, 0, (1,), (1,)) for number in (0, 1)]
        return Outcomes(
            {each: TopicDescription(each, bytes(16), False, tuple(partitions)) for each in names},
            {},
        )

    async def list_topics(self, *, include_internal: bool) -> dict[str, None]:
        assert include_internal
        return {"t": None}

    async def describe_producers(self, partitions: Any) -> Outcomes[Any, Any]:
        opened = ProducerState(1, 4, 9, LONG_AGO, None, 100)
        ended = ProducerState(2, 0, 9, LONG_AGO, 3, None)
        return Outcomes({each: (opened, ended) for each in partitions}, {})

    async def list_transactions(self, *, producer_ids: list[int]) -> Outcomes[str, Any]:
        assert producer_ids == [1]
        errors = {} if self._failing is None else {"broker 2": self._failing}
        return Outcomes({"pay": TransactionListing("pay", 1, self._state)}, errors)

    async def describe_transactions(self, names: Any) -> Outcomes[str, Any]:
        told = TransactionDescription("pay", self._state, 1, 4, 60_000, 0, (FIRST,))
        return Outcomes({each: told for each in names}, {})

    async def abort_transaction(self, partition: TopicPartition, **given: int) -> None:
        self.aborted.append((partition, given))


async def test_what_the_coordinator_does_not_know_hangs() -> None:
    found = await verb(Cluster(), "transactions", "hanging")
    assert found.lines[1:] == [["t", "1", "1", "4", "100", "1970-01-01T00:16:40.000Z"]]


async def test_where_the_coordinator_has_ended_it_all_of_it_hangs() -> None:
    found = await verb(Cluster("CompleteAbort"), "transactions", "hanging", "t", "--json")
    assert [each["partition"] for each in found.objects] == [0, 1]


async def test_a_broker_that_does_not_answer_makes_nothing_hang() -> None:
    """A transaction of a broker that did not answer must not be taken for one that hangs."""
    found = await verb(Cluster(failing=refusal(15, "broker 2")), "transactions", "hanging")
    assert (found.code, found.out) == (1, "")
    assert "transactions of broker 2: COORDINATOR_NOT_AVAILABLE" in found.err


async def test_what_hangs_is_aborted_with_its_epochs() -> None:
    cluster = Cluster()
    words = ["--hanging", "t:1", "--producer", "1", "--yes"]
    done = await verb(cluster, "transactions", "abort", *words)
    assert done.out == "t-1: the transaction of producer 1 is aborted\n"
    epochs = {"producer_id": 1, "producer_epoch": 4, "coordinator_epoch": 0}
    assert cluster.aborted == [(SECOND, epochs)]
