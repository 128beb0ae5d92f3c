"""Generated from schemas/records/LegacyOffsetCommitValue.json; do not edit.

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


class LegacyOffsetCommitValue(Message):
    """Committed offset under a key of the first form.

    Coordinator-value, versions 0.

    - offset: int64, 0
    - metadata: string, 0. The client's own text.
    - commit_timestamp: int64, 0. When it was committed, milliseconds.
    """

    __slots__ = ("offset", "metadata", "commit_timestamp")
    _FIELDS = __slots__

    API_KEY = 0
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        offset: int = 0,
        metadata: str = "",
        commit_timestamp: int = 0,
    ) -> None:
        self.offset: int = offset
        self.metadata: str = metadata
        self.commit_timestamp: int = commit_timestamp
        self.unknown_tags = None


_pack_q = packer(">q")
_pack_qh = packer(">qh")
_unpack_q = unpacker(">q")
_unpack_qh = unpacker(">qh")


def _encode_legacy_offset_commit_value(o, out):
    metadata_ = o.metadata
    metadata_ = metadata_.encode()
    n = len(metadata_)
    out.append(_pack_qh(o.offset, n))
    out.append(metadata_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_q(o.commit_timestamp))


def _decode_legacy_offset_commit_value(buf, pos):
    o = make(LegacyOffsetCommitValue)
    o.offset, n = _unpack_qh(buf, pos)
    pos += 10
    if n >= 0:
        e = pos + n
        o.metadata = buf[pos:e].decode()
        pos = e
    else:
        null_error("metadata")
    o.commit_timestamp, = _unpack_q(buf, pos)
    pos += 8
    o.unknown_tags = None
    return o, pos


LegacyOffsetCommitValue._ENCODERS = {0: _encode_legacy_offset_commit_value}
LegacyOffsetCommitValue._DECODERS = {0: _decode_legacy_offset_commit_value}
