"""An order that does not vary, for lists of answers whose order could not be compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compat.oracle.names import Names
from kafkawire.broker.metadata.topic_names import CONSUMER_OFFSETS, INTERNAL_TOPICS
from kafkawire.protocol.message import Message, Struct
from kafkawire.protocol.messages.add_partitions_to_txn_response import (
    AddPartitionsToTxnResponse,
)
from kafkawire.protocol.messages.alter_replica_log_dirs_response import (
    AlterReplicaLogDirsResponse,
)
from kafkawire.protocol.messages.consumer_group_describe_response import (
    ConsumerGroupDescribeResponse,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_response import (
    ConsumerGroupHeartbeatResponse,
)
from kafkawire.protocol.messages.delete_records_response import DeleteRecordsResponse
from kafkawire.protocol.messages.delete_topics_response import DeleteTopicsResponse
from kafkawire.protocol.messages.describe_client_quotas_response import (
    DescribeClientQuotasResponse,
)
from kafkawire.protocol.messages.describe_groups_response import DescribeGroupsResponse
from kafkawire.protocol.messages.describe_log_dirs_response import DescribeLogDirsResponse
from kafkawire.protocol.messages.describe_producers_response import DescribeProducersResponse
from kafkawire.protocol.messages.describe_quorum_response import DescribeQuorumResponse
from kafkawire.protocol.messages.describe_transactions_response import (
    DescribeTransactionsResponse,
)
from kafkawire.protocol.messages.elect_leaders_response import ElectLeadersResponse
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.list_config_resources_response import ListConfigResourcesResponse
from kafkawire.protocol.messages.list_offsets_response import ListOffsetsResponse
from kafkawire.protocol.messages.list_transactions_response import ListTransactionsResponse
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.messages.write_txn_markers_response import WriteTxnMarkersResponse

UNORDERED_RESOURCES = (16, 32)
"""Metrics subscriptions and groups."""


def order(names: Names, message: Message) -> None:
    """Give the lists that stand in no order that could be compared one that does not vary."""
    found = _ORDERS.get(type(message))
    if found is not None:
        found(names, message)


def _deleted(names: Names, message: Any) -> None:
    message.responses.sort(key=lambda each: _place(names, each))


def _produced(names: Names, message: Any) -> None:
    message.responses.sort(key=lambda each: _place(names, each))
    for topic in message.responses:
        topic.partition_responses.sort(key=lambda each: (each.index, each.error_code))


def _partitions(_names: Names, message: Any) -> None:
    message.topics.sort(key=lambda each: each.name)
    for topic in message.topics:
        topic.partitions.sort(key=lambda each: (each.partition_index, each.error_code))


def _joined(_names: Names, message: Any) -> None:
    message.members.sort(key=lambda each: (each.group_instance_id or "", bytes(each.metadata)))


def _described(_names: Names, message: Any) -> None:
    for group in message.groups:
        group.members.sort(key=_member_place)


def _herds(names: Names, message: Any) -> None:
    for group in message.groups:
        group.members.sort(key=lambda each: each.member_id)
        for member in group.members:
            for assignment in (member.assignment, member.target_assignment):
                assignment.topic_partitions.sort(key=lambda each: each.topic_name)
                for topic in assignment.topic_partitions:
                    topic.partitions = sorted(topic.partitions)
            member.subscribed_topic_names = sorted(member.subscribed_topic_names)


def _assigned(names: Names, message: Any) -> None:
    if message.assignment is not None:
        message.assignment.topic_partitions.sort(key=lambda each: names.topic_id(each.topic_id))
        for topic in message.assignment.topic_partitions:
            topic.partitions = sorted(topic.partitions)


def _producers(_names: Names, message: Any) -> None:
    for topic in message.topics:
        for partition in topic.partitions:
            partition.active_producers.sort(key=lambda each: each.producer_id)


def _added(_names: Names, message: Any) -> None:
    by_transaction = [each.topic_results for each in message.results_by_transaction]
    for topics in (message.results_by_topic_v3_and_below, *by_transaction):
        topics.sort(key=lambda topic: topic.name)
        for topic in topics:
            topic.results_by_partition.sort(key=lambda it: it.partition_index)


def _transactions(_names: Names, message: Any) -> None:
    for each in message.transaction_states:
        each.topics.sort(key=lambda topic: topic.topic)
        for topic in each.topics:
            topic.partitions = sorted(topic.partitions)


def _listed(_names: Names, message: Any) -> None:
    message.transaction_states.sort(key=lambda each: each.transactional_id)
    message.unknown_state_filters = sorted(message.unknown_state_filters)


def _marked(_names: Names, message: Any) -> None:
    for each in message.markers:
        each.topics.sort(key=lambda topic: topic.name)
        for topic in each.topics:
            topic.partitions.sort(key=lambda it: it.partition_index)
    message.markers.sort(key=lambda each: each.producer_id)


def _directories(_names: Names, message: Any) -> None:
    for directory in message.results:
        directory.topics.sort(key=lambda topic: topic.name)
        for topic in directory.topics:
            topic.partitions.sort(key=lambda it: it.partition_index)
            for partition in topic.partitions if topic.name in INTERNAL_TOPICS else ():
                partition.partition_size = 0  # of all that was ever done on that side


def _quorum(_names: Names, message: Any) -> None:
    """Kafka writes into its metadata log twice a second, whatever happens."""
    for topic in message.topics:
        for partition in topic.partitions:
            partition.high_watermark = min(0, partition.high_watermark)
            for replica in (*partition.current_voters, *partition.observers):
                replica.log_end_offset = min(0, replica.log_end_offset)
                replica.last_fetch_timestamp = min(0, replica.last_fetch_timestamp)
                replica.last_caught_up_timestamp = min(0, replica.last_caught_up_timestamp)


def _moved_logs(_names: Names, message: Any) -> None:
    message.results.sort(key=lambda topic: topic.topic_name)
    for topic in message.results:
        topic.partitions.sort(key=lambda it: it.partition_index)


def _elections(_names: Names, message: Any) -> None:
    message.replica_election_results.sort(key=lambda each: each.topic)


def _resources(_names: Names, message: Any) -> None:
    """Kafka keeps those of these kinds in an order that differs from start to start."""
    found = message.config_resources
    places = [at for at, each in enumerate(found) if each.resource_type in UNORDERED_RESOURCES]
    some = sorted((found[at] for at in places), key=lambda it: (it.resource_type, it.resource_name))
    for at, each in zip(places, sorted(some, key=lambda it: -it.resource_type), strict=True):
        found[at] = each


def _quotas(_names: Names, message: Any) -> None:
    def place(entry: DescribeClientQuotasResponse.EntryData) -> list[tuple[str, str]]:
        return [(each.entity_type, each.entity_name or "") for each in entry.entity]

    if message.entries:
        message.entries.sort(key=place)


def _stored(_names: Names, message: Any) -> None:
    """How long the log of groups is depends on the scripts before."""
    for topic in message.responses:
        if topic.topic == CONSUMER_OFFSETS:
            for partition in topic.partitions:
                partition.high_watermark = partition.last_stable_offset = 0


_ORDERS: dict[type[Message], Callable[[Names, Any], None]] = {
    AddPartitionsToTxnResponse: _added,
    DescribeTransactionsResponse: _transactions,
    ListTransactionsResponse: _listed,
    WriteTxnMarkersResponse: _marked,
    DeleteTopicsResponse: _deleted,
    ProduceResponse: _produced,
    DeleteRecordsResponse: _partitions,
    FetchResponse: _stored,
    ListOffsetsResponse: _partitions,
    JoinGroupResponse: _joined,
    DescribeGroupsResponse: _described,
    DescribeProducersResponse: _producers,
    ConsumerGroupDescribeResponse: _herds,
    ConsumerGroupHeartbeatResponse: _assigned,
    DescribeClientQuotasResponse: _quotas,
    DescribeLogDirsResponse: _directories,
    DescribeQuorumResponse: _quorum,
    ListConfigResourcesResponse: _resources,
    AlterReplicaLogDirsResponse: _moved_logs,
    ElectLeadersResponse: _elections,
}


def _member_place(member: DescribeGroupsResponse.DescribedGroupMember) -> tuple[object, ...]:
    data = bytes(member.member_metadata), bytes(member.member_assignment)
    return member.group_instance_id or "", *data


def _place(names: Names, element: Struct) -> tuple[str, int, str]:
    """An order that does not depend on chance, of elements that ids are renamed in."""
    name = getattr(element, "name", None) or ""
    known = names.known("id", getattr(element, "topic_id", None))
    return name, getattr(element, "error_code", 0), known
