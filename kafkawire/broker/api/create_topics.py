"""CreateTopics: checks of the request as a whole; the controller judges the topics (admin B.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.creation import failed
from kafkawire.broker.metadata.requests import check_deadline, repeated
from kafkawire.broker.security.access import access_of, permitted
from kafkawire.broker.security.authorizer import Operation
from kafkawire.java_order import java_hash_order
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.metadata.creation import CreatableTopic, Result
    from kafkawire.broker.security.access import Access

VERSIONS = Versions(0, 7)
RESTS = True

THROTTLED_MIN = 6
"""From this version on clients know the error for too many changes (KIP-599)."""
NOT_TOLD = -1
NOT_AUTHORIZED = ApiError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "Authorization failed.")


def handle(
    broker: Broker, request: CreateTopicsRequest, context: RequestContext
) -> CreateTopicsResponse:
    """Create topics; refused names come last in the answer (admin B-18)."""
    duplicates = repeated(topic.name for topic in request.topics)
    topics = [topic for topic in request.topics if topic.name not in duplicates]
    wanted = [topic for topic in topics if topic.name != CLUSTER_METADATA]
    access = access_of(broker, context)
    possible, denied = _creatable(access, wanted)
    if possible:
        check_deadline(request.timeout_ms)
    results = broker.controller.create_topics(
        possible,
        validate_only=request.validate_only,
        now_ms=context.now_ms,
        charge=context.mutates(strict=context.api_version >= THROTTLED_MIN),
    )
    if access is not None:
        _hide_configs(access, results)
    refusal = _refusal("Duplicate topic name.")
    results += [failed(name, refusal) for name in java_hash_order(duplicates)]
    refused = {topic.name: NOT_AUTHORIZED for topic in denied}
    if len(topics) > len(wanted):
        why = f"Creation of internal topic {CLUSTER_METADATA} is prohibited."
        refused[CLUSTER_METADATA] = _refusal(why)
    results += [
        failed(name, refused[name])
        for name in java_hash_order(topic.name for topic in topics)
        if name in refused
    ]
    return CreateTopicsResponse(topics=results)


def _creatable(
    access: Access | None, topics: Sequence[CreatableTopic]
) -> tuple[Sequence[CreatableTopic], Sequence[CreatableTopic]]:
    """Those that the client may create, by its right to the cluster or to them, and the others."""
    if access is None or access.to_cluster(Operation.CREATE):
        return topics, ()
    return permitted(access, Operation.CREATE, topics)


def _hide_configs(access: Access, results: Sequence[Result]) -> None:
    """Tell nothing of new topics that the client may not see the configuration of (admin B-19)."""
    for result in results:
        if result.error_code or access.to_topic(Operation.DESCRIBE_CONFIGS, result.name):
            continue
        result.topic_config_error_code = int(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
        result.num_partitions = result.replication_factor = NOT_TOLD
        result.configs = []


def error_response(
    request: CreateTopicsRequest, context: RequestContext, error: ApiError
) -> CreateTopicsResponse:
    """Every element fails alike."""
    return CreateTopicsResponse(topics=[failed(topic.name, error) for topic in request.topics])


def _refusal(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_REQUEST, message)
