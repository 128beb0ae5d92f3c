"""What followers and consumers may meet at a leader, or at a follower, one story each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from compat.oracle.followers.player import Player, part

Scene = Callable[[Player], None]


def _create(player: Player, *assignments: Sequence[int]) -> None:
    player.leader.create(assignments)


def progress(player: Player) -> None:
    """Fetch B-29, G-1, G-17, J 170: log ends move the high watermark, one answer later."""
    _create(player, (1, 2))
    for count in (1, 1, 3):
        player.produce(count=count)
    for offset in (0, 2, 2, 3, 3, 5, 5):
        player.fetch(part(0, offset), by=2, version=18)
        player.fetch(part(0, 0))
    for version in (4, 5, 9, 12, 13, 14, 15):
        player.fetch(part(0, 5), by=2, version=version)


def slowest(player: Player) -> None:
    """Fetch G-10, J 169: the least end of three."""
    _create(player, (1, 2, 3))
    for _ in range(4):
        player.produce()
    for node_id, offset in ((2, 0), (3, 0), (2, 3), (3, 2), (2, 4), (3, 4)):
        player.fetch(part(0, offset), by=node_id, version=18)
        player.fetch(part(0, 0, 10))


def waiting(player: Player) -> None:
    """Fetch B-29, D-10, D-13, J 106, J 107: who waits for what."""
    _create(player, (1, 2))
    player.produce()
    player.fetch_later("follower", part(0, 1), by=2, version=18, max_wait_ms=800)
    player.answer("follower")
    player.fetch(part(0, 0))
    player.answer("follower", 2)
    player.fetch_later("consumer", part(0, 1), max_wait_ms=5_000)
    player.produce()
    player.answer("consumer")
    player.fetch(part(0, 2), by=2, version=18)
    player.answer("consumer")


def refusals(player: Player) -> None:
    """Fetch B-36, G-2, J 69, J 80: errors and divergence tell the leader nothing."""
    _create(player, (1, 2))
    player.produce()
    player.produce()
    player.fetch(part(0, 1), by=2, version=18)
    for refused in (
        part(0, 9),
        part(0, 2, current_leader_epoch=5),
        part(0, 2, last_fetched_epoch=9),
        part(0, 3, last_fetched_epoch=0),
        part(0, 1, -1),
        part(0, 2, -1),
    ):
        player.fetch(refused, by=2, version=18)
        player.fetch(part(0, 0))


def strangers(player: Player) -> None:
    """Fetch B-19, J 58: 75 or 6 for who is no follower, the leader itself included."""
    _create(player, (1, 2))
    for node_id in (1, 3, 9):
        for version in (8, 9, 12, 18):
            player.fetch(part(0), by=node_id, version=version)
            if version >= 9:
                for epoch in (0, 1):
                    one = part(0, current_leader_epoch=epoch)
                    player.fetch(one, by=node_id, version=version)


def restarts(player: Player) -> None:
    """Fetch G-4, J 177: broker epochs, and what is noticed before them."""
    _create(player, (1, 2))
    player.produce()
    for age in (-1, 0, 9, None):
        for version in (14, 15, 16, 18):
            player.fetch(part(0, 1), by=2, version=version, age=age)
            player.fetch(part(0, 0))
    player.fetch(part(0, 9), by=2, version=18, age=-1)
    player.fetch(part(0, 2, last_fetched_epoch=0), by=2, version=18, age=-1)


def restart_in_session(player: Player) -> None:
    """Fetch G-4, E-22: partitions at which nothing has changed are told of it too."""
    _create(player, (1, 2), (1, 2))
    wanted = part(0), part(1)
    session = player.fetch(*wanted, by=2, version=18, session=(0, 0), age=0).session_id
    for epoch, age in enumerate((0, -1, 0, 0), 1):
        player.fetch(by=2, version=18, session=(session, epoch), age=age, max_wait_ms=200)


def redirects(player: Player) -> None:
    """Fetch B-40 to B-45, J 85, J 86, J 88: racks, offsets, versions, and checks left out."""
    _create(player, (1, 2, 3))
    player.produce()
    player.produce()
    player.fetch(part(0), rack_id="r2")
    player.fetch(part(0, 2), by=2, version=18)
    player.fetch(part(0, 1), by=3, version=18)
    for version in (11, 12, 13, 16, 18):
        for level in (0, 1):
            fields: dict[str, Any] = {"isolation_level": level, "max_wait_ms": 1_000}
            player.fetch(part(0), version=version, rack_id="r2", **fields)
    for rack in ("", "r1", "r3", "r9"):
        player.fetch(part(0), rack_id=rack)
    for offset in (-2, -1, 0, 1, 2, 3):
        player.fetch(part(0, offset), rack_id="r2")
        player.fetch(part(0, offset), rack_id="r3")
    for one in (
        part(0, current_leader_epoch=0),
        part(0, current_leader_epoch=1),
        part(0, 0, -1),
        part(0, last_fetched_epoch=9),
    ):
        player.fetch(one, version=16, rack_id="r2")
    for replica_id in (-2, -3, 3):
        player.fetch(part(0), by=replica_id, rack_id="r2")


def redirects_in_session(player: Player) -> None:
    """Fetch E-22, B-4, B-43, J 89: by the rack of each request, and while somebody is there."""
    _create(player, (1, 2), (1, 2))
    for index in (0, 1):
        player.produce(index)
    for _ in range(2):
        player.fetch(part(0, 1), part(1, 1), by=2, version=18)
    wanted = part(0, 1), part(1, 1)
    session = player.fetch(*wanted, rack_id="r2", session=(0, 0)).session_id
    for epoch, rack in enumerate(("r2", "r2", "", "", "r2", "r3"), 1):
        player.fetch(session=(session, epoch), rack_id=rack, max_wait_ms=100)
    player.fetch(session=(session, 7), version=10, max_wait_ms=100)
    player.leader.fence(2, True)
    player.fetch(session=(session, 8), rack_id="r2", max_wait_ms=100)
    player.leader.fence(2, False)
    player.fetch(session=(session, 9), rack_id="r2", max_wait_ms=100)


def following(player: Player) -> None:
    """Fetch B-14, B-17, B-46, B-47, B-50 to B-52, J 52, J 53, J 55, J 60: not the leader."""
    _create(player, (2, 1), (2, 3), (2, 1))
    for version in (4, 8, 10, 11, 12, 13, 15, 16, 18):
        player.fetch(part(0), part(1), version=version)
    for epoch in (-1, 0, 1):
        for version in (9, 11, 16):
            wanted = [part(index, current_leader_epoch=epoch) for index in (0, 1)]
            player.fetch(*wanted, version=version)
    player.fetch(part(0, 1))
    for replica_id in (3, 2, -2, -3):
        for version in (10, 18):
            player.fetch(part(0), part(1), by=replica_id, version=version)
    session = player.fetch(part(0), part(1), version=16, session=(0, 0)).session_id
    for epoch in (1, 2):
        player.fetch(version=16, session=(session, epoch), max_wait_ms=500)
    player.fetch_later("parked", part(0), max_wait_ms=600)
    player.answer("parked")
    player.answer("parked", 1)
    for index in (0, 1):
        player.produce(index)


def acks(player: Player) -> None:
    """Produce A-72, A-73: acks=all waits for the follower's next fetch."""
    _create(player, (1, 2))
    player.produce_later("all", acks=-1)
    player.leader.serve()
    for offset in (0, 1):
        player.fetch(part(0, offset), by=2, version=18)
    player.produced("all")
    for timeout_ms in (300, 0):
        player.produce(acks=-1, timeout_ms=timeout_ms)


