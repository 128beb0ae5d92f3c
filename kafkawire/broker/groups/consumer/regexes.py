"""Topics by regular expression: what members ask for, and when that is looked up (groups D.5)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.consumer.change import Change
    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.broker.security.access import Access


def check(change: Change) -> bool:
    """Whether the member reads other topics because of its regular expression (groups D-47)."""
    known, said = change.member.profile.topic_regex, change.profile.topic_regex
    if said == known:
        return False
    if not said:
        return True
    return said in change.group.subscriptions.resolved


def follow(shard: GroupShard, group: ConsumerGroup, access: Access | None, now_ms: int) -> None:
    """Look topics up, if it is time for that."""
