"""The Fetch requests of a follower (Kafka's `RemoteLeaderEndPoint.buildFetch`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.since import FETCH_REPLICA_STATE_SINCE

if TYPE_CHECKING:
    from kafkawire.broker.followers.settings import FollowerSettings
    from kafkawire.client.core.sessions import Plan


def fetch_request(
    plan: Plan, version: int, settings: FollowerSettings, broker_epoch: int
) -> FetchRequest:
    """Return the request for what changed in a session (fetch G-42)."""
    request = FetchRequest(
        max_wait_ms=settings.fetch_wait_max_ms,
        min_bytes=settings.fetch_min_bytes,
        max_bytes=settings.fetch_response_max_bytes,
    )
    if version >= FETCH_REPLICA_STATE_SINCE:
        request.replica_state = FetchRequest.ReplicaState(
            replica_id=settings.node_id, replica_epoch=broker_epoch
        )
    else:
        request.replica_id = settings.node_id
    plan.fill(request, version)
    return request
