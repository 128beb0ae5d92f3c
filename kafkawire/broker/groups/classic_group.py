"""A classic group: members, their protocols, the generation, and what is durable of them.

The group's record (`GroupMetadataValue`) holds what must survive: a record without members makes
the group Empty, one with members makes it Stable. `restore` is that reading, and it serves a live
group as it serves a reload: a member that the record calls by a new id takes over the place of the
one with its instance id, members that the record lacks are gone, all else stays as it is.

Nothing here answers a call, arms a timer or writes; `rebalance` and its neighbours do.
"""

from __future__ import annotations

from kafkawire.broker.groups.group import CLASSIC_TYPE
from kafkawire.broker.groups.member import ClassicMember
from kafkawire.broker.groups.records import group_record
from kafkawire.broker.groups.states import GroupEvent, GroupState, next_state
from kafkawire.broker.groups.subscription import CONSUMER_PROTOCOL_TYPE, subscribed_topics
from kafkawire.broker.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.group_metadata_value import GroupMetadataValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from kafkawire.broker.groups.group import Committer
    from kafkawire.broker.groups.member import Protocols
    from kafkawire.broker.groups.offsets import CommittedOffset
    from kafkawire.broker.groups.records import Record
    from kafkawire.broker.groups.session import SessionTimer
    from kafkawire.broker.timers import Timer

    MemberMetadata = GroupMetadataValue.MemberMetadata

UNKNOWN_TIMESTAMP = -1


