"""Produce requests, and what their answers mean for each batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.view import NO_ID, ClusterView, Node
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.since import PRODUCE_TOPIC_IDS_SINCE
from kafkawire.records.builder import encode_batch
from kafkawire.records.compression import ZSTD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.client.core.producing.batch import Batch
    from kafkawire.client.core.producing.options import ProducerOptions
    from kafkawire.client.core.producing.partition_queue import PartitionQueue

VERSION_MIN = 3
"""The first version of record batches as they are since 0.11."""
ZSTD_SINCE = 7
TRANSACTION_PARTITIONS_ADDED_SINCE = 12
Sent = tuple["PartitionQueue", "Batch"]


class Result(NamedTuple):
    """The response of a broker for one batch."""

    code: int
    message: str | None = None
    base_offset: int = -1
    log_append_time_ms: int = -1
    log_start_offset: int = -1
    record_errors: Sequence[tuple[int, str | None]] = ()
    leader: int = -1
    leader_epoch: int = -1


ABSENT = Result(ErrorCode.CORRUPT_MESSAGE, "the answer leaves the partition out")


def encoded(batch: Batch, options: ProducerOptions) -> bytearray:
    """Return the bytes of a batch."""
    return encode_batch(
        batch.records,
        compression=options.compression,
        level=options.compression_level,
        producer_id=batch.producer.id,
        producer_epoch=batch.producer.epoch,
        base_sequence=batch.sequence,
        transactional=options.transactional_id is not None,
    )


def versions_for(
    sent: Sequence[Sent], view: ClusterView, options: ProducerOptions, *, adds_partitions: bool
) -> tuple[int, int]:
    """Return the versions that can express a request.

    Args:
        sent: The batches.
        view: Where the ids of topics are.
        options: The producer's options.
        adds_partitions: Whether producing adds partitions to the transaction (KIP-890).
    """
    last = PRODUCE_TOPIC_IDS_SINCE
    if any(view.topic_id(queue.partition.topic) == NO_ID for queue, _ in sent):
        last = PRODUCE_TOPIC_IDS_SINCE - 1
    if options.transactional_id is not None and not adds_partitions:
        last = TRANSACTION_PARTITIONS_ADDED_SINCE - 1
    return ZSTD_SINCE if options.compression == ZSTD else VERSION_MIN, last


def request_for(
    sent: Sequence[Sent], data: Sequence[bytearray], view: ClusterView, options: ProducerOptions
) -> Callable[[int], ProduceRequest]:
    """Return what makes the request for the version that is agreed on."""
    topics: dict[str, list[ProduceRequest.PartitionProduceData]] = {}
    for (queue, _), records in zip(sent, data, strict=True):
        topic, number = queue.partition
        row = ProduceRequest.PartitionProduceData(index=number, records=records)
        topics.setdefault(topic, []).append(row)

    def make(version: int) -> ProduceRequest:
        has_ids = version >= PRODUCE_TOPIC_IDS_SINCE
        return ProduceRequest(
            transactional_id=options.transactional_id,
            acks=options.acks,
            timeout_ms=options.request_timeout_ms,
            topic_data=[
                ProduceRequest.TopicProduceData(
                    name="" if has_ids else name,
                    topic_id=view.topic_id(name) if has_ids else NO_ID,
                    partition_data=rows,
                )
                for name, rows in topics.items()
            ],
        )

    return make


def results_of(
    sent: Sequence[Sent], response: ProduceResponse, version: int, view: ClusterView
) -> list[Result]:
    """Return what was answered for each batch; `view` is that of the request."""
    has_ids = version >= PRODUCE_TOPIC_IDS_SINCE
    found: dict[tuple[object, int], ProduceResponse.PartitionProduceResponse] = {}
    for topic in response.responses:
        key: object = topic.topic_id if has_ids else topic.name
        for row in topic.partition_responses:
            found[key, row.index] = row
    results = []
    for queue, _ in sent:
        name, number = queue.partition
        answered = found.get((view.topic_id(name) if has_ids else name, number))
        results.append(ABSENT if answered is None else _result(answered))
    return results


def nodes_of(response: ProduceResponse) -> list[Node]:
    """Return the brokers that the answer names as newer leaders (KIP-951)."""
    return [Node(each.node_id, each.host, each.port, each.rack) for each in response.node_endpoints]


def _result(row: ProduceResponse.PartitionProduceResponse) -> Result:
    return Result(
        row.error_code,
        row.error_message,
        row.base_offset,
        row.log_append_time_ms,
        row.log_start_offset,
        [(each.batch_index, each.batch_index_error_message) for each in row.record_errors],
        row.current_leader.leader_id,
        row.current_leader.leader_epoch,
    )
