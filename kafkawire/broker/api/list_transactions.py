"""ListTransactions (key 66): the transactional ids that this broker coordinates (KIP-664).

v1  how long a transaction must have been going on
v2  a regular expression that the whole id must match, in RE2's syntax (KIP-1152)

Specification: produce C-121.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.broker.transactions.listing import Filters, listed
from kafkawire.broker.transactions.states import STATES_BY_NAME
from kafkawire.java_order import immutable_set_order
from kafkawire.protocol.messages.list_transactions_response import ListTransactionsResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.messages.list_transactions_request import ListTransactionsRequest

VERSIONS = Versions(0, 2)
RESTS = True

TransactionState = ListTransactionsResponse.TransactionState


def handle(
    broker: Broker, request: ListTransactionsRequest, context: RequestContext
) -> ListTransactionsResponse:
    """Ids that the client may not see are left out in silence."""
    access = access_of(broker, context)
    names = immutable_set_order(dict.fromkeys(request.state_filters))
    filters = Filters(
        names,
        request.producer_id_filters,
        request.duration_filter,
        request.transactional_id_pattern,
    )
    found = list(listed(broker.transactions, filters, context.now_ms))
    return ListTransactionsResponse(
        unknown_state_filters=[name for name in names if name not in STATES_BY_NAME],
        transaction_states=[
            TransactionState(
                transactional_id=held.name,
                producer_id=held.transaction.producer_id,
                transaction_state=held.transaction.state.wire_name,
            )
            for held in found
            if access is None or access.to_transactional_id(Operation.DESCRIBE, held.name)
        ],
    )
