"""Generated from schemas/records/GroupMetadataKey.json; do not edit.

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


class GroupMetadataKey(Message):
    """Key of a classic group in __consumer_offsets.

    Coordinator-key, versions 0.

    - group: string, 0
    """

    __slots__ = ("group",)
    _FIELDS = __slots__

    API_KEY = 2
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        group: str = "",
    ) -> None:
        self.group: str = group
        self.unknown_tags = None


_pack_h = packer(">h")
_unpack_h = unpacker(">h")


def _encode_group_metadata_key(o, out):
    group_ = o.group
    group_ = group_.encode()
    n = len(group_)
    out.append(_pack_h(n))
    out.append(group_)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_group_metadata_key(buf, pos):
    o = make(GroupMetadataKey)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group = buf[pos:e].decode()
        pos = e
    else:
        null_error("group")
    o.unknown_tags = None
    return o, pos


GroupMetadataKey._ENCODERS = {0: _encode_group_metadata_key}
GroupMetadataKey._DECODERS = {0: _decode_group_metadata_key}
