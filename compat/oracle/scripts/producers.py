"""DescribeProducers: what a partition remembers of those that wrote with a producer id."""

from __future__ import annotations

from compat.oracle.scripts.kit import TIME_MS, Part, World, batch, create, produce
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.describe_producers_request import DescribeProducersRequest

PRODUCE_BY_NAME = 11
PRODUCER = 800_000
"""An id that no broker gives out in a run."""


def _describe(*wanted: tuple[str, tuple[int, ...]]) -> Ask:
    make = DescribeProducersRequest.TopicRequest
    topics = [make(name=name, partition_indexes=list(indexes)) for name, indexes in wanted]
    return Ask(DescribeProducersRequest(topics=topics), 0)


def _put(who: int, epoch: int, sequence: int, count: int = 1, at: int = 0) -> Part[None]:
    values = [b"v"] * count
    fields = {"producer_id": who, "producer_epoch": epoch, "base_sequence": sequence}
    yield Ask(produce("log", batch(*values, at=at, **fields)), PRODUCE_BY_NAME)
    yield _describe(("log", (0,)))


def describe_producers(world: World) -> Script:
    """Errors in their order, then producers after each of their batches (produce B-50, B-52)."""
    yield from create(world, "log", 2)
    yield _describe(("log", (0, 1, 9, -1)), ("nope", (0,)), ("a b", (0, 1)), ("", (0,)), (".", ()))
    yield _describe(("log", ()), ("log", (0,)), ("log", (0, 0)))
    yield _describe()
    yield _describe(("n" * 250, (0,)))
    steps = (
        (0, 0, 0, 1, 0),
        (0, 0, 1, 3, 50),
        (0, 0, 9, 1, 60),
        (0, 0, 1, 3, 0),
        (1, 4, 7, 2, 0),
        (0, 1, 0, 2, 70),
        (0, 0, 2, 2, 70),
        (2, -1, 3, 1, 0),
        (2, -1, 9, 1, -TIME_MS - 1),
        (3, 0, 2**31 - 1, 2, 0),
    )
    for who, epoch, sequence, count, at in steps:
        yield from _put(PRODUCER + who, epoch, sequence, count, at)
    part = DeleteRecordsRequest.DeleteRecordsPartition(partition_index=0, offset=-1)
    topic = DeleteRecordsRequest.DeleteRecordsTopic(name="log", partitions=[part])
    yield Ask(DeleteRecordsRequest(topics=[topic], timeout_ms=5000), 2)
    yield _describe(("log", (0, 1)))
    yield from _put(PRODUCER, 1, 2)


SCRIPTS = {"describe-producers": describe_producers}
