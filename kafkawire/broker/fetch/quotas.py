"""Responses that are not sent because their client is over a quota (fetch B-60 to B-64).

What would be sent is measured, charged, and if that is too much taken back: the client hears
nothing but how long to wait. Nothing that the response would have told is noted as told, and no
session is made; a session's epoch has advanced all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.view import replica_id_of
from kafkawire.protocol.messages.fetch_response import FetchResponse

if TYPE_CHECKING:
    from kafkawire.broker.context import RequestContext, RequestMeter
    from kafkawire.protocol.buffers import Sendable
    from kafkawire.protocol.messages.fetch_request import FetchRequest

_OVERHEAD = 4
"""What Kafka adds to the size of the body for everything around it."""


def limit_of(meter: RequestMeter, request: FetchRequest, version: int, fetch_max_bytes: int) -> int:
    """The most bytes of records in the answer; followers are subject to no client's quota."""
    if replica_id_of(request, version) >= 0:
        meter.exempt()
        return fetch_max_bytes
    return meter.fetch_max_bytes(fetch_max_bytes)


def throttled(
    context: RequestContext, response: FetchResponse, *, session_id: int = 0
) -> FetchResponse | None:
    """What is sent in the place of `response` if its client must wait; None if it need not.

    A response that refuses a session loses its error, as in Kafka.
    """
    if context.meter is None:
        return None
    throttle_ms = context.meter.charge_fetch(_size(response, context.api_version))
    if throttle_ms <= 0:
        return None
    return FetchResponse(throttle_time_ms=throttle_ms, session_id=session_id)


def _size(response: FetchResponse, version: int) -> int:
    """What a response counts (B-61); its endpoints are not counted."""
    chunks: list[Sendable] = []
    FetchResponse(responses=response.responses).encode_into(version, chunks)
    return _OVERHEAD + sum(map(len, chunks))
