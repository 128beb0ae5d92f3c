"""DeleteTopics: by name, since version 6 also by id (admin B.4)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.deletion import Deletion, Rights, asks_for_topics, decide
from kafkawire.broker.metadata.requests import check_deadline
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.delete_topics_response import DeleteTopicsResponse
from kafkawire.protocol.primitives import ZERO_UUID

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 6)

IDS_MIN = 6
THROTTLED_MIN = 5
"""From this version on clients know the error for too many changes (KIP-599)."""
DELETION_DISABLED_MIN = 3
"""From this version on clients know the error for a broker that deletes no topics."""


def handle(
    broker: Broker, request: DeleteTopicsRequest, context: RequestContext
) -> DeleteTopicsResponse:
    """Delete topics; the answer is shuffled on purpose, as Kafka's is (admin B-35)."""
    if not broker.config.boolean("delete.topic.enable"):
        old = context.api_version < DELETION_DISABLED_MIN
        raise ApiError(ErrorCode.INVALID_REQUEST if old else ErrorCode.TOPIC_DELETION_DISABLED)
    elements = _elements(request, context)
    if asks_for_topics(elements):
        check_deadline(request.timeout_ms)
    outcomes = [
        _charged(broker, each, context)
        for each in decide(broker.metadata, elements, _rights(broker, context))
    ]
    broker.controller.delete_topics(
        [each.topic_id for each in outcomes if each.error is None], context.now_ms
    )
    broker.random.shuffle(outcomes)
    return DeleteTopicsResponse(responses=[_result(each, context) for each in outcomes])


def _charged(broker: Broker, outcome: Deletion, context: RequestContext) -> Deletion:
    """The deletion, unless it is one too many (admin B-36)."""
    if outcome.error is None:
        charge = context.mutates(strict=context.api_version >= THROTTLED_MIN)
        try:
            charge(len(broker.metadata.topics_by_id[outcome.topic_id].partitions))
        except ApiError as error:
            return outcome._replace(error=error)
    return outcome


def _rights(broker: Broker, context: RequestContext) -> Rights | None:
    """What the client may do to single topics; None if it may delete them all (admin B-33)."""
    access = access_of(broker, context)
    if access is None or access.to_cluster(Operation.DELETE):
        return None
    return Rights(
        partial(access.to_topic, Operation.DESCRIBE), partial(access.to_topic, Operation.DELETE)
    )


def error_response(
    request: DeleteTopicsRequest, context: RequestContext, error: ApiError
) -> DeleteTopicsResponse:
    """Every element fails alike."""
    return DeleteTopicsResponse(
        responses=[
            _result(Deletion(name, topic_id, error), context)
            for name, topic_id in _elements(request, context)
        ]
    )


def _elements(
    request: DeleteTopicsRequest, context: RequestContext
) -> list[tuple[str | None, bytes]]:
    if context.api_version >= IDS_MIN:
        return [(topic.name, topic.topic_id) for topic in request.topics]
    return [(name, ZERO_UUID) for name in request.topic_names]


def _result(
    outcome: Deletion, context: RequestContext
) -> DeleteTopicsResponse.DeletableTopicResult:
    error = outcome.error
    return DeleteTopicsResponse.DeletableTopicResult(
        name=outcome.name,
        topic_id=outcome.topic_id,
        error_code=0 if error is None else int(error.code),
        error_message=None if error is None else error.message,
    )
