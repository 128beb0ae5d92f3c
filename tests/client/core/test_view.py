"""What a view returns for topics and partitions that it has, and for others."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from kafkawire.client.core.view import ClusterView, Node, PartitionView, TopicView
from kafkawire.client.values import TopicPartition

ORDERS = TopicPartition("orders", 0)
LEADERLESS = TopicPartition("orders", 1)
STRANGE = TopicPartition("orders", 2)
PARTITIONS = {0: PartitionView(1, 5), 1: PartitionView(-1, 5), 2: PartitionView(9, 5)}
VIEW = ClusterView(
    nodes={1: Node(1, "one", 9092)},
    topics={"orders": TopicView("orders", b"i" * 16, PARTITIONS)},
)


def test_a_leader_has_an_address() -> None:
    assert VIEW.leader(ORDERS) == (1, "one", 9092, None)
    assert VIEW.leader(LEADERLESS) is None
    assert VIEW.leader(STRANGE) is None, "its broker has no address"
    assert VIEW.leader(TopicPartition("none", 0)) is None
    assert str(VIEW.nodes[1]) == "broker 1 at one:9092"


@pytest.mark.parametrize("part", [VIEW, VIEW.nodes[1], VIEW.topics["orders"], PARTITIONS[0]])
def test_nothing_of_a_view_can_be_changed(part: NamedTuple) -> None:
    """client E-1: a newer one takes its place as a whole."""
    for name in part._fields:
        with pytest.raises(AttributeError):
            setattr(part, name, None)


def test_topics_have_ids_where_the_cluster_has_them() -> None:
    assert VIEW.topic_id("orders") == b"i" * 16
    assert VIEW.topic_id("none") == bytes(16)
    assert VIEW.partition(ORDERS) == (1, 5, (), (), (), 0)
    assert VIEW.partition(TopicPartition("orders", 7)) is None
