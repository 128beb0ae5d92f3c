"""CreatePartitions: more partitions for topics that exist (admin B.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.requests import check_deadline, repeated
from kafkawire.broker.security.access import access_of, permitted
from kafkawire.broker.security.authorizer import Operation
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_partitions_response import CreatePartitionsResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 3)

THROTTLED_MIN = 3
"""From this version on clients know the error for too many changes (KIP-599)."""

Result = CreatePartitionsResponse.CreatePartitionsTopicResult


def handle(
    broker: Broker, request: CreatePartitionsRequest, context: RequestContext
) -> CreatePartitionsResponse:
    """Grow topics; refused ones come first, the others in hash order (admin B-26)."""
    duplicates = repeated(topic.name for topic in request.topics)
    refusal = ApiError(ErrorCode.INVALID_REQUEST, "Duplicate topic name.")
    topics = [topic for topic in request.topics if topic.name not in duplicates]
    possible, denied = permitted(access_of(broker, context), Operation.ALTER, topics)
    if possible:
        check_deadline(request.timeout_ms)
    outcomes = broker.controller.create_partitions(
        possible,
        validate_only=request.validate_only,
        now_ms=context.now_ms,
        charge=context.mutates(strict=context.api_version >= THROTTLED_MIN),
    )
    results = [_result(name, refusal) for name in java_hash_order(duplicates)]
    not_authorized = ApiError(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
    results += [_result(topic.name, not_authorized) for topic in denied]
    results += [_result(name, outcomes[name]) for name in java_hash_order(outcomes)]
    return CreatePartitionsResponse(results=results)


def error_response(
    request: CreatePartitionsRequest, context: RequestContext, error: ApiError
) -> CreatePartitionsResponse:
    """Every element fails alike."""
    return CreatePartitionsResponse(
        results=[_result(topic.name, error) for topic in request.topics]
    )


def _result(name: str, error: ApiError | None) -> Result:
    if error is None:
        return Result(name=name)
    return Result(name=name, error_code=int(error.code), error_message=error.message)
