"""Fetch responses: grouping, leader hints, and what a failure of the whole request looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.read import HINTS_FROM, PartitionRead, rejection
from kafkawire.broker.fetch.resolving import UNKNOWN_TOPIC_ID, FetchingBroker
from kafkawire.broker.fetch.terms import TOPIC_IDS_FROM
from kafkawire.broker.metadata.leader_hints import address_of
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.fetch.cached_partition import CachedPartition
    from kafkawire.broker.fetch.terms import FetchTerms
    from kafkawire.protocol.messages.fetch_request import FetchRequest

NO_SESSION = 0


def with_refusals(
    reads: list[PartitionRead], rejected: Sequence[CachedPartition], terms: FetchTerms
) -> list[PartitionRead]:
    """What an answer lists, in its order: what was read, then what was refused (A-16)."""
    if not rejected:
        return reads
    ordered = in_order_of_refusal(rejected, terms)
    check_ids(ordered)
    refusals = [
        PartitionRead(cached, rejection(cached.asked.partition, cached.rejected), 0)
        for cached in ordered
    ]
    return reads + refusals


def check_ids(ordered: Sequence[CachedPartition]) -> None:
    """Fail as Kafka does where anything would be listed behind the topic id zero.

    It compares topics by name there, and this one has none. Raises `ApiError` with
    UNKNOWN_SERVER_ERROR, seen on 4.4.0.
    """
    for cached in ordered[:-1]:
        if cached.topic is None and cached.topic_id == ZERO_UUID:
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)


def in_order_of_refusal(
    rejected: Sequence[CachedPartition], terms: FetchTerms
) -> Sequence[CachedPartition]:
    """Consumers hear of unresolved topic ids first; all else stays as it was met (A-16)."""
    if not terms.uses_topic_ids or terms.is_follower or len(rejected) < 2:
        return rejected
    return sorted(rejected, key=lambda cached: cached.rejected != UNKNOWN_TOPIC_ID)


def response_of(
    entries: Iterable[PartitionRead],
    terms: FetchTerms,
    broker: FetchingBroker,
    context: RequestContext,
    *,
    session_id: int = NO_SESSION,
) -> FetchResponse:
    """The response that lists `entries`."""
    response = FetchResponse(session_id=session_id, responses=_by_topic(entries))
    if terms.version >= HINTS_FROM and (
        not terms.is_follower or broker.behaviour.endpoints_to_followers
    ):
        listener_name = context.connection.listener_name
        response.node_endpoints = _endpoints(response, broker, listener_name)
    return response


def failure(request: FetchRequest, version: int, error: int) -> FetchResponse:
    """The answer to a request that failed as a whole (fetch.md A-24).

    Clients that have no error of the whole response hear it of each partition they asked for,
    element by element as they sent them.
    """
    response = FetchResponse(error_code=error, session_id=request.session_id)
    if version < TOPIC_IDS_FROM:
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
    for cached, data, _ in entries:
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
    """Where the leaders that the response names are to be found (KIP-951, fetch.md B-51)."""
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
