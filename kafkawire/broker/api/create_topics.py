"""CreateTopics: checks of the request as a whole; the controller judges the topics (admin B.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.java_order import java_hash_order
from kafkawire.broker.metadata.creation import failed
from kafkawire.broker.metadata.requests import check_deadline, repeated
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 7)


def handle(
    broker: Broker, request: CreateTopicsRequest, context: RequestContext
) -> CreateTopicsResponse:
    """Create topics; refused names come last in the answer (admin B-18)."""
    duplicates = repeated(topic.name for topic in request.topics)
    topics = [topic for topic in request.topics if topic.name not in duplicates]
    possible = [topic for topic in topics if topic.name != CLUSTER_METADATA]
    if possible:
        check_deadline(request.timeout_ms)
    results = broker.controller.create_topics(
        possible,
        validate_only=request.validate_only,
        now_ms=context.now_ms,
    )
    refusal = _refusal("Duplicate topic name.")
    results += [failed(name, refusal) for name in java_hash_order(duplicates)]
    if len(topics) > len(possible):
        why = f"Creation of internal topic {CLUSTER_METADATA} is prohibited."
        results.append(failed(CLUSTER_METADATA, _refusal(why)))
    return CreateTopicsResponse(topics=results)


def error_response(
    request: CreateTopicsRequest, context: RequestContext, error: ApiError
) -> CreateTopicsResponse:
    """Every element fails alike."""
    return CreateTopicsResponse(topics=[failed(topic.name, error) for topic in request.topics])


def _refusal(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_REQUEST, message)
