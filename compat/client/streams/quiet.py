"""Requests that a consumer repeats while nothing happens. Their number is a matter of time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafkawire.dump.model import Message
from kafkawire.protocol.api_keys import ApiKey

FETCH = ApiKey.FETCH.value
HEARTBEAT = ApiKey.HEARTBEAT.value
CONSUMER_GROUP_HEARTBEAT = ApiKey.CONSUMER_GROUP_HEARTBEAT.value
QUIET_APIS = frozenset((FETCH, HEARTBEAT, CONSUMER_GROUP_HEARTBEAT))
"""APIs some of whose requests are quiet."""
_NEWS = ("subscribedTopicNames", "subscribedTopicRegex", "topicPartitions", "rackId", "instanceId")


def is_quiet(request: Message) -> bool:
    """Return whether a request changes nothing at the broker: the same as the one before."""
    if request.api_key == FETCH:
        return is_quiet_fetch(request.values)
    if request.api_key == CONSUMER_GROUP_HEARTBEAT:
        return is_bare_heartbeat(request.values)
    return request.api_key == HEARTBEAT


def is_quiet_fetch(values: Mapping[str, Any]) -> bool:
    """Return whether a Fetch is incremental and neither sends nor forgets a partition."""
    return values["sessionEpoch"] > 0 and not values["topics"] and not values["forgottenTopicsData"]


def is_bare_heartbeat(values: Mapping[str, Any]) -> bool:
    """Return whether a ConsumerGroupHeartbeat has only the identity of the member."""
    return values["memberEpoch"] > 0 and all(values.get(name) is None for name in _NEWS)
