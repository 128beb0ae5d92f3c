"""The interface of assignors: Kafka's four, and those that users write.

The member that leads a classic group deals out partitions by the assignor that all members list
(KIP-54). An assignor is a plain object and belongs to one consumer:

1. before each JoinGroup, `user_data` makes the bytes that travel with the subscription;
2. if the consumer leads the group, `assign` gives partitions to all members;
3. when the member takes over its assignment, `on_assignment` of the group's assignor is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from kafkawire.client.core.membership.subscription import MemberSubscription
    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.values import TopicPartition

Kind = Literal["eager", "cooperative"]
"""How a group rebalances: members give up everything before, or only what they lose (KIP-429)."""

Targets = dict[str, list["TopicPartition"]]
"""Partitions by member id. Every member of the group has an entry."""


class Assignor(Protocol):
    """Deals out partitions to the members of a group.

    In a cooperative group an assignor must not give a member what another one owns. It takes the
    partition from its owner in one round, and gives it away in the next. In an eager group no
    member owns a partition, so an assignor of kind "cooperative" serves eager groups, too.
    """

    @property
    def name(self) -> str:
        """The name of the protocol in JoinGroup."""
        ...

    @property
    def kind(self) -> Kind:
        """How a group with this assignor can rebalance; "cooperative" includes "eager"."""
        ...

    def user_data(self, topics: Sequence[str]) -> bytes | None:
        """Return bytes for the subscription to `topics`, or None; None by default."""
        return None

    def assign(
        self, cluster: ClusterView, subscriptions: Mapping[str, MemberSubscription]
    ) -> Targets:
        """Return the partitions of every member.

        Args:
            cluster: The topics with their partitions, and the racks of replicas.
            subscriptions: By member id, in the order of JoinGroup's response.
        """
        ...

    def on_assignment(self, assigned: Sequence[TopicPartition], generation: int) -> None:
        """Note what the consumer was assigned, and in which generation; by default nothing."""
        return


def kind_of(assignors: Iterable[Assignor]) -> Kind:
    """Return how a consumer with these assignors rebalances: the strongest that all support."""
    kinds = {each.kind for each in assignors}
    return "cooperative" if kinds == {"cooperative"} else "eager"
