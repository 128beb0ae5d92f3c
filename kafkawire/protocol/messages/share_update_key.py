"""Generated from schemas/records/ShareUpdateKey.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEVER_FLEXIBLE,
    ZERO_UUID,
    Message,
    absent,
    make,
    null_error,
    packer,
    unpacker,
)


class ShareUpdateKey(Message):
    """Key of a change to a share-partition's state.

    Coordinator-key, versions 0.

    - group_id: string, 0
    - topic_id: uuid, 0
    - partition: int32, 0
    """

    __slots__ = ("group_id", "topic_id", "partition")
    _FIELDS = __slots__

    API_KEY = 1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        group_id: str = "",
        topic_id: bytes = ZERO_UUID,
        partition: int = 0,
    ) -> None:
        self.group_id: str = group_id
        self.topic_id: bytes = topic_id
        self.partition: int = partition
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_ui = packer(">16si")
_unpack_h = unpacker(">h")
_unpack_ui = unpacker(">16si")


def _encode_share_update_key(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_ui(o.topic_id, o.partition))


def _decode_share_update_key(buf, pos):
    o = make(ShareUpdateKey)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.topic_id, o.partition = _unpack_ui(buf, pos)
    pos += 20
    o.unknown_tags = None
    return o, pos


ShareUpdateKey._ENCODERS = {0: _encode_share_update_key}
ShareUpdateKey._DECODERS = {0: _decode_share_update_key}
