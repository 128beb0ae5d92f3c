"""Assignor *range*: every topic by itself is cut into runs of partitions (KIP-881 for racks).

The members that subscribe to a topic share it in their order; the first `extra` of them have one
partition more. So partition n of topics with equal counts and the same subscribers goes to one
member, which joins of topics depend on.

If racks matter for a topic, members first get partitions of their rack, within the same quotas.
Topics that are to be joined are matched together: one member in reach of partition n of all of them
gets it of all. What is left is cut as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from kafkawire.client.core.membership.assignors.interface import Assignor
from kafkawire.client.core.membership.assignors.orders import (
    static_first,
    topics_of,
)
from kafkawire.client.core.membership.assignors.racks import (
    member_racks,
    racks_matter,
    replica_racks,
)
from kafkawire.client.values import TopicPartition
from kafkawire.java_order import java_hash_order

if TYPE_CHECKING:
    from kafkawire.client.core.membership.assignors.interface import Kind, Targets
    from kafkawire.client.core.membership.subscription import MemberSubscription
    from kafkawire.client.core.view import ClusterView


class RangeAssignor(Assignor):
    """Kafka's `RangeAssignor`."""

    name = "range"
    kind: Kind = "eager"

    def assign(
        self, cluster: ClusterView, subscriptions: Mapping[str, MemberSubscription]
    ) -> Targets:
        """Give every subscriber a run of each topic.

        Targets are sorted by topic and partition if racks matter for some topic. Otherwise their
        topics are in Java's order.
        """
        targets: Targets = {member: [] for member in java_hash_order(subscriptions)}
        deals = _deals(cluster, subscriptions)
        racks_help = any(deal.racks_matter for deal in deals)
        if racks_help:
            _match_racks(deals, targets)
        for deal in deals:
            deal.cut(targets)
        if racks_help:
            for target in targets.values():
                target.sort()
        return targets


class _Deal:
    """One topic: the partitions that are left, and how many each subscriber may still have."""

    __slots__ = (
        "_extra", "_given", "_left", "_quota", "_racks", "_replicas",
        "has_racks", "members", "partitions", "racks_matter",
    )  # fmt: skip

    def __init__(
        self,
        partitions: Sequence[TopicPartition],
        members: Sequence[str],
        racks: Mapping[str, str],
        replicas: Mapping[TopicPartition, frozenset[str]],
    ) -> None:
        self.partitions = partitions
        self.members = members
        self._racks = racks
        self._replicas = replicas
        self._left = dict.fromkeys(partitions)
        self._quota, self._extra = divmod(len(partitions), len(members))
        self._given = dict.fromkeys(members, 0)
        here = [racks[member] for member in members if member in racks]
        self.has_racks = bool(here)
        self.racks_matter = racks_matter(here, replicas.values())

    def room(self, member: str) -> int:
        """Return how many partitions the member may still have."""
        return max(0, self._quota + (self._extra > 0) - self._given[member])

    def matches(self, member: str, partition: TopicPartition) -> bool:
        """Return whether the member has no rack, or that of a replica."""
        rack = self._racks.get(member)
        return rack is None or rack in self._replicas[partition]

    def cut(self, targets: Targets) -> None:
        """Give each member as much as it may have of what is left."""
        left = iter(list(self._left))
        for member in self.members:
            self.give(member, list(islice(left, self.room(member))), targets)

    def cut_by_rack(self, targets: Targets) -> None:
        """Give each member as much as it may have of what is left in its rack."""
        for member in self.members:
            near = (each for each in self._left if self.matches(member, each))
            self.give(member, list(islice(near, self.room(member))), targets)

    def give(self, member: str, partitions: Sequence[TopicPartition], targets: Targets) -> None:
        """Give a member some of what is left."""
        if not partitions:
            return
        targets[member] += partitions
        self._given[member] += len(partitions)
        if self._given[member] > self._quota:
            self._extra -= 1
        for each in partitions:
            del self._left[each]


def _deals(cluster: ClusterView, subscriptions: Mapping[str, MemberSubscription]) -> list[_Deal]:
    topics = topics_of(cluster, subscriptions)
    racks = member_racks(subscriptions)
    subscribers: dict[str, dict[str, None]] = {topic: {} for topic in topics}
    for member in static_first(subscriptions):
        for topic in subscriptions[member].topics:
            if topic in subscribers:
                subscribers[topic][member] = None
    deals = []
    for topic, partitions in topics.items():
        members = list(subscribers[topic])
        has_racks = any(member in racks for member in members)
        replicas = {each: replica_racks(cluster, each) for each in partitions if has_racks}
        deals.append(_Deal(partitions, members, racks, replicas))
    return deals


def _match_racks(deals: Iterable[_Deal], targets: Targets) -> None:
    """Give members partitions of their racks, of topics that are to be joined together."""
    joined: dict[tuple[int, tuple[str, ...]], list[_Deal]] = {}
    for deal in deals:
        if deal.has_racks:
            joined.setdefault((len(deal.partitions), tuple(deal.members)), []).append(deal)
    for group in joined.values():
        if len(group) > 1:
            _cut_together(group, targets)
        elif group[0].racks_matter:
            group[0].cut_by_rack(targets)


def _cut_together(deals: Sequence[_Deal], targets: Targets) -> None:
    """Give partition n of all topics to the first member that has room and matches all of them."""
    members = list(deals[0].members)
    for partitions in zip(*(deal.partitions for deal in deals), strict=True):
        pairs = list(zip(deals, partitions, strict=True))
        for member in members:
            if all(deal.room(member) and deal.matches(member, each) for deal, each in pairs):
                for deal, each in pairs:
                    deal.give(member, [each], targets)
                if not any(deal.room(member) for deal in deals):
                    members.remove(member)
                break
