"""The scenarios of long polls (fetch J 17, 102 to 119), on both sides.

Not here, because they need a second broker, an authorizer, a truncation or a look inside: 106,
107, 109, 111 (its first half) to 115. 118 is a race that no script can stage; `tests/broker` can.
"""

from __future__ import annotations

from compat.oracle.scripts.expecting import (
    append,
    errors,
    expect,
    fetched,
    numbers,
    only,
    shown,
    size_of,
    with_data,
)
from compat.oracle.scripts.fetching import Topic, filled, request
from compat.oracle.scripts.kit import World, create, delete, fetch_partition
from compat.oracle.scripts.sessions import opened
from compat.oracle.steps import Ask, Drop, Pause, Receive, Script, Send
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest

VERSIONS = (4, 7, 12, 13, 18)
SHORT_MS = 200
LONG_MS = 9000


def expiries(world: World) -> Script:
    """A wait ends in time with what there is; none asked, none made (fetch J 102, J 104, J 105)."""
    topic = yield from filled(world, "log", 1)
    for version in world.spoken(FetchRequest, VERSIONS):
        nothing = request(
            topic.at(version, fetch_partition(0, 2)), min_bytes=1, max_wait_ms=SHORT_MS
        )
        found = fetched((yield Ask(nothing, version, waits_ms=SHORT_MS)))
        expect("nothing came", shown(found), [(0, 0, 0)])
        little = request(topic.at(version, fetch_partition()), min_bytes=9999, max_wait_ms=SHORT_MS)
        found = fetched((yield Ask(little, version, waits_ms=SHORT_MS)))
        expect("less than was wanted", with_data(found), [0])
        at_once = request(
            topic.at(version, fetch_partition(0, 2)), min_bytes=0, max_wait_ms=LONG_MS
        )
        found = fetched((yield Ask(at_once, version, waits_ms=LONG_MS)))
        expect("nothing wanted", shown(found), [(0, 0, 0)])


def wake_ups(world: World) -> Script:
    """One byte wakes; many bytes are counted over all partitions (fetch J 103)."""
    for version in world.spoken(FetchRequest, VERSIONS):
        topic = Topic(f"log-{version}", (yield from create(world, f"log-{version}", 2)))
        both = topic.at(version, *(fetch_partition(at) for at in (0, 1)))
        yield Send(request(both, min_bytes=1, max_wait_ms=LONG_MS), version, "one")
        yield Send(request(both, min_bytes=1000, max_wait_ms=LONG_MS), version, "many")
        yield Pause()
        yield from append(topic.name, 0, b"v" * 400)
        found = fetched((yield Receive("one", waits_ms=LONG_MS)))
        expect("woken by the first", with_data(found), [0])
        yield from append(topic.name, 1, b"v" * 400)
        yield from append(topic.name, 0, b"v" * 100)
        found = fetched((yield Receive("many", waits_ms=LONG_MS)))
        expect("woken by the sum", with_data(found), [0, 1])


def many_parked(world: World) -> Script:
    """One append answers all who wait; who left meanwhile harms nobody (fetch J 116, J 117)."""
    for version in world.spoken(FetchRequest, VERSIONS):
        topic = Topic(f"log-{version}", (yield from create(world, f"log-{version}")))
        session = yield from opened(version, topic.at(version, fetch_partition()))
        asked = request(topic.at(version, fetch_partition()), min_bytes=1, max_wait_ms=LONG_MS)
        for number in range(10):
            yield Send(asked, version, f"waiting {number}")
        if version >= 7:
            parked = session.request(min_bytes=1, max_wait_ms=LONG_MS)
            yield Send(parked, version, "leaving")
        yield Pause()
        yield Drop("waiting 3")
        yield Drop("leaving")
        yield from append(topic.name)
        for number in (*range(3), *range(4, 10)):
            found = fetched((yield Receive(f"waiting {number}", waits_ms=LONG_MS)))
            expect("records", with_data(found), [0])
            yield Drop(f"waiting {number}")


def pipelined(world: World) -> Script:
    """What follows a parked fetch on its connection waits behind it (fetch J 17)."""
    topic = yield from filled(world, "log", 1)
    for version in world.spoken(FetchRequest, VERSIONS):
        parked = request(
            topic.at(version, fetch_partition(0, 2)), min_bytes=1, max_wait_ms=SHORT_MS
        )
        yield Send(parked, version, "pipe")
        yield Send(ApiVersionsRequest(), 0, "pipe")
        yield Send(request(topic.at(version, fetch_partition())), version, "pipe")
        expect("first", shown(fetched((yield Receive("pipe", waits_ms=SHORT_MS)))), [(0, 0, 0)])
        yield Receive("pipe")
        expect("third", with_data(fetched((yield Receive("pipe")))), [0])


