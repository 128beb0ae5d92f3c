"""DescribeQuorum through bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from tests.support.requests.harness import START_MS, BrokerHarness

METADATA = "__cluster_metadata"
Topic = tuple[str, Sequence[int]]


def describe(harness: BrokerHarness, *topics: Topic, version: int = 2) -> Any:
    make = DescribeQuorumRequest
    request = make(
        topics=[
            make.TopicData(
                topic_name=name,
                partitions=[make.PartitionData(partition_index=each) for each in indexes],
            )
            for name, indexes in topics
        ]
    )
    return harness.connect().request(request, version)


@pytest.mark.parametrize("version", range(3))
def test_the_one_voter_leads(version: int) -> None:
    """admin D-22."""
    harness = BrokerHarness()
    response = describe(harness, (METADATA, [0]), version=version)
    assert response.error_code == 0
    ((partition,),) = (topic.partitions for topic in response.topics)
    end = harness.broker.controller.log.end_offset
    assert (partition.error_code, partition.leader_id, partition.leader_epoch) == (0, 1, 1)
    assert (partition.high_watermark, partition.observers) == (end, [])
    (voter,) = partition.current_voters
    assert (voter.replica_id, voter.log_end_offset) == (1, end)
    times = (voter.last_fetch_timestamp, voter.last_caught_up_timestamp)
    assert times == ((START_MS, START_MS) if version else (-1, -1))
    assert voter.replica_directory_id == bytes(16)
    if version == 2:
        assert (response.error_message, partition.error_message) == ("", "")
        (node,) = response.nodes
        (listener,) = node.listeners
        assert (node.node_id, listener.name, listener.host) == (1, "CONTROLLER", "127.0.0.1")


@pytest.mark.parametrize(
    "topics",
    [
        [("t", [0])],
        [(METADATA, [1])],
        [(METADATA, [0, 0])],
        [(METADATA, [0]), ("t", [1, 2])],
        [(METADATA, [])],
        [],
    ],
)
def test_of_anything_else_nothing_is_told(topics: list[Topic]) -> None:
    """admin D-21, H 100."""
    response = describe(BrokerHarness(), *topics)
    assert (response.error_code, response.nodes) == (0, [])
    told = [
        (each.topic_name, [p.partition_index for p in each.partitions]) for each in response.topics
    ]
    assert told == topics
    for topic in response.topics:
        for each in topic.partitions:
            assert (each.error_code, each.leader_id, each.leader_epoch) == (3, 0, 0)
            assert (each.high_watermark, each.current_voters) == (0, [])
            assert each.error_message == "This server does not host this topic-partition."
