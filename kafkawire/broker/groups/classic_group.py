"""A classic group: members, their protocols and the generation.

`classic_records` has the group's record: what is written, and what a written record makes of the
group. `rebalance` moves the group from one generation to the next. Nothing here answers a request,
arms a timer or writes.
"""

from __future__ import annotations

from kafkawire.broker.groups.group import CLASSIC_TYPE
from kafkawire.broker.groups.member import ClassicMember
from kafkawire.broker.groups.rebalance_progress import RebalanceProgress
from kafkawire.broker.groups.records import group_record
from kafkawire.broker.groups.states import GroupEvent, GroupState, next_state
from kafkawire.broker.groups.subscription import CONSUMER_PROTOCOL_TYPE, subscribed_topics
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.groups.group import Committer
    from kafkawire.broker.groups.join_call import JoinCall, Protocols
    from kafkawire.broker.groups.offsets import CommittedOffset
    from kafkawire.broker.groups.records import Record

UNKNOWN_TIMESTAMP = -1


class ClassicGroup:
    """One group that uses JoinGroup and SyncGroup, or only commits offsets.

    State is of two kinds:

    - Durable: protocol type, generation, protocol, leader, state timestamp, and the members without
      their `presence`. In the states Empty and Stable these fields are those of the group's record,
      and only `classic_records.apply` changes them. In PreparingRebalance and CompletingRebalance
      they are ahead of the record: members join and leave, and a generation begins, in memory only.
      The leader's SyncGroup writes all of it. Until then an unload returns to the record.
    - Volatile: the `progress` of a rebalance, the `presence` of each member, and the three states
      that are neither Empty nor Stable. No record holds any of it; `rebalance` has a table of the
      functions that change it.

    One case is an exception, as in Kafka: if the record of a group without members cannot be
    written, the group is Empty in memory, and an unload returns to its former members
    (`become_empty`).
    """

    __slots__ = (
        "_supporters",
        "generation",
        "group_id",
        "leader",
        "members",
        "progress",
        "protocol",
        "protocol_type",
        "state",
        "state_timestamp_ms",
        "static_members",
        "subscribed_topics",
    )

    def __init__(self, group_id: str, time_ms: int) -> None:
        self.group_id = group_id
        self.state = GroupState.EMPTY
        self.state_timestamp_ms = time_ms
        self.protocol_type: str | None = None
        self.generation = 0
        self.protocol: str | None = None
        self.leader: str | None = None
        self.members: dict[str, ClassicMember] = {}
        self.static_members: dict[str, str] = {}
        """Group instance id to member id."""
        self.subscribed_topics: frozenset[str] | None = frozenset()
        """Topics of the members' subscriptions; None if they could not be read."""
        self.progress = RebalanceProgress()
        self._supporters: dict[str, int] = {}
        """How many members offer a protocol."""

    # What every kind of group answers (see `group.Group`)

    group_type = CLASSIC_TYPE

    @property
    def state_name(self) -> str:
        """The name of the state on the wire."""
        return self.state.value

    @property
    def is_empty(self) -> bool:
        """True if the group has no members."""
        return self.state is GroupState.EMPTY

    def check_commit(self, committer: Committer) -> None:
        """Raise `ApiError` unless a member of this generation commits (groups C-10, C-32).

        Any client commits for an Empty group. In PreparingRebalance, members commit for the
        generation that ends. In a transaction, the transaction coordinator has checked the
        producer: the commit may leave out member id and generation.
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
        """Let every client read committed offsets."""

    def check_deletion(self) -> None:
        """Raise `ApiError` unless the group is Empty (groups B-90)."""
        if self.state is GroupState.DEAD:
            raise ApiError(ErrorCode.GROUP_ID_NOT_FOUND)
        if self.state is not GroupState.EMPTY:
            raise ApiError(ErrorCode.NON_EMPTY_GROUP)

    def check_offset_deletion(self) -> None:
        """Raise `ApiError` if the subscriptions of the members are unknown (groups B-91)."""
        if not self.is_empty and self.protocol_type != CONSUMER_PROTOCOL_TYPE:
            raise ApiError(ErrorCode.NON_EMPTY_GROUP)

    def tombstones(self) -> Sequence[Record]:
        """Return the tombstone of the group's one record."""
        return [group_record(self.group_id, None)]

    def ages_from(self, offset: CommittedOffset) -> int | None:
        """When an offset of a topic without subscribers began to age (KIP-211, groups C-51)."""
        if self.protocol_type is None:
            return offset.commit_timestamp_ms
        if self.state is GroupState.EMPTY:
            is_known = self.state_timestamp_ms != UNKNOWN_TIMESTAMP
            return self.state_timestamp_ms if is_known else offset.commit_timestamp_ms
        if self.protocol_type == CONSUMER_PROTOCOL_TYPE and self.state is GroupState.STABLE:
            return offset.commit_timestamp_ms
        return None

    # State

    def transition(self, event: GroupEvent, time_ms: int) -> None:
        """Move to the state that `event` leads to."""
        self.state = next_state(self.state, event)
        self.state_timestamp_ms = time_ms

    def stop_timers(self) -> None:
        """Cancel the timers of the group and of its members."""
        for member in self.members.values():
            if member.presence.session is not None:
                member.presence.session.cancel()
        progress = self.progress
        for pending in progress.pending_joins.values():
            pending.cancel()
        for timer in (progress.join_timer, progress.sync_timer):
            if timer is not None:
                timer.cancel()
        progress.join_timer = progress.sync_timer = None

    @property
    def has_all_joined(self) -> bool:
        """True if each member has a parked JoinGroup and there is no pending member id."""
        progress = self.progress
        return progress.parked_joins == len(self.members) and not progress.pending_joins

    @property
    def rebalance_timeout_ms(self) -> int:
        """The longest rebalance timeout of a member; a negative one counts as 0 (groups B-10)."""
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
        """Add a member; the first one is the leader."""
        if self.leader is None:
            self.leader = member.member_id
        self.members[member.member_id] = member
        if member.group_instance_id is not None:
            self.static_members[member.group_instance_id] = member.member_id
        self._count_protocols(member, 1)

    def remove(self, member_id: str) -> None:
        """Remove a member or a pending id; the first of the others follows a leader (B-44)."""
        member = self.members.pop(member_id, None)
        if member is not None:
            self._count_protocols(member, -1)
            self.progress.parked_joins -= member.presence.join is not None
            if member.group_instance_id is not None:
                self.static_members.pop(member.group_instance_id, None)
            if member.presence.session is not None:
                member.presence.session.cancel()
        if self.leader == member_id:
            self.leader = next(iter(self.ordered_ids()), None)
        pending = self.progress.pending_joins.pop(member_id, None)
        if pending is not None:
            pending.cancel()
        self.progress.pending_syncs.discard(member_id)

    def rename(self, member: ClassicMember, member_id: str) -> None:
        """Give a static member a new id; the member keeps its place and leadership (B-35)."""
        old_id = member.member_id
        del self.members[old_id]
        member.rename(member_id)
        self.members[member_id] = member
        assert member.group_instance_id is not None
        self.static_members[member.group_instance_id] = member_id
        if self.leader == old_id:
            self.leader = member_id
        pending_syncs = self.progress.pending_syncs
        if old_id in pending_syncs:
            pending_syncs.remove(old_id)
            pending_syncs.add(member_id)

    def update(self, member: ClassicMember, call: JoinCall) -> None:
        """Give a member the protocols and timeouts of its JoinGroup."""
        self.set_protocols(member, call.protocols)
        member.session_timeout_ms = call.session_timeout_ms
        member.rebalance_timeout_ms = call.rebalance_timeout_ms

    def set_protocols(self, member: ClassicMember, protocols: Protocols) -> None:
        """Replace the protocols that a member offers."""
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
        """True if a client with these protocols can join: all members offer one of them (B-16)."""
        if self.state is GroupState.EMPTY:
            return bool(protocol_type and protocols)
        everyone = len(self.members)
        return protocol_type == self.protocol_type and any(
            self._supporters.get(name) == everyone for name, _ in protocols
        )

    def select_protocol(self) -> str:
        """The protocol of most votes; a tie goes to the first in Java's hash order (B-45)."""
        return _most_voted([member.protocols for member in self.members.values()])

    def protocol_with(self, member: ClassicMember, protocols: Protocols) -> str:
        """The protocol that the group would select if `member` offered `protocols`."""
        others = [each.protocols for each in self.members.values() if each is not member]
        return _most_voted([*others, protocols])

    def next_generation(self, time_ms: int) -> None:
        """End the join phase of a group that has members (groups B-43)."""
        self.generation += 1
        self.protocol = self.select_protocol()
        self.read_subscriptions()
        self.progress.pending_syncs.clear()
        self.transition(GroupEvent.ALL_JOINED, time_ms)

    def become_empty(self, time_ms: int) -> None:
        """End the join phase of a group without members whose record could not be written.

        The group is then ahead of its record, as after `next_generation`.
        """
        self.generation += 1
        self.protocol = None
        self.subscribed_topics = frozenset()
        self.transition(GroupEvent.NONE_JOINED, time_ms)

    def read_subscriptions(self) -> None:
        """Read the topics of the members of a `consumer` group (groups E-3).

        Subscriptions of other protocol types are opaque, and count as no topic.
        """
        self.subscribed_topics = frozenset()
        if self.protocol_type == CONSUMER_PROTOCOL_TYPE:
            self.subscribed_topics = subscribed_topics(
                [member.metadata(self.protocol) for member in self.members.values()]
            )

    def is_subscribed_to(self, topic: str) -> bool:
        """True if a member reads the topic, or if a subscription could not be read."""
        return self.subscribed_topics is None or topic in self.subscribed_topics


def _most_voted(offers: Sequence[Protocols]) -> str:
    """The protocol that most members prefer among those that all members offer."""
    candidates = {name for name, _ in offers[0]}
    for offer in offers[1:]:
        candidates.intersection_update(name for name, _ in offer)
    votes: dict[str, int] = {}
    for offer in offers:
        choice = next(name for name, _ in offer if name in candidates)
        votes[choice] = votes.get(choice, 0) + 1
    return max(java_hash_order(votes), key=votes.__getitem__)
