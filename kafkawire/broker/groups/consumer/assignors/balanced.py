"""Uniform assignment where members subscribe to different topics.

No count per member can be said beforehand, so partitions are dealt and then moved. Members keep
what they still subscribe to; what is unassigned goes to the least loaded subscriber; then topic by
topic partitions move from the most to the least loaded subscriber until no more than one partition
is between them. Topics of which there is most for each subscriber come first, those with few
partitions for many last. A move in one topic may unbalance another, so there are several rounds,
which end once a whole round has moved nothing (groups D-41; Kafka's
`UniformHeterogeneousAssignmentBuilder`).
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.broker.groups.consumer.assignors.holding import Holding
from kafkawire.broker.groups.consumer.assignors.loads import Loads
from kafkawire.broker.groups.consumer.assignors.specs import (
    GroupSpec,
    MemberSpec,
    Target,
    existing,
    in_java_order,
)
from kafkawire.java_order import java_hash_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDS_MAX = 16
"""Rounds of balancing, after which what is reached must do."""
_NOBODY = -1
_SIGN = 1 << 63


class _Topic(NamedTuple):
    """A topic, who subscribes to it and who owns its partitions, members by their index."""

    topic_id: bytes
    owners: list[int]
    subscribers: dict[int, None]

    @property
    def place(self) -> tuple[float, int, int, int]:
        """Many partitions for each subscriber first, then few subscribers, then small ids."""
        high = int.from_bytes(self.topic_id[:8], "big") ^ _SIGN
        low = int.from_bytes(self.topic_id[8:], "big") ^ _SIGN
        return -len(self.owners) / len(self.subscribers), len(self.subscribers), high, low

    @property
    def capacity(self) -> int:
        """Of the table that Kafka makes for a member's share of the topic."""
        share = -(-len(self.owners) // len(self.subscribers))
        return share * 4 // 3 + 1


def assign_balanced(group: GroupSpec) -> dict[str, Target]:
    """Give members with different subscriptions as many partitions as each other, where it can."""
    members = in_java_order(group.members)
    topics = _topics(group, members)
    if not topics:
        return {member.member_id: {} for member in members}
    balancer = _Balancer(members, topics)
    balancer.deal()
    balancer.balance()
    return balancer.targets()


def _topics(group: GroupSpec, members: Sequence[MemberSpec]) -> dict[bytes, _Topic]:
    """The subscribed topics in the order in which all is done."""
    found: dict[bytes, _Topic] = {}
    for index, member in enumerate(members):
        for topic_id, partitions in existing(member, group.topics):
            if topic_id not in found:
                found[topic_id] = _Topic(topic_id, [_NOBODY] * partitions, {})
            found[topic_id].subscribers[index] = None
    return {topic.topic_id: topic for topic in sorted(found.values(), key=lambda t: t.place)}


class _Balancer:
    """Members, what they hold, and how much that is."""

    __slots__ = ("_holdings", "_member_ids", "_sizes", "_topics")

    def __init__(self, members: Sequence[MemberSpec], topics: dict[bytes, _Topic]) -> None:
        self._member_ids = [member.member_id for member in members]
        self._topics = topics
        self._holdings = [Holding(member) for member in members]
        self._sizes = [0] * len(members)
        for index, member in enumerate(members):
            self._keep(index, member)

    def _keep(self, index: int, member: MemberSpec) -> None:
        """Let a member keep all of the topics that it still subscribes to."""
        for topic_id in java_hash_order(member.target):
            topic = self._topics.get(topic_id)
            if topic is None or index not in topic.subscribers:
                self._holdings[index].drop_topic(topic_id)
                continue
            held = member.target[topic_id]
            self._sizes[index] += len(held)
            for partition in held:
                topic.owners[partition] = index

    def deal(self) -> None:
        """Give what nobody holds to the least loaded subscribers."""
        for topic in self._topics.values():
            if _NOBODY in topic.owners:
                loads = Loads(self._sizes, topic.subscribers)
                for partition, owner in enumerate(topic.owners):
                    if owner == _NOBODY:
                        self._give(topic, partition, loads.next_least())

    def _give(self, topic: _Topic, partition: int, index: int) -> None:
        """Put a partition into a member's hands, out of its owner's."""
        owner = topic.owners[partition]
        if owner != _NOBODY:
            self._holdings[owner].remove(topic.topic_id, partition)
            self._sizes[owner] -= 1
        self._holdings[index].add(topic.topic_id, partition, topic.capacity)
        self._sizes[index] += 1
        topic.owners[partition] = index

    def balance(self) -> None:
        """Go round the topics until a whole round has moved nothing.

        The first topic counts as one in which something moved.
        """
        topics = [topic for topic in self._topics.values() if len(topic.subscribers) > 1]
        last_moved = -1
        for _ in range(ROUNDS_MAX):
            for at, topic in enumerate(topics):
                if at == last_moved:
                    return
                if self._balance_topic(topic) or last_moved < 0:
                    last_moved = at

    def _balance_topic(self, topic: _Topic) -> int:
        """Move partitions of one topic from the most to the least loaded; how many moved."""
        loads = Loads(self._sizes, topic.subscribers)
        if loads.imbalance <= 1:
            return 0
        owned = _owned(topic)
        moved = 0
        while not loads.are_balanced():
            giver = loads.next_most()
            while giver is not None and not owned.get(giver):
                loads.exclude_last_most()
                giver = loads.next_most()
            if giver is None:
                break
            partition = owned[giver].pop()
            taker = loads.next_least()
            if loads.are_balanced():
                break
            self._give(topic, partition, taker)
            moved += 1
        return moved

    def targets(self) -> dict[str, Target]:
        """What everybody holds now."""
        held = zip(self._member_ids, self._holdings, strict=True)
        return {member_id: holding.target() for member_id, holding in held}


def _owned(topic: _Topic) -> dict[int, list[int]]:
    """The partitions of each owner, ascending, as they are when balancing begins."""
    owned: dict[int, list[int]] = {}
    for partition, owner in enumerate(topic.owners):
        owned.setdefault(owner, []).append(partition)
    return owned
