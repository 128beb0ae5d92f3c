"""What a classic member of a consumer group must do in time (groups D-92 to D-94, F-6).

Its session has the length that it asked for, not the group's: `consumer.timers` restarts it. Once
it has been told to rejoin it must do so within its rebalance timeout, and once it has joined it
must sync within the same; else it is taken out, for it may hold partitions that others wait for.
"""

from __future__ import annotations

from functools import partial

from kafkawire.broker.groups.consumer import timers
from kafkawire.broker.groups.consumer.leaving import remove
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer.member import ConsumerMember
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.timers import Timer


def await_join(
    shard: GroupShard, group: ConsumerGroup, member: ConsumerMember, now_ms: int
) -> None:
    """The member is told to rejoin; the time for that does not begin anew each time it is told."""
    if member.classic_join is None:
        deadline_ms = now_ms + member.profile.rebalance_timeout_ms
        expired = partial(_not_joined, shard, group, member)
        member.classic_join = shard.timers.at(deadline_ms, expired)


def await_sync(
    shard: GroupShard, group: ConsumerGroup, member: ConsumerMember, now_ms: int
) -> None:
    """The member has joined, and is to ask for its assignment."""
    joined(member)
    synced(member)
    deadline_ms = now_ms + member.profile.rebalance_timeout_ms
    member.classic_sync = shard.timers.at(deadline_ms, partial(_not_synced, shard, group, member))


def joined(member: ConsumerMember) -> None:
    """The member need not rejoin any more."""
    if member.classic_join is not None:
        member.classic_join.cancel()
        member.classic_join = None


def synced(member: ConsumerMember) -> None:
    """The member has its assignment."""
    if member.classic_sync is not None:
        member.classic_sync.cancel()
        member.classic_sync = None


def _not_joined(
    shard: GroupShard, group: ConsumerGroup, member: ConsumerMember, now_ms: int
) -> None:
    member.classic_join = None
    member.classic_join = _take_out(shard, group, member, _not_joined, now_ms)


def _not_synced(
    shard: GroupShard, group: ConsumerGroup, member: ConsumerMember, now_ms: int
) -> None:
    member.classic_sync = None
    member.classic_sync = _take_out(shard, group, member, _not_synced, now_ms)


def _take_out(
    shard: GroupShard,
    group: ConsumerGroup,
    member: ConsumerMember,
    expired: Callable[[GroupShard, ConsumerGroup, ConsumerMember, int], None],
    now_ms: int,
) -> Timer | None:
    """Remove the member if it is still a classic one; return the timer of the next attempt."""
    if member.is_classic:
        try:
            remove(shard, group, [member], now_ms)
        except ApiError:
            return shard.timers.at(now_ms + timers.RETRY_MS, partial(expired, shard, group, member))
    return None
