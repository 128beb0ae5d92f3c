"""Reading a Fetch: where its session's numbers stand, and its partitions as pairs.

A session's id and epoch stand at fixed places before everything of variable size, so that most
fetches need not be decoded to be passed over; a test compares them with what the decoder finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct as Packing
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from kafkawire.dump.model import Message

SESSIONS_SINCE = 7
REPLICA_ID_LAST = 14

_REQUEST = Packing(">bii")
_RESPONSE = Packing(">ihi")
_BEFORE_ISOLATION = 12
_REPLICA_ID = 4

Key = tuple[str, int]
"""A topic, by name or by the text of its id, and a partition."""


class Asked(NamedTuple):
    """The numbers in a request's head."""

    is_read_committed: bool
    session_id: int
    session_epoch: int


class Answered(NamedTuple):
    """The numbers in a response's head."""

    throttle_time_ms: int
    error_code: int
    session_id: int


def asked(request: Message) -> Asked | None:
    """None if the version knows no sessions, or the frame is too short."""
    if request.api_version < SESSIONS_SINCE:
        return None
    at = request.body_offset + _BEFORE_ISOLATION
    if request.api_version <= REPLICA_ID_LAST:
        at += _REPLICA_ID
    if len(request.data) < at + _REQUEST.size:
        return None
    isolation, session_id, session_epoch = _REQUEST.unpack_from(request.data, at)
    return Asked(isolation == 1, session_id, session_epoch)


def answered(response: Message) -> Answered | None:
    """None if the version knows no sessions, or the frame is too short."""
    at = response.body_offset
    if response.api_version < SESSIONS_SINCE or len(response.data) < at + _RESPONSE.size:
        return None
    return Answered(*_RESPONSE.unpack_from(response.data, at))


def asked_partitions(request: Message) -> Iterator[tuple[Key, dict[str, Any]]]:
    """Each partition of a request with its values, in order."""
    for topic in request.values.get("topics", ()):
        name = topic.get("topic") or topic.get("topicId", "")
        for partition in topic["partitions"]:
            yield (name, partition["partition"]), partition


def forgotten_partitions(request: Message) -> Iterator[Key]:
    """What a request takes out of its session."""
    for topic in request.values.get("forgottenTopicsData", ()):
        name = topic.get("topic") or topic.get("topicId", "")
        for partition in topic["partitions"]:
            yield name, partition


def answered_partitions(response: Message) -> Iterator[tuple[Key, dict[str, Any]]]:
    """Each partition of a response with its values, in order."""
    for topic in response.values.get("responses", ()):
        name = topic.get("topic") or topic.get("topicId", "")
        for partition in topic["partitions"]:
            yield (name, partition["partitionIndex"]), partition


def names_partitions(message: Message) -> bool:
    """Whether it names any, without decoding them."""
    return message.facts.partitions > 0


def records_size(partition: dict[str, Any]) -> int:
    """Bytes of records in a partition's answer."""
    records = partition["records"]
    return records["sizeInBytes"] if records else 0
