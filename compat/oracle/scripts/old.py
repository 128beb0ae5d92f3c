"""Versions that Kafka 4 no longer speaks and kafkawire does: compared with Kafka 3.9.

They come with message sets, the two record formats before batches, and with the conversion of
batches to them for readers that know nothing newer.
"""

from __future__ import annotations

import gzip
import struct
import zlib

from compat.oracle.scripts.commits import commit, fetch
from compat.oracle.scripts.configs import TOPIC, describe
from compat.oracle.scripts.fetching import Topic, filled, request
from compat.oracle.scripts.groups import coordinator_ready
from compat.oracle.scripts.kit import (
    TIME_MS,
    TIMEOUT_MS,
    Part,
    World,
    batch,
    create,
    delete_topics,
    fetch_partition,
    new_topic,
    produce,
    until_gone,
    until_there,
)
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.offset_for_leader_epoch_request import OffsetForLeaderEpochRequest
from kafkawire.records.builder import encode_batch

READ_WITH = (0, 1, 2, 3, 4, 11)
GZIP = 1


def entry(
    magic: int,
    value: bytes | None,
    key: bytes | None = None,
    *,
    offset: int = 0,
    attributes: int = 0,
    timestamp: int = TIME_MS,
) -> bytes:
    """One message of magic 0 or 1 with its offset and size."""
    body = struct.pack(">bb", magic, attributes)
    if magic:
        body += struct.pack(">q", timestamp)
    for part in (key, value):
        body += struct.pack(">i", -1) if part is None else struct.pack(">i", len(part)) + part
    message = struct.pack(">I", zlib.crc32(body)) + body
    return struct.pack(">qi", offset, len(message)) + message


def wrapped(magic: int, *values: bytes) -> bytes:
    """A compressed message that holds messages."""
    inner = b"".join(
        entry(magic, value, offset=at, timestamp=TIME_MS + at) for at, value in enumerate(values)
    )
    last = len(values) - 1
    data = gzip.compress(inner, mtime=0)
    return entry(magic, data, offset=last, attributes=GZIP, timestamp=TIME_MS + last)


def _read(topic: Topic, *offsets: int, limit: int = 1 << 20) -> Part[None]:
    """What each old version and two newer ones read."""
    for version in READ_WITH:
        for offset in offsets:
            wanted = fetch_partition(0, offset, partition_max_bytes=limit)
            yield Ask(request(topic.at(version, wanted)), version)


def message_sets(world: World) -> Script:
    """Produced with versions 0 to 2, good and bad, and read back by all."""
    for magic in (0, 1):
        for version in (0, 1, 2):
            name = f"set-{magic}-{version}"
            topic = Topic(name, (yield from create(world, name)))
            good = entry(magic, b"value", b"key")
            for data in (
                good,
                good + entry(magic, None, b"tombstone", offset=1),
                wrapped(magic, b"one", b"two", b"three"),
                good[:-1],
                good[:-1] + b"!",
                good + b"\0\0",
                batch(b"a batch"),
                good + wrapped(magic, b"a", b"b"),
                wrapped(magic, b"a") + wrapped(magic, b"b"),
                entry(1 - magic, b"other magic") + good,
                b"",
            ):
                yield Ask(produce(name, data), version)
                yield Ask(produce(name, data, acks=1), version)
            yield from _read(topic, 0, 1, 3)


def conversion(world: World) -> Script:
    """Batches as readers of versions 0 to 3 get them."""
    topic = yield from filled(world, "log", 4)
    yield from _read(topic, *range(-1, 10))
    for limit in (0, 1, 30, 60, 100, 200):
        yield from _read(topic, 0, 3, limit=limit)
    packed = Topic("packed", (yield from create(world, "packed")))
    for codec in (1, 0, 2, 3):
        records = [(TIME_MS + at, b"k", b"v" * 30, (("h", b"1"),)) for at in range(3)]
        yield Ask(produce("packed", bytes(encode_batch(records, compression=codec))), 8)
    for offset in range(13):
        for version in (4, 11):
            yield Ask(request(packed.at(version, fetch_partition(0, offset))), version)
    stamped = Topic(
        "stamped",
        (yield from create(world, "stamped", configs={"message.timestamp.type": "LogAppendTime"})),
    )
    yield Ask(produce("stamped", entry(1, b"v")), 2)
    yield Ask(produce("stamped", entry(0, b"v")), 1)
    for version in (4, 11):
        yield Ask(request(stamped.at(version, fetch_partition())), version)


def old_offsets(world: World) -> Script:
    """ListOffsets 0 with its lists; OffsetForLeaderEpoch 0 and 1."""
    yield from filled(world, "log", 4)
    yield from create(world, "empty")
    make = ListOffsetsRequest.ListOffsetsPartition
    for name in ("log", "empty", "nope"):
        for timestamp in (-1, -2, -3, 0, TIME_MS):
            for most in (1, 0, 5, -1):
                part = make(partition_index=0, timestamp=timestamp, max_num_offsets=most)
                element = ListOffsetsRequest.ListOffsetsTopic(name=name, partitions=[part])
                yield Ask(ListOffsetsRequest(replica_id=-1, topics=[element]), 0)
        for version in (0, 1):
            for epoch in (-1, 0, 1):
                at = OffsetForLeaderEpochRequest.OffsetForLeaderPartition(leader_epoch=epoch)
                topic = OffsetForLeaderEpochRequest.OffsetForLeaderTopic(
                    topic=name, partitions=[at]
                )
                yield Ask(OffsetForLeaderEpochRequest(topics=[topic]), version)


def old_topics(world: World) -> Script:
    """CreateTopics 0 and 1, DeleteTopics 0, DescribeConfigs 0."""
    for version in (0, 1):
        name = f"old-{version}"
        for topic in (
            new_topic(name, 2),
            new_topic(name),
            new_topic("a b"),
            new_topic("x", 0),
            new_topic("x", 1, 5),
            new_topic("x", -1, -1),
            new_topic(f"{name}-a", -1, -1, assignments=[(0, [1])]),
        ):
            yield Ask(CreateTopicsRequest(topics=[topic], timeout_ms=TIMEOUT_MS), version)
        yield from until_there(name, 2)
        yield Ask(describe((TOPIC, name), keys=["retention.ms", "cleanup.policy"]), 0)
        yield Ask(delete_topics([name, "never"], 0), 0)
        yield from until_gone(name)


def old_commits(world: World) -> Script:
    """OffsetCommit 0 and 1, OffsetFetch 0: of one partition, since 3.9 answers in a hash order."""
    one = ("one", (yield from create(world, "one", 2)), (1,))
    yield from coordinator_ready("old")
    for version in (0, 1):
        yield Ask(commit(version, "old", one), version)
        yield Ask(commit(version, "old", one, metadata=None), version)
        yield Ask(commit(version, "", one), version)
        for read in (0, 1, 5):
            yield Ask(fetch(read, "old", [one]), read)


OLD_SCRIPTS = {
    "old-message-sets": message_sets,
    "old-conversion": conversion,
    "old-offsets": old_offsets,
    "old-topics": old_topics,
    "old-commits": old_commits,
}
