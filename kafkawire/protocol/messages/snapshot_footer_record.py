"""Generated from schemas/messages/SnapshotFooterRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    Message,
    make,
    many_tags,
    packer,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class SnapshotFooterRecord(Message):
    """Control record at the end of a snapshot file, which shows it is whole (KIP-630).

    Data, versions 0, flexible 0+.

    - version: int16, 0+
    """

    __slots__ = ("version",)
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        version: int = 0,
    ) -> None:
        self.version: int = version
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hx = packer(">hx")
_unpack_hB = unpacker(">hB")


def _encode_snapshot_footer_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_snapshot_footer_record(o, out):
    if o.unknown_tags is None:
        out.append(_pack_hx(o.version))
    else:
        out.append(_pack_h(o.version))
        _encode_snapshot_footer_record_tags(o, out)


def _decode_snapshot_footer_record_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if o.unknown_tags is None:
            o.unknown_tags = {}
        o.unknown_tags[tag] = bytes(buf[pos:end])
        pos = end
    return pos


def _decode_snapshot_footer_record(buf, pos):
    o = make(SnapshotFooterRecord)
    o.version, t = _unpack_hB(buf, pos)
    pos += 3
    o.unknown_tags = None
    if t:
        pos = _decode_snapshot_footer_record_tags(o, buf, pos, t)
    return o, pos


SnapshotFooterRecord._ENCODERS = {0: _encode_snapshot_footer_record}
SnapshotFooterRecord._DECODERS = {0: _decode_snapshot_footer_record}
