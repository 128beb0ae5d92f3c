"""The errors that users meet most, exactly as Apache Kafka gives them: records and their offsets.

As in `common_errors.py`: every `shows` is a case, with all that the answer says.
"""

from __future__ import annotations

from compat.oracle.scripts.fetching import UNKNOWN_ID
from compat.oracle.scripts.fetching import request as fetch
from compat.oracle.scripts.kit import (
    TIME_MS,
    TIMEOUT_MS,
    World,
    batch,
    create,
    end_offsets,
    fetch_partition,
    produce,
)
from compat.oracle.scripts.refusing import shows
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.error_codes import ErrorCode as E
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.builder import encode_batch

BY_NAME = 11
PRODUCER = 900_000


def _put(name: str, records: object, acks: int = -1, partition: int = 0) -> Ask:
    return Ask(produce(name, records, partition, acks), BY_NAME)


def _put_by_id(topic_id: bytes) -> Ask:
    return Ask(produce("", batch(b"x"), topic_id=topic_id), 13)


def appends(world: World) -> Script:
    """Records that are sent to the wrong place, or wrongly."""
    yield from create(world, "log")
    one = batch(b"x")
    yield from shows("acks of 2", _put("log", one, acks=2), E.INVALID_REQUIRED_ACKS)
    yield from shows("no such topic", _put("nope", one), E.UNKNOWN_TOPIC_OR_PARTITION)
    yield from shows(
        "no such partition", _put("log", one, partition=7), E.UNKNOWN_TOPIC_OR_PARTITION
    )
    yield from shows("no such id", _put_by_id(UNKNOWN_ID), E.UNKNOWN_TOPIC_ID)
    yield from shows("a name that cannot be", _put("my topic", one), E.UNKNOWN_TOPIC_OR_PARTITION)
    yield from shows(
        "an internal topic", _put("__consumer_offsets", one), E.INVALID_TOPIC_EXCEPTION
    )


def contents(world: World) -> Script:
    """Records that do not fit their topic; and some that do, with fewer replicas than wanted."""
    yield from create(world, "log")
    yield from create(world, "compacted", configs={"cleanup.policy": "compact"})
    yield from create(world, "small", configs={"max.message.bytes": "200"})
    yield from create(world, "safe", configs={"min.insync.replicas": "2"})
    yield from create(world, "timely", configs={"message.timestamp.before.max.ms": "3600000"})
    one, keyed = batch(b"x"), encode_batch([(TIME_MS, b"k", b"v", ()), (TIME_MS, None, b"v", ())])
    corrupt = one[:-1] + b"\xff"
    yield from shows(
        "no key",
        _put("compacted", one),
        E.INVALID_RECORD,
        "Compacted topic cannot accept message without key in topic partition compacted-0",
        log_start_offset=0,
    )
    yield from shows(
        "one has no key",
        _put("compacted", bytes(keyed)),
        E.INVALID_RECORD,
        "Compacted topic cannot accept message without key in topic partition compacted-0",
        log_start_offset=0,
        batch_index=1,
    )
    yield from shows("too large", _put("small", batch(b"x" * 200)), E.MESSAGE_TOO_LARGE)
    yield from shows(
        "wants more replicas than there are", _put("safe", one), E.NONE, log_start_offset=0
    )
    yield from shows(
        "wants more, but acks of 1",
        _put("safe", one, acks=1),
        E.NONE,
        base_offset=1,
        log_start_offset=0,
    )
    yield from shows(
        "too old",
        _put("timely", one),
        E.INVALID_TIMESTAMP,
        "Timestamp 1700000000000 of message with offset 0 is out of range. The "
        "timestamp should be within [...",
        log_start_offset=0,
    )
    yield from shows("corrupt", _put("log", corrupt), E.CORRUPT_MESSAGE)
    yield from shows("nothing", _put("log", b""), E.INVALID_RECORD)
    yield from shows("two batches", _put("log", one + one), E.INVALID_RECORD)


def sequences(world: World) -> Script:
    """An idempotent producer whose sequence or epoch is not the next."""
    yield from create(world, "log")

    def put(sequence: int, epoch: int = 1, who: int = PRODUCER) -> Ask:
        fields = {"producer_id": who, "producer_epoch": epoch, "base_sequence": sequence}
        return _put("log", batch(b"a", b"b", **fields))

    yield from shows("the first", put(0), E.NONE, log_start_offset=0)
    yield from shows("the first again", put(0), E.NONE, log_start_offset=0)
    yield from shows("a gap", put(5), E.OUT_OF_ORDER_SEQUENCE_NUMBER, log_start_offset=0)
    yield from shows("the next", put(2), E.NONE, base_offset=2, log_start_offset=0)
    yield from shows("an old epoch", put(4, epoch=0), E.INVALID_PRODUCER_EPOCH, log_start_offset=0)
    yield from shows(
        "a new epoch, not from 0 on",
        put(4, epoch=2),
        E.OUT_OF_ORDER_SEQUENCE_NUMBER,
        log_start_offset=0,
    )
    yield from shows(
        "unknown, not from 0 on",
        put(4, who=PRODUCER + 1),
        E.NONE,
        base_offset=4,
        log_start_offset=0,
    )


def reads(world: World) -> Script:
    """Offsets and partitions that are not there to be read or deleted."""
    topic_id = yield from create(world, "log")
    yield _put("log", batch(b"x"))

    def from_log(version: int = 12, partition: int = 0, offset: int = 0) -> Ask:
        wanted = fetch_partition(partition, offset)
        make = FetchRequest.FetchTopic
        topic = make(topic="log", topic_id=topic_id, partitions=[wanted])
        return Ask(fetch(topic), version)

    def up_to(name: str, offset: int, partition: int = 0) -> Ask:
        part = DeleteRecordsRequest.DeleteRecordsPartition(partition_index=partition, offset=offset)
        topic = DeleteRecordsRequest.DeleteRecordsTopic(name=name, partitions=[part])
        return Ask(DeleteRecordsRequest(topics=[topic], timeout_ms=TIMEOUT_MS), 2)

    nope = FetchRequest.FetchTopic(
        topic="nope", topic_id=UNKNOWN_ID, partitions=[fetch_partition()]
    )
    yield from shows("beyond the end", from_log(offset=9), E.OFFSET_OUT_OF_RANGE)
    yield from shows("no such partition", from_log(partition=7), E.UNKNOWN_TOPIC_OR_PARTITION)
    yield from shows("no such topic", Ask(fetch(nope), 12), E.UNKNOWN_TOPIC_OR_PARTITION)
    yield from shows("no such id", Ask(fetch(nope), 13), E.UNKNOWN_TOPIC_ID)
    yield from shows(
        "offsets of nothing", Ask(end_offsets("nope", [0]), 6), E.UNKNOWN_TOPIC_OR_PARTITION
    )
    yield from shows(
        "offsets of no partition", Ask(end_offsets("log", [7]), 6), E.UNKNOWN_TOPIC_OR_PARTITION
    )
    yield from shows("deleted beyond the end", up_to("log", 9), E.OFFSET_OUT_OF_RANGE)
    yield from shows("deleted from nothing", up_to("nope", 0), E.UNKNOWN_TOPIC_OR_PARTITION)


SCRIPTS = {
    "common-errors-appends": appends,
    "common-errors-contents": contents,
    "common-errors-sequences": sequences,
    "common-errors-reads": reads,
}
