"""Partitions of the members of a group at one moment of an assignment."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kafkawire.java_order import java_text_order

if TYPE_CHECKING:
    from kafkawire.client.core.membership.assignors.claims import Owned
    from kafkawire.client.core.membership.assignors.interface import Targets
    from kafkawire.client.core.membership.assignors.racks import Racks
    from kafkawire.client.core.membership.subscription import MemberSubscription
    from kafkawire.client.values import TopicPartition


class Ranking:
    """Members by their number of partitions, then by id."""

    __slots__ = ("_ids", "_order", "_ranks")

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._ids = sorted(counts, key=java_text_order)
        self._ranks = {member: rank for rank, member in enumerate(self._ids)}
        self._order = sorted((count, self._ranks[member]) for member, count in counts.items())

    def add(self, member: str, count: int) -> None:
        """Put a member in its place."""
        insort(self._order, (count, self._ranks[member]))

    def remove(self, member: str, count: int) -> None:
        """Take out a member that has so many partitions."""
        del self._order[bisect_left(self._order, (count, self._ranks[member]))]

    def __iter__(self) -> Iterator[str]:
        """Go through the members, the one with the fewest partitions first."""
        return (self._ids[rank] for _, rank in self._order)

    def is_level(self) -> bool:
        """Return whether no member has two partitions more than another one."""
        return self._order[-1][0] - self._order[0][0] <= 1


class Shares:
    """The owners of partitions.

    Attributes:
        held: The partitions of each member; members and partitions are in order.
        owners: The member that has a partition.
        holders: The members that have partitions of a topic, and how many of it.
        wanted: The topics that each member subscribes to, of those that exist.
        subscribers: The opposite.
        partitions: All partitions: of topics with few subscribers first, then by name.
        ranking: The members that may still get or lose partitions.
    """

    __slots__ = (
        "_names", "_topics",
        "held", "holders", "owners", "partitions", "ranking", "subscribers", "wanted",
    )  # fmt: skip

    def __init__(
        self,
        topics: Mapping[str, Sequence[TopicPartition]],
        subscriptions: Mapping[str, MemberSubscription],
        owned: Owned,
    ) -> None:
        self._topics = topics
        self.held = {member: dict(partitions) for member, partitions in owned.items()}
        self.wanted = {
            member: [topic for topic in subscriptions[member].topics if topic in topics]
            for member in owned
        }
        self._names = {member: frozenset(names) for member, names in self.wanted.items()}
        self.subscribers: dict[str, list[str]] = {topic: [] for topic in topics}
        for member, names in self.wanted.items():
            for topic in names:
                self.subscribers[topic].append(member)
        order = sorted(topics, key=lambda topic: (len(self.subscribers[topic]), topic))
        self.partitions = [each for topic in order for each in topics[topic]]
        self.owners: dict[TopicPartition, str] = {}
        self.holders: dict[str, Counter[str]] = {topic: Counter() for topic in topics}
        self.ranking = Ranking({})

    def take_back(self, racks: Racks) -> bool:
        """Take what its owner does not subscribe to or is out of its rack; return if there was any.

        From then on the ranking and the owners are known.
        """
        took = False
        for member, partitions in self.held.items():
            for each in list(partitions):
                if each.topic not in self._names[member] or racks.mismatch(member, each):
                    del partitions[each]
                    took = True
                else:
                    self.owners[each] = member
                    self.holders[each.topic][member] += 1
        self.ranking = Ranking({member: len(each) for member, each in self.held.items()})
        return took

    def hand_out(self, partition: TopicPartition, racks: Racks | None = None) -> bool:
        """Give a partition to the subscriber with the fewest, and return whether there is one.

        If racks are given, only to a member of the partition's racks, or without a rack.
        """
        for member in self.ranking:
            if partition.topic in self._names[member] and not (
                racks and racks.mismatch(member, partition)
            ):
                self._add(partition, member)
                return True
        return False

    def least(self, topic: str) -> str:
        """Return the subscriber with the fewest partitions."""
        return next(member for member in self.ranking if topic in self._names[member])

    def move(self, partition: TopicPartition, member: str) -> None:
        """Give a member what another one has."""
        owner = self.owners[partition]
        held = self.held[owner]
        self.ranking.remove(owner, len(held))
        del held[partition]
        holders = self.holders[partition.topic]
        holders[owner] -= 1
        if not holders[owner]:
            del holders[owner]
        self.ranking.add(owner, len(held))
        self._add(partition, member)

    def _add(self, partition: TopicPartition, member: str) -> None:
        held = self.held[member]
        self.ranking.remove(member, len(held))
        held[partition] = None
        self.ranking.add(member, len(held))
        self.owners[partition] = member
        self.holders[partition.topic][member] += 1

    def has_all(self, member: str) -> bool:
        """Return whether a member has as many partitions as its topics have."""
        names = self.wanted[member]
        if len(names) == len(self._topics):
            return len(self.held[member]) == len(self.partitions)
        return len(self.held[member]) == sum(len(self._topics[topic]) for topic in names)

    def targets(self) -> Targets:
        """Return the partitions of each member."""
        return {member: list(each) for member, each in self.held.items()}
