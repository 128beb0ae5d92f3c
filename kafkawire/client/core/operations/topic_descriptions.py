"""Descriptions of topics, by DescribeTopicPartitions or by Metadata.

    names    DescribeTopicPartitions, page by page (KIP-966); Metadata where brokers do not have it
    ids      Metadata, since DescribeTopicPartitions has names only

Kafka's Admin sends DescribeCluster before the first page, for the addresses of the brokers that
partitions name. A `PartitionDescription` has the ids of brokers, so it is not sent here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kafkawire.client.core.operations.operation import Operation, Paged
from kafkawire.client.core.operations.sources import Plan, Sources, operations_of, outcome
from kafkawire.client.core.operations.topics import by_name_or_id
from kafkawire.client.descriptions import PartitionDescription, TopicDescription
from kafkawire.client.errors import ClientError
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.describe_topic_partitions_request import (
    DescribeTopicPartitionsRequest,
)
from kafkawire.protocol.messages.describe_topic_partitions_response import (
    DescribeTopicPartitionsResponse,
)
from kafkawire.protocol.messages.metadata_request import MetadataRequest

PAGE_PARTITIONS = 2000
"""Partitions in one page at most; brokers have a limit of their own."""
DESCRIBE_BY_ID_SINCE = 12
LEADER_NOT_AVAILABLE = 5

Request = DescribeTopicPartitionsRequest
Topic = DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponseTopic
Partition = DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponsePartition
Told = dict[str | bytes, TopicDescription | ClientError | Paged]


def describe_by_name(
    sources: Sources, names: Sequence[str], *, include_authorized_operations: bool
) -> Plan[str | bytes, TopicDescription]:
    """Describe topics; the keys are their names, of which none is empty."""
    pages = _Pages(include_authorized_operations=include_authorized_operations)
    operation: Operation[str | bytes, TopicDescription] = Operation(
        ApiKey.DESCRIBE_TOPIC_PARTITIONS,
        "describe topics",
        sources.anyone(),
        pages.ask,
        pages.read,
        again=frozenset(),
    )
    instead = _by_metadata(sources, names, 4, include_authorized_operations)
    return Plan(operation, names, instead)


def describe_by_id(
    sources: Sources, ids: Sequence[bytes], *, include_authorized_operations: bool
) -> Plan[str | bytes, TopicDescription]:
    """Describe topics; the keys are their ids of 16 bytes."""
    return _by_metadata(sources, ids, DESCRIBE_BY_ID_SINCE, include_authorized_operations)


# Page by page


class _Pages:
    """The pages of one description: where the next one begins, and what comes before that.

    Every page ends a topic, or is further on in the one that the page before has cut. An answer
    that does neither leaves its topics unanswered: no broker can have pages sent for ever.
    """

    def __init__(self, *, include_authorized_operations: bool) -> None:
        self._has_operations = include_authorized_operations
        self._cut: Topic | None = None
        """A topic with its partitions of all pages so far; others follow."""
        self._next_partition = 0
        """The partition of the cut topic that the next page begins with."""

    def ask(self, keys: Sequence[str | bytes], version: int) -> Request:
        """Make the request for the next page: on from the cut topic, if there is one."""
        cursor = None
        if self._cut is not None:
            name = self._cut.name or ""
            cursor = Request.Cursor(topic_name=name, partition_index=self._next_partition)
        return Request(
            topics=[Request.TopicRequest(name=str(key)) for key in keys],
            response_partition_limit=PAGE_PARTITIONS,
            cursor=cursor,
        )

    def read(
        self, answer: DescribeTopicPartitionsResponse, keys: Sequence[str | bytes], version: int
    ) -> Told:
        """Return the topics that the page ends, and MORE for the others unless it is the last."""
        wanted = set(keys)
        found = {topic.name or "": topic for topic in answer.topics if topic.name in wanted}
        told = self._join(found)
        cursor = answer.next_cursor
        cut = None if cursor is None else found.get(cursor.topic_name)
        if cut is not None and cut.error_code:
            cut = None
        told |= {name: self._told(topic) for name, topic in found.items() if topic is not cut}
        is_further = bool(told)
        if cursor is not None and cut is not None:
            is_further |= cursor.partition_index > (self._next_partition if cut is self._cut else 0)
            self._next_partition = cursor.partition_index
        self._cut = cut
        if cursor is not None and is_further:
            return {key: told.get(key, Paged.MORE) for key in keys}
        return told

    def _join(self, found: dict[str, Topic]) -> Told:
        """Join the cut topic with its partitions of this page.

        A topic that was deleted and created again between the pages is described from its start.
        """
        cut = self._cut
        rest = None if cut is None else found.get(cut.name or "")
        if cut is None or rest is None or rest.error_code:
            return {}
        if rest.topic_id != cut.topic_id:
            del found[cut.name or ""]
            return {cut.name or "": Paged.MORE}
        cut.partitions.extend(rest.partitions)
        found[cut.name or ""] = cut
        return {}

    def _told(self, topic: Topic) -> TopicDescription | ClientError:
        partitions = [_with_eligible(each) for each in topic.partitions]
        described = _described(topic, partitions)
        if not self._has_operations:  # brokers send them always
            described = described._replace(authorized_operations=None)
        what = f"topic {topic.name}"
        return outcome(described, topic, api=ApiKey.DESCRIBE_TOPIC_PARTITIONS, what=what)


def _with_eligible(each: Partition) -> PartitionDescription:
    return _partition(each)._replace(
        eligible_leaders=tuple(each.eligible_leader_replicas or ()),
        last_known_eligible_leaders=tuple(each.last_known_elr or ()),
    )


# Metadata


def _by_metadata(
    sources: Sources,
    topics: Sequence[str | bytes],
    least: int,
    include_authorized_operations: bool,
) -> Plan[str | bytes, TopicDescription]:
    def wanted(key: str | bytes) -> MetadataRequest.MetadataRequestTopic:
        if isinstance(key, str):
            return MetadataRequest.MetadataRequestTopic(name=key)
        return MetadataRequest.MetadataRequestTopic(name=None, topic_id=key)

    def ask(keys: Sequence[str | bytes], version: int) -> MetadataRequest:
        return MetadataRequest(
            topics=[wanted(key) for key in keys],
            allow_auto_topic_creation=False,
            include_topic_authorized_operations=include_authorized_operations,
        )

    def told(topic: Any) -> TopicDescription:
        return _described(topic, [_partition(each) for each in topic.partitions])

    def read(
        answer: Any, keys: Sequence[str | bytes], version: int
    ) -> dict[str | bytes, TopicDescription | ClientError]:
        return by_name_or_id(answer.topics, told, keys, api=ApiKey.METADATA)

    operation = Operation(
        ApiKey.METADATA,
        "describe topics",
        sources.anyone(),
        ask,
        read,
        least=least,
        again=frozenset({LEADER_NOT_AVAILABLE}),
    )
    return Plan(operation, topics)


def _described(topic: Any, partitions: Iterable[PartitionDescription]) -> TopicDescription:
    return TopicDescription(
        topic.name or "",
        topic.topic_id,
        topic.is_internal,
        tuple(sorted(partitions, key=lambda each: each.partition)),
        operations_of(topic.topic_authorized_operations),
    )


def _partition(each: Any) -> PartitionDescription:
    return PartitionDescription(
        each.partition_index,
        None if each.leader_id < 0 else each.leader_id,
        None if each.leader_epoch < 0 else each.leader_epoch,
        tuple(each.replica_nodes),
        tuple(each.isr_nodes),
        tuple(each.offline_replicas),
    )
