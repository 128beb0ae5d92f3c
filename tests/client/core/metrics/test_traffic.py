"""Connections, requests and responses, counted."""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.client.core.metrics.readings import Scope
from kafkawire.client.core.metrics.traffic import Traffic
from kafkawire.client.core.wire import Link
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse

LIST_GROUPS = 16
SCOPE = Scope("consumer-metrics", {"client-id": "me"})


class Seen(NamedTuple):
    api: int = LIST_GROUPS
    version: int = 4
    correlation_id: int = 0
    sent_ms: int = 0


def values(traffic: Traffic, now_ms: int) -> dict[str, float]:
    return {each.key: each.value for each in traffic.readings(SCOPE, now_ms)}


def test_requests_count_for_the_client_its_node_and_their_api() -> None:
    """client K-30: Kafka's names, and a group of its own for nodes."""
    traffic, link = Traffic(), Link(7, "a", 1)
    traffic.opened(link, 0)
    traffic.sent(link, Seen(), bytes(100), 0)
    traffic.came(link, Seen(), bytes(40), ListGroupsResponse(throttle_time_ms=9), 30)
    traffic.sent(link, Seen(sent_ms=30), bytes(300), 30)
    found = values(traffic, 30)
    for tags in (
        "consumer-metrics:{}{{client-id=me}}",
        "consumer-node-metrics:{}{{client-id=me,node-id=node-7}}",
    ):
        assert found[tags.format("request-total")] == 2
        assert found[tags.format("request-size-avg")] == 200
        assert found[tags.format("request-size-max")] == 300
        assert found[tags.format("outgoing-byte-total")] == 400
        assert found[tags.format("response-total")] == 1
        assert found[tags.format("incoming-byte-total")] == 40
    assert found["consumer-node-metrics:request-latency-max{client-id=me,node-id=node-7}"] == 30
    assert found["consumer-metrics:network-io-total{client-id=me}"] == 3
    api = traffic.of(LIST_GROUPS)
    assert (api.sent.count, api.sizes.total, api.latencies.total, api.throttles.total) == (
        2,
        40,
        30,
        9,
    )


def test_connections_are_counted() -> None:
    """client K-30."""
    traffic = Traffic()
    for node in (1, 2, 3):
        traffic.opened(Link(node, "a", 1), 0)
    traffic.closed(Link(2, "a", 1), "lost", 5)
    found = values(traffic, 5)
    assert found["consumer-metrics:connection-count{client-id=me}"] == 2
    assert found["consumer-metrics:connection-creation-total{client-id=me}"] == 3
    assert found["consumer-metrics:connection-close-total{client-id=me}"] == 1


def test_nodes_are_kept_within_a_bound() -> None:
    traffic = Traffic()
    for node in range(1_005):
        traffic.sent(Link(node, "a", 1), Seen(), b"x", 0)
    nodes = {key for key in values(traffic, 0) if "node-metrics:request-total" in key}
    assert len(nodes) == 1_000
    assert "consumer-node-metrics:request-total{client-id=me,node-id=node-4}" not in nodes
