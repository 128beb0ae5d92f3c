"""Random walks of a member of any kind: what happens to it, the pairs it meets, how it settles."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.client.support.group import Client, partitions, together


def noting(client: Client, reached: set[tuple[Any, Any]]) -> None:
    """Have a member keep each pair of state and event that it meets."""
    move = client.member._move

    def noted(event: Any) -> None:
        reached.add((client.member.state, event))
        move(event)

    client.member._move = noted


def common_moves(client: Client, other: Client, random: Random) -> list[Callable[[], object]]:
    """Return what happens to members of either kind, all of it equally often."""
    return [
        lambda: client.subscribe("orders"),
        lambda: client.subscribe("orders", "bills"),
        lambda: client.leave(),
        client.ask,
        client.ask,
        client.hold,
        lambda: other.subscribe("orders"),
        lambda: other.leave(),
        client.world.drop_connections,
        lambda: setattr(client.world, "delay", lambda api: False),
        lambda: client.did("orders", random.randrange(3), random.randrange(100)),
    ]


def some_time(client: Client, other: Client, random: Random) -> None:
    """Let no time pass, or some, or so much that a poll interval of 20 s is over."""
    together([client, other], random.choice([0, 0, 50, 700, 6000, 25_000]))


def assert_settles(client: Client, other: Client) -> None:
    """Stop all faults: what is assigned is what the member owns within two minutes."""
    client.world.edit = lambda api, answer: None
    client.world.delay = lambda api: False
    client.ask()
    client.subscribe("orders")
    other.leave()
    together([client, other], 60_000)
    client.ask()
    together([client, other], 60_000)
    assert client.state().name == "STABLE"
    assert client.member.owned == partitions("orders", 0, 1, 2)
    assert client.shell.assigned == client.member.owned
