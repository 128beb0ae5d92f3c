"""DescribeTransactions (key 65): the state of transactional ids, one by one (KIP-664).

Specification: produce C-120.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.broker.transactions.listing import described
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.describe_transactions_response import DescribeTransactionsResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.security.access import Access
    from kafkawire.broker.transactions.transaction import Transaction
    from kafkawire.protocol.messages.describe_transactions_request import (
        DescribeTransactionsRequest,
    )

VERSIONS = Versions(0, 0)
RESTS = True

State = DescribeTransactionsResponse.TransactionState
TopicData = DescribeTransactionsResponse.TopicData


def handle(
    broker: Broker, request: DescribeTransactionsRequest, context: RequestContext
) -> DescribeTransactionsResponse:
    """In the order of the request."""
    access = access_of(broker, context)
    return DescribeTransactionsResponse(
        transaction_states=[_state(broker, name, access) for name in request.transactional_ids]
    )


def _state(broker: Broker, name: str, access: Access | None) -> State:
    try:
        if access is not None and not access.to_transactional_id(Operation.DESCRIBE, name):
            raise ApiError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
        transaction = described(broker.transactions, name)
    except ApiError as error:
        return State(error_code=int(error.code), transactional_id=name)
    return State(
        transactional_id=name,
        transaction_state=transaction.state.wire_name,
        transaction_timeout_ms=transaction.timeout_ms,
        transaction_start_time_ms=transaction.start_ms,
        producer_id=transaction.producer_id,
        producer_epoch=transaction.producer_epoch,
        topics=_topics(transaction, access),
    )


def _topics(transaction: Transaction, access: Access | None) -> list[TopicData]:
    """Topics that the client may not see are left out."""
    found: dict[str, list[int]] = {}
    for topic, partition in java_hash_order(transaction.partitions):
        if access is None or access.to_topic(Operation.DESCRIBE, topic):
            found.setdefault(topic, []).append(partition)
    return [TopicData(topic=name, partitions=indexes) for name, indexes in found.items()]
