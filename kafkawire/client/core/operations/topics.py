"""Operations on topics: create, delete, list, more partitions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import (
    Plan,
    Sources,
    outcome,
)
from kafkawire.client.descriptions import (
    CreatedTopic,
    NewTopic,
    TopicListing,
)
from kafkawire.client.errors import ClientError
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.since import DELETE_TOPICS_IDS_SINCE

R = TypeVar("R")
ALL = "all topics"
CONTROLLER_MOVED = frozenset({41, 89})
"""Errors after which the controller gets the request again: it moved, or has a quota (KIP-599)."""


def create_topics(
    sources: Sources, topics: Sequence[NewTopic], *, timeout_ms: int, validate_only: bool
) -> Plan[str, CreatedTopic]:
    """Create topics; the keys are their names."""
    wanted = {topic.name: topic for topic in topics}

    def ask(keys: Sequence[str], version: int) -> CreateTopicsRequest:
        return CreateTopicsRequest(
            topics=[_creatable(wanted[key]) for key in keys],
            timeout_ms=timeout_ms,
            validate_only=validate_only,
        )

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, CreatedTopic | ClientError]:
        return {
            each.name: outcome(
                CreatedTopic(
                    each.name, each.topic_id, each.num_partitions, each.replication_factor
                ),
                each,
                api=ApiKey.CREATE_TOPICS,
                what=f"topic {each.name}",
            )
            for each in answer.topics
        }

    least = 1 if validate_only else 0
    operation = Operation(
        ApiKey.CREATE_TOPICS,
        "create topics",
        sources.controller(),
        ask,
        read,
        least=least,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, list(wanted))


def _creatable(topic: NewTopic) -> CreateTopicsRequest.CreatableTopic:
    assignments = [
        CreateTopicsRequest.CreatableReplicaAssignment(
            partition_index=partition, broker_ids=list(brokers)
        )
        for partition, brokers in topic.assignments.items()
    ]
    configs = [
        CreateTopicsRequest.CreatableTopicConfig(name=name, value=value)
        for name, value in topic.configs.items()
    ]
    return CreateTopicsRequest.CreatableTopic(
        name=topic.name,
        num_partitions=-1 if assignments else topic.partitions,
        replication_factor=-1 if assignments else topic.replication_factor,
        assignments=assignments,
        configs=configs,
    )


def delete_topics(
    sources: Sources, topics: Sequence[str | bytes], *, timeout_ms: int
) -> Plan[str | bytes, None]:
    """Delete topics; the keys are their names, or ids of 16 bytes."""

    def ask(keys: Sequence[str | bytes], version: int) -> DeleteTopicsRequest:
        if version < DELETE_TOPICS_IDS_SINCE:
            return DeleteTopicsRequest(
                topic_names=[str(key) for key in keys], timeout_ms=timeout_ms
            )
        states = [
            DeleteTopicsRequest.DeleteTopicState(name=key)
            if isinstance(key, str)
            else DeleteTopicsRequest.DeleteTopicState(name=None, topic_id=key)
            for key in keys
        ]
        return DeleteTopicsRequest(topics=states, timeout_ms=timeout_ms)

    def read(
        answer: Any, keys: Sequence[str | bytes], version: int
    ) -> dict[str | bytes, ClientError | None]:
        return by_name_or_id(answer.responses, lambda each: None, keys, api=ApiKey.DELETE_TOPICS)

    has_ids = any(isinstance(topic, bytes) for topic in topics)
    operation = Operation(
        ApiKey.DELETE_TOPICS,
        "delete topics",
        sources.controller(),
        ask,
        read,
        least=DELETE_TOPICS_IDS_SINCE if has_ids else 0,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, topics)


def create_partitions(
    sources: Sources,
    counts: Mapping[str, int],
    *,
    assignments: Mapping[str, Sequence[Sequence[int]]],
    timeout_ms: int,
    validate_only: bool,
) -> Plan[str, None]:
    """Have topics have so many partitions; the keys are their names."""

    def wanted(key: str) -> CreatePartitionsRequest.CreatePartitionsTopic:
        given = assignments.get(key)
        return CreatePartitionsRequest.CreatePartitionsTopic(
            name=key,
            count=counts[key],
            assignments=None
            if given is None
            else [
                CreatePartitionsRequest.CreatePartitionsAssignment(broker_ids=list(brokers))
                for brokers in given
            ],
        )

    def ask(keys: Sequence[str], version: int) -> CreatePartitionsRequest:
        return CreatePartitionsRequest(
            topics=[wanted(key) for key in keys],
            timeout_ms=timeout_ms,
            validate_only=validate_only,
        )

    def read(answer: Any, keys: Sequence[str], version: int) -> dict[str, ClientError | None]:
        return {
            each.name: outcome(None, each, api=ApiKey.CREATE_PARTITIONS, what=f"topic {each.name}")
            for each in answer.results
        }

    operation = Operation(
        ApiKey.CREATE_PARTITIONS,
        "create partitions",
        sources.controller(),
        ask,
        read,
        again=CONTROLLER_MOVED,
    )
    return Plan(operation, list(counts))


def list_topics(sources: Sources) -> Plan[str, tuple[TopicListing, ...]]:
    """List all topics; there is one key."""

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, tuple[TopicListing, ...] | ClientError]:
        found = [
            TopicListing(topic.name, topic.topic_id, topic.is_internal)
            for topic in answer.topics
            if not topic.error_code
        ]
        return {ALL: tuple(sorted(found))}

    operation = Operation(
        ApiKey.METADATA,
        "list topics",
        sources.anyone(),
        lambda keys, version: MetadataRequest(topics=None, allow_auto_topic_creation=False),
        read,
    )
    return Plan(operation, [ALL])


def by_name_or_id(
    topics: Iterable[Any], result: Callable[[Any], R], keys: Sequence[str | bytes], *, api: int
) -> dict[str | bytes, R | ClientError]:
    """Return the result or the error of each topic of an answer, by what the request named."""
    wanted = set(keys)
    return {
        topic.topic_id if topic.topic_id in wanted else topic.name: outcome(
            result(topic), topic, api=api, what=f"topic {topic.name}"
        )
        for topic in topics
    }
