"""What happens to a member by itself: silence ends its membership, and so does holding on (D.8).

A member's session begins anew with each heartbeat that succeeds (D-76). While it has partitions to
give back, a second deadline runs, its own rebalance timeout: nobody may keep partitions from the
others by heartbeating on (D-77).
"""

from __future__ import annotations

from functools import partial

from kafkawire.broker.groups.consumer import leaving
from kafkawire.broker.groups.consumer.configs import session_timeout_ms
from kafkawire.broker.groups.consumer.member import MemberState
from kafkawire.broker.groups.session import SessionTimer
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer.member import ConsumerMember
    from kafkawire.broker.groups.shard import GroupShard

RETRY_MS = 500
"""An expiry that cannot be written is tried again after this."""


def restart_session(
    shard: GroupShard, group: ConsumerGroup, member: ConsumerMember, now_ms: int
) -> None:
    """The member has shown that it lives."""
    session = member.session
    if session is None:
        expired = partial(_session_expired, shard, group, member)
        session = member.session = SessionTimer(shard.timers, expired)
    session.move(now_ms + session_timeout_ms(shard, group.group_id))


def restart_classic_session(
    shard: GroupShard, group: ConsumerGroup, member: ConsumerMember, now_ms: int
) -> None:
    """A classic member has shown that it lives; its session has the length that it asked for."""
    restart_session(shard, group, member, now_ms)
    classic = member.profile.classic
    assert classic is not None
    assert member.session is not None
    member.session.move(now_ms + classic.session_timeout_ms)


def follow_revocation(
    shard: GroupShard, group: ConsumerGroup, member: ConsumerMember, now_ms: int
) -> None:
    """The member's assignment has changed: it has or has not something to give back."""
    member.stop_rebalance_timer()
    if member.current.state is MemberState.UNREVOKED and not member.is_classic:
        expired = partial(_revocation_expired, shard, group, member, member.current.epoch)
        deadline_ms = now_ms + member.profile.rebalance_timeout_ms
        member.rebalance = shard.timers.at(deadline_ms, expired)


def revive(shard: GroupShard, group: ConsumerGroup, now_ms: int) -> None:
    """The group has just been read back: each member has a whole session (groups A-25)."""
    for member in group.members.values():
        restart_session(shard, group, member, now_ms)
        follow_revocation(shard, group, member, now_ms)


def _session_expired(
    shard: GroupShard, group: ConsumerGroup, member: ConsumerMember, now_ms: int
) -> None:
    try:
        leaving.remove(shard, group, [member], now_ms)
    except ApiError:
        assert member.session is not None
        member.session.move(now_ms + RETRY_MS)


def _revocation_expired(
    shard: GroupShard, group: ConsumerGroup, member: ConsumerMember, epoch: int, now_ms: int
) -> None:
    member.rebalance = None
    if member.current.epoch != epoch:
        return
    try:
        leaving.remove(shard, group, [member], now_ms)
    except ApiError:
        expired = partial(_revocation_expired, shard, group, member, epoch)
        member.rebalance = shard.timers.at(now_ms + RETRY_MS, expired)
