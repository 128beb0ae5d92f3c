"""Fetch without sessions: versions, sizes, errors, long polls."""

from __future__ import annotations

from collections.abc import Sequence

from compat.oracle.scripts.kit import (
    Part,
    World,
    batch,
    create,
    delete,
    fetch_partition,
    produce,
)
from compat.oracle.steps import Ask, Pause, Receive, Script, Send
from kafkawire.protocol.messages.fetch_request import FetchRequest

BY_ID = 13
BY_NAME = 12
PRODUCE_BY_NAME = 11
UNKNOWN_ID = bytes(range(16))
LONG = 1 << 62
Wanted = Sequence[FetchRequest.FetchPartition]


class Topic:
    """A topic as the scripts know it, by name and by the id that its side gave it."""

    def __init__(self, name: str, topic_id: bytes) -> None:
        self.name = name
        self.topic_id = topic_id

    def at(self, version: int, *partitions: FetchRequest.FetchPartition) -> FetchRequest.FetchTopic:
        """An element of a request."""
        make = FetchRequest.FetchTopic
        if version >= BY_ID:
            return make(topic_id=self.topic_id, partitions=list(partitions))
        return make(topic=self.name, partitions=list(partitions))


def request(*topics: FetchRequest.FetchTopic, **fields: int) -> FetchRequest:
    """A fetch that does not wait, unless it is told to."""
    fields = {"max_wait_ms": 0, "min_bytes": 0, "max_bytes": 1 << 24, **fields}
    return FetchRequest(topics=list(topics), **fields)  # type: ignore[arg-type]


def filled(world: World, name: str, batches: int, partitions: int = 1) -> Part[Topic]:
    """A topic with batches of growing size in each partition."""
    topic = Topic(name, (yield from create(world, name, partitions)))
    for at in range(batches):
        for partition in range(partitions):
            data = batch(b"%d" % at, b"v" * (10 * at + partition), at=at * 10)
            yield Ask(produce(name, data, partition), PRODUCE_BY_NAME)
    return topic


def versions(world: World) -> Script:
    """Every version: from each offset, out of range, unknown topics and partitions."""
    topic = yield from filled(world, "log", 4, 2)
    other = yield from filled(world, "other", 2)
    unknown = Topic("nope", UNKNOWN_ID)
    for version in world.versions(FetchRequest):
        for offset in range(-2, 11):
            yield Ask(request(topic.at(version, fetch_partition(0, offset))), version)
        both = topic.at(version, fetch_partition(1, 2), fetch_partition(0, 5))
        yield Ask(request(both, other.at(version, fetch_partition())), version)
        yield Ask(request(both, both), version)
        yield Ask(
            request(
                topic.at(version, fetch_partition(9), fetch_partition(0), fetch_partition(-1)),
                unknown.at(version, fetch_partition(), fetch_partition(3)),
                topic.at(version, fetch_partition(8), fetch_partition(1, 100)),
            ),
            version,
        )
        yield Ask(request(), version)
        yield Ask(request(topic.at(version)), version)
        for isolation_level in (0, 1, 2):
            wanted = topic.at(version, fetch_partition(0, 3))
            yield Ask(request(wanted, isolation_level=isolation_level), version)
        apart = (topic, other, topic, other)
        yield Ask(request(*(each.at(version, fetch_partition()) for each in apart)), version)
    yield Ask(request(Topic("", bytes(16)).at(BY_ID, fetch_partition())), BY_ID)


def epochs(world: World) -> Script:
    """Leader epochs that the fetcher believes in, and those it fetched last."""
    topic = yield from filled(world, "log", 3)
    for version in (9, 11, 12, 13, 16, 18):
        for epoch in (-1, 0, 1, 7, -2):
            wanted = topic.at(version, fetch_partition(current_leader_epoch=epoch))
            yield Ask(request(wanted), version)
            if version >= BY_NAME:
                for offset in (0, 3, 6, 7):
                    wanted = topic.at(version, fetch_partition(0, offset, last_fetched_epoch=epoch))
                    yield Ask(request(wanted), version)


