"""The cluster as its controllers describe it."""

from __future__ import annotations

from random import Random

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.controllers import as_metadata, controllers_request
from kafkawire.client.core.metadata import Metadata, MetadataOptions
from kafkawire.client.core.view import Node
from kafkawire.protocol.messages.describe_cluster_response import DescribeClusterResponse
from kafkawire.timers import Timers

DESCRIBE_CLUSTER = 60


def described(error_code: int = 0) -> DescribeClusterResponse:
    brokers = [
        DescribeClusterResponse.DescribeClusterBroker(broker_id=id_, host="c", port=9000 + id_)
        for id_ in (100, 101)
    ]
    return DescribeClusterResponse(
        error_code=error_code, endpoint_type=2, cluster_id="x", controller_id=101, brokers=brokers
    )


class Calls:
    """An outbox whose calls the test answers."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def send(self, call: Call, now_ms: int) -> None:
        self.calls.append(call)

    def withdraw(self, call: Call) -> None:
        raise AssertionError("nothing is withdrawn")


def test_controllers_are_asked_to_describe_themselves() -> None:
    """client D-19."""
    calls = Calls()
    metadata = Metadata(MetadataOptions(asks_controllers=True), calls, Timers(), Random(1))
    metadata.request_update(0)
    (call,) = calls.calls
    assert (call.api, call.versions) == (DESCRIBE_CLUSTER, (1, 2))
    assert call.request == controllers_request()
    call.done(Answer(-1, 2, described()), 5)
    assert metadata.view.nodes == {
        100: Node(100, "c", 9100, None),
        101: Node(101, "c", 9101, None),
    }
    assert (metadata.view.cluster_id, metadata.view.controller) == ("x", 101)
    assert metadata.view.topics == {}


def test_an_error_of_the_answer_stays_one() -> None:
    """client D-16: 129 means to begin anew."""
    assert as_metadata(described(129)).error_code == 129
