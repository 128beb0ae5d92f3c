"""What one request makes of a group: records that are due, in the order in which they are written.

A `Change` is worked out from the group as it stands. Nothing of the group is touched until the
records are written and the fold has taken them in; if they cannot be written, nothing happened.
The order is Kafka's (groups D-32):

    (a static member in the place of another) 5 16 3 4 7... 6 8
"""

from __future__ import annotations

from kafkawire.broker.groups.consumer.configs import assignment_interval_ms
from kafkawire.broker.groups.consumer.group import METADATA_REFRESH_MS
from kafkawire.broker.groups.consumer.metadata_hash import hash_of
from kafkawire.broker.groups.consumer.reconciliation import Goal, reconcile
from kafkawire.broker.groups.consumer.records import (
    current_record,
    epoch_record,
    member_record,
    partition_metadata_tombstone,
    regex_record,
)
from kafkawire.broker.groups.consumer.target import NO_TARGET, targets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.consumer.assignors import Target
    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer.lookup import FoundGroup, FoundMember
    from kafkawire.broker.groups.consumer.member import (
        ConsumerMember,
        CurrentAssignment,
        Profile,
    )
    from kafkawire.broker.groups.consumer.reconciliation import Owned
    from kafkawire.broker.groups.consumer.subscriptions import Subscriptions
    from kafkawire.broker.groups.records import Record
    from kafkawire.broker.groups.shard import GroupShard


class Change:
    """A member of a group becomes what `profile` says, and may come closer to its target."""

    __slots__ = (
        "current",
        "epoch",
        "group",
        "has_new_subscription",
        "looked_at_metadata",
        "member",
        "now_ms",
        "profile",
        "records",
        "replaced",
        "shard",
        "subscriptions",
        "target",
        "target_epoch",
    )

    def __init__(
        self,
        shard: GroupShard,
        found: FoundGroup,
        member: FoundMember,
        profile: Profile,
        now_ms: int,
    ) -> None:
        self.shard = shard
        self.group: ConsumerGroup = found.group
        self.member: ConsumerMember = member.member
        self.replaced = member.replaced
        self.profile = profile
        self.now_ms = now_ms
        self.records: list[Record] = [*found.records, *member.records]
        self.subscriptions: Subscriptions = found.group.subscriptions
        self.has_new_subscription = False
        self.epoch = found.group.epoch
        self.looked_at_metadata = False
        self.target_epoch = found.group.assignment_epoch
        self.target: Target = NO_TARGET
        self.current: CurrentAssignment = member.member.current
        self._change_profile()

    # 1. The member

    def _change_profile(self) -> None:
        """A member's record, and the end of a regular expression that was only this member's."""
        known, profile = self.member.profile, self.profile
        group = self.group
        if profile != known:
            self.records.append(member_record(group.group_id, self.member.member_id, profile))
        if (profile.topic_names, profile.topic_regex) != (known.topic_names, known.topic_regex):
            self.has_new_subscription = True
            self.subscriptions, dropped = group.subscriptions.changed([known], [profile])
            self.records += [regex_record(group.group_id, regex, None) for regex in dropped]

    @property
    def has_new_names(self) -> bool:
        """Whether the member names other topics than before."""
        return self.profile.topic_names != self.member.profile.topic_names

    @property
    def has_new_assignor(self) -> bool:
        """Whether another assignor serves the group from now on (groups D-35)."""
        group, default = self.group, self.shard.settings.consumer_assignors[0]
        return (group.preferred_assignor() or default) != self.assignor

    @property
    def assignor(self) -> str:
        """The name of the assignor that most members ask for, else of the default one."""
        preferred = self.group.preferred_assignor(self.member.profile, self.profile)
        return preferred or self.shard.settings.consumer_assignors[0]

    @property
    def members(self) -> int:
        """How many the group has afterwards."""
        group = self.group
        is_known = self.replaced is not None or self.member.member_id in group.members
        return len(group.members) + (not is_known)

    # 2. The group's epoch

    def follow_metadata(self, *, has_reason: bool) -> None:
        """The group's next epoch: for a reason, or because topics have changed (D-22).

        Whatever happened, it is one more in one request (D-23).
        """
        group = self.group
        is_due = self.now_ms >= group.metadata_deadline_ms
        if not has_reason and not is_due:
            return
        metadata_hash = group.metadata_hash
        if is_due or not self.subscriptions.has_topics_of(group.subscriptions):
            metadata_hash = hash_of(self.subscriptions.topics, self.shard.metadata)
        if has_reason or metadata_hash != group.metadata_hash:
            self.epoch += 1
            self.records.append(epoch_record(group.group_id, self.epoch, metadata_hash))
        if group.has_partition_metadata:
            self.records.append(partition_metadata_tombstone(group.group_id))
        self.looked_at_metadata = True

    # 3. The target

    def find_target(self) -> None:
        """The member's target: of a new assignment if it is time for one (D-31), else as it is."""
        group = self.group
        if self.epoch > group.assignment_epoch and self._may_assign():
            self.target = targets_of(self)[self.member.member_id]
            self.target_epoch = self.epoch
        else:
            self.target = group.target_of(self.member.member_id, self.profile.instance_id)

    def _may_assign(self) -> bool:
        interval_ms = assignment_interval_ms(self.shard, self.group.group_id)
        time_ms = self.shard.wall_clock.time_ms(self.now_ms)
        # An assignment of the future: the wall clock was set back, its age is unknown.
        return not 0 <= time_ms - self.group.assignment_timestamp_ms < interval_ms

    # 4. The member's assignment

    def reconcile(self, owned: Owned | None) -> None:
        """Bring the member closer to its target, as far as it goes now."""
        member, group = self.member, self.group
        if not self.has_new_subscription and member.is_settled(self.target_epoch):
            return
        goal = Goal(
            self.target_epoch,
            self.target,
            self._topic_ids(),
            owned,
            self.has_new_subscription,
            group.is_free,
        )
        self.current = reconcile(member.current, goal)
        if self.current != member.current:
            self.records.append(current_record(group.group_id, member.member_id, self.current))

    def _topic_ids(self) -> set[bytes]:
        """The existing topics that the member reads, by what is known before the request."""
        topics, profile = self.shard.metadata.topics, self.profile
        names = (*profile.topic_names, *self.group.subscriptions.topics_of(profile))
        return {topics[name].topic_id for name in names if name in topics}

    # 5. All of it

    def write(self) -> ConsumerGroup:
        """Have it written and done; returns the group as it is then.

        Raises `ApiError` if it cannot be written.
        """
        has_begun = self.epoch > self.group.epoch
        self.shard.log.append(self.records, self.now_ms)
        self.shard.rebalances += has_begun
        group = self.shard.consumer_group(self.group.group_id)
        assert group is not None, "records make the group"
        if self.looked_at_metadata:
            group.metadata_deadline_ms = self.now_ms + METADATA_REFRESH_MS
        return group
