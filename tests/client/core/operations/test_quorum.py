"""Changes of the quorum: what is asked."""

from __future__ import annotations

from typing import Any

from kafkawire.client.core.operations import quorum
from kafkawire.client.descriptions import Endpoint
from kafkawire.protocol.messages.describe_quorum_response import DescribeQuorumResponse
from tests.client.support.operations import sources
from tests.client.support.world import World


def test_a_voter_and_its_endpoints() -> None:
    plan = quorum.add_voter(
        sources(World()),
        3,
        b"d" * 16,
        [Endpoint("CONTROLLER", "localhost", 9093)],
        cluster_id="c",
        timeout_ms=5,
    )
    request: Any = plan.operation.ask(plan.keys, 1)
    assert (request.voter_id, request.voter_directory_id) == (3, b"d" * 16)
    assert (request.cluster_id, request.timeout_ms) == ("c", 5)
    (listener,) = request.listeners
    assert (listener.name, listener.host, listener.port) == ("CONTROLLER", "localhost", 9093)


def test_an_error_of_the_whole_and_one_of_the_partition() -> None:
    plan = quorum.describe_quorum(sources(World()))
    whole: Any = plan.operation.read(DescribeQuorumResponse(error_code=31), plan.keys, 2)
    assert [error.code for error in whole.values()] == [31]
    partition = DescribeQuorumResponse.PartitionData(error_code=3, error_message="not here")
    topic = DescribeQuorumResponse.TopicData(partitions=[partition])
    told: Any = plan.operation.read(DescribeQuorumResponse(topics=[topic]), plan.keys, 2)
    assert [error.code for error in told.values()] == [3]
