"""Fetch responses: refusals, grouping, leader hints, and failures of a whole request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.partition_read import PartitionRead, rejection
from kafkawire.broker.fetch.read import HINTS_FROM
from kafkawire.broker.fetch.resolving import UNKNOWN_TOPIC_ID, FetchingBroker
from kafkawire.broker.metadata.leader_hints import address_of
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.pacing import unhurried
from kafkawire.protocol.primitives import ZERO_UUID
from kafkawire.protocol.since import FETCH_TOPIC_IDS_SINCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.plan import FetchPlan
    from kafkawire.protocol.messages.fetch_request import FetchRequest

NO_SESSION = 0


def refusals_of(refused: Sequence[CachedPartition], plan: FetchPlan) -> list[PartitionRead]:
    """Return the entries of partitions that were refused before reading, in their order (A-16).

    Consumers get unresolved topic ids first; all others stay as they were met. Raises as
    `_check_ids`.
    """
    ordered = refused
    if len(refused) > 1 and plan.uses_topic_ids and not plan.view.is_follower:
        ordered = sorted(refused, key=lambda cached: cached.rejected != UNKNOWN_TOPIC_ID)
    _check_ids(ordered)
    return [
        PartitionRead(cached, rejection(cached.asked.partition, cached.rejected), 0)
        for cached in ordered
    ]


def _check_ids(ordered: Sequence[CachedPartition]) -> None:
    """Fail the request if anything is listed behind the topic id zero, as Kafka does.

    Kafka compares topics by name there, and this one has none. Raises `ApiError` with
    UNKNOWN_SERVER_ERROR, seen on 4.4.0.
    """
    for cached in ordered[:-1]:
        if cached.topic is None and cached.topic_id == ZERO_UUID:
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)


def response_of(
    entries: Iterable[PartitionRead],
    plan: FetchPlan,
    broker: FetchingBroker,
    context: RequestContext,
    *,
    session_id: int = NO_SESSION,
) -> FetchResponse:
    """The response that lists `entries`."""
    response = FetchResponse(session_id=session_id, responses=_by_topic(entries))
    if plan.version >= HINTS_FROM and (
        not plan.view.is_follower or broker.behaviour.endpoints_to_followers
    ):
        listener_name = context.connection.listener_name
        response.node_endpoints = _endpoints(response, broker, listener_name)
    return response


def failure(request: FetchRequest, version: int, error: int) -> FetchResponse:
    """The answer to a request that failed as a whole (fetch A-24).

    Clients that have no error of the whole response hear it of each partition they asked for,
    element by element as they sent them.
    """
    response = FetchResponse(error_code=error, session_id=request.session_id)
    if version < FETCH_TOPIC_IDS_SINCE:
        response.responses = [
            FetchResponse.FetchableTopicResponse(
                topic=topic.topic,
                partitions=[rejection(asked.partition, error) for asked in topic.partitions],
            )
            for topic in request.topics
        ]
    return response


def _by_topic(entries: Iterable[PartitionRead]) -> list[FetchResponse.FetchableTopicResponse]:
    """Neighbours of one topic share an element; a topic met again later gets another (A-15)."""
    topics: list[FetchResponse.FetchableTopicResponse] = []
    last: str | bytes | None = None
    for cached, data, _ in unhurried(entries):
        topic = cached.topic_id if cached.topic_id != ZERO_UUID else cached.topic
        if not topics or topic != last:
            last = topic
            topics.append(
                FetchResponse.FetchableTopicResponse(
                    topic=cached.topic or "", topic_id=cached.topic_id, partitions=[]
                )
            )
        topics[-1].partitions.append(data)
    return topics


def _endpoints(
    response: FetchResponse, broker: FetchingBroker, listener_name: str
) -> list[FetchResponse.NodeEndpoint]:
    """Where the leaders that the response names are to be found (KIP-951, fetch B-51)."""
    leaders = {
        data.current_leader.leader_id
        for topic in response.responses
        for data in topic.partitions
        if data.current_leader.leader_id >= 0
    }
    endpoints = []
    for leader_id in sorted(leaders):
        address = address_of(leader_id, broker, listener_name)
        if address is not None:
            host, port, rack = address
            endpoints.append(
                FetchResponse.NodeEndpoint(node_id=leader_id, host=host, port=port, rack=rack)
            )
    return endpoints