def sizes(world: World) -> Script:
    """Small limits of the request and of its partitions."""
    topic = yield from filled(world, "log", 6, 3)
    limits = (0, 1, 60, 61, 80, 100, 200, 400, -1, 1 << 20)
    for version in (4, 12, 18):
        for max_bytes in limits:
            for partition_max_bytes in limits:
                wanted = [
                    fetch_partition(at, offset, partition_max_bytes=partition_max_bytes)
                    for at, offset in ((1, 0), (0, 4), (2, 12), (0, 12))
                ]
                found = request(topic.at(version, *wanted), max_bytes=max_bytes)
                yield Ask(found, version)


def large(world: World) -> Script:
    """Batches greater than the limits come whole, once."""
    topic = Topic("log", (yield from create(world, "log", 2)))
    for size in (100_000, 300_000, 10, 500_000):
        for partition in (0, 1):
            data = batch(b"x" * size)
            yield Ask(produce("log", data, partition), PRODUCE_BY_NAME)
    for max_bytes in (1, 100_000, 250_000, 500_000, 2_000_000):
        for partition_max_bytes in (1, 100_000, 150_000, 450_000, 2_000_000):
            for offset in (0, 1, 2, 3):
                wanted = [
                    fetch_partition(at, offset, partition_max_bytes=partition_max_bytes)
                    for at in (0, 1)
                ]
                yield Ask(request(topic.at(12, *wanted), max_bytes=max_bytes), 12)


def segments(world: World) -> Script:
    """Reads do not cross segments."""
    configs = {"segment.bytes": "1048576", "max.message.bytes": "2000000"}
    topic = Topic("log", (yield from create(world, "log", configs=configs)))
    for size in (600_000, 400_000, 600_000, 100, 100, 1_000_000, 30):
        yield Ask(produce("log", batch(b"x" * size)), PRODUCE_BY_NAME)
    for offset in range(8):
        wanted = fetch_partition(0, offset, partition_max_bytes=4_000_000)
        yield Ask(request(topic.at(12, wanted)), 12)
        wanted = fetch_partition(0, offset, partition_max_bytes=700_000)
        waits = request(topic.at(12, wanted), min_bytes=1_200_000, max_wait_ms=200)
        yield Ask(waits, 12)


def long_polls(world: World) -> Script:
    """What waits, how long, and what wakes it."""
    topic = yield from filled(world, "log", 1, 2)
    other = yield from filled(world, "other", 1)
    wait = 800

    def poll(
        offset: int, min_bytes: int = 1, more: tuple[FetchRequest.FetchTopic, ...] = ()
    ) -> FetchRequest:
        wanted = topic.at(12, fetch_partition(0, offset))
        return request(wanted, *more, min_bytes=min_bytes, max_wait_ms=wait)

    yield Ask(poll(2), 12, waits_ms=wait)
    yield Ask(poll(0), 12, waits_ms=wait)
    yield Ask(poll(0, 10_000), 12, waits_ms=wait)
    yield Ask(poll(2, 0), 12, waits_ms=wait)
    yield Ask(poll(3), 12, waits_ms=wait)
    yield Ask(poll(2, more=(other.at(12, fetch_partition(7)),)), 12, waits_ms=wait)
    yield Ask(poll(2, more=(other.at(12, fetch_partition(0, 99)),)), 12, waits_ms=wait)
    yield Ask(request(max_wait_ms=wait, min_bytes=1), 12, waits_ms=wait)
    for min_bytes, end, longest in ((1, 2, 5000), (150, 4, 5000), (100_000, 8, wait)):
        asked = poll(end, min_bytes)
        asked.max_wait_ms = longest
        yield Send(asked, 12, "waiting")
        yield Pause()
        yield Ask(produce("log", batch(b"a", b"b"), 1), PRODUCE_BY_NAME)
        yield Ask(produce("log", batch(b"a", b"b")), PRODUCE_BY_NAME)
        yield (
            Receive("waiting", waits_ms=longest)
            if min_bytes == 1
            else Ask(produce("log", batch(b"c", b"d")), PRODUCE_BY_NAME)
        )
        if min_bytes > 1:
            yield Receive("waiting", waits_ms=longest)
    yield Send(request(topic.at(12, fetch_partition(1, 8)), min_bytes=1, max_wait_ms=5000), 12, "w")
    yield Pause()
    yield from delete(world, "log")
    yield Receive("w", waits_ms=5000)


SCRIPTS = {
    "fetch-versions": versions,
    "fetch-epochs": epochs,
    "fetch-sizes": sizes,
    "fetch-large": large,
    "fetch-segments": segments,
    "fetch-long-polls": long_polls,
}
