"""Groups for tests of assignors: topics by their number of partitions, members in short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafkawire.client.core.membership.subscription import MemberSubscription
from kafkawire.client.core.view import ClusterView, Node, PartitionView, TopicView
from kafkawire.client.values import TopicPartition

Assigned = Mapping[str, Sequence[TopicPartition]]


def cluster(racks: str = "", /, **topics: int | str) -> ClusterView:
    """Return a view: `cluster(t=3)`, or with racks `cluster("ab", t="0 1 01")`.

    The letters of `racks` are those of nodes 0, 1 ...; a topic's text has the replicas of each
    partition.
    """
    nodes = {at: Node(at, "host", 9092, rack) for at, rack in enumerate(racks)}
    return ClusterView(nodes=nodes, topics={name: _topic(name, of) for name, of in topics.items()})


def _topic(name: str, of: int | str) -> TopicView:
    replicas = ["0"] * of if isinstance(of, int) else of.split()
    partitions = {
        at: PartitionView(int(nodes[0]), 0, tuple(map(int, nodes)))
        for at, nodes in enumerate(replicas)
    }
    return TopicView(name, bytes(16), partitions)


def member(
    topics: str,
    owned: str = "",
    generation: int = -1,
    *,
    rack: str | None = None,
    instance: str | None = None,
) -> MemberSubscription:
    """Return a subscription: `member("a b", "a0 a1 b0", 4)`."""
    return MemberSubscription(tuple(topics.split()), at(owned), generation, rack, None, instance)


def at(text: str) -> tuple[TopicPartition, ...]:
    """Return partitions: `at("a0 b12")`; names are one letter."""
    return tuple(TopicPartition(each[0], int(each[1:])) for each in text.split())


def short(targets: Assigned) -> dict[str, str]:
    """Return what members have, as `at` reads it."""
    return {
        who: " ".join(f"{each.topic}{each.partition}" for each in target)
        for who, target in targets.items()
    }
