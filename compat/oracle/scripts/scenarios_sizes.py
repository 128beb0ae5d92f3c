"""The scenarios of sizes (fetch J 92 to 98), on both sides.

Not here: 94 (the broker's own limit, a start-up setting; its numbers are those of `tests/broker`),
99 (3.9: `scenarios_old`), 100 (`compat/scenarios/test_fairness.py`, by stock clients).
"""

from __future__ import annotations

from compat.oracle.scripts.expecting import (
    append,
    bases,
    expect,
    fetched,
    partitions,
    shown,
    with_data,
)
from compat.oracle.scripts.fetching import Topic, request
from compat.oracle.scripts.kit import Part, World, create, fetch_partition
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.fetch_request import FetchRequest

VERSIONS = (4, 7, 11, 12, 13, 18)
BIG = 1 << 24


def sizes(wanted: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """What `expecting.shown` gives for these partitions and bytes, without an error."""
    return [(partition, 0, size) for partition, size in wanted]


def nine_each(world: World, partition_count: int) -> Part[Topic]:
    """Partitions of nine batches of 95 bytes each."""
    topic = Topic("log", (yield from create(world, "log", partition_count)))
    for partition in range(partition_count):
        for _ in range(9):
            yield from append(topic.name, partition, b"v" * 26)
    return topic


def budgets(world: World) -> Script:
    """The first partitions get their limit, later ones what is left, or none (fetch J 92, C-14)."""
    topic = yield from nine_each(world, 6)
    for version in world.spoken(FetchRequest, VERSIONS):
        for limit, expected in (
            (190, [190, 190, 190, 190, 0, 0]),
            (250, [250, 250, 250, 0, 0, 0]),
        ):
            wanted = [fetch_partition(at, partition_max_bytes=limit) for at in range(6)]
            asked = request(topic.at(version, *wanted), max_bytes=800)
            found = fetched((yield Ask(asked, version)))
            expect(f"v{version}, {limit}", shown(found), sizes(list(enumerate(expected))))


def oversize(world: World) -> Script:
    """A batch beyond all limits comes whole, if it comes first (fetch J 93, J 95, J 96, J 101)."""
    topic = Topic("log", (yield from create(world, "log", 4)))
    yield from append(topic.name, 0, b"v" * 1000)
    yield from append(topic.name, 1, b"v" * 10)
    yield from append(topic.name, 1, b"v" * 1000)
    big, small = 1070, 79

    def ask(
        version: int, *wanted: FetchRequest.FetchPartition, max_bytes: int = BIG, min_bytes: int = 0
    ) -> Part[list[tuple[int, int, int]]]:
        asked = request(
            topic.at(version, *wanted), max_bytes=max_bytes, min_bytes=min_bytes, max_wait_ms=9000
        )
        found = fetched((yield Ask(asked, version)))
        return [tuple(each) for each in shown(found)]  # type: ignore[misc]

    for version in world.spoken(FetchRequest, VERSIONS):
        first = fetch_partition(0, partition_max_bytes=100)
        second = fetch_partition(1, 1, partition_max_bytes=100)
        found = yield from ask(version, first, second)
        expect("beyond its partition's limit", found, sizes([(0, big), (1, 0)]))
        found = yield from ask(version, first, fetch_partition(1), max_bytes=500)
        expect("beyond the response's limit: alone", found, sizes([(0, big), (1, 0)]))
        found = yield from ask(version, fetch_partition(1), first)
        expect("withheld behind another", found[1:], sizes([(0, 0)]))
        found = yield from ask(version, fetch_partition(1, 0, partition_max_bytes=small))
        expect("behind a small one of its own", found, sizes([(1, small)]))
        found = yield from ask(version, fetch_partition(1, 1, partition_max_bytes=small))
        expect("then alone", found, sizes([(1, big)]))
        found = yield from ask(version, fetch_partition(2), fetch_partition(3), first)
        expect("behind empty ones", found, sizes([(2, 0), (3, 0), (0, big)]))
        found = yield from ask(version, first, fetch_partition(1), max_bytes=0, min_bytes=10_000)
        expect("no room at all, at once", found, sizes([(0, big), (1, 0)]))


def negative_limits(world: World) -> Script:
    """A negative limit fails its own partition, and releases the request (fetch J 97)."""
    topic = yield from nine_each(world, 2)
    for version in world.spoken(FetchRequest, VERSIONS):
        wanted = [fetch_partition(0, partition_max_bytes=-1), fetch_partition(1, 9)]
        asked = request(topic.at(version, *wanted), min_bytes=1, max_wait_ms=9000)
        found = fetched((yield Ask(asked, version, waits_ms=9000)))
        expect("errors", shown(found), [(0, -1, 0), (1, 0, 0)])


def segment_ends(world: World) -> Script:
    """One segment at most, whatever the limits (fetch J 98)."""
    configs = {"segment.bytes": "1048576", "max.message.bytes": "2000000"}
    topic = Topic("log", (yield from create(world, "log", configs=configs)))
    for size in (500_000, 400_000, 600_000):
        yield from append(topic.name, 0, b"v" * size)
    for version in world.spoken(FetchRequest, VERSIONS):
        for offset, expected in ((0, [0, 1]), (1, [1]), (2, [2])):
            wanted = fetch_partition(0, offset, partition_max_bytes=BIG)
            found = fetched((yield Ask(request(topic.at(version, wanted)), version)))
            expect("batches", bases(partitions(found)[0]), expected)
            expect("with data", with_data(found), [0])


SCRIPTS = {
    "J-92-budgets": budgets,
    "J-93-oversize": oversize,
    "J-97-negative-limits": negative_limits,
    "J-98-segment-ends": segment_ends,
}
