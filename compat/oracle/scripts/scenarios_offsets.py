"""The scenarios of offsets, epochs and times (fetch J 48, 54 to 68, 187), on both sides.

Not here: 41 to 47 need an authorizer, 52, 53, 55, 56, 58 to 61, 64 and 69 a second broker or a
broken disk, 66 and 67 compaction, 70 to 76 transactions. They have tests in `tests/broker`.
"""

from __future__ import annotations

from compat.oracle.scripts.expecting import append, bases, errors, expect, fetched, only, shown
from compat.oracle.scripts.fetching import PRODUCE_BY_NAME, UNKNOWN_ID, Topic, filled, request
from compat.oracle.scripts.kit import (
    TIME_MS,
    Part,
    World,
    batch,
    create,
    end_offsets,
    fetch_partition,
    message,
    produce,
)
from compat.oracle.scripts.scenarios_sessions import delete_to
from compat.oracle.scripts.sessions import opened
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse

VERSIONS = (4, 7, 11, 12, 13, 18)
WITH_EPOCHS = (9, 11, 12, 13, 18)
LONG_MS = 9000
OUT_OF_RANGE = (-1, -1, -1)


def bounds(world: World) -> Script:
    """Which offsets are served, and what an error does not tell (fetch J 62, J 63, J 68)."""
    for version in world.spoken(FetchRequest, VERSIONS):
        topic = yield from filled(world, f"log-{version}", 4)
        yield from delete_to(topic, 5)
        for offset, error in ((-1, 1), (0, 1), (4, 1), (5, 0), (8, 0), (9, 1), (1 << 62, 1)):
            wanted = topic.at(version, fetch_partition(0, offset))
            data = only(fetched((yield Ask(request(wanted), version))))
            expect(f"error at {offset}", data.error_code, error)
            if error:
                offsets = (data.high_watermark, data.last_stable_offset, data.log_start_offset)
                expect("what it tells", offsets, OUT_OF_RANGE)
            else:
                expect("batches", bases(data), [4, 6] if offset == 5 else [])


def within_batches(world: World) -> Script:
    """An offset within a batch gives all of that batch (fetch J 65)."""
    topic = Topic("log", (yield from create(world, "log")))
    yield from append(topic.name, 0, b"a", b"b", b"c")
    yield from append(topic.name, 0, b"d")
    for version in world.spoken(FetchRequest, VERSIONS):
        for offset, expected in ((0, [0, 3]), (1, [0, 3]), (2, [0, 3]), (3, [3])):
            wanted = topic.at(version, fetch_partition(0, offset))
            data = only(fetched((yield Ask(request(wanted), version))))
            expect("batches", bases(data), expected)


def leader_epochs(world: World) -> Script:
    """Older, newer, equal and no epoch; a session takes over the latest (fetch J 54, J 57)."""
    topic = yield from filled(world, "log", 1)
    for version in world.spoken(FetchRequest, WITH_EPOCHS):
        for epoch, error in ((-1, 0), (-5, 0), (0, 0), (1, 75), (99, 75)):
            wanted = topic.at(version, fetch_partition(0, 0, current_leader_epoch=epoch))
            found = fetched((yield Ask(request(wanted), version)))
            expect(f"epoch {epoch}", errors(found), [error])
        session = yield from opened(version, topic.at(version, fetch_partition(0, 2)))
        newer = fetch_partition(0, 2, current_leader_epoch=7)
        expect("a newer one", errors((yield from session.fetch(topic.at(version, newer)))), [75])
        expect("remembered", errors((yield from session.fetch())), [75])
        right = fetch_partition(0, 2, current_leader_epoch=0)
        expect("mended", errors((yield from session.fetch(topic.at(version, right)))), [0])


def refusals(world: World) -> Script:
    """Errors, partitions asked twice, topics apart (fetch J 48, J 11, J 12, J 13)."""
    topic = yield from filled(world, "log", 2, 2)
    other = yield from filled(world, "other", 1)
    for version in world.spoken(FetchRequest, VERSIONS):
        nowhere = Topic("nope", UNKNOWN_ID).at(version, fetch_partition())
        data = only(fetched((yield Ask(request(nowhere), version))))
        offsets = (data.high_watermark, data.last_stable_offset, data.log_start_offset)
        expect("error", data.error_code, 100 if version >= 13 else 3)
        expect("the rest", (offsets, data.records and bytes(data.records)), (OUT_OF_RANGE, b""))
        twice = topic.at(version, *(fetch_partition(at, offset) for at, offset in TWICE))
        found = fetched((yield Ask(request(twice), version)))
        expect("at its first place", [each.partition for each in shown(found)], [0, 1])
        expect("with its last offset", bases(found.responses[0].partitions[0]), [2])
        apart = [topic.at(version, fetch_partition(0)), other.at(version, fetch_partition())]
        apart.append(topic.at(version, fetch_partition(1)))
        found = fetched((yield Ask(request(*apart), version)))
        expect("three elements", len(found.responses), 3)
        beside = (topic.at(version, fetch_partition(0)), topic.at(version, fetch_partition(1)))
        found = fetched((yield Ask(request(*beside), version)))
        expect("side by side", errors(found), [0, 0])


TWICE = ((0, 0), (1, 0), (0, 2))


def whole_failures(world: World) -> Script:
    """An isolation level that does not exist fails the whole request (fetch J 15)."""
    topic = yield from filled(world, "log", 1, 2)
    for version in world.spoken(FetchRequest, VERSIONS):
        wanted = topic.at(version, fetch_partition(1), fetch_partition(0))
        found = fetched((yield Ask(request(wanted, isolation_level=2), version)))
        expect("of the whole", found.error_code, -1 if version >= 7 else 0)
        listed = [] if version >= 13 else [(1, -1), (0, -1)]
        expect("of partitions", [(each.partition, each.error) for each in shown(found)], listed)


def by_time(world: World) -> Script:
    """A lookup finds the first record that is not older (fetch J 187)."""
    topic = Topic("log", (yield from create(world, "log")))
    yield from write_at(topic, 0)
    for version in world.versions(ListOffsetsRequest, 1):
        for after, expected in ((0, 0), (1, 1), (2, 2), (3, 3), (5, 3), (10, 3), (11, -1)):
            yield from look_up(topic, after, expected, version)


def write_at(topic: Topic, partition: int) -> Part[None]:
    """Batches of three records a millisecond apart, and of one ten milliseconds later."""
    for data in (batch(b"a", b"b", b"c"), batch(b"d", at=10)):
        yield Ask(produce(topic.name, data, partition), PRODUCE_BY_NAME)


def look_up(topic: Topic, after_ms: int, expected: int, version: int) -> Part[None]:
    """One lookup, by milliseconds after TIME_MS."""
    asked = end_offsets(topic.name, [0], TIME_MS + after_ms)
    found = message((yield Ask(asked, version)), ListOffsetsResponse)
    expect(f"{after_ms} ms", found.topics[0].partitions[0].offset, expected)


SCRIPTS = {
    "J-11-refusals": refusals,
    "J-15-whole-failures": whole_failures,
    "J-54-leader-epochs": leader_epochs,
    "J-62-bounds": bounds,
    "J-65-within-batches": within_batches,
    "J-187-by-time": by_time,
}
