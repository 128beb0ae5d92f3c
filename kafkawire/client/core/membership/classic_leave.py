"""The end of a classic membership: LeaveGroup, or silence (KIP-345, KIP-1092)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.calls import BULK, COORDINATOR, Call
from kafkawire.client.core.membership.classic_requests import leave_request
from kafkawire.client.core.membership.common import Leave, MemberOptions, Parts
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kafkawire.client.core.membership.handover import Then
    from kafkawire.client.values import GroupMetadata

CLOSING = "the consumer unsubscribed or closes"
EXPIRED = "the application held records longer than max.poll.interval.ms"


class ClassicLeave:
    """Sends LeaveGroup for one member."""

    def __init__(self, options: MemberOptions, parts: Parts) -> None:
        self._is_static = options.group_instance_id is not None
        self._parts = parts

    def leave(
        self, who: GroupMetadata, leave: Leave, then: Then, now_ms: int, *, is_parked: bool
    ) -> None:
        """Send LeaveGroup if the group is to know; then call `then`.

        Args:
            who: The member; one without an id is not known to the group.
            leave: Static members leave for good only if that is wanted.
            then: Called when the answer has come, or cannot come.
            now_ms: The time.
            is_parked: Whether JoinGroup or SyncGroup is still waited for on the coordinator's lane,
                where LeaveGroup would wait behind it.
        """
        is_told = leave is Leave.LEAVE or (leave is Leave.DEFAULT and not self._is_static)
        if who.member_id and is_told:
            self._send(who, CLOSING, then, now_ms, is_parked=is_parked)
        else:
            then(now_ms)

    def expired(self, who: GroupMetadata, now_ms: int, *, is_parked: bool) -> None:
        """Send LeaveGroup for a dynamic member whose application held records for too long."""
        if who.member_id and not self._is_static:
            self._send(who, EXPIRED, lambda at_ms: None, now_ms, is_parked=is_parked)

    def _send(
        self, who: GroupMetadata, reason: str, then: Then, now_ms: int, *, is_parked: bool
    ) -> None:
        coordinator = self._parts.coordinator

        def found(at_ms: int) -> None:
            if coordinator.node is None:
                then(at_ms)
                return
            call = Call(
                ApiKey.LEAVE_GROUP,
                leave_request(who, reason),
                lambda answer, later_ms: then(later_ms),
                node=coordinator.node,
                lane=BULK if is_parked else COORDINATOR,
            )
            self._parts.outbox.send(call, at_ms)

        coordinator.find(found, now_ms)
