"""What the components of a producer share."""

from __future__ import annotations

from kafkawire.client.core.producing.cluster import Cluster
from tests.client.support.world import World


def test_network_and_metadata_of_a_client_fit() -> None:
    world = World()
    cluster = Cluster(world.network, world.metadata, world.timers, world.random)
    cluster.metadata.want(["orders"], world.now_ms)
    world.settle()
    assert "orders" in cluster.metadata.view.topics
