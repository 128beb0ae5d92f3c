"""EndTxn (key 26): a producer commits or aborts its transaction (KIP-98).

v2  the client understands PRODUCER_FENCED
v3  flexible
v4  the client understands TRANSACTION_ABORTABLE
v5  each transaction has its own epoch, told in the answer (KIP-890)

It is answered when the decision is written; markers follow. Specification: produce C.6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.coordinator import Producer
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.broker.transactions.ending import EndRequest, end
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.end_txn_response import EndTxnResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.end_txn_request import EndTxnRequest

VERSIONS = Versions(0, 5)
FENCED_SINCE = 2
BUMPS_SINCE = 5


def handle(broker: Broker, request: EndTxnRequest, context: RequestContext) -> Message | Delayed:
    """The identity for the next transaction, which old clients know without being told."""
    access = access_of(broker, context)
    name = request.transactional_id
    if access is not None and not access.to_transactional_id(Operation.WRITE, name):
        raise ApiError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
    bumps = context.api_version >= BUMPS_SINCE
    producer = Producer(request.producer_id, request.producer_epoch)
    shard = broker.transactions.shard_for(name)
    asked = EndRequest(name, producer, request.committed, bumps)
    producer_id, producer_epoch = end(shard, asked, context.now_ms)
    response = EndTxnResponse(producer_id=producer_id, producer_epoch=producer_epoch)
    return shard.log.released(response, context.now_ms)


def error_response(
    request: EndTxnRequest, context: RequestContext, error: ApiError
) -> EndTxnResponse:
    """No identity (produce C-70)."""
    del request
    code = error.code
    if code == ErrorCode.PRODUCER_FENCED and context.api_version < FENCED_SINCE:
        code = ErrorCode.INVALID_PRODUCER_EPOCH
    return EndTxnResponse(error_code=int(code))