class ClassicGroup:
    """One group that speaks JoinGroup and SyncGroup, or only commits offsets."""

    __slots__ = (
        "_supporters",
        "awaiting_join",
        "generation",
        "group_id",
        "is_initial_rebalance",
        "join_timer",
        "leader",
        "member_was_added",
        "members",
        "pending_joins",
        "pending_syncs",
        "protocol",
        "protocol_type",
        "state",
        "state_timestamp_ms",
        "static_members",
        "subscribed_topics",
        "sync_timer",
    )

    def __init__(self, group_id: str, now_ms: int) -> None:
        self.group_id = group_id
        self.state = GroupState.EMPTY
        self.state_timestamp_ms = now_ms
        self.protocol_type: str | None = None
        self.generation = 0
        self.protocol: str | None = None
        self.leader: str | None = None
        self.members: dict[str, ClassicMember] = {}
        self.static_members: dict[str, str] = {}
        """Group instance id to member id."""
        self.subscribed_topics: frozenset[str] | None = frozenset()
        """Topics of the members' subscriptions; None if they could not be read."""
        self.awaiting_join = 0
        self.pending_joins: dict[str, SessionTimer] = {}
        """Member ids that were handed out and have not joined yet."""
        self.pending_syncs: set[str] = set()
        """Members of this generation that have not sent SyncGroup yet."""
        self.is_initial_rebalance = False
        self.member_was_added = False
        """Since the initial rebalance last looked."""
        self.join_timer: Timer | None = None
        self.sync_timer: Timer | None = None
        self._supporters: dict[str, int] = {}

    # What every kind of group answers (see `group.Group`)

    group_type = CLASSIC_TYPE

    @property
    def state_name(self) -> str:
        """Its state, as clients see it."""
        return self.state.value

    @property
    def is_empty(self) -> bool:
        """Whether it has no members."""
        return self.state is GroupState.EMPTY

    def check_commit(self, committer: Committer) -> None:
        """Only members of this generation commit for a group that has any (groups C-10, C-32).

        While a rebalance is prepared members still commit for the generation that ends. Within a
        transaction its coordinator has vouched for the producer: one that says nothing of the
        group is believed.
        """
        if self.state is GroupState.DEAD:
            raise ApiError(ErrorCode.COORDINATOR_NOT_AVAILABLE)
        if self.state is GroupState.EMPTY and committer.epoch < 0:
            return
        if not (committer.is_transactional and committer.says_nothing):
            self.check_member(committer.member_id, committer.group_instance_id)
            if committer.epoch != self.generation:
                raise ApiError(ErrorCode.ILLEGAL_GENERATION)
        if self.state is GroupState.COMPLETING_REBALANCE and not committer.is_transactional:
            raise ApiError(ErrorCode.REBALANCE_IN_PROGRESS)

    def check_fetch(self, member_id: str | None, member_epoch: int) -> None:
        """Everybody may know what was committed."""

    def check_deletion(self) -> None:
        """Only without members (groups B-90)."""
        if self.state is GroupState.DEAD:
            raise ApiError(ErrorCode.GROUP_ID_NOT_FOUND)
        if self.state is not GroupState.EMPTY:
            raise ApiError(ErrorCode.NON_EMPTY_GROUP)

    def check_offset_deletion(self) -> None:
        """Members of other types than `consumer` read what the broker cannot know (B-91)."""
        if not self.is_empty and self.protocol_type != CONSUMER_PROTOCOL_TYPE:
            raise ApiError(ErrorCode.NON_EMPTY_GROUP)

    def tombstones(self) -> Sequence[Record]:
        """One record is all there is of it."""
        return [group_record(self.group_id, None)]

    def ages_from(self, offset: CommittedOffset) -> int | None:
        """When an offset of a topic nobody reads began to age (KIP-211, groups C-51)."""
        if self.protocol_type is None:
            return offset.commit_timestamp_ms
        if self.state is GroupState.EMPTY:
            is_known = self.state_timestamp_ms != UNKNOWN_TIMESTAMP
            return self.state_timestamp_ms if is_known else offset.commit_timestamp_ms
        if self.protocol_type == CONSUMER_PROTOCOL_TYPE and self.state is GroupState.STABLE:
            return offset.commit_timestamp_ms
        return None

    # State

    def transition(self, event: GroupEvent, now_ms: int) -> None:
        """Move to the state that `event` leads to."""
        self.is_initial_rebalance = self.state is GroupState.EMPTY
        self.state = next_state(self.state, event)
        self.state_timestamp_ms = now_ms

    def stop_timers(self) -> None:
        """Let nothing happen by itself any more."""
        for member in self.members.values():
            if member.session is not None:
                member.session.cancel()
        for pending in self.pending_joins.values():
            pending.cancel()
        self.cancel_join_timer()
        self.cancel_sync_timer()

    def cancel_join_timer(self) -> None:
        """The join phase is over."""
        if self.join_timer is not None:
            self.join_timer.cancel()
            self.join_timer = None

    def cancel_sync_timer(self) -> None:
        """Everybody has sent SyncGroup, or need not any more."""
        if self.sync_timer is not None:
            self.sync_timer.cancel()
            self.sync_timer = None

    @property
    def has_all_joined(self) -> bool:
        """Whether every member waits in JoinGroup and no handed-out id is still out."""
        return self.awaiting_join == len(self.members) and not self.pending_joins

    @property
    def rebalance_timeout_ms(self) -> int:
        """The longest that any member asks for; a negative one counts as 0 (groups B-10)."""
        return max(0, 0, *[member.rebalance_timeout_ms for member in self.members.values()])

    # Members

    def ordered_ids(self) -> list[str]:
        """The members' ids in Java's hash order (groups A-63)."""
        members = self.members
        return java_hash_order(members, lambda member_id: members[member_id].id_hash)

    def ordered_members(self) -> list[ClassicMember]:
        """The members in the order of their ids."""
        return [self.members[member_id] for member_id in self.ordered_ids()]

    def add(self, member: ClassicMember) -> None:
        """Add a member; the first one sets the protocol type and leads."""
        if self.leader is None:
            self.leader = member.member_id
        self.members[member.member_id] = member
        if member.group_instance_id is not None:
            self.static_members[member.group_instance_id] = member.member_id
        self._count_protocols(member, 1)
        self.awaiting_join += member.join is not None

    def remove(self, member_id: str) -> None:
        """Forget a member or a pending id; if it led, the first of the others leads (B-44)."""
        member = self.members.pop(member_id, None)
        if member is not None:
            self._count_protocols(member, -1)
            self.awaiting_join -= member.join is not None
            if member.group_instance_id is not None:
                self.static_members.pop(member.group_instance_id, None)
            if member.session is not None:
                member.session.cancel()
        if self.leader == member_id:
            self.leader = next(iter(self.ordered_ids()), None)
        pending = self.pending_joins.pop(member_id, None)
        if pending is not None:
            pending.cancel()
        self.pending_syncs.discard(member_id)

    def rename(self, member: ClassicMember, member_id: str) -> None:
        """Give a static member a new id and let it keep its place and leadership (B-35)."""
        old_id = member.member_id
        del self.members[old_id]
        member.rename(member_id)
        self.members[member_id] = member
        assert member.group_instance_id is not None
        self.static_members[member.group_instance_id] = member_id
        if self.leader == old_id:
            self.leader = member_id
        if old_id in self.pending_syncs:
            self.pending_syncs.remove(old_id)
            self.pending_syncs.add(member_id)

    def set_protocols(self, member: ClassicMember, protocols: Protocols) -> None:
        """Replace what a member offers."""
        self._count_protocols(member, -1)
        member.protocols = protocols
        self._count_protocols(member, 1)

    def check_member(self, member_id: str, group_instance_id: str | None) -> ClassicMember:
        """The member that a request speaks for (groups B-20).

        A static member may leave its instance id out. Raises `ApiError` with UNKNOWN_MEMBER_ID,
        or FENCED_INSTANCE_ID when the instance goes by another id now.
        """
        if group_instance_id is not None:
            owner = self.static_members.get(group_instance_id)
            if owner is None:
                raise ApiError(ErrorCode.UNKNOWN_MEMBER_ID)
            if owner != member_id:
                raise ApiError(ErrorCode.FENCED_INSTANCE_ID)
        member = self.members.get(member_id)
        if member is None:
            raise ApiError(ErrorCode.UNKNOWN_MEMBER_ID)
        return member

    # Protocols

    def _count_protocols(self, member: ClassicMember, change: int) -> None:
        for name in {name for name, _ in member.protocols}:
            count = self._supporters.get(name, 0) + change
            if count:
                self._supporters[name] = count
            else:
                del self._supporters[name]

    def accepts(self, protocol_type: str, protocols: Protocols) -> bool:
        """Whether somebody offering this can join: something in common with all (B-16)."""
        if self.state is GroupState.EMPTY:
            return bool(protocol_type and protocols)
        everyone = len(self.members)
        return protocol_type == self.protocol_type and any(
            self._supporters.get(name) == everyone for name, _ in protocols
        )

    def select_protocol(self) -> str:
        """The protocol of most votes; a tie goes to the first in Java's hash order (B-45)."""
        everyone = len(self.members)
        candidates = {name for name, count in self._supporters.items() if count == everyone}
        votes: dict[str, int] = {}
        for member in self.members.values():
            choice = member.vote(candidates)
            votes[choice] = votes.get(choice, 0) + 1
        return max(java_hash_order(votes), key=votes.__getitem__)

    def next_generation(self, now_ms: int) -> None:
        """End the join phase of a group that has members (groups B-43)."""
        self.generation += 1
        self.protocol = self.select_protocol()
        self.read_subscriptions()
        self.pending_syncs.clear()
        self.transition(GroupEvent.ALL_JOINED, now_ms)

    def read_subscriptions(self) -> None:
        """Learn which topics the members of a `consumer` group read (groups E-3).

        Members of other types read none that the broker could know of.
        """
        self.subscribed_topics = frozenset()
        if self.protocol_type == CONSUMER_PROTOCOL_TYPE:
            self.subscribed_topics = subscribed_topics(
                member.metadata(self.protocol) for member in self.members.values()
            )

    def is_subscribed_to(self, topic: str) -> bool:
        """Whether a member reads the topic, as far as the broker can know."""
        return self.subscribed_topics is None or topic in self.subscribed_topics

    # The record

    def record(self, assignments: Mapping[str, bytes] | None = None) -> GroupMetadataValue:
        """What is durable of the group, with these assignments or those that it has."""
        return GroupMetadataValue(
            protocol_type=self.protocol_type or "",
            generation=self.generation,
            protocol=self.protocol,
            leader=self.leader,
            current_state_timestamp=self.state_timestamp_ms,
            members=[self._member_record(member, assignments) for member in self.ordered_members()],
        )

    def _member_record(
        self, member: ClassicMember, assignments: Mapping[str, bytes] | None
    ) -> MemberMetadata:
        assignment = member.assignment
        if assignments is not None:
            assignment = assignments.get(member.member_id, b"")
        return GroupMetadataValue.MemberMetadata(
            member_id=member.member_id,
            group_instance_id=member.group_instance_id,
            client_id=member.client_id,
            client_host=member.client_host,
            rebalance_timeout=member.rebalance_timeout_ms,
            session_timeout=member.session_timeout_ms,
            subscription=member.metadata(self.protocol),
            assignment=assignment,
        )

    def restore(self, value: GroupMetadataValue) -> None:
        """Become what a record says; the fold's step, live and on reload (groups A-21)."""
        self.generation = value.generation
        self.protocol_type = value.protocol_type or None
        self.protocol = value.protocol
        self.state_timestamp_ms = value.current_state_timestamp
        self.state = GroupState.STABLE if value.members else GroupState.EMPTY
        self._remove_others(value.members)
        self._rename_statics(value.members)
        for stored in value.members:
            self._restore_member(stored)
        self.leader = value.leader
        if value.members:
            self.read_subscriptions()
        else:
            self.subscribed_topics = frozenset()

    def _remove_others(self, stored: Collection[MemberMetadata]) -> None:
        """Keep the members that a record names, by id or by a new id for their instance id."""
        names = {(each.member_id, each.group_instance_id) for each in stored}
        renamed = {
            each.group_instance_id for each in stored if each.member_id not in self.members
        } - {None}
        for member in list(self.members.values()):
            instance_id = member.group_instance_id
            if (member.member_id, instance_id) not in names and instance_id not in renamed:
                self.remove(member.member_id)

    def _rename_statics(self, stored: Collection[MemberMetadata]) -> None:
        for each in stored:
            if each.group_instance_id is not None and each.member_id not in self.members:
                old_id = self.static_members.get(each.group_instance_id)
                if old_id is not None:
                    self.rename(self.members[old_id], each.member_id)

    def _restore_member(self, stored: MemberMetadata) -> None:
        member = self.members.get(stored.member_id)
        if member is None:
            member = ClassicMember(
                stored.member_id,
                stored.group_instance_id,
                client_id=stored.client_id,
                client_host=stored.client_host,
            )
            self.add(member)
        offer = (self.protocol or "", bytes(stored.subscription))
        if offer not in member.protocols:
            self.set_protocols(member, (offer,))
        member.client_id, member.client_host = stored.client_id, stored.client_host
        member.session_timeout_ms = stored.session_timeout
        member.rebalance_timeout_ms = stored.rebalance_timeout
        if stored.rebalance_timeout == -1:
            member.rebalance_timeout_ms = stored.session_timeout
        member.assignment = bytes(stored.assignment)
