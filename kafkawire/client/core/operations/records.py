"""Operations on the records of partitions: find offsets, delete the oldest, their producers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, by_partition
from kafkawire.client.descriptions import ListedOffset, ProducerState
from kafkawire.client.errors import ClientError
from kafkawire.client.values import TopicPartition, by_topic
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.describe_producers_request import DescribeProducersRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest


def list_offsets(
    sources: Sources, times: Mapping[TopicPartition, int], *, is_committed: bool
) -> Plan[TopicPartition, ListedOffset]:
    """Find offsets by -1 latest, -2 earliest, -3 greatest timestamp, or a timestamp in ms."""

    def ask(keys: Sequence[TopicPartition], version: int) -> ListOffsetsRequest:
        topics = [
            ListOffsetsRequest.ListOffsetsTopic(
                name=topic,
                partitions=[
                    ListOffsetsRequest.ListOffsetsPartition(
                        partition_index=partition, timestamp=times[TopicPartition(topic, partition)]
                    )
                    for partition in partitions
                ],
            )
            for topic, partitions in by_topic(keys).items()
        ]
        return ListOffsetsRequest(isolation_level=int(is_committed), topics=topics)

    def read(
        answer: Any, keys: Sequence[TopicPartition], version: int
    ) -> dict[TopicPartition, ListedOffset | ClientError]:
        return by_partition(answer.topics, _listed, api=ApiKey.LIST_OFFSETS)

    least = max((_LEAST_VERSION.get(time, 1) for time in times.values()), default=1)
    operation = Operation(
        ApiKey.LIST_OFFSETS,
        "list offsets",
        sources.leaders(),
        ask,
        read,
        least=max(least, 2 * is_committed),
    )
    return Plan(operation, list(times))


def _listed(each: Any) -> ListedOffset:
    epoch = None if each.leader_epoch < 0 else each.leader_epoch
    return ListedOffset(each.offset, each.timestamp, epoch)


_LEAST_VERSION = {-3: 7, -4: 8, -5: 9, -6: 11}
"""Of ListOffsets, by special timestamp."""


def delete_records(
    sources: Sources, before: Mapping[TopicPartition, int], *, timeout_ms: int
) -> Plan[TopicPartition, int]:
    """Delete records before offsets, -1 all; a result is the first offset that is left."""

    def ask(keys: Sequence[TopicPartition], version: int) -> DeleteRecordsRequest:
        topics = [
            DeleteRecordsRequest.DeleteRecordsTopic(
                name=topic,
                partitions=[
                    DeleteRecordsRequest.DeleteRecordsPartition(
                        partition_index=partition, offset=before[TopicPartition(topic, partition)]
                    )
                    for partition in partitions
                ],
            )
            for topic, partitions in by_topic(keys).items()
        ]
        return DeleteRecordsRequest(topics=topics, timeout_ms=timeout_ms)

    def read(
        answer: Any, keys: Sequence[TopicPartition], version: int
    ) -> dict[TopicPartition, int | ClientError]:
        return by_partition(
            answer.topics, lambda each: each.low_watermark, api=ApiKey.DELETE_RECORDS
        )

    operation = Operation(ApiKey.DELETE_RECORDS, "delete records", sources.leaders(), ask, read)
    return Plan(operation, list(before))


def describe_producers(
    sources: Sources, partitions: Sequence[TopicPartition], *, broker: int | None
) -> Plan[TopicPartition, tuple[ProducerState, ...]]:
    """Describe the producers that partitions remember, at their leaders or at one replica."""

    def ask(keys: Sequence[TopicPartition], version: int) -> DescribeProducersRequest:
        topics = [
            DescribeProducersRequest.TopicRequest(name=topic, partition_indexes=indexes)
            for topic, indexes in by_topic(keys).items()
        ]
        return DescribeProducersRequest(topics=topics)

    def read(
        answer: Any, keys: Sequence[TopicPartition], version: int
    ) -> dict[TopicPartition, tuple[ProducerState, ...] | ClientError]:
        return by_partition(
            answer.topics,
            lambda each: tuple(map(_producer, each.active_producers)),
            api=ApiKey.DESCRIBE_PRODUCERS,
        )

    operation = Operation(
        ApiKey.DESCRIBE_PRODUCERS,
        "describe producers",
        sources.leaders() if broker is None else sources.node(broker),
        ask,
        read,
    )
    return Plan(operation, partitions)


def _producer(each: Any) -> ProducerState:
    epoch, start_offset = each.coordinator_epoch, each.current_txn_start_offset
    return ProducerState(
        each.producer_id,
        each.producer_epoch,
        each.last_sequence,
        each.last_timestamp,
        None if epoch < 0 else epoch,
        None if start_offset < 0 else start_offset,
    )
