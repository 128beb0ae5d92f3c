"""Members and topics of a group, in the orders in which Java's assignors go through them.

Java's leader keeps subscriptions and topics in hash tables. Whatever it deals out in their order
depends on the hash codes of member ids and names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kafkawire.client.values import TopicPartition
from kafkawire.java_order import java_hash_order, java_text_order

if TYPE_CHECKING:
    from kafkawire.client.core.membership.subscription import MemberSubscription
    from kafkawire.client.core.view import ClusterView

    Subscriptions = Mapping[str, MemberSubscription]


def static_first(subscriptions: Subscriptions) -> list[str]:
    """Sort members: static ones by instance id, then the others by member id (KIP-345).

    Those with one instance id are in the order of a `HashMap`.
    """

    def place(member: str) -> tuple[bool, bytes]:
        instance = subscriptions[member].group_instance_id
        name = member if instance is None else instance
        return instance is None, java_text_order(name)

    return sorted(java_hash_order(subscriptions), key=place)


def topics_of(
    cluster: ClusterView, subscriptions: Subscriptions
) -> dict[str, list[TopicPartition]]:
    """Return the partitions of each topic that exists and has a subscriber, in Java's order."""
    wanted: dict[str, None] = {}
    for member in java_hash_order(subscriptions):
        wanted.update(dict.fromkeys(subscriptions[member].topics))
    found: dict[str, list[TopicPartition]] = {}
    for name in java_hash_order(wanted):
        topic = cluster.topics.get(name)
        if topic is not None and topic.partitions:
            found[name] = [TopicPartition(name, each) for each in sorted(topic.partitions)]
    return {name: found[name] for name in java_hash_order(found)}
