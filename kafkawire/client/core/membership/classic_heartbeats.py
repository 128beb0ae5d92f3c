"""Heartbeats of a classic member, and the session that they keep alive.

What concerns the way to the coordinator is dealt with here: heartbeats go on after a back-off, or
once the coordinator is found again. The session ends if that takes too long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.membership import heartbeat_sender
from kafkawire.client.core.membership.classic_requests import heartbeat_request
from kafkawire.client.core.membership.coordinator import NOT_FOUND
from kafkawire.client.core.membership.heartbeat_sender import HeartbeatSender
from kafkawire.client.core.membership.poll_interval import PollInterval
from kafkawire.client.errors import ClientError, ConnectionLost
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse

if TYPE_CHECKING:
    from kafkawire.client.core.membership.common import MemberOptions, Parts
    from kafkawire.client.values import GroupMetadata

LOADING, REBALANCE = 14, 27


class Doors(NamedTuple):
    """Functions of their member that heartbeats call.

    Attributes:
        who: Returns the member of the next heartbeat, None if no heartbeat is due.
        refused: Gets an error code, the API, and the broker's id.
        failed: Gets what ends the membership.
        expired: Called when the session is over.
        stalled: Called with how many milliseconds late a heartbeat is.
    """

    who: Callable[[], GroupMetadata | None]
    refused: Callable[[int, ApiKey, int, int], None]
    failed: Callable[[ClientError, int], None]
    expired: Callable[[int], None]
    stalled: Callable[[int], None]


class ClassicHeartbeats:
    """The heartbeats of one member."""

    def __init__(self, options: MemberOptions, parts: Parts, doors: Doors) -> None:
        self._parts = parts
        self._doors = doors
        self._sender = HeartbeatSender(
            options,
            parts,
            heartbeat_sender.Doors(self._made, lambda now_ms: None, doors.failed, doors.stalled),
        )
        self._sender.interval_ms = options.heartbeat_interval_ms
        self._session = PollInterval(parts.timers, options.session_timeout_ms, doors.expired)

    def start(self, now_ms: int) -> None:
        """Begin: the answer to SyncGroup was a sign of life."""
        self._session.holding(now_ms)
        self._sender.start(now_ms)

    def stop(self) -> None:
        """Send none until `start`."""
        self._sender.stop()
        self._session.holding(None)

    def _made(self) -> Call | None:
        who = self._doors.who()
        return None if who is None else Call(ApiKey.HEARTBEAT, heartbeat_request(who), self._done)

    def _done(self, answer: Answer, now_ms: int) -> None:
        self._sender.ended()
        message = answer.message
        if message is None:
            assert answer.failure is not None
            self._unanswered(answer.failure, answer.node, now_ms)
            return
        assert isinstance(message, HeartbeatResponse)
        code = message.error_code
        if code in NOT_FOUND:
            self._parts.coordinator.lost(answer.node)
            self._sender.hurry(now_ms)
        elif code == LOADING:
            self._sender.back_off(now_ms)
        else:
            self._answered(code, answer.node, now_ms)

    def _answered(self, code: int, node: int, now_ms: int) -> None:
        if code in (0, REBALANCE):
            self._session.holding(now_ms)
            self._sender.succeeded()
        self._sender.go_on(now_ms)
        if code:
            self._doors.refused(code, ApiKey.HEARTBEAT, node, now_ms)

    def _unanswered(self, failure: ClientError, node: int, now_ms: int) -> None:
        if isinstance(failure, ConnectionLost):
            self._parts.coordinator.lost(node)
            self._sender.back_off(now_ms)
        else:
            self._doors.failed(failure, now_ms)
