"""Consequences of an error code of a partition in a Fetch response.

    RECORDS       no error
    REFRESH       the broker is the wrong one, or lacks the topic: metadata, then again
    AGAIN         the broker is not ready: again
    OUT_OF_RANGE  the log has no such offset: the reset policy decides
    DENIED        the principal may not read the topic: raised, then again with newer metadata
    CORRUPT       the broker cannot read its own log: raised
    OTHER         raised

Kafka's `FetchCollector.handleInitializeErrors` is the same table.
"""

from __future__ import annotations

from enum import Enum

from kafkawire.protocol.error_codes import ErrorCode


class Outcome(Enum):
    """See the module's docstring."""

    RECORDS = "records"
    REFRESH = "refresh"
    AGAIN = "again"
    OUT_OF_RANGE = "out of range"
    DENIED = "denied"
    CORRUPT = "corrupt"
    OTHER = "other"


_OUTCOMES: dict[int, Outcome] = {
    ErrorCode.NONE: Outcome.RECORDS,
    ErrorCode.OFFSET_OUT_OF_RANGE: Outcome.OUT_OF_RANGE,
    ErrorCode.CORRUPT_MESSAGE: Outcome.CORRUPT,
    ErrorCode.TOPIC_AUTHORIZATION_FAILED: Outcome.DENIED,
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION: Outcome.REFRESH,
    ErrorCode.NOT_LEADER_OR_FOLLOWER: Outcome.REFRESH,
    ErrorCode.REPLICA_NOT_AVAILABLE: Outcome.REFRESH,
    ErrorCode.KAFKA_STORAGE_ERROR: Outcome.REFRESH,
    ErrorCode.FENCED_LEADER_EPOCH: Outcome.REFRESH,
    ErrorCode.OFFSET_NOT_AVAILABLE: Outcome.REFRESH,
    ErrorCode.UNKNOWN_TOPIC_ID: Outcome.REFRESH,
    ErrorCode.INCONSISTENT_TOPIC_ID: Outcome.REFRESH,
    ErrorCode.UNKNOWN_SERVER_ERROR: Outcome.AGAIN,
    ErrorCode.UNKNOWN_LEADER_EPOCH: Outcome.AGAIN,
}


def outcome(code: int) -> Outcome:
    """Return what an error code of a partition means."""
    return _OUTCOMES.get(code, Outcome.OTHER)
