"""Assignor *sticky*: members keep what they had, as far as the balance allows (KIP-54).

Members of an eager group give up everything before they join. So each one sends what it was last
assigned, with the generation, as user data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.membership.assignors.claims import Ownership, subscribe_alike
from kafkawire.client.core.membership.assignors.orders import topics_of
from kafkawire.client.core.membership.assignors.racks import Racks
from kafkawire.client.core.membership.assignors.sticky_equal import Moved, deal_equally
from kafkawire.client.core.membership.assignors.sticky_general import deal_generally
from kafkawire.client.core.membership.subscription import (
    NO_GENERATION,
    MemberSubscription,
    StickyClaim,
    read_sticky_user_data,
    sticky_user_data,
)
from kafkawire.java_order import java_hash_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.client.core.membership.assignors.interface import Kind, Targets
    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.values import TopicPartition


class StickyAssignor:
    """Kafka's `StickyAssignor`."""

    name = "sticky"
    kind: Kind = "eager"

    def __init__(self) -> None:
        self._last: StickyClaim | None = None
        self._rounds = StickyRounds(lambda each: read_sticky_user_data(each.user_data))

    def user_data(self, _topics: Sequence[str]) -> bytes | None:
        """Return what the member was last assigned, None if it never was."""
        return None if self._last is None else sticky_user_data(self._last)

    def assign(
        self, cluster: ClusterView, subscriptions: Mapping[str, MemberSubscription]
    ) -> Targets:
        """Give each member as many partitions as the others, and most of what it had."""
        return self._rounds.next(cluster, subscriptions).targets

    def on_assignment(self, assigned: Sequence[TopicPartition], generation: int) -> None:
        """Note what the member was assigned, for its next subscription."""
        self._last = StickyClaim(tuple(assigned), generation)


class StickyRound(NamedTuple):
    """Targets, and those of their partitions that change owner; None if that is not known."""

    targets: Targets
    moved: Moved | None


class StickyRounds:
    """The assignments that one leader makes.

    The newest generation is remembered from round to round, as in Java: claims of older ones are
    those of members that missed a rebalance.
    """

    def __init__(self, claim_of: Callable[[MemberSubscription], StickyClaim]) -> None:
        self._claim_of = claim_of
        self._newest_generation = NO_GENERATION

    def next(
        self, cluster: ClusterView, subscriptions: Mapping[str, MemberSubscription]
    ) -> StickyRound:
        """Deal out all partitions of the topics that the members subscribe to."""
        claims = {
            member: self._claim_of(subscriptions[member])
            for member in java_hash_order(subscriptions)
        }
        if not claims:
            return StickyRound({}, {})
        self._newest_generation = max(
            self._newest_generation, *(claim.generation for claim in claims.values())
        )
        topics = topics_of(cluster, subscriptions)
        partitions = [each for topic in sorted(topics) for each in topics[topic]]
        ownership = Ownership(subscriptions, claims, frozenset(partitions))
        racks = Racks(cluster, subscriptions, partitions)
        if subscribe_alike(subscriptions[member] for member in claims):
            return StickyRound(*deal_equally(partitions, ownership, racks))
        previous = self._older(claims)
        targets = deal_generally(topics, subscriptions, ownership.owned, previous, racks)
        return StickyRound(targets, None)

    def _older(self, claims: Mapping[str, StickyClaim]) -> dict[TopicPartition, str]:
        """Return the member with the newest claim of an older generation, by partition."""
        found: dict[TopicPartition, str] = {}
        for member, claim in claims.items():
            if claim.generation < self._newest_generation:
                for each in claim.partitions:
                    if each not in found or claim.generation > claims[found[each]].generation:
                        found[each] = member
        return found
