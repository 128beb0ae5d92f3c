"""Operations on the replicas of partitions: elect leaders, move replicas to other brokers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, by_partition, for_all, outcome
from kafkawire.client.core.operations.topics import CONTROLLER_MOVED
from kafkawire.client.descriptions import Reassignment
from kafkawire.client.errors import ClientError, refusal
from kafkawire.client.values import TopicPartition, by_topic
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.alter_partition_reassignments_request import (
    AlterPartitionReassignmentsRequest,
)
from kafkawire.protocol.messages.elect_leaders_request import ElectLeadersRequest
from kafkawire.protocol.messages.list_partition_reassignments_request import (
    ListPartitionReassignmentsRequest,
)

ELECTIONS = {"preferred": 0, "unclean": 1}
ELECTION = "the election"
REASSIGNMENTS = "partition reassignments"
TYPES_SINCE = 1
Elected = Mapping[TopicPartition, ClientError | None]
Reassignments = Mapping[TopicPartition, Reassignment]


def elect_leaders(
    sources: Sources, kind: str, partitions: Sequence[TopicPartition] | None, *, timeout_ms: int
) -> Plan[str, Elected]:
    """Elect leaders, of all partitions with None; there is one key.

    A result has what became of each partition. Of all partitions, those that need no election are
    left out.
    """

    def ask(keys: Sequence[str], version: int) -> ElectLeadersRequest:
        wanted = [
            ElectLeadersRequest.TopicPartitions(topic=topic, partitions=indexes)
            for topic, indexes in by_topic(partitions or ()).items()
        ]
        return ElectLeadersRequest(
            election_type=ELECTIONS[kind],
            topic_partitions=None if partitions is None else wanted,
            timeout_ms=timeout_ms,
        )

    def read(answer: Any, keys: Sequence[str], version: int) -> dict[str, Elected | ClientError]:
        if answer.error_code:
            return {ELECTION: refusal(answer.error_code, api=ApiKey.ELECT_LEADERS)}
        return {
            ELECTION: {
                TopicPartition(topic.topic, each.partition_id): outcome(
                    None, each, api=ApiKey.ELECT_LEADERS, what=f"{topic.topic}-{each.partition_id}"
                )
                for topic in answer.replica_election_results
                for each in topic.partition_result
            }
        }

    operation = Operation(
        ApiKey.ELECT_LEADERS,
        "elect leaders",
        sources.controller(),
        ask,
        read,
        least=TYPES_SINCE if ELECTIONS[kind] else 0,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, [ELECTION])


def alter_reassignments(
    sources: Sources,
    replicas: Mapping[TopicPartition, Sequence[int] | None],
    *,
    timeout_ms: int,
) -> Plan[TopicPartition, None]:
    """Move partitions to the brokers that are given; None cancels a move that is under way."""

    def wanted(topic: str, index: int) -> AlterPartitionReassignmentsRequest.ReassignablePartition:
        brokers = replicas[TopicPartition(topic, index)]
        return AlterPartitionReassignmentsRequest.ReassignablePartition(
            partition_index=index, replicas=None if brokers is None else list(brokers)
        )

    def ask(keys: Sequence[TopicPartition], version: int) -> AlterPartitionReassignmentsRequest:
        topics = [
            AlterPartitionReassignmentsRequest.ReassignableTopic(
                name=topic, partitions=[wanted(topic, index) for index in indexes]
            )
            for topic, indexes in by_topic(keys).items()
        ]
        return AlterPartitionReassignmentsRequest(topics=topics, timeout_ms=timeout_ms)

    def read(
        answer: Any, keys: Sequence[TopicPartition], version: int
    ) -> dict[TopicPartition, ClientError | None]:
        api = ApiKey.ALTER_PARTITION_REASSIGNMENTS
        if answer.error_code:
            error = refusal(answer.error_code, answer.error_message or "", api=api)
            return dict.fromkeys(keys, error)
        return by_partition(answer.responses, lambda each: None, api=api)

    operation = Operation(
        ApiKey.ALTER_PARTITION_REASSIGNMENTS,
        "alter partition reassignments",
        sources.controller(),
        ask,
        read,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, list(replicas))


def list_reassignments(
    sources: Sources, partitions: Sequence[TopicPartition] | None, *, timeout_ms: int
) -> Plan[str, Reassignments]:
    """Find the partitions that are being moved, of all with None; there is one key."""

    def ask(keys: Sequence[str], version: int) -> ListPartitionReassignmentsRequest:
        wanted = [
            ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics(
                name=topic, partition_indexes=indexes
            )
            for topic, indexes in by_topic(partitions or ()).items()
        ]
        return ListPartitionReassignmentsRequest(
            topics=None if partitions is None else wanted, timeout_ms=timeout_ms
        )

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, Reassignments | ClientError]:
        found: Reassignments = {
            TopicPartition(topic.name, each.partition_index): Reassignment(
                tuple(each.replicas), tuple(each.adding_replicas), tuple(each.removing_replicas)
            )
            for topic in answer.topics
            for each in topic.partitions
        }
        return for_all(keys, found, answer, api=ApiKey.LIST_PARTITION_REASSIGNMENTS)

    operation = Operation(
        ApiKey.LIST_PARTITION_REASSIGNMENTS,
        "list partition reassignments",
        sources.controller(),
        ask,
        read,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, [REASSIGNMENTS])
