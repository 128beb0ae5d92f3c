"""Requests to other replicas: at most one in flight to each, with timeout and back-off.

A response that comes after the timeout, or to a call of an earlier connection, counts as nothing
(Kafka's `RequestManager`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kafkawire.protocol.message import Message

NEVER = (1 << 63) - 1


class Destination(NamedTuple):
    """A replica by id, and an address of it. Ids of bootstrap servers are unknown: -2 and below."""

    id: int
    host: str
    port: int


class Call:
    """One request to one destination, and the time after which its response counts as lost."""

    __slots__ = ("deadline_ms", "destination", "request")

    def __init__(self, destination: Destination, request: Message, deadline_ms: int) -> None:
        self.destination = destination
        self.request = request
        self.deadline_ms = deadline_ms


class Outbox:
    """Calls to be sent, calls in flight by destination, and destinations that failed lately."""

    __slots__ = ("_backoff_ms", "_in_flight", "_ready_ms", "_timeout_ms", "_waiting")

    def __init__(self, timeout_ms: int, backoff_ms: int) -> None:
        self._timeout_ms = timeout_ms
        self._backoff_ms = backoff_ms
        self._waiting: list[Call] = []
        self._in_flight: dict[int, Call] = {}
        self._ready_ms: dict[int, int] = {}

    def is_ready(self, node_id: int, now_ms: int) -> bool:
        """Return True if a call may be sent to this replica."""
        return node_id not in self._in_flight and self._ready_ms.get(node_id, 0) <= now_ms

    def is_backing_off(self, node_id: int, now_ms: int) -> bool:
        """Return True if a call to this replica has failed so lately that it rests."""
        return self._ready_ms.get(node_id, 0) > now_ms

    def has_in_flight(self, kinds: tuple[type[Message], ...]) -> bool:
        """Return True if a request of one of `kinds` waits for its response."""
        return any(isinstance(call.request, kinds) for call in self._in_flight.values())

    def send(self, destination: Destination, request: Message, now_ms: int) -> None:
        """Have the request sent; the destination is ready."""
        call = Call(destination, request, now_ms + self._timeout_ms)
        self._in_flight[destination.id] = call
        self._waiting.append(call)

    def take(self) -> list[Call]:
        """Return the calls since the last time; the caller sends them."""
        taken, self._waiting = self._waiting, []
        return taken

    def finish(self, call: Call, now_ms: int, *, is_failure: bool) -> bool:
        """Note the end of a call; return False if nothing waits for it any more."""
        node_id = call.destination.id
        if self._in_flight.get(node_id) is not call:
            return False
        del self._in_flight[node_id]
        if is_failure:
            self.back_off(node_id, now_ms)
        return True

    def back_off(self, node_id: int, now_ms: int) -> None:
        """Send nothing to this replica for the back-off time."""
        self._ready_ms[node_id] = now_ms + self._backoff_ms

    def expire(self, now_ms: int) -> list[Call]:
        """Give up calls without a response in time; return them."""
        late = [call for call in self._in_flight.values() if call.deadline_ms <= now_ms]
        for call in late:
            self.finish(call, now_ms, is_failure=True)
        return late

    def reset(self) -> None:
        """Forget all calls, because they belong to an earlier epoch or role."""
        self._in_flight.clear()
        self._waiting.clear()
        self._ready_ms.clear()

    def next_deadline_ms(self, now_ms: int) -> int:
        """Return when a call times out or a destination is ready again."""
        late = [call.deadline_ms for call in self._in_flight.values()]
        ready = [each for each in self._ready_ms.values() if each > now_ms]
        return min(late + ready, default=NEVER)
