"""DescribeProducers: what a partition remembers of those that wrote with a producer id."""

from __future__ import annotations

from compat.oracle.scripts.kit import TIME_MS, Part, World, batch, create, produce
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.describe_producers_request import DescribeProducersRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest

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


def unverified(world: World) -> Script:
    """Transactional batches where nobody can be asked, and what then is expected (A-104, A-108)."""
    yield from create(world, "log", 4)
    for version in world.versions(ProduceRequest, 9, PRODUCE_BY_NAME + 1):
        for sequence in (5, 7, 3):
            yield _transactional(version, PRODUCER, sequence)
    for sequence in (7, 4, 3, 4):
        yield from _put(PRODUCER, 0, sequence)
    yield _transactional(PRODUCE_BY_NAME, PRODUCER, 6)
    yield _transactional(PRODUCE_BY_NAME, PRODUCER, 0, epoch=1)
    for epoch, sequence in ((0, 5), (1, 1), (1, 0), (1, 1)):
        yield from _put(PRODUCER, epoch, sequence)
    # the partition is added to no transaction, but what begins one must begin at 0 from now on
    yield _transactional(PRODUCE_BY_NAME + 1, PRODUCER + 1, 4)
    yield from _put(PRODUCER + 1, 0, 4)
    yield _transactional(PRODUCE_BY_NAME, PRODUCER + 2, 4)
    yield from _put(PRODUCER + 2, 0, 4)
    for who, first in ((3, PRODUCE_BY_NAME), (4, PRODUCE_BY_NAME + 1)):
        yield _transactional(first, PRODUCER + who, 4)
        yield _transactional(2 * PRODUCE_BY_NAME + 1 - first, PRODUCER + who, 4)
        yield from _put(PRODUCER + who, 0, 4)
        yield from _put(PRODUCER + who, 0, 0)
        yield from _put(PRODUCER + who, 0, 1)
    yield _transactional(PRODUCE_BY_NAME, -1, -1)
    yield _describe(("log", (0,)))


def _transactional(version: int, who: int, sequence: int, epoch: int = 0) -> Ask:
    fields = {"producer_id": who, "producer_epoch": epoch, "base_sequence": sequence}
    request = produce("log", batch(b"v", transactional=True, **fields))
    request.transactional_id = "transaction"
    return Ask(request, version)


SCRIPTS = {"describe-producers": describe_producers, "produce-unverified": unverified}
