"""What every member of a group is to have: the assignor's answer, and the records of it.

The assignor sees the group as it is after the request that wants the assignment (groups D-33), and
only the members whose target has changed get a record (D-32).
"""

from __future__ import annotations

from kafkawire.broker.groups.consumer.assignors import (
    ASSIGNORS,
    GroupSpec,
    MemberSpec,
    TopicSpec,
    is_same,
    subscribed,
)
from kafkawire.broker.groups.consumer.records import target_epoch_record, target_record
from kafkawire.java_order import timeline_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.consumer.assignors import Target
    from kafkawire.broker.groups.consumer.change import Change
    from kafkawire.broker.groups.consumer.member import Profile

NO_TARGET: Target = {}


def targets_of(change: Change) -> dict[str, Target]:
    """Compute the targets of all members, and add the records of those that are new ones."""
    group_id = change.group.group_id
    targets = ASSIGNORS[change.assignor](_spec_of(change))
    for member_id, target in targets.items():
        known = _known_target(change, member_id)
        if known is None or not is_same(known, target):
            change.records.append(target_record(group_id, member_id, target))
    time_ms = change.shard.wall_clock.time_ms(change.now_ms)
    change.records.append(target_epoch_record(group_id, change.epoch, time_ms))
    return targets


def _known_target(change: Change, member_id: str) -> Target | None:
    """The target that a member has, or takes over."""
    if change.replaced is not None and member_id == change.member.member_id:
        member_id = change.replaced
    return change.group.targets.get(member_id)


def _spec_of(change: Change) -> GroupSpec:
    subscriptions = change.subscriptions
    return GroupSpec(
        _members_of(change), _topics_of(change), subscriptions.is_homogeneous(change.members)
    )


def _topics_of(change: Change) -> dict[str, TopicSpec]:
    images = change.shard.metadata.topics
    found = {}
    for name in change.subscriptions.topics:
        image = images.get(name)
        if image is not None:
            found[name] = TopicSpec(image.topic_id, len(image.partitions))
    return found


def _members_of(change: Change) -> list[MemberSpec]:
    """All members with their targets, in the order of the coordinator's table; a new one last."""
    changed, members = change.member.member_id, change.group.members
    profiles = {
        member_id: change.profile if member_id == changed else members[member_id].profile
        for member_id in timeline_order(members)
        if member_id != change.replaced or member_id == changed
    }
    profiles.setdefault(changed, change.profile)
    reader = _Reader(change)
    return [
        MemberSpec(
            member_id,
            profile.instance_id,
            reader.topics_of(profile),
            _known_target(change, member_id) or NO_TARGET,
        )
        for member_id, profile in profiles.items()
    ]


class _Reader:
    """The topics of members, worked out once for all who subscribe alike."""

    __slots__ = ("_known", "_resolved")

    def __init__(self, change: Change) -> None:
        self._resolved = change.group.subscriptions
        self._known: dict[tuple[tuple[str, ...], str], tuple[str, ...]] = {}

    def topics_of(self, profile: Profile) -> tuple[str, ...]:
        key = (profile.topic_names, profile.topic_regex)
        topics = self._known.get(key)
        if topics is None:
            by_regex = self._resolved.topics_of(profile)
            topics = self._known[key] = subscribed(profile.topic_names, by_regex)
        return topics
