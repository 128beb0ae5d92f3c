"""AddPartitionsToTxn (key 24): partitions in which a transaction is going to write (KIP-98).

v2  the client understands PRODUCER_FENCED
v3  flexible
v4  for brokers only: several transactions, and partitions may merely be looked up (KIP-890)
v5  the client understands TRANSACTION_ABORTABLE

All partitions of a transaction are added, or none. Specification: produce C.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.coordinator import Producer, released_by_all
from kafkawire.broker.metadata.topic_names import INTERNAL_TOPICS
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.broker.transactions.adding import CLIENTS_OWN, Addition, add, verify
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse
from kafkawire.protocol.since import ADD_PARTITIONS_TO_TXN_BROKERS_SINCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.add_partitions_to_txn_request import AddPartitionsToTxnRequest

    RequestTopic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic

VERSIONS = Versions(0, 5)
FENCED_SINCE = 2

Codes = dict[TopicPartition, int]
TopicResult = AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult
PartitionResult = AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult
TransactionResult = AddPartitionsToTxnResponse.AddPartitionsToTxnResult


def _partitions(topics: Sequence[RequestTopic]) -> list[TopicPartition]:
    return [TopicPartition(each.name, index) for each in topics for index in each.partitions]


def handle(
    broker: Broker, request: AddPartitionsToTxnRequest, context: RequestContext
) -> Message | Delayed:
    """Each transaction by itself; the answer awaits all that was written."""
    if context.api_version < ADD_PARTITIONS_TO_TXN_BROKERS_SINCE:
        return _of_client(broker, request, context)
    access = access_of(broker, context)
    if access is not None and not access.to_cluster(Operation.CLUSTER_ACTION):
        return AddPartitionsToTxnResponse(error_code=int(ErrorCode.CLUSTER_AUTHORIZATION_FAILED))
    results = []
    for each in request.transactions:
        asked = Addition(
            each.transactional_id,
            Producer(each.producer_id, each.producer_epoch),
            _partitions(each.topics),
            broker.transactions.brokers_version,
        )
        codes = _unknown(broker, asked)
        if not _has_failed(codes):
            codes = _verified(broker, asked) if each.verify_only else _added(broker, asked, context)
        results.append(
            TransactionResult(
                transactional_id=each.transactional_id, topic_results=_by_topic(codes)
            )
        )
    response = AddPartitionsToTxnResponse(results_by_transaction=results)
    names = [each.transactional_id for each in request.transactions]
    logs = broker.transactions.logs_of(names)
    return released_by_all(logs, response, context.now_ms)


def _of_client(
    broker: Broker, request: AddPartitionsToTxnRequest, context: RequestContext
) -> Message | Delayed:
    """Up to version 3: one transaction, and the topics' rights count."""
    name = request.v3_and_below_transactional_id
    producer = Producer(request.v3_and_below_producer_id, request.v3_and_below_producer_epoch)
    partitions = _partitions(request.v3_and_below_topics)
    asked = Addition(name, producer, partitions, CLIENTS_OWN)
    codes = _refused(broker, asked, context)
    if not _has_failed(codes):
        codes = _added(broker, asked, context)
    if context.api_version < FENCED_SINCE:
        codes = {
            each: int(ErrorCode.INVALID_PRODUCER_EPOCH)
            if code == ErrorCode.PRODUCER_FENCED
            else code
            for each, code in codes.items()
        }
    response = AddPartitionsToTxnResponse(results_by_topic_v3_and_below=_by_topic(codes))
    return released_by_all(broker.transactions.logs_of([name]), response, context.now_ms)


def _refused(broker: Broker, asked: Addition, context: RequestContext) -> Codes:
    """What is refused for the client's rights, or because it is not there (C-40, C-41)."""
    access = access_of(broker, context)
    if access is not None and not access.to_transactional_id(
        Operation.WRITE, asked.transactional_id
    ):
        code = int(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
        return dict.fromkeys(asked.partitions, code)
    codes = _unknown(broker, asked)
    for each in asked.partitions:
        if each.topic in INTERNAL_TOPICS or (
            access is not None and not access.to_topic(Operation.WRITE, each.topic)
        ):
            codes[each] = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
    return codes


def _unknown(broker: Broker, asked: Addition) -> Codes:
    topics = broker.metadata.topics
    codes = {}
    for each in asked.partitions:
        topic = topics.get(each.topic)
        is_there = topic is not None and each.partition in topic.partitions
        codes[each] = int(ErrorCode.NONE if is_there else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
    return codes


def _has_failed(codes: Codes) -> bool:
    """Whether nothing can be added; what has no code of its own then gets one (C-42)."""
    if not any(codes.values()):
        return False
    for each, code in codes.items():
        codes[each] = code or int(ErrorCode.OPERATION_NOT_ATTEMPTED)
    return True


def _verified(broker: Broker, asked: Addition) -> Codes:
    """Which of the partitions are in the transaction, as its coordinator answers."""
    name, producer, partitions, _ = asked
    try:
        shard = broker.transactions.shard_for(name)
    except ApiError as error:
        return dict.fromkeys(partitions, int(error.code))
    return {each: int(verify(shard, name, producer, each)) for each in partitions}


def _added(broker: Broker, asked: Addition, context: RequestContext) -> Codes:
    """What the transaction's coordinator answers for all of the partitions."""
    try:
        add(broker.transactions.shard_for(asked.transactional_id), asked, context.now_ms)
    except ApiError as error:
        return dict.fromkeys(asked.partitions, int(error.code))
    return dict.fromkeys(asked.partitions, int(ErrorCode.NONE))


def _by_topic(codes: Codes) -> list[TopicResult]:
    topics: dict[str, TopicResult] = {}
    for (name, index), code in codes.items():
        topic = topics.get(name)
        if topic is None:
            topic = topics[name] = TopicResult(name=name, results_by_partition=[])
        topic.results_by_partition.append(
            PartitionResult(partition_index=index, partition_error_code=code)
        )
    return list(topics.values())


def error_response(
    request: AddPartitionsToTxnRequest, context: RequestContext, error: ApiError
) -> AddPartitionsToTxnResponse:
    """Every partition has the error: what was written was not committed in time."""
    code = int(error.code)
    if context.api_version < ADD_PARTITIONS_TO_TXN_BROKERS_SINCE:
        topics = request.v3_and_below_topics
        return AddPartitionsToTxnResponse(results_by_topic_v3_and_below=_all_with(code, topics))
    return AddPartitionsToTxnResponse(
        results_by_transaction=[
            TransactionResult(
                transactional_id=each.transactional_id, topic_results=_all_with(code, each.topics)
            )
            for each in request.transactions
        ]
    )


def _all_with(code: int, topics: Sequence[RequestTopic]) -> list[TopicResult]:
    return _by_topic(dict.fromkeys(_partitions(topics), code))
