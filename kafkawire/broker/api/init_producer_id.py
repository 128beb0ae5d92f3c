"""InitProducerId (key 22): an identity for an idempotent or transactional producer (KIP-98).

v2  flexible
v3  the id and epoch that the producer had (KIP-360); without a transactional id they mean nothing
v4  the client understands PRODUCER_FENCED; v5 TRANSACTION_ABORTABLE
v6  two-phase commit (KIP-939): unstable in Kafka, served where unstable versions are enabled

Specification: produce C.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.coordinator import Producer
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.broker.transactions.initializing import Initialization, initialize
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.delayed import Delayed
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest

VERSIONS = Versions(0, 5)
UNSTABLE_VERSIONS = Versions(0, 6)
NOT_GIVEN = -1
FENCED_SINCE = 4


def handle(
    broker: Broker, request: InitProducerIdRequest, context: RequestContext
) -> Message | Delayed:
    """Without a transactional id a fresh identity, else the one that has it next."""
    _check_access(broker, request, context)
    if (request.producer_id == NOT_GIVEN) != (request.producer_epoch == NOT_GIVEN):
        raise ApiError(ErrorCode.INVALID_REQUEST)
    if request.transactional_id is None:
        producer_id = broker.producer_ids.next_id(context.now_ms)
        return InitProducerIdResponse(producer_id=producer_id, producer_epoch=0)
    expected = None
    if request.producer_id != NOT_GIVEN:
        expected = Producer(request.producer_id, request.producer_epoch)
    wanted = Initialization(
        request.transactional_id,
        request.transaction_timeout_ms,
        expected,
        request.enable2_pc,
        request.keep_prepared_txn,
    )
    shard, transaction = initialize(broker.transactions, wanted, context.now_ms)
    response = InitProducerIdResponse(
        producer_id=transaction.producer_id, producer_epoch=transaction.producer_epoch
    )
    return shard.log.released(response, context.now_ms)


def error_response(
    request: InitProducerIdRequest, context: RequestContext, error: ApiError
) -> InitProducerIdResponse:
    """No identity (produce C-35)."""
    del request
    code = error.code
    if code == ErrorCode.PRODUCER_FENCED and context.api_version < FENCED_SINCE:
        code = ErrorCode.INVALID_PRODUCER_EPOCH
    return InitProducerIdResponse(
        error_code=int(code), producer_id=NOT_GIVEN, producer_epoch=NOT_GIVEN
    )


def _check_access(broker: Broker, request: InitProducerIdRequest, context: RequestContext) -> None:
    """Raise `ApiError` if the client may not have an identity (produce C-22)."""
    access = access_of(broker, context)
    if access is None:
        return
    name = request.transactional_id
    if name is None:
        if access.to_cluster(Operation.IDEMPOTENT_WRITE) or access.to_some_topic(Operation.WRITE):
            return
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
    wanted = [Operation.WRITE] + [Operation.TWO_PHASE_COMMIT] * request.enable2_pc
    if not all(access.to_transactional_id(operation, name) for operation in wanted):
        raise ApiError(ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED)
