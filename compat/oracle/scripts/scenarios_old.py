"""The scenarios of conversion and of zstd (fetch J 33 to 39 and 99).

They run on Kafka 3.9 and on ours as it emulates that release: Kafka 4 has neither.

Not here: the follower of 38 (a second broker) and 40 (a large answer nobody reads to its end);
`tests/broker` has the first, `tests/server` the second.
"""

from __future__ import annotations

from compat.oracle.scripts.expecting import (
    append,
    bases,
    expect,
    fetched,
    only,
    partitions,
    shown,
    size_of,
)
from compat.oracle.scripts.fetching import PRODUCE_BY_NAME, Topic, filled, request
from compat.oracle.scripts.kit import TIME_MS, Part, World, create, fetch_partition, produce
from compat.oracle.scripts.old import entry
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.records.builder import encode_batch
from kafkawire.records.compression import ZSTD
from kafkawire.records.message_set import iter_messages

UNSUPPORTED_VERSION, UNSUPPORTED_COMPRESSION_TYPE = 35, 76
NULL = -1
LONG_MS = 9000


def _zstd(name: str, values: int = 3) -> Part[None]:
    records = [(TIME_MS + at, None, b"v" * 20, ()) for at in range(values)]
    yield Ask(produce(name, bytes(encode_batch(records, compression=ZSTD))), PRODUCE_BY_NAME)


def _one(
    version: int, topic: Topic, offset: int = 0, **fields: int
) -> Part[FetchResponse.PartitionData]:
    asked = request(topic.at(version, fetch_partition(0, offset, **fields)))
    return only(fetched((yield Ask(asked, version))))


def zstd_topics(world: World) -> Script:
    """Topics of compression.type zstd are closed up to version 9, as such (fetch J 33, J 35)."""
    configs = {"compression.type": "zstd"}
    topic = Topic("packed", (yield from create(world, "packed", configs=configs)))
    plain = yield from filled(world, "plain", 1)
    yield from _zstd(topic.name)
    for version in (4, 9):
        for offset in (0, 3, 99):
            data = yield from _one(version, topic, offset)
            found = (data.error_code, data.high_watermark, size_of(data))
            expect("closed", found, (UNSUPPORTED_COMPRESSION_TYPE, -1, NULL))
        both = (topic.at(version, fetch_partition()), plain.at(version, fetch_partition()))
        found_both = fetched((yield Ask(request(*both), version)))
        errors = [each.error_code for each in partitions(found_both)]
        expect("only that one", errors, [UNSUPPORTED_COMPRESSION_TYPE, 0])
    for version in (10, 12, 13):
        data = yield from _one(version, topic)
        expect("open", (data.error_code, bases(data)), (0, [0]))


def zstd_batches(world: World) -> Script:
    """Of a topic that takes any codec, version 9 gets zstd, version 2 cannot (fetch J 34)."""
    topic = Topic("any", (yield from create(world, "any")))
    yield from _zstd(topic.name)
    data = yield from _one(9, topic)
    expect("bytes", (data.error_code, bases(data)), (0, [0]))
    data = yield from _one(2, topic)
    expect("no way", (data.error_code, size_of(data)), (UNSUPPORTED_COMPRESSION_TYPE, NULL))


def converted(world: World) -> Script:
    """Messages from the offset on for version 1, whole batches for version 4 (fetch J 36, J 37)."""
    topic = Topic("log", (yield from create(world, "log")))
    # Messages are longer than records: with short values not all of them would find room.
    yield from append(topic.name, 0, *[b"v" * 200] * 10)
    yield from append(topic.name, 0, *[b"w" * 200] * 15)
    for version in (0, 1, 2, 3):
        data = yield from _one(version, topic, 3)
        assert data.records is not None
        offsets = [each.offset for each in iter_messages(bytes(data.records))]
        expect("messages", offsets, list(range(3, 25)))
    expect("batches", bases((yield from _one(4, topic, 3))), [0, 10])


def not_converted(world: World) -> Script:
    """Where a topic forbids conversion, old consumers are told so (fetch J 38)."""
    configs = {"message.downconversion.enable": "false"}
    topic = Topic("strict", (yield from create(world, "strict", configs=configs)))
    yield from append(topic.name)
    for version in (0, 1, 3):
        for offset in (0, 1):
            data = yield from _one(version, topic, offset)
            found = (data.error_code, data.high_watermark, size_of(data))
            expect("refused", found, (UNSUPPORTED_VERSION, -1, NULL))
    expect("batches", bases((yield from _one(4, topic))), [0])


def hard_limits(world: World) -> Script:
    """Up to version 2 limits cut: old messages anywhere, batches to nothing (fetch J 39, J 99)."""
    topic = Topic("log", (yield from create(world, "log")))
    yield from append(topic.name, 0, b"v" * 1000)
    for version in (0, 1, 2):
        wanted = topic.at(version, fetch_partition(0, 0, partition_max_bytes=100))
        asked = request(wanted, min_bytes=50, max_wait_ms=LONG_MS)
        found = fetched((yield Ask(asked, version, waits_ms=LONG_MS)))
        expect("a batch that does not fit", shown(found), [(0, 0, 0)])


def stored_messages(world: World) -> Script:
    """What versions 0 to 2 produce is stored as batches of 3.9 all the same (fetch J 39)."""
    topic = Topic("old", (yield from create(world, "old")))
    yield Ask(produce(topic.name, entry(1, b"v" * 1000)), 2)
    for version in (0, 1, 2):
        data = yield from _one(version, topic, 0, partition_max_bytes=100)
        expect("a batch that does not fit", size_of(data), 0)
        data = yield from _one(version, topic)
        assert data.records is not None
        expect(
            "a message", [each.magic for each in iter_messages(bytes(data.records))], [version > 1]
        )


EMULATED_SCRIPTS = {
    "J-33-zstd-topics": zstd_topics,
    "J-34-zstd-batches": zstd_batches,
    "J-36-converted": converted,
    "J-38-not-converted": not_converted,
    "J-39-hard-limits": hard_limits,
    "J-39-stored-messages": stored_messages,
}
"""For Kafka 3.9 and ours emulating it."""
