"""Reading who sends a Heartbeat or OffsetCommit, of which there are many, without all values.

Both begin with the group, the generation and the member; a test compares what is read here with the
values at every version.
"""

from __future__ import annotations

from struct import Struct as Packing
from struct import error as StructError
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.api_keys import FLEXIBLE_SINCE, ApiKey
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.primitives import uvarint

if TYPE_CHECKING:
    from kafkawire.dump.model import Message

HEARTBEAT = ApiKey.HEARTBEAT.value
_INT16 = Packing(">h")
_INT32 = Packing(">i")
_FAILURES = (StructError, IndexError, UnicodeDecodeError, ProtocolError)
_MEMBERS_SINCE = {HEARTBEAT: 0, ApiKey.OFFSET_COMMIT.value: 1}
_INSTANCES_SINCE = 3
"""In heartbeats; of a commit nobody asks for it."""


class Head(NamedTuple):
    """Who it is; a commit of version 0 says only the group."""

    group_id: str
    generation: int
    """Of a member of a newer group its epoch."""
    member_id: str
    instance_id: str | None
    """None in commits, whatever they say."""


def head_of(request: Message) -> Head | None:
    """From a Heartbeat or OffsetCommit; None if it cannot be decoded, its whole body included."""
    _ = request.facts  # which find out whether it can
    if request.problem is not None:
        return None
    try:
        return _read(request)
    except _FAILURES:  # text that is none: the decoder knows how to show it
        return _from_values(request)


def _read(request: Message) -> Head:
    data, version, api_key = request.data, request.api_version, request.api_key
    is_compact = version >= FLEXIBLE_SINCE[api_key]
    group_id, at = _text(data, request.body_offset, is_compact)
    if version < _MEMBERS_SINCE[api_key]:
        return Head(group_id or "", -1, "", None)
    generation = _INT32.unpack_from(data, at)[0]
    member_id, at = _text(data, at + _INT32.size, is_compact)
    instance_id = None
    if api_key == HEARTBEAT and version >= _INSTANCES_SINCE:
        instance_id, at = _text(data, at, is_compact)
    return Head(group_id or "", generation, member_id or "", instance_id)


def _text(data: bytes, at: int, is_compact: bool) -> tuple[str | None, int]:
    """With the place behind it; None is null."""
    if is_compact:
        size = data[at]
        at += 1
        if size > 0x7F:
            size, at = uvarint(data, at)
        size -= 1
    else:
        size = _INT16.unpack_from(data, at)[0]
        at += 2
    if size < 0:
        return None, at
    end = at + size
    return data[at:end].decode(), end


def _from_values(request: Message) -> Head | None:
    values = request.values
    if not values:
        return None
    generation = values.get("generationId", values.get("generationIdOrMemberEpoch", -1))
    instance_id = values.get("groupInstanceId") if request.api_key == HEARTBEAT else None
    return Head(values["groupId"], generation, values.get("memberId", ""), instance_id)
