"""Assignor *cooperative-sticky*: as *sticky*, but partitions change owner in two rounds (KIP-429).

Members keep their partitions while they rebalance, and name them in their subscription. A
partition that moves is taken from its owner in one round. When the owner has given it up, the group
rebalances again, and the partition goes to its new owner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kafkawire.client.core.membership.assignors.sticky import StickyRounds
from kafkawire.client.core.membership.subscription import (
    NO_GENERATION,
    MemberSubscription,
    StickyClaim,
    cooperative_user_data,
    read_cooperative_user_data,
)

if TYPE_CHECKING:
    from kafkawire.client.core.membership.assignors.interface import Kind, Targets
    from kafkawire.client.core.membership.assignors.sticky_equal import Moved
    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.values import TopicPartition


class CooperativeStickyAssignor:
    """Kafka's `CooperativeStickyAssignor`."""

    name = "cooperative-sticky"
    kind: Kind = "cooperative"

    def __init__(self) -> None:
        self._generation = NO_GENERATION
        self._rounds = StickyRounds(_claim)

    def user_data(self, _topics: Sequence[str]) -> bytes | None:
        """Return the generation of the last assignment, for leaders that read it here."""
        return cooperative_user_data(self._generation)

    def assign(
        self, cluster: ClusterView, subscriptions: Mapping[str, MemberSubscription]
    ) -> Targets:
        """Give each member what it keeps, and what no other member has to give up for it."""
        found = self._rounds.next(cluster, subscriptions)
        moved = _moved(found.targets, subscriptions) if found.moved is None else found.moved
        return {
            member: [each for each in target if each not in moved]
            for member, target in found.targets.items()
        }

    def on_assignment(self, assigned: Sequence[TopicPartition], generation: int) -> None:
        """Note the generation, for the next subscription."""
        self._generation = generation


def _claim(member: MemberSubscription) -> StickyClaim:
    """Return what a member owns; a subscription below version 2 has its generation as user data."""
    generation = member.generation
    if generation < 0:
        generation = read_cooperative_user_data(member.user_data)
    return StickyClaim(member.owned, generation)


def _moved(targets: Targets, subscriptions: Mapping[str, MemberSubscription]) -> Moved:
    """Return the partitions that a member is to get and another one has to give up."""
    added: Moved = {}
    revoked: set[TopicPartition] = set()
    for member, target in targets.items():
        owned = frozenset(subscriptions[member].owned)
        added.update((each, member) for each in target if each not in owned)
        revoked.update(owned.difference(target))
    return {each: member for each, member in added.items() if each in revoked}
