"""Generated from schemas/records/OffsetCommitKey.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEVER_FLEXIBLE,
    Message,
    absent,
    make,
    null_error,
    packer,
    unpacker,
)


class OffsetCommitKey(Message):
    """Key of a committed offset in __consumer_offsets.

    Coordinator-key, versions 0.

    - group: string, 0
    - topic: string, 0
    - partition: int32, 0
    """

    __slots__ = ("group", "topic", "partition")
    _FIELDS = __slots__

    API_KEY = 1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        group: str = "",
        topic: str = "",
        partition: int = 0,
    ) -> None:
        self.group: str = group
        self.topic: str = topic
        self.partition: int = partition
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")


def _encode_offset_commit_key(o, out):
    group_ = o.group
    group_ = group_.encode()
    n = len(group_)
    out.append(_pack_h(n))
    out.append(group_)
    topic_ = o.topic
    topic_ = topic_.encode()
    n = len(topic_)
    out.append(_pack_h(n))
    out.append(topic_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.partition))


def _decode_offset_commit_key(buf, pos):
    o = make(OffsetCommitKey)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group = buf[pos:e].decode()
        pos = e
    else:
        null_error("group")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.topic = buf[pos:e].decode()
        pos = e
    else:
        null_error("topic")
    o.partition, = _unpack_i(buf, pos)
    pos += 4
    o.unknown_tags = None
    return o, pos


OffsetCommitKey._ENCODERS = {0: _encode_offset_commit_key}
OffsetCommitKey._DECODERS = {0: _decode_offset_commit_key}
