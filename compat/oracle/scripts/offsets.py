"""ListOffsets, DeleteRecords, OffsetForLeaderEpoch."""

from __future__ import annotations

from compat.oracle.scripts.fetching import PRODUCE_BY_NAME, filled, request
from compat.oracle.scripts.groups import coordinator_ready
from compat.oracle.scripts.kit import (
    TIME_MS,
    Part,
    World,
    batch,
    create,
    end_offsets,
    fetch_partition,
    produce,
)
from compat.oracle.scripts.producing import patched
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.offset_for_leader_epoch_request import OffsetForLeaderEpochRequest
from kafkawire.records.batch import HEADER_BYTES
from kafkawire.records.builder import encode_batch

RECORD_OFFSET_AT = HEADER_BYTES + 3
SPECIAL = (-1, -2, -3, -4, -5, -6, -7, -100)


def _list(
    name: str, *wanted: tuple[int, int], epoch: int = -1, isolation: int = 0, replica: int = -1
) -> ListOffsetsRequest:
    make = ListOffsetsRequest.ListOffsetsPartition
    partitions = [
        make(partition_index=partition, timestamp=timestamp, current_leader_epoch=epoch)
        for partition, timestamp in wanted
    ]
    topic = ListOffsetsRequest.ListOffsetsTopic(name=name, partitions=partitions)
    return ListOffsetsRequest(
        replica_id=replica, isolation_level=isolation, topics=[topic], timeout_ms=1000
    )


def list_offsets(world: World) -> Script:
    """By time and by the special times, at every version."""
    yield from filled(world, "log", 5, 2)
    yield from create(world, "empty")
    yield from create(world, "jumbled")
    for stamps in ((50, 10, 90), (20, 20), (90, 5), (70, 95, 95, 1)):
        records = [(TIME_MS + each, None, b"v", ()) for each in stamps]
        for codec in (0, 4):
            data = bytes(encode_batch(records, compression=codec))
            yield Ask(produce("jumbled", data), PRODUCE_BY_NAME)
    for version in world.versions(ListOffsetsRequest):
        for name in ("log", "empty", "jumbled"):
            yield from _times(name, version)
        yield from _oddities(version)


def _times(name: str, version: int) -> Part[None]:
    for special in SPECIAL:
        yield Ask(_list(name, (0, special)), version)
    for delta in (-1, 0, 1, 5, 6, 10, 11, 20, 21, 40, 41, 42, 50, 60, 90, 91, 95, 96):
        yield Ask(_list(name, (0, TIME_MS + delta)), version)
    yield Ask(_list(name, (0, 0), (0, 1 << 60)), version)


def _oddities(version: int) -> Part[None]:
    yield Ask(_list("log", (0, -1), (1, -1), (7, -1), (-1, -1)), version)
    yield Ask(_list("nope", (0, -1), (1, -2)), version)
    yield Ask(_list("a b", (0, -1)), version)
    yield Ask(_list("log", (0, -1), (0, -2)), version)
    yield Ask(_list("log"), version)
    yield Ask(ListOffsetsRequest(replica_id=-1), version)
    for replica in (-2, 1, 5):
        yield Ask(_list("log", (0, -1), replica=replica), version)
    for isolation in (1, 2) if version >= 2 else ():
        yield Ask(_list("log", (0, -1), (1, TIME_MS), isolation=isolation), version)
        yield Ask(_list("log", (0, -1), (0, TIME_MS), isolation=isolation), version)
    for epoch in (0, 1, 9, -2) if version >= 4 else ():
        yield Ask(_list("log", (0, -1), (1, -2), (0, TIME_MS), epoch=epoch), version)


