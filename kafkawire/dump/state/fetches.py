"""Reading a Fetch: the numbers of its session, and the few of each partition that matter here.

Every fetch passes through the state, and most outputs never look at its fields. So what sessions
and readers' positions need is read here by itself, in a fraction of the time that all values take;
a test compares it with them at every version. Whatever cannot be read so is as if it named nothing,
and its message says why when it is decoded.
"""

from __future__ import annotations

from struct import Struct as Packing
from struct import error as StructError
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.api_keys import FLEXIBLE_SINCE, ApiKey
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.primitives import uvarint
from kafkawire.protocol.since import (
    FETCH_ISOLATION_SINCE,
    FETCH_MAX_BYTES_SINCE,
    FETCH_REPLICA_STATE_SINCE,
    FETCH_SESSIONS_SINCE,
    FETCH_TOPIC_IDS_SINCE,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.dump.model import Message

NO_MAX_BYTES = 2**31 - 1
VERSION_MAX = 18
_COMPACT_SINCE = FLEXIBLE_SINCE[ApiKey.FETCH]
NO_SESSION = (0, -1)

_REQUEST = Packing(">bii")
_RESPONSE = Packing(">ihi")
_BEFORE_MAX_BYTES = 8
_BEFORE_ISOLATION = 12
_NUMBERS = _BEFORE_ISOLATION + 1
_NONE_WANTED = Packing(">ii").pack(*NO_SESSION)
_REPLICA_ID = 4
_INT16 = Packing(">h")
_INT32 = Packing(">i")
_UUID_SIZE = 16
_ABORTED_SIZE = 16
_FAILURES = (StructError, IndexError, UnicodeDecodeError, ProtocolError)

Key = tuple[str | bytes, int]
"""A topic, by name or by id, and a partition."""


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


class Told(NamedTuple):
    """What an answer says of a partition."""

    error_code: int
    high_watermark: int
    last_stable_offset: int
    log_start_offset: int
    records_size: int


def asked(request: Message) -> Asked | None:
    """None if the version has no isolation level, or the frame is too short."""
    version = request.api_version
    at = request.body_offset + _BEFORE_ISOLATION
    if version < FETCH_REPLICA_STATE_SINCE:
        at += _REPLICA_ID
    if version < FETCH_SESSIONS_SINCE:
        if version < FETCH_ISOLATION_SINCE or len(request.data) <= at:
            return None
        return Asked(request.data[at] == 1, *NO_SESSION)
    if len(request.data) < at + _REQUEST.size:
        return None
    isolation, session_id, session_epoch = _REQUEST.unpack_from(request.data, at)
    return Asked(isolation == 1, session_id, session_epoch)


def may_have_session(request: Message) -> bool:
    """Whether it does not say, as most clients that are not Java's do, that it wants none."""
    version = request.api_version
    if version < FETCH_SESSIONS_SINCE:
        return False
    at = request.body_offset + _NUMBERS
    at += _REPLICA_ID if version < FETCH_REPLICA_STATE_SINCE else 0
    return request.data[at : at + 8] != _NONE_WANTED


def max_bytes(request: Message) -> int:
    """How many bytes of records an answer may have; none are wanted before version 3 says so."""
    version = request.api_version
    at = request.body_offset + _BEFORE_MAX_BYTES
    if version < FETCH_REPLICA_STATE_SINCE:
        at += _REPLICA_ID
    if version < FETCH_MAX_BYTES_SINCE or len(request.data) < at + _INT32.size:
        return NO_MAX_BYTES
    found: int = _INT32.unpack_from(request.data, at)[0]
    return found


def answered(response: Message) -> Answered | None:
    """None if the version knows no sessions, or the frame is too short."""
    at = response.body_offset
    if response.api_version < FETCH_SESSIONS_SINCE or len(response.data) < at + _RESPONSE.size:
        return None
    return Answered(*_RESPONSE.unpack_from(response.data, at))


def asked_partitions(request: Message) -> dict[Key, int]:
    """The position that is asked for of each partition, in order."""
    try:
        return _positions(request)[0]
    except _FAILURES:
        return {}


def forgotten_partitions(request: Message) -> list[Key]:
    """What a request takes out of its session."""
    try:
        _, at = _positions(request)
        return _forgotten(request.data, at, request.api_version)
    except _FAILURES:
        return []


def answered_partitions(response: Message) -> dict[Key, Told]:
    """What is said of each partition, in order."""
    version, data = response.api_version, response.data
    if not FETCH_ISOLATION_SINCE <= version <= VERSION_MAX:
        return {}
    try:
        return _told(
            data, response.body_offset + (10 if version >= FETCH_SESSIONS_SINCE else 4), version
        )
    except _FAILURES:
        return {}


def names_partitions(message: Message) -> bool:
    """Whether it names any, without looking for them."""
    return message.facts.partitions > 0


def _positions(request: Message) -> tuple[dict[Key, int], int]:
    """With the place behind them."""
    version, data = request.api_version, request.data
    if not FETCH_ISOLATION_SINCE <= version <= VERSION_MAX:
        return {}, len(data)
    at = request.body_offset + _NUMBERS
    at += _REPLICA_ID if version < FETCH_REPLICA_STATE_SINCE else 0
    at += 8 if version >= FETCH_SESSIONS_SINCE else 0
    partition = _ASKED[version]
    is_compact = version >= _COMPACT_SINCE
    found: dict[Key, int] = {}
    topics, at = _count(data, at, is_compact)
    for _ in range(topics):
        topic, at = _topic(data, at, version)
        partitions, at = _count(data, at, is_compact)
        for _ in range(partitions):
            number, offset = partition.unpack_from(data, at)
            found[topic, number] = offset
            at += partition.size
            at = _tags(data, at) if is_compact else at
        at = _tags(data, at) if is_compact else at
    return found, at


def _forgotten(data: bytes, at: int, version: int) -> list[Key]:
    if version < FETCH_SESSIONS_SINCE:
        return []
    is_compact = version >= _COMPACT_SINCE
    found: list[Key] = []
    topics, at = _count(data, at, is_compact)
    for _ in range(topics):
        topic, at = _topic(data, at, version)
        partitions, at = _count(data, at, is_compact)
        for _ in range(partitions):
            found.append((topic, _INT32.unpack_from(data, at)[0]))
            at += _INT32.size
        at = _tags(data, at) if is_compact else at
    return found


def _told(data: bytes, at: int, version: int) -> dict[Key, Told]:
    is_compact = version >= _COMPACT_SINCE
    read, head = _TOLD[version], _TOLD[version].size
    found: dict[Key, Told] = {}
    topics, at = _count(data, at, is_compact)
    for _ in range(topics):
        topic, at = _topic(data, at, version)
        partitions, at = _count(data, at, is_compact)
        for _ in range(partitions):
            number, error, high, stable, *start = read.unpack_from(data, at)
            aborted, at = _count(data, at + head, is_compact)
            at = _aborted(data, at, aborted) if is_compact else at + aborted * _ABORTED_SIZE
            size, at = _count(data, at + (4 if version >= 11 else 0), is_compact)
            found[topic, number] = Told(error, high, stable, start[0] if start else -1, size)
            at = _tags(data, at + size) if is_compact else at + size
        at = _tags(data, at) if is_compact else at
    return found


def _aborted(data: bytes, at: int, count: int) -> int:
    """The place behind aborted transactions, each with a section of tags."""
    for _ in range(count):
        at = _tags(data, at + _ABORTED_SIZE)
    return at


def _topic(data: bytes, at: int, version: int) -> tuple[str | bytes, int]:
    if version >= FETCH_TOPIC_IDS_SINCE:
        return data[at : at + _UUID_SIZE], at + _UUID_SIZE
    if version < _COMPACT_SINCE:
        size, at = _INT16.unpack_from(data, at)[0], at + _INT16.size
    else:
        size, at = _count(data, at, True)
    return data[at : at + size].decode(), at + size


def _count(data: bytes, at: int, is_compact: bool) -> tuple[int, int]:
    """A length, 0 for null, and the place behind it."""
    if not is_compact:
        count = _INT32.unpack_from(data, at)[0]
        return max(count, 0), at + _INT32.size
    count = data[at]
    at += 1
    if count > 0x7F:
        count, at = uvarint(data, at)
    return max(count - 1, 0), at


def _tags(data: bytes, at: int) -> int:
    """The place behind a section of tags."""
    count = data[at]
    at += 1
    if count > 0x7F:
        count, at = uvarint(data, at)
    for _ in range(count):
        _, at = _unsigned(data, at)
        size, at = _unsigned(data, at)
        at += size
    return at


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    number = data[at]
    at += 1
    return (number, at) if number < 0x80 else uvarint(data, at)


def _layouts(layout: Callable[[int], str]) -> dict[int, Packing]:
    return {version: Packing(layout(version)) for version in range(4, VERSION_MAX + 1)}


def _asked_layout(version: int) -> str:
    """Partition, leader epoch, position, last epoch, log start, bytes; only two are wanted."""
    epoch = "4x" if version >= 9 else ""
    last_epoch = "4x" if version >= _COMPACT_SINCE else ""
    return f">i{epoch}q{last_epoch}{'8x' if version >= 5 else ''}4x"


def _told_layout(version: int) -> str:
    return ">ihqq" + ("q" if version >= 5 else "")


_ASKED = _layouts(_asked_layout)
_TOLD = _layouts(_told_layout)
