"""Requests of a classic member, for any version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.membership.subscription import MemberSubscription, encode_subscription
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.leave_group_request import LeaveGroupRequest
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest
from kafkawire.protocol.since import (
    HEARTBEAT_INSTANCE_SINCE,
    JOIN_GROUP_INSTANCE_SINCE,
    JOIN_GROUP_REASON_SINCE,
    LEAVE_GROUP_REASON_SINCE,
    LEAVE_GROUP_SEVERAL_MEMBERS_SINCE,
    SYNC_GROUP_INSTANCE_SINCE,
    SYNC_GROUP_PROTOCOL_SINCE,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kafkawire.client.core.membership.assignors.interface import Assignor
    from kafkawire.client.core.membership.common import MemberOptions
    from kafkawire.client.core.membership.handover import Partitions
    from kafkawire.client.values import GroupMetadata

PROTOCOL_TYPE = "consumer"
REASON_CHARACTERS_MAX = 255


def join_request(
    options: MemberOptions,
    who: GroupMetadata,
    protocols: Mapping[str, bytes],
    reason: str,
) -> Callable[[int], JoinGroupRequest]:
    """Return what makes JoinGroup. `protocols` has the subscription by the assignor's name."""

    def make(version: int) -> JoinGroupRequest:
        request = JoinGroupRequest(
            group_id=who.group_id,
            session_timeout_ms=options.session_timeout_ms,
            member_id=who.member_id,
            protocol_type=PROTOCOL_TYPE,
            protocols=[
                JoinGroupRequest.JoinGroupRequestProtocol(name=name, metadata=metadata)
                for name, metadata in protocols.items()
            ],
        )
        if version >= 1:
            request.rebalance_timeout_ms = options.max_poll_interval_ms
        if version >= JOIN_GROUP_INSTANCE_SINCE:
            request.group_instance_id = who.group_instance_id
        if version >= JOIN_GROUP_REASON_SINCE:
            request.reason = reason[:REASON_CHARACTERS_MAX]
        return request

    return make


def subscriptions(
    assignors: Iterable[Assignor],
    topics: tuple[str, ...],
    owned: Partitions,
    generation: int,
    rack: str,
) -> dict[str, bytes]:
    """Return the subscription of a member by the name of each assignor."""
    return {
        assignor.name: encode_subscription(
            MemberSubscription(
                topics, tuple(owned), generation, rack or None, assignor.user_data(topics)
            )
        )
        for assignor in assignors
    }


def sync_request(
    who: GroupMetadata, protocol: str, assignments: Mapping[str, bytes]
) -> Callable[[int], SyncGroupRequest]:
    """Return what makes SyncGroup; only the leader has assignments, by member id."""

    def make(version: int) -> SyncGroupRequest:
        request = SyncGroupRequest(
            group_id=who.group_id,
            generation_id=who.generation_id,
            member_id=who.member_id,
            assignments=[
                SyncGroupRequest.SyncGroupRequestAssignment(member_id=member, assignment=data)
                for member, data in assignments.items()
            ],
        )
        if version >= SYNC_GROUP_INSTANCE_SINCE:
            request.group_instance_id = who.group_instance_id
        if version >= SYNC_GROUP_PROTOCOL_SINCE:
            request.protocol_type, request.protocol_name = PROTOCOL_TYPE, protocol
        return request

    return make


def heartbeat_request(who: GroupMetadata) -> Callable[[int], HeartbeatRequest]:
    """Return what makes Heartbeat."""

    def make(version: int) -> HeartbeatRequest:
        is_named = version >= HEARTBEAT_INSTANCE_SINCE
        return HeartbeatRequest(
            group_id=who.group_id,
            generation_id=who.generation_id,
            member_id=who.member_id,
            group_instance_id=who.group_instance_id if is_named else None,
        )

    return make


def leave_request(who: GroupMetadata, reason: str) -> Callable[[int], LeaveGroupRequest]:
    """Return what makes LeaveGroup."""

    def make(version: int) -> LeaveGroupRequest:
        if version < LEAVE_GROUP_SEVERAL_MEMBERS_SINCE:
            return LeaveGroupRequest(group_id=who.group_id, member_id=who.member_id)
        member = LeaveGroupRequest.MemberIdentity(
            member_id=who.member_id, group_instance_id=who.group_instance_id
        )
        if version >= LEAVE_GROUP_REASON_SINCE:
            member.reason = reason[:REASON_CHARACTERS_MAX]
        return LeaveGroupRequest(group_id=who.group_id, members=[member])

    return make
