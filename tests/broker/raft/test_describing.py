"""DescribeQuorum."""

from __future__ import annotations

from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from kafkawire.protocol.messages.describe_quorum_response import DescribeQuorumResponse
from tests.support.broker.raft_replicas import TOPIC, Alone
from tests.support.broker.raft_world import key


def describe(alone: Alone, topic: str = TOPIC, version: int = 2) -> DescribeQuorumResponse:
    partition = DescribeQuorumRequest.PartitionData(partition_index=0)
    topics = [DescribeQuorumRequest.TopicData(topic_name=topic, partitions=[partition])]
    response = alone.ask(DescribeQuorumRequest(topics=topics), version)
    assert isinstance(response, DescribeQuorumResponse)
    assert response.encode(version)
    return response


def test_the_leader_describes_voters_and_observers() -> None:
    """replication A-67: the leader's last fetch is now; directories are those of the fetches."""
    alone = Alone(level=1)
    alone.lead()
    alone.wait(500)
    alone.fetched_by(2, 3, 1)
    alone.fetched_by(9, 1, 1)
    alone.wait(100)
    response = describe(alone)
    (partition,) = response.topics[0].partitions
    assert (partition.error_code, partition.leader_id, partition.leader_epoch) == (0, 1, 1)
    assert partition.high_watermark == 3
    start = alone.now_ms
    rows = [
        (e.replica_id, e.log_end_offset, e.last_fetch_timestamp, e.last_caught_up_timestamp)
        for e in partition.current_voters
    ]
    assert rows == [(1, 3, start, start), (2, 3, start - 100, start - 100), (3, -1, -1, -1)]
    (observer,) = partition.observers
    assert (observer.replica_id, observer.replica_directory_id) == (9, key(9).directory_id)
    assert (observer.log_end_offset, observer.last_caught_up_timestamp) == (1, -1)
    assert [(node.node_id, node.listeners[0].port) for node in response.nodes] == [
        (1, 9001),
        (2, 9002),
        (3, 9003),
    ]
    assert not describe(alone, version=1).nodes


def test_an_observer_that_stopped_is_not_listed() -> None:
    """replication A-16, A-67."""
    alone = Alone((1,))
    alone.fetched_by(9, 1, 1)
    alone.now_ms += 299_999
    assert describe(alone).topics[0].partitions[0].observers
    alone.now_ms += 1
    assert not describe(alone).topics[0].partitions[0].observers


def test_fixed_voters_have_no_directory() -> None:
    """replication A-59."""
    alone = Alone((1, 2))
    alone.lead()
    alone.fetched_by(2, 1, 1)
    voters = describe(alone).topics[0].partitions[0].current_voters
    assert [each.replica_directory_id for each in voters] == [bytes(16), bytes(16)]


def test_others_refuse_in_the_partition() -> None:
    """replication A-67."""
    alone = Alone()
    alone.follow()
    response = describe(alone)
    (partition,) = response.topics[0].partitions
    assert (response.error_code, partition.error_code) == (0, 6)
    assert (partition.leader_id, partition.leader_epoch, partition.high_watermark) == (0, 0, 0)
    assert describe(alone, "t").topics[0].partitions[0].error_code == 3