def released(world: World) -> Script:
    """The error of one partition releases all; a refused one does not (fetch J 119, J 46)."""
    topic = yield from filled(world, "log", 1, 2)
    nowhere = Topic("nope", bytes(range(16)))
    for version in world.spoken(FetchRequest, VERSIONS):
        wanted = topic.at(version, fetch_partition(0, 2), fetch_partition(1, 99))
        asked = request(wanted, min_bytes=1, max_wait_ms=LONG_MS)
        found = fetched((yield Ask(asked, version, waits_ms=LONG_MS)))
        expect("at once", shown(found), [(0, 0, 0), (1, 1, 0)])
        refused = nowhere.at(version, fetch_partition(0))
        quiet = topic.at(version, fetch_partition(0, 2))
        asked = request(refused, quiet, min_bytes=1, max_wait_ms=SHORT_MS)
        found = fetched((yield Ask(asked, version, waits_ms=SHORT_MS)))
        expect("after the wait, the refused last", errors(found), [0, 100 if version >= 13 else 3])
        asked = request(refused, min_bytes=1, max_wait_ms=LONG_MS)
        found = fetched((yield Ask(asked, version, waits_ms=LONG_MS)))
        expect("nothing to wait for", len(errors(found)), 1)


def deleted(world: World) -> Script:
    """Deleting a topic releases who waits for it, with the others' data (fetch J 110)."""
    there = yield from filled(world, "there", 1)
    for version in world.spoken(FetchRequest, VERSIONS):
        topic = yield from filled(world, f"log-{version}", 1)
        asked = request(
            topic.at(version, fetch_partition(0, 2)),
            there.at(version, fetch_partition(0, 0)),
            min_bytes=9999,
            max_wait_ms=LONG_MS,
        )
        yield Send(asked, version, "waiting")
        yield Pause()
        yield from delete(world, topic.name)
        found = fetched((yield Receive("waiting", waits_ms=LONG_MS)))
        expect("errors", errors(found), [3, 0])
        expect("the other", with_data(found), [0])


def rolls(world: World) -> Script:
    """A roll completes what waits, whatever it wanted (fetch J 108)."""
    for version in world.spoken(FetchRequest, VERSIONS):
        configs = {"segment.bytes": "1048576", "max.message.bytes": "2000000"}
        name = f"log-{version}"
        topic = Topic(name, (yield from create(world, name, configs=configs)))
        yield from append(name, 0, b"v" * 700_000)
        wanted = topic.at(version, fetch_partition(0, 1, partition_max_bytes=1 << 23))
        asked = request(wanted, min_bytes=1 << 23, max_wait_ms=LONG_MS)
        yield Send(asked, version, "waiting")
        yield Pause()
        yield from append(name, 0, b"v" * 600_000)
        found = fetched((yield Receive("waiting", waits_ms=LONG_MS)))
        expect("numbers", numbers(found), [0])
        expect("the batch behind the roll", size_of(only(found)) > 600_000, True)


def diverging(world: World) -> Script:
    """Divergence answers at once; the right epoch is served (fetch J 79, J 82, J 83)."""
    topic = yield from filled(world, "log", 2)
    for version in world.spoken(FetchRequest, (12, 13, 16, 18)):
        for last, offset, expected in ((0, 5, (0, 4)), (0, 4, (-1, -1)), (0, 0, (-1, -1))):
            wanted = fetch_partition(0, offset, last_fetched_epoch=last)
            minimum = 1 if expected[0] >= 0 else 0
            asked = request(topic.at(version, wanted), min_bytes=minimum, max_wait_ms=LONG_MS)
            found = only(fetched((yield Ask(asked, version, waits_ms=LONG_MS))))
            epoch = found.diverging_epoch
            expect("epoch and end", (epoch.epoch, epoch.end_offset), expected)
            expect("error", found.error_code, 0)
        wanted = fetch_partition(0, 2, last_fetched_epoch=7)
        found = only(fetched((yield Ask(request(topic.at(version, wanted)), version))))
        expect("an epoch nobody had", found.error_code, 1)


SCRIPTS = {
    "J-17-pipelined": pipelined,
    "J-79-diverging": diverging,
    "J-102-expiries": expiries,
    "J-103-wake-ups": wake_ups,
    "J-108-rolls": rolls,
    "J-110-deleted": deleted,
    "J-116-many-parked": many_parked,
    "J-119-released": released,
}
