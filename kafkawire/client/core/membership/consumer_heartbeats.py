"""Heartbeats of a KIP-848 member: everything at first, then what differs from the one before.

Kafka's `ConsumerHeartbeatRequestManager.HeartbeatState`: after an error, and after a connection was
lost, the coordinator may have missed what was sent, so the next heartbeat has everything again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.errors import refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.client.core.membership.common import MemberOptions
    from kafkawire.client.errors import ServerError
    from kafkawire.protocol.messages.consumer_group_heartbeat_response import (
        ConsumerGroupHeartbeatResponse,
    )

JOIN_EPOCH = 0
LEAVE_EPOCH = -1
LEAVE_STATIC_EPOCH = -2
"""Leaves, and keeps the place of the group.instance.id."""


class Contents(NamedTuple):
    """Fields of a heartbeat.

    Attributes:
        names: The topics, in order.
        pattern: An RE2 expression, or None.
        owned: Partitions that the member owns, by the id of their topic; another object is sent
            again.
    """

    names: tuple[str, ...]
    pattern: str | None
    owned: Mapping[bytes, tuple[int, ...]]


class Heartbeats:
    """Makes the heartbeats of one member."""

    def __init__(self, options: MemberOptions, member_id: str) -> None:
        self._options = options
        self._member_id = member_id
        self._sent: Contents | None = None
        """The fields that were sent last; None: the next heartbeat has all fields."""

    def reset(self) -> None:
        """Make the next heartbeat contain all fields."""
        self._sent = None

    def next(self, epoch: int, contents: Contents) -> ConsumerGroupHeartbeatRequest:
        """Return the next heartbeat."""
        options = self._options
        sent, self._sent = self._sent, contents
        if epoch == JOIN_EPOCH:
            sent = None
        request = ConsumerGroupHeartbeatRequest(
            group_id=options.group_id,
            member_id=self._member_id,
            member_epoch=epoch,
            instance_id=options.group_instance_id,
        )
        if sent is None:
            request.rebalance_timeout_ms = options.max_poll_interval_ms
            request.server_assignor = options.group_remote_assignor
            request.rack_id = options.client_rack or None
        if sent is None or sent.names != contents.names:
            request.subscribed_topic_names = list(contents.names)
        before = None if sent is None else sent.pattern
        if before != contents.pattern:
            request.subscribed_topic_regex = contents.pattern or ""
        if sent is None or sent.owned is not contents.owned:
            request.topic_partitions = [
                ConsumerGroupHeartbeatRequest.TopicPartitions(topic_id=topic_id, partitions=found)
                for topic_id, found in contents.owned.items()
            ]
        return request

    def leaving(self, epoch: int) -> ConsumerGroupHeartbeatRequest:
        """Return the last heartbeat."""
        self._sent = None
        return ConsumerGroupHeartbeatRequest(
            group_id=self._options.group_id,
            member_id=self._member_id,
            member_epoch=epoch,
            instance_id=self._options.group_instance_id,
            subscribed_topic_names=[],
            topic_partitions=[],
        )


def refused(group_id: str, message: ConsumerGroupHeartbeatResponse, node: int) -> ServerError:
    """Return the exception of an answer that refuses a heartbeat."""
    text = f"group {group_id!r}"
    if message.error_message:
        text += f": {message.error_message}"
    return refusal(message.error_code, text, api=ApiKey.CONSUMER_GROUP_HEARTBEAT, node=node)


def without_protocol(group_id: str, node: int) -> ServerError:
    """Return the exception of a broker that assigns no partitions."""
    return refusal(
        ErrorCode.UNSUPPORTED_VERSION,
        f"the broker does not assign partitions for group {group_id!r} (KIP-848); "
        "use group.protocol=classic",
        api=ApiKey.CONSUMER_GROUP_HEARTBEAT,
        node=node,
    )


def without_patterns(group_id: str, node: int) -> ServerError:
    """Return the exception of a broker that matches no patterns, if it assigns partitions."""
    return refusal(
        ErrorCode.UNSUPPORTED_VERSION,
        f"the broker does not match patterns of topics for group {group_id!r} (Kafka 4.0 and newer "
        "do); subscribe to names, or to a pattern that the client matches",
        api=ApiKey.CONSUMER_GROUP_HEARTBEAT,
        node=node,
    )
