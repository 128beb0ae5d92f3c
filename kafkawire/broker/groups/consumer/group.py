"""A consumer group (KIP-848): a fold over its records, and what every kind of group answers.

    group epoch        grows when there is reason for another assignment (type 3)
    assignment epoch   the group epoch that the targets were computed for (type 6)
    member epoch       the assignment epoch that a member has reached (type 8)

Each runs after the one before it. Who has a partition, or is still to give it back, is its owner;
a partition without one is free, and only a free partition can be given to a member. That is all
that keeps two members from reading one partition.

Nothing here answers a call, arms a timer or writes. (Kafka's `ModernGroup` and `ConsumerGroup`.)
"""

from __future__ import annotations

from kafkawire.broker.groups import consumer_classes
from kafkawire.broker.groups.consumer import records
from kafkawire.broker.groups.consumer.member import (
    LEAVING_EPOCH,
    NEW_PROFILE,
    ConsumerMember,
    CurrentAssignment,
)
from kafkawire.broker.groups.consumer.offset_checks import checked_commit
from kafkawire.broker.groups.consumer.subscriptions import ResolvedRegex, Subscriptions
from kafkawire.broker.groups.consumer.target import NO_TARGET
from kafkawire.broker.groups.group import CONSUMER_TYPE
from kafkawire.broker.groups.subscription import CONSUMER_PROTOCOL_TYPE
from kafkawire.java_order import java_hash_order, timeline_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from kafkawire.broker.groups.consumer.assignors import Target
    from kafkawire.broker.groups.consumer.member import Partitions, Profile
    from kafkawire.broker.groups.group import CommitCheck, Committer
    from kafkawire.broker.groups.offsets import CommittedOffset
    from kafkawire.broker.groups.records import ConsumerRecord, Record
    from kafkawire.broker.groups.topic_watch import TopicWatch
    from kafkawire.timers import Timer

FIRST_EPOCH = 1
METADATA_REFRESH_MS = (1 << 31) - 1
"""Metadata that nothing is known to have changed in are looked at again after some 25 days."""

EMPTY = "Empty"
ASSIGNING = "Assigning"
RECONCILING = "Reconciling"
STABLE = "Stable"


