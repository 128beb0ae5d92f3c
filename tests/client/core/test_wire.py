"""Watchers of a client's connections."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.wire import Link, Wire
from kafkawire.protocol.message import Message
from tests.client.support.world import World

API_VERSIONS, METADATA = 18, 3


class Notes:
    """A watcher that records its calls."""

    def __init__(self) -> None:
        self.seen: list[tuple[Any, ...]] = []

    def opened(self, link: Link, now_ms: int) -> None:
        self.seen.append(("opened", link.node_id))

    def sent(self, link: Link, seen: Any, data: bytes, now_ms: int) -> None:
        assert int.from_bytes(data[:4], "big") == len(data) - 4
        self.seen.append(("sent", link.node_id, seen.api, seen.correlation_id))

    def came(
        self, link: Link, seen: Any, frame: bytes | bytearray, message: Message, now_ms: int
    ) -> None:
        assert int.from_bytes(frame[:4], "big") == seen.correlation_id
        assert seen.api == message.API_KEY
        self.seen.append(("came", link.node_id, seen.api, now_ms >= seen.sent_ms))

    def authenticated(self, link: Link, login: Any, now_ms: int) -> None:
        self.seen.append(("authenticated", link.node_id, *login))

    def failed(self, link: Link, why: str, now_ms: int) -> None:
        self.seen.append(("failed", link.node_id, link.address))

    def closed(self, link: Link, why: str, now_ms: int) -> None:
        self.seen.append(("closed", link.node_id, why))


def test_a_watcher_sees_each_request_and_response_of_each_connection() -> None:
    """client K-31."""
    world, notes = World(), Notes()
    world.network.watchers.append(notes)
    world.metadata.request_update(world.now_ms)
    world.advance(1_000)
    assert notes.seen == [
        ("opened", -1),
        ("sent", -1, API_VERSIONS, 0),
        ("came", -1, API_VERSIONS, True),
        ("sent", -1, METADATA, 1),
        ("came", -1, METADATA, True),
    ]
    world.network.close(world.now_ms)
    kind, node, why = notes.seen[-1]
    assert (kind, node, "was closed" in why) == ("closed", -1, True)


def test_a_watcher_is_told_of_attempts_that_fail() -> None:
    """client K-31."""
    world, notes = World(), Notes()
    world.network.watchers.append(notes)
    world.is_down = True
    world.metadata.request_update(world.now_ms)
    world.settle()
    assert notes.seen[0] == ("failed", -1, "127.0.0.1:9092")
    assert {kind for kind, *_ in notes.seen} == {"failed"}


def test_all_watchers_of_a_wire_are_told() -> None:
    first, second = Notes(), Notes()
    wire = Wire(Link(3, "a", 1), [first, second])
    wire.opened(0)
    wire.closed("lost", 1)
    assert first.seen == second.seen == [("opened", 3), ("closed", 3, "lost")]
