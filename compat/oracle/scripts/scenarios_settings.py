"""The scenarios that need a broker with settings of its own (fetch J 94, 145, 149, 150).

`SMALL` and `TOO_SMALL` are such settings, each with its scripts. Of 145 to 147 only what comes
before any session is old can be shown here: two minutes are too long for a script.
"""

from __future__ import annotations

from compat.oracle.scripts.expecting import append, expect, fetched, shown, with_data
from compat.oracle.scripts.fetching import Topic, filled, request
from compat.oracle.scripts.kit import Part, World, create, fetch_partition
from compat.oracle.scripts.sessions import opened
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.fetch_request import FetchRequest

SLOTS = "max.incremental.fetch.session.cache.slots"
SMALL = {"fetch.max.bytes": "1024", SLOTS: "16"}
TOO_SMALL = {SLOTS: "7"}
VERSIONS = (7, 12, 13, 18)
SHARDS = 8
SHARD_IDS = ((1 << 31) - 1) // SHARDS
"""How many ids a shard may issue (E-35)."""
SIZES = (1, 500, 1040, 500, 50)
LONG_MS = 9000
MAX32 = (1 << 31) - 1


def broker_limit(world: World) -> Script:
    """The broker's own limit, partial tails included, and MinBytes cut to it (fetch J 94, C-13)."""
    topic = Topic("log", (yield from create(world, "log", 2)))
    for size in SIZES:
        yield from append(topic.name, 0, b"v" * size)
    yield from append(topic.name, 1, b"v" * 50)
    for version in world.spoken(FetchRequest, (4, *VERSIONS)):
        for offset, first, second in ((0, 1024, 0), (1, 1024, 0), (2, 1110, 0), (3, 688, 118)):
            wanted = (
                fetch_partition(0, offset, partition_max_bytes=MAX32),
                fetch_partition(1, 0, partition_max_bytes=MAX32),
            )
            asked = request(
                topic.at(version, *wanted),
                max_bytes=MAX32,
                min_bytes=100_000 if offset == 0 else 0,
                max_wait_ms=LONG_MS,
            )
            found = fetched((yield Ask(asked, version, waits_ms=LONG_MS)))
            expect(f"from {offset}", shown(found), [(0, 0, first), (1, 0, second)])


def slots(world: World) -> Script:
    """Shards take turns, a full one does not pass on, closing makes room (fetch J 150, E-37, E-53).

    Sixteen slots are two for each of the eight shards.
    """
    topic = yield from filled(world, "log", 1)
    wanted = topic.at(12, fetch_partition(0, 2))
    ids: list[int] = []
    while len(ids) < 2 * SHARDS:
        ids.append((yield from opened(12, wanted)).id)
    expect("all have slots", 0 in ids, False)
    shards = [session_id // SHARD_IDS for session_id in ids]
    turns = [(shards[0] + each) % SHARDS for each in range(2 * SHARDS)]
    expect("shards", shards, turns)
    for _ in range(SHARDS):
        expect("full", (yield from opened(12, wanted)).id, 0)
    # The next turn is that of the first session's shard. Room is made in another one.
    yield from close(ids[1])
    expect("not its turn", (yield from opened(12, wanted)).id, 0)
    again = (yield from opened(12, wanted)).id
    expect("its turn", again // SHARD_IDS, shards[1])
    # (S, 0) makes room in its own shard and then looks in the next.
    asked = request(wanted, session_id=ids[3], session_epoch=0)
    found = fetched((yield Ask(asked, 12)))
    expect("room behind its back", found.session_id, 0)
    asked = request(session_id=ids[3], session_epoch=1)
    expect("it is gone", fetched((yield Ask(asked, 12))).error_code, 70)
    for session_id in (*ids, again):
        yield from close(session_id)


def close(session_id: int) -> Part[None]:
    """End a session that may have ended already."""
    yield Ask(request(session_id=session_id, session_epoch=-1), 12)


def no_room_for_any(world: World) -> Script:
    """Fewer slots than shards are none: no session, and the data all the same (fetch J 149)."""
    topic = yield from filled(world, "log", 1)
    for version in world.spoken(FetchRequest, VERSIONS):
        for _ in range(SHARDS + 1):
            asked = request(topic.at(version, fetch_partition()), session_epoch=0)
            found = fetched((yield Ask(asked, version)))
            expect("no session, data", (found.session_id, with_data(found)), (0, [0]))


SPECIAL_SCRIPTS = (
    (SMALL, {"J-94-broker-limit": broker_limit, "J-150-slots": slots}),
    (TOO_SMALL, {"J-149-no-room-for-any": no_room_for_any}),
)
"""Settings that both sides need, each with the scripts for them."""