class ConsumerGroup:
    """One group whose members are assigned their partitions by the broker.

    It has `watch` know what topics it reads. Without one it is only thought of: records can be
    tried on it.
    """

    __slots__ = (
        "_watch",
        "assignment_epoch",
        "assignment_timestamp_ms",
        "assignors",
        "epoch",
        "group_id",
        "has_partition_metadata",
        "members",
        "metadata_deadline_ms",
        "metadata_hash",
        "owners",
        "protocol_type",
        "resolution",
        "static_members",
        "subscriptions",
        "targets",
    )

    def __init__(self, group_id: str, watch: TopicWatch | None = None) -> None:
        self.group_id = group_id
        self.protocol_type: str | None = CONSUMER_PROTOCOL_TYPE
        self.epoch = FIRST_EPOCH
        self.metadata_hash = 0
        """Of the existing topics that are subscribed to, as of the epoch."""
        self.metadata_deadline_ms = 0
        """When that hash is to be looked at again: soon after a topic has changed."""
        self.has_partition_metadata = False
        """Whether an earlier version of Kafka left a record of type 4."""
        self.assignment_epoch = FIRST_EPOCH
        self.assignment_timestamp_ms = 0
        self.members: dict[str, ConsumerMember] = {}
        self.static_members: dict[str, str] = {}
        """Group instance id to member id."""
        self.targets: dict[str, Target] = {}
        self.owners: dict[bytes, dict[int, str]] = {}
        """Topic id and partition to the id of the member that has it."""
        self.subscriptions = Subscriptions()
        self.assignors: dict[str, int] = {}
        """Members by the assignor that they ask for."""
        self.resolution: Timer | None = None
        """Of the group's regular expressions, while one is about to happen, or must not yet."""
        self._watch = watch

    # What every kind of group answers (see `groups.group.Group`)

    group_type = CONSUMER_TYPE

    @property
    def state_name(self) -> str:
        """Its state, as clients see it (groups D-64)."""
        if not self.members:
            return EMPTY
        if self.epoch > self.assignment_epoch:
            return ASSIGNING
        epoch = self.assignment_epoch
        if all(member.is_settled(epoch) for member in self.members.values()):
            return STABLE
        return RECONCILING

    @property
    def is_empty(self) -> bool:
        """Whether it has no members."""
        return not self.members

    def check_commit(self, committer: Committer) -> CommitCheck | None:
        """Members commit at their epoch; at an earlier one, what they have kept since (C-15)."""
        return checked_commit(self, committer)

    def check_fetch(self, member_id: str | None, member_epoch: int) -> None:
        """A member that says who it is must be one, and be at its epoch (groups C-24)."""
        if member_id is None and member_epoch < 0:
            return
        if member_id is None:
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
        member = self.members.get(member_id)
        if member is None:
            raise ApiError(ErrorCode.UNKNOWN_MEMBER_ID)
        if member_epoch != member.current.epoch:
            raise ApiError(
                ErrorCode.ILLEGAL_GENERATION if member.is_classic else ErrorCode.STALE_MEMBER_EPOCH
            )

    def check_deletion(self) -> None:
        """Only without members (groups B-90)."""
        if self.members:
            raise ApiError(ErrorCode.NON_EMPTY_GROUP)

    def check_offset_deletion(self) -> None:
        """What its members read is known, so that the others may go (groups B-91)."""

    def tombstones(self) -> Sequence[Record]:
        """Everything that there are records of, the group itself last (groups A-13)."""
        group_id = self.group_id
        members = timeline_order(self.members)
        return [
            *(records.current_tombstone(group_id, member_id) for member_id in members),
            *(records.target_tombstone(group_id, each) for each in timeline_order(self.targets)),
            records.target_epoch_tombstone(group_id),
            *(records.member_tombstone(group_id, member_id) for member_id in members),
            *(
                records.regex_record(group_id, regex, None)
                for regex in timeline_order(self.subscriptions.resolved)
            ),
            records.partition_metadata_tombstone(group_id),
            records.epoch_tombstone(group_id),
        ]

    def is_subscribed_to(self, topic: str) -> bool:
        """Whether a member reads the topic."""
        return topic in self.subscriptions

    def ages_from(self, offset: CommittedOffset) -> int | None:
        """The age of a commit counts, whatever the group's state (groups C-51)."""
        return offset.commit_timestamp_ms

    def stop_timers(self) -> None:
        """Let nothing happen by itself any more."""
        for member in self.members.values():
            member.stop_timers()
        if self.resolution is not None:
            self.resolution.cancel()
            self.resolution = None

    def forget(self) -> None:
        """The group is no more, or another's to coordinate."""
        self.stop_timers()
        if self._watch is not None:
            self._watch.remove(self.subscriptions.topics, self)
            self._watch = None

    # Questions

    def target_of(self, member_id: str, instance_id: str | None) -> Target:
        """The target of a member, or of the one whose static name it takes over."""
        if instance_id is not None:
            member_id = self.static_members.get(instance_id, member_id)
        return self.targets.get(member_id, NO_TARGET)

    def is_free(self, topic_id: bytes, partition: int) -> bool:
        """Whether no member has a partition, or is still to give it back."""
        return partition not in self.owners.get(topic_id, ())

    def preferred_assignor(
        self, before: Profile = NEW_PROFILE, after: Profile = NEW_PROFILE
    ) -> str | None:
        """The assignor that most members ask for, once one has become the other (groups D-35)."""
        counts = self.assignors
        if before.server_assignor != after.server_assignor:
            counts = counts.copy()
            _count(counts, before.server_assignor, -1)
            _count(counts, after.server_assignor, 1)
        return max(java_hash_order(counts), key=counts.__getitem__, default=None)

    # The fold

    def apply(self, record: ConsumerRecord) -> None:
        """Take in one of the group's records."""
        _FOLDS[record.key.API_KEY](self, record.key, record.value)

    def _apply_epoch(self, key: Any, value: Any) -> None:
        del key
        if value is not None:
            self.epoch = value.epoch
            self.metadata_hash = value.metadata_hash

    def _apply_partition_metadata(self, key: Any, value: Any) -> None:
        del key
        self.has_partition_metadata = value is not None

    def _apply_target_epoch(self, key: Any, value: Any) -> None:
        del key
        self.assignment_epoch = LEAVING_EPOCH if value is None else value.assignment_epoch
        self.assignment_timestamp_ms = 0 if value is None else value.assignment_timestamp

    def _apply_target(self, key: Any, value: Any) -> None:
        if value is None:
            self.targets.pop(key.member_id, None)
        else:
            self.targets[key.member_id] = records.target_of(value)

    def _apply_member(self, key: Any, value: Any) -> None:
        member = self.members.get(key.member_id)
        if value is None:
            if member is not None:
                member.stop_timers()
                self._disown(member, member.current)
                self._change_profile(member, None)
                del self.members[member.member_id]
            return
        profile = records.profile_of(value)
        if member is None:
            member = self.members[key.member_id] = ConsumerMember(key.member_id)
        self._change_profile(member, profile)

    def _change_profile(self, member: ConsumerMember, profile: Profile | None) -> None:
        known = member.profile
        counted = self.subscriptions
        if profile is None or (known.topic_names, known.topic_regex) != (
            profile.topic_names,
            profile.topic_regex,
        ):
            touched = dict.fromkeys(known.topic_names)
            counted.remove(known)
            if profile is not None:
                counted.add(profile)
                touched.update(dict.fromkeys(profile.topic_names))
            self._follow(touched)
        _count(self.assignors, known.server_assignor, -1)
        instance_id = known.instance_id
        if instance_id is not None and self.static_members.get(instance_id) == member.member_id:
            del self.static_members[instance_id]
        if profile is not None:
            member.profile = profile
            _count(self.assignors, profile.server_assignor, 1)
            if profile.instance_id is not None:
                self.static_members[profile.instance_id] = member.member_id

    def _apply_current(self, key: Any, value: Any) -> None:
        member = self.members.get(key.member_id)
        if value is None:
            current = CurrentAssignment(LEAVING_EPOCH, LEAVING_EPOCH)
        else:
            current = records.current_of(value)
            if member is None:
                member = self.members[key.member_id] = ConsumerMember(key.member_id)
        if member is not None:
            self._disown(member, member.current)
            member.current = current
            self._own(member.member_id, current.assigned)
            self._own(member.member_id, current.pending_revocation)

    def _own(self, member_id: str, partitions: Partitions) -> None:
        for topic_id, indexes in partitions.items():
            self.owners.setdefault(topic_id, {}).update(dict.fromkeys(indexes, member_id))

    def _disown(self, member: ConsumerMember, current: CurrentAssignment) -> None:
        for partitions in (current.assigned, current.pending_revocation):
            for topic_id, indexes in partitions.items():
                owners = self.owners.get(topic_id, {})
                for index in indexes:
                    if owners.get(index) == member.member_id:
                        del owners[index]
                if not owners:
                    self.owners.pop(topic_id, None)

    def _apply_regex(self, key: Any, value: Any) -> None:
        known = self.subscriptions.resolved.get(key.regular_expression)
        resolved = None
        if value is not None:
            resolved = ResolvedRegex(tuple(value.topics), value.version, value.timestamp)
        self.subscriptions.resolve(key.regular_expression, resolved)
        touched = dict.fromkeys(() if known is None else known.topics)
        touched.update(dict.fromkeys(() if resolved is None else resolved.topics))
        self._follow(touched)

    def _follow(self, topics: Iterable[str]) -> None:
        """Be found when one of the topics changes, as long as the group reads it."""
        if self._watch is not None:
            counted = self.subscriptions
            self._watch.add((topic for topic in topics if topic in counted), self)
            self._watch.remove((topic for topic in topics if topic not in counted), self)


def _count(counts: dict[str, int], key: str | None, change: int) -> None:
    if key is None:
        return
    count = counts.get(key, 0) + change
    if count > 0:
        counts[key] = count
    else:
        counts.pop(key, None)


_FOLDS: dict[int, Callable[[ConsumerGroup, Any, Any], None]] = {
    consumer_classes.EPOCH: ConsumerGroup._apply_epoch,
    consumer_classes.PARTITION_METADATA: ConsumerGroup._apply_partition_metadata,
    consumer_classes.MEMBER: ConsumerGroup._apply_member,
    consumer_classes.TARGET_EPOCH: ConsumerGroup._apply_target_epoch,
    consumer_classes.TARGET: ConsumerGroup._apply_target,
    consumer_classes.CURRENT: ConsumerGroup._apply_current,
    consumer_classes.REGEX: ConsumerGroup._apply_regex,
}
