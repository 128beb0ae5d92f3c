"""Ownership in a group in which two members may claim the same partition.

A member that missed a rebalance still claims what others were given meanwhile. The claim of the
newer generation counts. Two claims of one generation are both void: the partition is *disputed*.

As in Java the generation of the earlier claimant, in Java's order of members, is that of its
subscription, and the generation of the later one is that of its claim. They differ for *sticky*,
whose claims are in its user data.

Java keeps a claim of a partition that its topic no longer has, after the topic was made again with
fewer, and then deals out other partitions twice. Such a claim is dropped here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING

from kafkawire.client.values import TopicPartition

if TYPE_CHECKING:
    from kafkawire.client.core.membership.subscription import MemberSubscription, StickyClaim

Owned = dict[str, dict[TopicPartition, None]]
"""Partitions by member, both in order."""


class Ownership:
    """The partitions that each member owns, and those that are disputed."""

    __slots__ = ("_existing", "_owners", "_subscriptions", "disputed", "owned")

    def __init__(
        self,
        subscriptions: Mapping[str, MemberSubscription],
        claims: Mapping[str, StickyClaim],
        existing: Container[TopicPartition],
    ) -> None:
        """Settle the claims, in the order in which `claims` has the members."""
        self.owned: Owned = {member: {} for member in claims}
        self.disputed: set[TopicPartition] = set()
        self._subscriptions = subscriptions
        self._existing = existing
        self._owners: dict[TopicPartition, str] = {}
        for member, claim in claims.items():
            self._settle(member, claim)

    def _settle(self, member: str, claim: StickyClaim) -> None:
        for each in claim.partitions:
            if each not in self._existing:
                continue
            other = self._owners.get(each)
            if other is not None:
                before = self._subscriptions[other].generation
                if claim.generation < before:
                    continue
                self.owned[other].pop(each, None)
                if claim.generation == before:
                    self.disputed.add(each)
                    self._owners[each] = member
                    continue
            self.owned[member][each] = None
            self._owners[each] = member


def subscribe_alike(subscriptions: Iterable[MemberSubscription]) -> bool:
    """Return whether all members subscribe to the same topics, by Java's rule.

    Members without topics that come before all others count as if they had the topics of the
    others, and may be given some of their partitions.
    """
    topics: set[str] = set()
    for each in subscriptions:
        if not topics:
            topics.update(each.topics)
        elif len(each.topics) != len(topics) or not topics.issuperset(each.topics):
            return False
    return True
