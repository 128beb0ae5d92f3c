"""Operations on the nodes of a cluster: describe the metadata's quorum, add and remove nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, for_all, outcome
from kafkawire.client.core.operations.topics import CONTROLLER_MOVED
from kafkawire.client.descriptions import Endpoint, QuorumDescription, QuorumReplica
from kafkawire.client.errors import ClientError, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest
from kafkawire.protocol.messages.unregister_broker_request import UnregisterBrokerRequest
from kafkawire.protocol.messages.unregister_controller_request import UnregisterControllerRequest

QUORUM = "the metadata quorum"
METADATA_TOPIC = "__cluster_metadata"


def describe_quorum(sources: Sources) -> Plan[str, QuorumDescription]:
    """Describe the nodes that keep the metadata log; there is one key."""

    def ask(keys: Sequence[str], version: int) -> DescribeQuorumRequest:
        partition = DescribeQuorumRequest.PartitionData(partition_index=0)
        topic = DescribeQuorumRequest.TopicData(topic_name=METADATA_TOPIC, partitions=[partition])
        return DescribeQuorumRequest(topics=[topic])

    operation = Operation(
        ApiKey.DESCRIBE_QUORUM,
        "describe the metadata quorum",
        sources.anyone(),
        ask,
        lambda answer, keys, version: {QUORUM: _quorum(answer)},
    )
    return Plan(operation, [QUORUM])


def _quorum(answer: Any) -> QuorumDescription | ClientError:
    api = ApiKey.DESCRIBE_QUORUM
    if answer.error_code:
        return refusal(answer.error_code, answer.error_message or "", api=api)
    (topic,) = answer.topics
    (found,) = topic.partitions
    described = QuorumDescription(
        found.leader_id,
        found.leader_epoch,
        found.high_watermark,
        tuple(map(_replica, found.current_voters)),
        tuple(map(_replica, found.observers)),
        {
            node.node_id: tuple(
                Endpoint(each.name, each.host, each.port) for each in node.listeners
            )
            for node in answer.nodes
        },
    )
    return outcome(described, found, api=api, what=METADATA_TOPIC)


def _replica(each: Any) -> QuorumReplica:
    fetched_ms, caught_up_ms = each.last_fetch_timestamp, each.last_caught_up_timestamp
    return QuorumReplica(
        each.replica_id,
        each.replica_directory_id,
        each.log_end_offset,
        None if fetched_ms < 0 else fetched_ms,
        None if caught_up_ms < 0 else caught_up_ms,
    )


def add_voter(
    sources: Sources,
    node_id: int,
    directory_id: bytes,
    endpoints: Sequence[Endpoint],
    *,
    cluster_id: str | None,
    timeout_ms: int,
) -> Plan[str, None]:
    """Have one more controller vote on the metadata log; there is one key."""
    request = AddRaftVoterRequest(
        cluster_id=cluster_id,
        timeout_ms=timeout_ms,
        voter_id=node_id,
        voter_directory_id=directory_id,
        listeners=[
            AddRaftVoterRequest.Listener(name=each.listener, host=each.host, port=each.port)
            for each in endpoints
        ],
    )
    return _change(sources, ApiKey.ADD_RAFT_VOTER, "add a voter", request)


def remove_voter(
    sources: Sources, node_id: int, directory_id: bytes, *, cluster_id: str | None
) -> Plan[str, None]:
    """Have a controller vote no more on the metadata log; there is one key."""
    request = RemoveRaftVoterRequest(
        cluster_id=cluster_id, voter_id=node_id, voter_directory_id=directory_id
    )
    return _change(sources, ApiKey.REMOVE_RAFT_VOTER, "remove a voter", request)


def unregister_broker(sources: Sources, node_id: int) -> Plan[str, None]:
    """Have the cluster forget a broker that is gone for good; there is one key."""
    request = UnregisterBrokerRequest(broker_id=node_id)
    return _change(sources, ApiKey.UNREGISTER_BROKER, "unregister a broker", request)


def unregister_controller(sources: Sources, node_id: int) -> Plan[str, None]:
    """Have the cluster forget a controller that is gone for good; there is one key."""
    request = UnregisterControllerRequest(controller_id=node_id)
    return _change(sources, ApiKey.UNREGISTER_CONTROLLER, "unregister a controller", request)


def _change(sources: Sources, api: ApiKey, what: str, request: Message) -> Plan[str, None]:
    """A request with an error code and nothing else in its answer."""

    def read(answer: Any, keys: Sequence[str], version: int) -> dict[str, ClientError | None]:
        return for_all(keys, None, answer, api=api)

    operation = Operation(
        api, what, sources.anyone(), lambda keys, version: request, read, again=CONTROLLER_MOVED
    )
    return Plan(operation, [what])
