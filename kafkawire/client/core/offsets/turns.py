"""Turns of requests about offsets at the coordinator of the group: one at a time.

A turn comes once no request is under way, no pause runs, and the coordinator is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.calls import COORDINATOR, Answer, Call
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.client.core.offsets.committing_member import (
        CommittingMember,
        OffsetsOptions,
        Parts,
    )
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import GroupMetadata
    from kafkawire.timers import Timer

LOST_COORDINATOR = (
    ErrorCode.REQUEST_TIMED_OUT,
    ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_COORDINATOR,
)
"""Codes after which the coordinator is looked up anew."""
LACKING = ErrorCode.UNKNOWN_SERVER_ERROR
"""The code of a partition that an answer lacks."""


class Doors(NamedTuple):
    """Functions of their owner that turns call.

    Attributes:
        is_wanted: Returns whether there is something to send; the coordinator is looked up then.
        take: Gets the coordinator's id: the turn has come.
        failed: Gets why the coordinator will not be found.
    """

    is_wanted: Callable[[int], bool]
    take: Callable[[int, int], None]
    failed: Callable[[ClientError, int], None]


class Turns:
    """The turns of one kind of request."""

    def __init__(self, options: OffsetsOptions, parts: Parts, doors: Doors) -> None:
        self._parts = parts
        self._doors = doors
        self._backoff = Backoff(
            options.retry_backoff_ms, options.retry_backoff_max_ms, parts.random
        )
        self._is_under_way = False
        self._timer: Timer | None = None

    def soon(self, now_ms: int) -> None:
        """Begin a turn at the next run of timers, so that more may join it."""
        if self._timer is None and not self._is_under_way:
            self._timer = self._parts.timers.at(now_ms, self._over)

    def again(self, now_ms: int, *, is_urgent: bool = False) -> None:
        """Begin a turn after a back-off, or at once if it is urgent."""
        wait_ms = 0 if is_urgent else self._backoff.next_ms()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._parts.timers.at(now_ms + wait_ms, self._over)

    def go_on(self, now_ms: int) -> None:
        """Begin a turn unless something stands in its way; nothing has to be sent again."""
        self._backoff.reset()
        self._begin(now_ms)

    def send(self, call: Call, now_ms: int) -> None:
        """Send the request of this turn. Its owner calls `ended` first when the answer comes."""
        self._is_under_way = True
        call.lane = COORDINATOR
        self._parts.outbox.send(call, now_ms)

    def ended(self, answer: Answer) -> None:
        """Note that the request has ended; without an answer the coordinator is looked up anew."""
        self._is_under_way = False
        if answer.message is None:
            self._parts.coordinator.lost(answer.node)

    def _over(self, now_ms: int) -> None:
        self._timer = None
        self._begin(now_ms)

    def _begin(self, now_ms: int) -> None:
        if self._is_under_way or self._timer is not None or not self._doors.is_wanted(now_ms):
            return
        coordinator = self._parts.coordinator
        if coordinator.node is None:
            coordinator.find(self._found, now_ms)
        else:
            self._doors.take(coordinator.node, now_ms)

    def _found(self, now_ms: int) -> None:
        coordinator = self._parts.coordinator
        if coordinator.node is not None:
            self._begin(now_ms)
        elif coordinator.failure is not None:
            self._doors.failed(coordinator.failure, now_ms)


def has_newer_epoch(member: CommittingMember, sent: GroupMetadata) -> bool:
    """Return whether the member has a newer epoch than the one that a request was sent with."""
    identity = member.identity()
    return identity is not None and identity.generation_id > sent.generation_id
