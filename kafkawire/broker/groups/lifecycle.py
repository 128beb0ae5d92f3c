"""What happens to a group, of whatever kind, when its shard begins to serve and when it ends."""

from __future__ import annotations

from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.rebalance import prepare, restart_session
from kafkawire.broker.groups.rebalance import unload as unload_classic
from kafkawire.broker.groups.states import GroupState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.group import Group
    from kafkawire.broker.groups.shard import GroupShard


def revive(shard: GroupShard, group: Group, now_ms: int) -> None:
    """The group has just been read back: let time pass for its members (groups A-25)."""
    if isinstance(group, ClassicGroup):
        _revive_classic(shard, group, now_ms)
        return
    from kafkawire.broker.groups.consumer.timers import revive as revive_consumer

    consumer = shard.consumer_group(group.group_id)
    if consumer is not None:
        revive_consumer(shard, consumer, now_ms)


def _revive_classic(shard: GroupShard, group: ClassicGroup, now_ms: int) -> None:
    for member in group.members.values():
        restart_session(shard, group, member, now_ms)
    is_too_large = len(group.members) > shard.settings.max_size
    if group.state is GroupState.STABLE and is_too_large:
        prepare(shard, group, now_ms)


def unload(shard: GroupShard, group: Group, now_ms: int) -> None:
    """This broker coordinates the group no longer: who waits is sent elsewhere (groups A-26)."""
    if isinstance(group, ClassicGroup):
        unload_classic(shard, group, now_ms)
        return
    group.stop_timers()
    consumer = shard.consumer_group(group.group_id)
    if consumer is not None:
        consumer.forget()
