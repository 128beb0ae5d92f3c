"""The uniform assignor: everybody has as many partitions as the others, and keeps what it can.

Where all members subscribe to the same topics it is a matter of counting. Each may have total / n
partitions, and the first `extra` members one more; what a member holds beyond that is taken from
it, and whoever holds less is filled up from what is left. Members who already hold one more are
preferred for the extra ones, as long as there are enough later members to take the rest (groups
D-39; Kafka's `UniformHomogeneousAssignmentBuilder`). Where subscriptions differ, see `balanced`.
"""

from __future__ import annotations

from kafkawire.broker.groups.consumer.assignors.balanced import assign_balanced
from kafkawire.broker.groups.consumer.assignors.holding import Holding
from kafkawire.broker.groups.consumer.assignors.specs import (
    GroupSpec,
    MemberSpec,
    Target,
    existing,
    in_java_order,
    sized_hash_order,
)
from kafkawire.java_order import TABLE_MIN, java_hash_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def assign_uniformly(group: GroupSpec) -> dict[str, Target]:
    """Give every member as many partitions as the others, moving few."""
    if not group.is_homogeneous:
        return assign_balanced(group)
    members = in_java_order(group.members)
    topics = _common_topics(group, members)
    if not topics:
        return {member.member_id: {} for member in members}
    return _Deal(members, topics).targets()


def _common_topics(group: GroupSpec, members: Sequence[MemberSpec]) -> dict[bytes, int]:
    """The partition counts of what the first member, and so every member, subscribes to."""
    if not members:
        return {}
    found = {topic.topic_id: topic.partitions for topic in existing(members[0], group.topics)}
    order = sized_hash_order(found, len(members[0].topics), least=TABLE_MIN)
    return {topic_id: found[topic_id] for topic_id in order}


class _Deal:
    """Partitions of which everybody may have one."""

    __slots__ = ("_extra", "_holdings", "_left", "_quota", "_topics", "_unfilled")

    def __init__(self, members: Sequence[MemberSpec], topics: dict[bytes, int]) -> None:
        self._topics = topics
        self._quota, self._extra = divmod(sum(topics.values()), len(members))
        self._left = _unowned(members, topics)
        self._unfilled: list[tuple[Holding, int]] = []
        self._holdings: dict[str, Holding] = {}
        for index, member in enumerate(members):
            self._keep(member, members_left=len(members) - index)
        self._fill()

    def targets(self) -> dict[str, Target]:
        return {member_id: holding.target() for member_id, holding in self._holdings.items()}

    def _keep(self, member: MemberSpec, *, members_left: int) -> None:
        """Let a member keep what its quota allows, and note how much more it may have."""
        holding = self._holdings[member.member_id] = Holding(member)
        wants_extra = self._extra > 0
        quota = self._quota + wants_extra
        for topic_id in java_hash_order(member.target):
            quota = self._keep_topic(member, topic_id, quota)
        if quota and wants_extra and members_left > self._extra:
            quota -= 1
            wants_extra = False
        if quota:
            self._unfilled.append((holding, quota))
        self._extra -= wants_extra

    def _keep_topic(self, member: MemberSpec, topic_id: bytes, quota: int) -> int:
        """The quota that is left after one topic."""
        holding = self._holdings[member.member_id]
        if topic_id not in self._topics:
            holding.drop_topic(topic_id)
            return quota
        held = member.target[topic_id]
        if len(held) <= quota:
            return quota - len(held)
        for partition in java_hash_order(held, copied=True)[quota:]:
            holding.remove(topic_id, partition)
            self._left.append((topic_id, partition))
        return 0

    def _fill(self) -> None:
        given = 0
        for holding, quota in self._unfilled:
            holding.copy()
            for topic_id, partition in self._left[given : given + quota]:
                holding.add(topic_id, partition)
            given += quota


def _unowned(members: Sequence[MemberSpec], topics: dict[bytes, int]) -> list[tuple[bytes, int]]:
    """Partitions that are in no present target."""
    owned: dict[bytes, set[int]] = {topic_id: set() for topic_id in topics}
    for member in members:
        for topic_id, held in member.target.items():
            if topic_id in owned:
                owned[topic_id].update(held)
    return [
        (topic_id, partition)
        for topic_id, count in topics.items()
        for partition in range(count)
        if partition not in owned[topic_id]
    ]
