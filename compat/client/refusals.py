"""Answers that refuse all of a request with one error code, as brokers make them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse
from kafkawire.protocol.messages.offset_commit_response import OffsetCommitResponse
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.messages.txn_offset_commit_response import TxnOffsetCommitResponse
from kafkawire.protocol.registry import response_class


def refusal(api: int, version: int, request: Any, code: int) -> Message:
    """The answer; APIs that are not named here have one code at the top."""
    make = _MAKERS.get(api)
    if make is not None:
        return make(request, version, code)
    answer: Any = response_class(api)()
    answer.error_code = code
    refused: Message = answer
    return refused


def _produce(request: Any, version: int, code: int) -> Message:
    Topic, Row = ProduceResponse.TopicProduceResponse, ProduceResponse.PartitionProduceResponse
    return ProduceResponse(
        responses=[
            Topic(
                name=topic.name,
                topic_id=topic.topic_id,
                partition_responses=[
                    Row(index=each.index, error_code=code, base_offset=-1)
                    for each in topic.partition_data
                ],
            )
            for topic in request.topic_data
        ]
    )


def _offset_commit(request: Any, version: int, code: int) -> Message:
    answer = OffsetCommitResponse
    topics = _committed(
        request, code, answer.OffsetCommitResponseTopic, answer.OffsetCommitResponsePartition
    )
    for topic, asked in zip(topics, request.topics, strict=True):
        topic.topic_id = asked.topic_id
    return answer(topics=topics)


def _txn_offset_commit(request: Any, version: int, code: int) -> Message:
    answer = TxnOffsetCommitResponse
    topics = _committed(
        request, code, answer.TxnOffsetCommitResponseTopic, answer.TxnOffsetCommitResponsePartition
    )
    return answer(topics=topics)


def _committed(request: Any, code: int, Topic: type[Any], Row: type[Any]) -> list[Any]:
    """The topics of a refused commit, in classes of its own kind."""
    return [
        Topic(
            name=topic.name,
            partitions=[
                Row(partition_index=each.partition_index, error_code=code)
                for each in topic.partitions
            ],
        )
        for topic in request.topics
    ]


def _add_partitions(request: Any, version: int, code: int) -> Message:
    assert version <= 3, "clients use the versions up to 3"
    Topic = AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult
    Row = AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult
    return AddPartitionsToTxnResponse(
        results_by_topic_v3_and_below=[
            Topic(
                name=topic.name,
                results_by_partition=[
                    Row(partition_index=each, partition_error_code=code)
                    for each in topic.partitions
                ],
            )
            for topic in request.v3_and_below_topics
        ]
    )


def _find_coordinator(request: Any, version: int, code: int) -> Message:
    Each = FindCoordinatorResponse.Coordinator
    assert version >= 4, "older versions have one coordinator, at the top"
    return FindCoordinatorResponse(
        coordinators=[
            Each(key=key, node_id=-1, host="", port=-1, error_code=code)
            for key in request.coordinator_keys
        ]
    )


def _offset_fetch(request: Any, version: int, code: int) -> Message:
    assert version >= 8, "older versions have one group, at the top"
    Each = OffsetFetchResponse.OffsetFetchResponseGroup
    return OffsetFetchResponse(
        groups=[Each(group_id=each.group_id, error_code=code) for each in request.groups]
    )


_MAKERS: dict[int, Callable[[Any, int, int], Message]] = {
    ApiKey.PRODUCE: _produce,
    ApiKey.OFFSET_COMMIT: _offset_commit,
    ApiKey.OFFSET_FETCH: _offset_fetch,
    ApiKey.FIND_COORDINATOR: _find_coordinator,
    ApiKey.ADD_PARTITIONS_TO_TXN: _add_partitions,
    ApiKey.TXN_OFFSET_COMMIT: _txn_offset_commit,
}