def delete_records(world: World) -> Script:
    """The log start moves, and what is then out of range."""
    part = DeleteRecordsRequest.DeleteRecordsPartition
    element = DeleteRecordsRequest.DeleteRecordsTopic
    yield from coordinator_ready("group")
    yield from create(world, "compacted", configs={"cleanup.policy": "compact"})
    yield from create(world, "both", configs={"cleanup.policy": "compact,delete"})
    for version in world.versions(DeleteRecordsRequest):
        name = f"log-{version}"
        topic = yield from filled(world, name, 4, 2)
        for offset in (0, 3, 3, 2, 9, -2, 8, 7, -1):
            wanted = element(name=name, partitions=[part(partition_index=0, offset=offset)])
            yield Ask(DeleteRecordsRequest(topics=[wanted], timeout_ms=3000), version)
            yield Ask(end_offsets(name, [0], -2), 6)
            yield Ask(request(topic.at(12, fetch_partition(0, offset))), 12)
            yield Ask(_list(name, (0, TIME_MS), (0, -3), (0, -4)), 9)
        several = [
            element(name="nope", partitions=[part(partition_index=0, offset=1)]),
            element(
                name=name,
                partitions=[part(partition_index=at, offset=2) for at in (1, 5, -1)],
            ),
            element(name="compacted", partitions=[part(partition_index=0, offset=0)]),
            element(name="both", partitions=[part(partition_index=0, offset=0)]),
            element(name="__consumer_offsets", partitions=[part(partition_index=0, offset=0)]),
            element(name="a b", partitions=[part(partition_index=0, offset=0)]),
        ]
        yield Ask(DeleteRecordsRequest(topics=several, timeout_ms=3000), version)
        yield Ask(DeleteRecordsRequest(topics=several[1:2], timeout_ms=0), version)
        yield Ask(DeleteRecordsRequest(topics=[], timeout_ms=3000), version)
        yield Ask(produce(name, batch(b"after")), PRODUCE_BY_NAME)
        yield Ask(request(topic.at(12, fetch_partition(0, 8))), 12)


def leader_epochs(world: World) -> Script:
    """Where epochs end, on a log that knows one epoch only."""
    yield from filled(world, "log", 2)
    yield from create(world, "empty")
    part = OffsetForLeaderEpochRequest.OffsetForLeaderPartition
    make = OffsetForLeaderEpochRequest.OffsetForLeaderTopic
    for version in world.versions(OffsetForLeaderEpochRequest):
        for current in (-1, 0, 1):
            for epoch in (-1, 0, 1, 5):
                parts = [
                    part(partition=at, current_leader_epoch=current, leader_epoch=epoch)
                    for at in (0, 4)
                ]
                topics = [make(topic=name, partitions=parts) for name in ("log", "empty", "nope")]
                for replica in (-1, -2) if version >= 3 else (-2,):
                    found = OffsetForLeaderEpochRequest(replica_id=replica, topics=topics)
                    yield Ask(found, version)


def offsets_claimed(world: World) -> Script:
    """By time, where a record below the log's start claims an offset behind its batch.

    The offset index has each batch of one of the topics, and none of the other's.
    """
    part = DeleteRecordsRequest.DeleteRecordsPartition
    element = DeleteRecordsRequest.DeleteRecordsTopic
    for interval in (0, 4096):
        for claimed in (1, 2, 3, 40):
            name = f"log-{interval}-{claimed}"
            yield from create(world, name, configs={"index.interval.bytes": str(interval)})
            data = patched(batch(b"one"), RECORD_OFFSET_AT, bytes([2 * claimed]))
            for sent in (data, batch(b"two", at=10), batch(b"three", at=20)):
                yield Ask(produce(name, sent), PRODUCE_BY_NAME)
            wanted = element(name=name, partitions=[part(partition_index=0, offset=2)])
            yield Ask(DeleteRecordsRequest(topics=[wanted], timeout_ms=3000), 2)
            for delta in (-1, 0, 1, 10, 11, 20, 21):
                yield Ask(_list(name, (0, TIME_MS + delta)), 9)
            yield Ask(_list(name, (0, -3)), 9)


SCRIPTS = {
    "list-offsets": list_offsets,
    "list-offsets-claimed": offsets_claimed,
    "delete-records": delete_records,
    "leader-epochs": leader_epochs,
}
