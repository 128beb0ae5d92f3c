"""Assignor *roundrobin*: all partitions of all topics, one by one to the members in turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kafkawire.client.core.membership.assignors.interface import Assignor
from kafkawire.client.core.membership.assignors.orders import (
    static_first,
    topics_of,
)
from kafkawire.java_order import java_hash_order

if TYPE_CHECKING:
    from kafkawire.client.core.membership.assignors.interface import Kind, Targets
    from kafkawire.client.core.membership.subscription import MemberSubscription
    from kafkawire.client.core.view import ClusterView


class RoundRobinAssignor(Assignor):
    """Kafka's `RoundRobinAssignor`."""

    name = "roundrobin"
    kind: Kind = "eager"

    def assign(
        self, cluster: ClusterView, subscriptions: Mapping[str, MemberSubscription]
    ) -> Targets:
        """Give each partition to the next member that subscribes to its topic."""
        targets: Targets = {member: [] for member in java_hash_order(subscriptions)}
        members = static_first(subscriptions)
        wanted = {member: frozenset(subscriptions[member].topics) for member in members}
        topics = topics_of(cluster, subscriptions)
        turn = 0
        for topic in sorted(topics):
            for partition in topics[topic]:
                while topic not in wanted[members[turn]]:
                    turn = (turn + 1) % len(members)
                targets[members[turn]].append(partition)
                turn = (turn + 1) % len(members)
        return targets
