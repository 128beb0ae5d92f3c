"""Two clusters in one capture: what has one name in both is two things."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.dump.model import Connection, Exchange
from kafkawire.dump.state import clusters as under_test
from kafkawire.dump.state.state import State
from kafkawire.dump.transport import Endpoint
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse
from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.protocol.messages.describe_cluster_response import DescribeClusterResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.talking import Conversation

ORDERS = TopicPartition("orders", 0)


def told(talk: Conversation, on: Connection, cluster_id: str | None, *advertised: Endpoint) -> None:
    """A broker answers which cluster it is of, and who else is."""
    brokers = [
        MetadataResponse.MetadataResponseBroker(node_id=at, host=each.host, port=each.port)
        for at, each in enumerate(advertised)
    ]
    talk.say(MetadataRequest(), MetadataResponse(cluster_id=cluster_id, brokers=brokers), on=on)


def join(talk: Conversation, on: Connection, generation: int = 1) -> Exchange:
    member = JoinGroupResponse.JoinGroupResponseMember(member_id="m")
    answer = JoinGroupResponse(
        generation_id=generation, member_id="m", leader="m", members=[member]
    )
    asked = JoinGroupRequest(group_id="g", member_id="m", protocol_type="consumer")
    return talk.say(asked, answer, 5, on=on)


def begin(talk: Conversation, on: Connection) -> Exchange:
    topics: list[Any] = [
        AddPartitionsToTxnRequest.AddPartitionsToTxnTopic(name="orders", partitions=[0])
    ]
    results: list[Any] = [
        AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult(
            name="orders",
            results_by_partition=[
                AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult(partition_index=0)
            ],
        )
    ]
    asked = AddPartitionsToTxnRequest(
        v3_and_below_transactional_id="pay",
        v3_and_below_producer_id=7,
        v3_and_below_topics=topics,
    )
    answer = AddPartitionsToTxnResponse(results_by_topic_v3_and_below=results)
    return talk.say(asked, answer, 3, on=on)


def two_clusters() -> tuple[Conversation, Connection, Connection]:
    talk = Conversation()
    east, west = talk.connect(1, "billing"), talk.connect(2, "mirror")
    told(talk, east, "east")
    told(talk, west, "west")
    return talk, east, west


def number(state: State, connection: Connection) -> int:
    return state.clusters.of(connection)


def test_groups_of_one_name_stay_apart() -> None:
    talk, east, west = two_clusters()
    join(talk, east, 7)
    assert join(talk, west, 1).group.generation == 1
    known = [talk.state.groups.find("g", cluster) for cluster in (0, 1)]
    assert [each.generation for each in known if each] == [7, 1]


def test_transactions_of_one_name_hold_back_readers_of_their_own_cluster() -> None:
    talk, east, west = two_clusters()
    begin(talk, west)
    assert talk.state.transactions.open_on(ORDERS, east) is None
    assert talk.state.transactions.open_on(ORDERS, west) is not None
    begin(talk, east)
    known = [talk.state.transactions.find("pay", cluster) for cluster in (0, 1)]
    assert all(each and each.state == "ongoing" for each in known)


def test_in_one_cluster_nobody_has_to_be_known() -> None:
    """A coordinator's connection may show nothing else, and a capture begin in the middle."""
    talk = Conversation()
    told(talk, talk.connect(1), "east")
    told(talk, talk.connect(2), "east")
    stranger = talk.connect(3, "whoever")
    join(talk, stranger, 4)
    assert join(talk, talk.connect(1), 5).group.members == 1
    assert number(talk.state, stranger) == 0


def test_a_broker_is_known_by_its_advertised_address() -> None:
    talk = Conversation()
    told(talk, talk.connect(1), "east")
    coordinator = talk.connect(5, "another")
    told(talk, talk.connect(2), "west", Endpoint("broker-5", 9092), coordinator.server)
    assert number(talk.state, coordinator) == 1
    told(talk, talk.connect(5, "third"), "west")
    assert number(talk.state, talk.connect(8, "third")) == 1


def test_a_broker_with_a_name_is_known_by_the_client() -> None:
    talk, _, _ = two_clusters()
    assert number(talk.state, talk.connect(8, "mirror")) == 1
    assert number(talk.state, talk.connect(8, "billing")) == 0
    assert number(talk.state, talk.connect(8, "stranger")) == 0


def test_describing_a_cluster_tells_it_too_and_no_id_tells_nothing() -> None:
    talk = Conversation()
    east, west = talk.connect(1, "a"), talk.connect(2, "b")
    told(talk, east, None)
    told(talk, east, "east")
    talk.say(DescribeClusterRequest(), DescribeClusterResponse(cluster_id="west"), on=west)
    assert [number(talk.state, each) for each in (east, west)] == [0, 1]
    talk.say(MetadataRequest(), None, on=talk.connect(9, "c"))


def test_what_is_known_of_clusters_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CLUSTERS_MAX", "BROKERS_MAX", "CLIENTS_MAX"):
        monkeypatch.setattr(under_test, name, 2)
    talk = Conversation()
    for at in range(5):
        told(talk, talk.connect(at, f"c{at}"), f"cluster-{at}", Endpoint("a", at))
    clusters = talk.state.clusters
    assert [len(each) for each in (clusters._numbers, clusters._brokers, clusters._clients)] == [
        2, 2, 2,
    ]  # fmt: skip
