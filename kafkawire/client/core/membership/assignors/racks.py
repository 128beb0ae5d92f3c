"""Racks of members and of replicas, for assignors that keep reads inside a rack (KIP-881).

Racks play a part only if they can help: some member has a rack, racks of members are among those
of replicas, and some partition lacks a rack that others have. All replicas count, those that are
offline or out of sync, too, since they return without a rebalance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.client.core.membership.subscription import MemberSubscription
    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.values import TopicPartition


def member_racks(subscriptions: Mapping[str, MemberSubscription]) -> dict[str, str]:
    """Return the racks of those members that have one."""
    return {member: each.rack for member, each in subscriptions.items() if each.rack}


def replica_racks(cluster: ClusterView, partition: TopicPartition) -> frozenset[str]:
    """Return the racks of a partition's replicas. A broker that is unknown has none."""
    known = cluster.partition(partition)
    nodes = () if known is None else map(cluster.nodes.get, known.replicas)
    return frozenset(node.rack for node in nodes if node is not None and node.rack is not None)


def racks_matter(of_members: Iterable[str], of_partitions: Iterable[frozenset[str]]) -> bool:
    """Return whether racks can help to deal out these partitions to these members."""
    distinct = set(of_partitions)
    everywhere: frozenset[str] = frozenset().union(*distinct)
    return not everywhere.isdisjoint(of_members) and distinct != {everywhere}


class Racks:
    """The racks of a group; no member has one if racks do not matter."""

    __slots__ = ("_members", "_partitions", "_subscribers")

    def __init__(
        self,
        cluster: ClusterView,
        subscriptions: Mapping[str, MemberSubscription],
        partitions: Iterable[TopicPartition],
    ) -> None:
        members = member_racks(subscriptions)
        found = {each: replica_racks(cluster, each) for each in partitions} if members else {}
        if not racks_matter(members.values(), found.values()):
            members, found = {}, {}
        self._members = members
        self._partitions = found
        self._subscribers: dict[str, int] = {}
        for rack in members.values():
            self._subscribers[rack] = self._subscribers.get(rack, 0) + 1

    def __bool__(self) -> bool:
        return bool(self._members)

    def mismatch(self, member: str, partition: TopicPartition) -> bool:
        """Return whether the member has a rack, and no replica is there."""
        rack = self._members.get(member)
        return rack is not None and rack not in self._partitions[partition]

    def scarcest_first(self, partitions: Iterable[TopicPartition]) -> list[TopicPartition]:
        """Sort by the number of members in the racks of a partition; the sort is stable."""
        return sorted(partitions, key=self._members_beside)

    def _members_beside(self, partition: TopicPartition) -> int:
        racks = self._partitions.get(partition, ())
        return sum(self._subscribers.get(rack, 0) for rack in racks)

    def next_beside(
        self, partition: TopicPartition, members: Sequence[str], start: int
    ) -> int | None:
        """Return the index of a member in a rack of the partition: the first from `start` on."""
        racks = self._partitions[partition]
        indexes = chain(range(start, len(members)), range(start))
        near = (index for index in indexes if self._members.get(members[index]) in racks)
        return next(near, None)
