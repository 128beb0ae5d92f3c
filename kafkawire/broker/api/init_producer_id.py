"""InitProducerId (key 22): an identity for an idempotent producer (KIP-98).

v2  flexible
v3  the id and epoch that the producer had (KIP-360); without a transactional id they mean nothing
v4  the client understands PRODUCER_FENCED; v5 TRANSACTION_ABORTABLE

There is no transaction coordinator yet: after the checks that precede it, a transactional id is
answered with COORDINATOR_NOT_AVAILABLE, as Kafka does while its coordinator cannot be reached.
v6 (two-phase commit) is unstable in Kafka and closes the connection. Specification: produce.md
C.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest

VERSIONS = Versions(0, 5)
NOT_GIVEN = -1


def handle(
    broker: Broker, request: InitProducerIdRequest, context: RequestContext
) -> InitProducerIdResponse:
    """A fresh id with epoch 0 for a producer without transactions."""
    if (request.producer_id == NOT_GIVEN) != (request.producer_epoch == NOT_GIVEN):
        raise ApiError(ErrorCode.INVALID_REQUEST)
    if request.transactional_id is not None:
        raise ApiError(_refusal(broker, request))
    producer_id = broker.producer_ids.next_id(context.now_ms)
    return InitProducerIdResponse(producer_id=producer_id, producer_epoch=0)


def error_response(
    request: InitProducerIdRequest, context: RequestContext, error: ApiError
) -> InitProducerIdResponse:
    """No identity (produce.md C-35)."""
    return InitProducerIdResponse(
        error_code=int(error.code), producer_id=NOT_GIVEN, producer_epoch=NOT_GIVEN
    )


def _refusal(broker: Broker, request: InitProducerIdRequest) -> ErrorCode:
    if not request.transactional_id:
        return ErrorCode.INVALID_REQUEST
    timeout_max_ms = broker.config.int("transaction.max.timeout.ms")
    if not 0 < request.transaction_timeout_ms <= timeout_max_ms:
        return ErrorCode.INVALID_TRANSACTION_TIMEOUT
    return ErrorCode.COORDINATOR_NOT_AVAILABLE