def leaving(player: Player) -> None:
    """Fetch D-9, G-14: without the follower the high watermark goes on, and wakes who waits."""
    _create(player, (1, 2))
    player.produce()
    player.fetch(part(0))
    player.fetch_later("parked", part(0), max_wait_ms=5_000)
    player.answer("parked")
    player.leader.fence(2, True)
    player.answer("parked", 1)
    player.leader.fence(2, False)


def new_epoch(player: Player) -> None:
    """Fetch D-5, D-9, D-11: of the same leader, it wakes nobody; the next wake-up finds it."""
    _create(player, (1, 2, 3), (1, 2, 3))
    for node_id in (2, 3):
        player.fetch(part(0), by=node_id, version=18)
    old = part(0, current_leader_epoch=0)
    player.fetch_later("old", old, max_wait_ms=6_000)
    player.fetch_later("follower", old, by=2, version=18, max_wait_ms=6_000)
    player.fetch_later("none", part(0), max_wait_ms=6_000)
    session = player.fetch(old, part(1), session=(0, 0)).session_id
    player.fetch_later("session", session=(session, 1), max_wait_ms=6_000)
    player.leader.shrink((1, 2))
    for name in ("old", "follower", "none", "session"):
        player.answer(name)
    for one in (part(0), old):
        player.fetch(one, version=16)
    for one in (part(0), part(0, current_leader_epoch=1)):
        player.fetch(one, by=3, version=18)
    player.produce(1)
    for node_id in (2, 3):
        player.fetch(part(1, 1), by=node_id, version=18)
    player.answer("session")
    player.produce(0)
    for name in ("old", "follower", "none"):
        player.answer(name)
    player.fetch(part(0, 1), by=2, version=18)
    player.answer("none")


SCENES: dict[str, Scene] = {
    scene.__name__: scene
    for scene in (
        progress,
        slowest,
        waiting,
        refusals,
        strangers,
        restarts,
        restart_in_session,
        redirects,
        redirects_in_session,
        following,
        acks,
        leaving,
        new_epoch,
    )
}
