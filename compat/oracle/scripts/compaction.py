"""What fetches see of a log that was compacted (fetch H.7), and what the cleaner removes.

Both cleaners are idle until a topic's `min.cleanable.dirty.ratio` is lowered; then the scripts wait
until its first batch has gone. `oracle/cleaning.py` compares what is left of random logs.
"""

from __future__ import annotations

from compat.oracle.scripts.configs import SET, TOPIC, alter
from compat.oracle.scripts.expecting import bases, only
from compat.oracle.scripts.fetching import PRODUCE_BY_NAME, Topic, request
from compat.oracle.scripts.kit import (
    TIME_MS,
    Part,
    World,
    create,
    end_offsets,
    fetch_partition,
    produce,
)
from compat.oracle.steps import Ask, InForce, Script
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.records.builder import encode_batch

CLEANING = {"log.cleaner.backoff.ms": "100"}
NEVER = "1.0"
COMPACT = {
    "cleanup.policy": "compact",
    "internal.segment.bytes": "500",
    "min.cleanable.dirty.ratio": NEVER,
    "delete.retention.ms": "0",
}
VERSIONS = (4, 11, 12, 13, 18)
BATCHES = 30
STILL = 25
"""Looks in a row that see the same: segments are replaced one after another."""


def _filled(world: World, name: str, **configs: str) -> Part[Topic]:
    """Five keys again and again, tombstones among them; every fifth batch is compressed."""
    settings = {**COMPACT, **{key.replace("_", "."): value for key, value in configs.items()}}
    topic = Topic(name, (yield from create(world, name, configs=settings)))
    yield from _append(topic, 0)
    return topic


def _append(topic: Topic, first: int) -> Part[None]:
    for number in range(first, first + BATCHES):
        records = [
            (
                TIME_MS + number * 10 + at,
                b"key-%d" % ((number * 2 + at) % 5),
                None if (number + at) % 7 == 0 else b"%d" % number * (1 + number % 9),
                (),
            )
            for at in range(3)
        ]
        codec = number % 5 if number % 5 < 3 else 0
        data = bytes(encode_batch(records, compression=codec))
        yield Ask(produce(topic.name, data), PRODUCE_BY_NAME)


def _set(topic: Topic, name: str, value: str) -> Ask:
    return Ask(alter((TOPIC, topic.name, [(name, SET, value)])), 1)


def _clean(topic: Topic, first: int) -> Part[None]:
    """Let the cleaner in, once: until the batch at `first` has gone, and nothing more goes."""
    yield _set(topic, "min.cleanable.dirty.ratio", "0.0")
    seen: list[list[int]] = []

    def is_clean(found: Message) -> bool:
        assert isinstance(found, FetchResponse)
        seen.append(bases(only(found)))
        latest = seen[-STILL:]
        return len(latest) == STILL and latest == latest[:1] * STILL and first not in latest[0]

    asked = request(topic.at(12, fetch_partition()))
    yield Ask(asked, 12, until=is_clean)
    yield _set(topic, "min.cleanable.dirty.ratio", NEVER)
    yield InForce()


def _walk(world: World, topic: Topic) -> Part[None]:
    """From every offset, a whole batch at a time; at every version from the beginning."""
    for version in world.spoken(FetchRequest, VERSIONS):
        yield Ask(request(topic.at(version, fetch_partition())), version)
    for offset in range(3 * BATCHES + 1):
        wanted = fetch_partition(0, offset, partition_max_bytes=1)
        yield Ask(request(topic.at(12, wanted)), 12)


def compacted(world: World) -> Script:
    """Gaps, batches with fewer records, tombstones with a horizon (fetch H-61 to H-64)."""
    topic = yield from _filled(world, "log")
    yield from _clean(topic, 0)
    yield from _walk(world, topic)
    for time_ms in (0, TIME_MS, TIME_MS + 155, TIME_MS + 10**6):
        yield Ask(end_offsets(topic.name, [0], time_ms), 7)
    yield from _append(topic, BATCHES)
    yield from _clean(topic, 3 * BATCHES)
    yield from _walk(world, topic)


def compacted_by_append_time(world: World) -> Script:
    """Stamped by the broker: records keep their batch's time (fetch A-35, H-63)."""
    topic = yield from _filled(world, "log", message_timestamp_type="LogAppendTime")
    yield from _clean(topic, 0)
    yield from _walk(world, topic)


def compacted_and_deleted(world: World) -> Script:
    """The cleaner removes what is old of `compact,delete` (fetch H-51)."""
    topic = yield from _filled(world, "log", cleanup_policy="compact,delete")
    yield _set(topic, "retention.ms", "1000")

    def is_gone(found: Message) -> bool:
        assert isinstance(found, ListOffsetsResponse)
        return found.topics[0].partitions[0].offset == 3 * BATCHES

    yield Ask(end_offsets(topic.name, [0], -2), 7, until=is_gone)
    yield Ask(request(topic.at(12, fetch_partition(0, 3 * BATCHES))), 12)
    yield Ask(request(topic.at(12, fetch_partition(0, 0))), 12)


SPECIAL_SCRIPTS = (
    (
        CLEANING,
        {
            "H-60-compacted": compacted,
            "H-60-compacted-by-append-time": compacted_by_append_time,
            "H-51-compacted-and-deleted": compacted_and_deleted,
        },
    ),
)
"""For cleaners that look often."""
