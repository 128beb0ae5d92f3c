"""DescribeCluster through bytes."""

from __future__ import annotations

import pytest

from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from tests.support.broker.metadata import broker
from tests.support.requests.harness import BrokerHarness


@pytest.mark.parametrize("version", range(3))
def test_every_version_describes_the_brokers(version: int) -> None:
    """admin A-39, A-41."""
    harness = BrokerHarness()
    response = harness.connect().request(DescribeClusterRequest(), version)
    assert (response.error_code, response.error_message) == (0, None)
    assert (response.cluster_id, response.controller_id) == (harness.broker.cluster_id, 1)
    (node,) = response.brokers
    assert (node.broker_id, node.host, node.port, node.rack) == (1, "127.0.0.1", 9092, None)
    assert response.cluster_authorized_operations == -(2**31)
    asked = DescribeClusterRequest(include_cluster_authorized_operations=True)
    response = harness.connect().request(asked, version)
    assert response.cluster_authorized_operations == 8096


@pytest.mark.parametrize(
    ("endpoint_type", "code", "message"),
    [
        (
            2,
            114,
            "The request was sent to an endpoint of type BROKER, but we wanted an endpoint of "
            "type CONTROLLER",
        ),
        (3, 115, "Unsupported endpoint type 3"),
        (0, 115, "Unsupported endpoint type 0"),
    ],
)
def test_controllers_are_asked_elsewhere(endpoint_type: int, code: int, message: str) -> None:
    """admin H 27, A-39: the rest of the answer is empty."""
    request = DescribeClusterRequest(
        endpoint_type=endpoint_type, include_cluster_authorized_operations=True
    )
    response = BrokerHarness().connect().request(request, 2)
    assert (response.error_code, response.error_message) == (code, message)
    assert (response.endpoint_type, response.cluster_id, response.controller_id) == (1, "", -1)
    assert response.brokers == []
    assert response.cluster_authorized_operations == -(2**31)


def test_fenced_brokers_are_told_if_asked() -> None:
    """admin H 28, A-40."""
    harness = BrokerHarness()
    harness.broker.controller.commit([broker(2, fenced=True), broker(3)], harness.now_ms)
    client = harness.connect()
    plain = client.request(DescribeClusterRequest(), 2)
    assert [(node.broker_id, node.is_fenced) for node in plain.brokers] == [(1, False), (3, False)]
    full = client.request(DescribeClusterRequest(include_fenced_brokers=True), 2)
    assert [(node.broker_id, node.is_fenced) for node in full.brokers] == [
        (1, False),
        (2, True),
        (3, False),
    ]
