"""Calls to the active controller, for one purpose (Kafka's `NodeToControllerRequestThread`).

The channel remembers the active controller, and sends one call after the other to it. It forgets
the controller and sends the same call again if the connection is lost, or if the response has
NOT_CONTROLLER anywhere. The clients of a broker therefore never see this error.

The limit counts from the time at which the call was handed over. Kafka's limits belong to the
channel, not to the request.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.nodes.channels import Channels, finish
from kafkawire.broker.nodes.purposes import Purpose, way_of
from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.errors import (
    AuthenticationError,
    RequestTimedOut,
    UnreadableAnswer,
    UnsupportedVersion,
)
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Struct
from kafkawire.timers import NEVER, Timer

if TYPE_CHECKING:
    from collections.abc import Callable

POLL_MS = 100
"""The time between two questions for the active controller."""
FINAL = (AuthenticationError, UnreadableAnswer, UnsupportedVersion)
"""Failures that another attempt would meet as well."""


class Queued(NamedTuple):
    """A call that has no answer yet, and the time at which it ends without one."""

    call: Call
    deadline_ms: int


class ControllerChannel:
    """An `Outbox`; `find_controller` returns the id of the active controller, None if unknown."""

    def __init__(
        self, purpose: Purpose, channels: Channels, find_controller: Callable[[], int | None]
    ) -> None:
        self._purpose = purpose
        self._channels = channels
        self._find_controller = find_controller
        self._limit_ms = way_of(purpose, channels.settings).limit_ms
        self._controller: int | None = None
        self._queue: deque[Queued] = deque()
        self._sent: Queued | None = None
        self._timer: Timer | None = None

    def send(self, call: Call, now_ms: int) -> None:
        """Send the call after those before it; `call.node` and `call.timeout_ms` do not count."""
        self._queue.append(Queued(call, now_ms + self._limit_ms))
        self._go_on(now_ms)

    def withdraw(self, call: Call) -> None:
        """Forget the call: it is not sent again, and `done` is not called any more."""
        call.is_withdrawn = True

    def _go_on(self, now_ms: int) -> None:
        """Send the first call if none is in flight, or arm the timer for the next attempt."""
        while self._queue and self._queue[0].call.is_withdrawn:
            self._queue.popleft()
        due_ms = NEVER
        if self._queue and self._sent is None:
            due_ms = self._send_first(now_ms)
        if self._queue:
            due_ms = min(due_ms, self._queue[0].deadline_ms)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._channels.timers.at(due_ms, self._tick)

    def _send_first(self, now_ms: int) -> int:
        """Send the first call, or return when to try again."""
        if self._controller is None:
            self._controller = self._find_controller()
        node_id = self._controller
        if node_id is None or not self._channels.has_endpoint(node_id, self._purpose):
            self._controller = None
            return now_ms + POLL_MS
        ready_ms = self._channels.ready_ms(node_id, self._purpose, now_ms)
        if ready_ms > now_ms:
            self._controller = None
            return min(ready_ms, now_ms + POLL_MS)
        self._sent = self._queue.popleft()
        call = self._sent.call
        attempt = Call(call.api, call.request, self._ended, node=node_id, versions=call.versions)
        self._channels.send(self._purpose, attempt, now_ms)
        return NEVER

    def _ended(self, answer: Answer, now_ms: int) -> None:
        queued, self._sent = self._sent, None
        assert queued is not None
        if answer.message is not None and has_error(answer.message, ErrorCode.NOT_CONTROLLER):
            self._disconnect(now_ms)
            self._queue.appendleft(queued)
        elif answer.failure is None or isinstance(answer.failure, FINAL):
            if isinstance(answer.failure, AuthenticationError):
                self._controller = None
            finish(queued.call, answer, now_ms)
        else:
            self._controller = None
            self._queue.appendleft(queued)
        self._tick(now_ms)

    def _disconnect(self, now_ms: int) -> None:
        if self._controller is not None:
            why = f"node {self._controller} is not the active controller"
            self._channels.disconnect(self._controller, self._purpose, why, now_ms)
            self._controller = None

    def _tick(self, now_ms: int) -> None:
        """End calls whose time is over, then send the next one."""
        while self._queue and self._queue[0].deadline_ms <= now_ms:
            call = self._queue.popleft().call
            failure = RequestTimedOut(f"no active controller answered in {self._limit_ms} ms")
            finish(call, Answer(-1, -1, None, failure, was_written=False), now_ms)
        self._go_on(now_ms)


def has_error(struct: Struct, code: int) -> bool:
    """Return True if the struct, or a struct in it, has this error code."""
    if getattr(struct, "error_code", 0) == code:
        return True
    values = (getattr(struct, name) for name in struct._FIELDS)
    return any(has_error(each, code) for value in values for each in _structs(value))


def _structs(value: object) -> Iterable[Struct]:
    """Return the structs that a field has."""
    if isinstance(value, Struct):
        return (value,)
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray)):
        return (each for each in value if isinstance(each, Struct))
    return ()
