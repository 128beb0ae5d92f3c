"""Operations on transactions: list, describe, fence their producers, abort what hangs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, for_all, outcome
from kafkawire.client.descriptions import (
    FencedProducer,
    TransactionDescription,
    TransactionListing,
)
from kafkawire.client.errors import ClientError
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.describe_transactions_request import DescribeTransactionsRequest
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.list_transactions_request import ListTransactionsRequest
from kafkawire.protocol.messages.write_txn_markers_request import WriteTxnMarkersRequest

DURATION_SINCE, PATTERN_SINCE = 1, 2
ANY_DURATION = -1
FENCING_TIMEOUT_MS = 1


def list_transactions(
    sources: Sources,
    nodes: Sequence[int],
    *,
    states: Sequence[str],
    producer_ids: Sequence[int],
    duration_ms: int,
    pattern: str | None,
) -> Plan[int, tuple[TransactionListing, ...]]:
    """List the transactional ids of brokers; the keys are the brokers' ids."""

    def ask(keys: Sequence[int], version: int) -> ListTransactionsRequest:
        return ListTransactionsRequest(
            state_filters=list(states),
            producer_id_filters=list(producer_ids),
            duration_filter=duration_ms,
            transactional_id_pattern=pattern,
        )

    def read(
        answer: Any, keys: Sequence[int], version: int
    ) -> dict[int, tuple[TransactionListing, ...] | ClientError]:
        found = tuple(
            TransactionListing(each.transactional_id, each.producer_id, each.transaction_state)
            for each in answer.transaction_states
        )
        return for_all(keys, found, answer, api=ApiKey.LIST_TRANSACTIONS)

    by_duration = DURATION_SINCE if duration_ms != ANY_DURATION else 0
    operation = Operation(
        ApiKey.LIST_TRANSACTIONS,
        "list transactions",
        sources.nodes(),
        ask,
        read,
        least=PATTERN_SINCE if pattern else by_duration,
    )
    return Plan(operation, list(nodes))


def describe_transactions(
    sources: Sources, transactional_ids: Sequence[str]
) -> Plan[str, TransactionDescription]:
    """Describe transactional ids; they are the keys."""

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, TransactionDescription | ClientError]:
        return {
            each.transactional_id: outcome(
                _described(each),
                each,
                api=ApiKey.DESCRIBE_TRANSACTIONS,
                what=f"transactional id {each.transactional_id}",
            )
            for each in answer.transaction_states
        }

    operation = Operation(
        ApiKey.DESCRIBE_TRANSACTIONS,
        "describe transactions",
        sources.transaction_coordinators(),
        lambda keys, version: DescribeTransactionsRequest(transactional_ids=list(keys)),
        read,
    )
    return Plan(operation, transactional_ids)


def _described(each: Any) -> TransactionDescription:
    start_ms = each.transaction_start_time_ms
    return TransactionDescription(
        each.transactional_id,
        each.transaction_state,
        each.producer_id,
        each.producer_epoch,
        each.transaction_timeout_ms,
        None if start_ms < 0 else start_ms,
        tuple(
            TopicPartition(topic.topic, partition)
            for topic in each.topics
            for partition in topic.partitions
        ),
    )


def fence_producer(sources: Sources, transactional_id: str) -> Plan[str, FencedProducer]:
    """Fence the producers of one transactional id, and abort its open transaction.

    A request has one transactional id, so there is one key.
    """

    def ask(keys: Sequence[str], version: int) -> InitProducerIdRequest:
        return InitProducerIdRequest(
            transactional_id=transactional_id, transaction_timeout_ms=FENCING_TIMEOUT_MS
        )

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, FencedProducer | ClientError]:
        told = outcome(
            FencedProducer(answer.producer_id, answer.producer_epoch),
            answer,
            api=ApiKey.INIT_PRODUCER_ID,
            what=f"transactional id {transactional_id}",
        )
        return {transactional_id: told}

    operation = Operation(
        ApiKey.INIT_PRODUCER_ID, "fence producers", sources.transaction_coordinators(), ask, read
    )
    return Plan(operation, [transactional_id])


def abort_transaction(
    sources: Sources,
    partition: TopicPartition,
    *,
    producer_id: int,
    producer_epoch: int,
    coordinator_epoch: int,
) -> Plan[TopicPartition, None]:
    """Write the marker that aborts the transaction of a producer in one partition."""

    def ask(keys: Sequence[TopicPartition], version: int) -> WriteTxnMarkersRequest:
        topic = WriteTxnMarkersRequest.WritableTxnMarkerTopic(
            name=partition.topic, partition_indexes=[partition.partition]
        )
        marker = WriteTxnMarkersRequest.WritableTxnMarker(
            producer_id=producer_id,
            producer_epoch=producer_epoch,
            coordinator_epoch=coordinator_epoch,
            transaction_result=False,
            topics=[topic],
        )
        return WriteTxnMarkersRequest(markers=[marker])

    def read(
        answer: Any, keys: Sequence[TopicPartition], version: int
    ) -> dict[TopicPartition, ClientError | None]:
        return {
            TopicPartition(topic.name, each.partition_index): outcome(
                None,
                each,
                api=ApiKey.WRITE_TXN_MARKERS,
                what=f"{partition}, producer id {producer_id}",
            )
            for marker in answer.markers
            for topic in marker.topics
            for each in topic.partitions
        }

    operation = Operation(
        ApiKey.WRITE_TXN_MARKERS, "abort a transaction", sources.leaders(), ask, read
    )
    return Plan(operation, [partition])
