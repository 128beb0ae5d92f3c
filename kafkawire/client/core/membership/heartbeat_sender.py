"""The time of a member's next heartbeat, and its way to the coordinator.

One heartbeat is under way at most. The next one is sent an interval after the last one was, at
once if it is urgent, and after a back-off if the coordinator asked for that or was not reached. A
heartbeat waits for nothing but the coordinator: it has a lane of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.calls import COORDINATOR, Call

if TYPE_CHECKING:
    from kafkawire.client.core.membership.common import MemberOptions, Parts
    from kafkawire.client.errors import ClientError
    from kafkawire.timers import Timer


class Doors(NamedTuple):
    """Functions of its member that a sender calls.

    Attributes:
        make: Makes the call; the sender sets its node and lane. None: no heartbeat is due.
        sent: Called once the call is on its way.
        failed: Called when the coordinator cannot be found for good.
        stalled: Called with how many milliseconds late a heartbeat is, if that is more than an
            interval: something kept the program from running.
    """

    make: Callable[[], Call | None]
    sent: Callable[[int], None]
    failed: Callable[[ClientError, int], None]
    stalled: Callable[[int], None]


class HeartbeatSender:
    """The heartbeats of one member, one after another."""

    def __init__(self, options: MemberOptions, parts: Parts, doors: Doors) -> None:
        self.interval_ms = 0
        """Time from a heartbeat to the next one; 0 until a response has it."""
        self._parts = parts
        self._doors = doors
        self._backoff = Backoff(
            options.retry_backoff_ms, options.retry_backoff_max_ms, parts.random
        )
        self._is_urgent = False
        self._sent_ms = 0
        self._not_before_ms = 0
        self._call: Call | None = None
        self._timer: Timer | None = None

    def hurry(self, now_ms: int) -> None:
        """Send a heartbeat at once, or right after the answer to the one that is under way."""
        self._is_urgent = True
        self.go_on(now_ms)

    def succeeded(self) -> None:
        """Note that the coordinator accepted the heartbeat."""
        self._backoff.reset()

    def back_off(self, now_ms: int) -> None:
        """Send the next heartbeat after a back-off, sooner than an interval later or not."""
        self._is_urgent = True
        self._not_before_ms = now_ms + self._backoff.next_ms()
        self.go_on(now_ms)

    def start(self, now_ms: int) -> None:
        """Count the interval from now: something else was a sign of life."""
        self._is_urgent = False
        self._sent_ms = now_ms
        self.go_on(now_ms)

    def stop(self) -> None:
        """Withdraw what is under way: its answer is of no interest any more."""
        self._cancel_timer()
        self._is_urgent = False
        self._not_before_ms = 0
        self._parts.coordinator.forget(self._found)
        if self._call is not None:
            self._parts.outbox.withdraw(self._call)
            self._call = None

    def go_on(self, now_ms: int) -> None:
        """Send a heartbeat if it is due, else see to it that it is sent in time."""
        self._cancel_timer()
        if self._call is not None:
            return
        due_ms = self._due_ms()
        if now_ms < due_ms:
            self._timer = self._parts.timers.at(due_ms, self.go_on)
        elif self._parts.coordinator.node is None:
            self._parts.coordinator.find(self._found, now_ms)
        else:
            self._send(self._parts.coordinator.node, due_ms, now_ms)

    def ended(self) -> None:
        """Note that the call is answered; the member calls this first."""
        self._call = None

    def _due_ms(self) -> int:
        planned_ms = 0 if self._is_urgent else self._sent_ms + self.interval_ms
        return max(planned_ms, self._not_before_ms)

    def _found(self, now_ms: int) -> None:
        failure = self._parts.coordinator.failure
        if self._parts.coordinator.node is not None:
            self.go_on(now_ms)
        elif failure is not None:
            self._doors.failed(failure, now_ms)

    def _send(self, node: int, due_ms: int, now_ms: int) -> None:
        call = self._doors.make()
        if call is None:
            return
        if not self._is_urgent and now_ms - due_ms > self.interval_ms:
            self._doors.stalled(now_ms - due_ms)
        call.node, call.lane = node, COORDINATOR
        self._is_urgent = False
        self._sent_ms = now_ms
        self._call = call
        self._parts.outbox.send(call, now_ms)
        self._doors.sent(now_ms)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
