"""Generated from schemas/messages/SnapshotHeaderRecord.json; do not edit.

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


class SnapshotHeaderRecord(Message):
    """Control record at the start of a snapshot file (KIP-630).

    Data, versions 0, flexible 0+.

    - version: int16, 0+
    - last_contained_log_timestamp: int64, 0+. Append time of the last batch the snapshot
      covers, milliseconds.
    """

    __slots__ = ("version", "last_contained_log_timestamp")
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        version: int = 0,
        last_contained_log_timestamp: int = 0,
    ) -> None:
        self.version: int = version
        self.last_contained_log_timestamp: int = last_contained_log_timestamp
        self.unknown_tags = None


_pack_hq = packer(">hq")
_pack_hqx = packer(">hqx")
_unpack_hqB = unpacker(">hqB")


def _encode_snapshot_header_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_snapshot_header_record(o, out):
    if o.unknown_tags is None:
        out.append(_pack_hqx(o.version, o.last_contained_log_timestamp))
    else:
        out.append(_pack_hq(o.version, o.last_contained_log_timestamp))
        _encode_snapshot_header_record_tags(o, out)


def _decode_snapshot_header_record_tags(o, buf, pos, count):
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


def _decode_snapshot_header_record(buf, pos):
    o = make(SnapshotHeaderRecord)
    o.version, o.last_contained_log_timestamp, t = _unpack_hqB(buf, pos)
    pos += 11
    o.unknown_tags = None
    if t:
        pos = _decode_snapshot_header_record_tags(o, buf, pos, t)
    return o, pos


SnapshotHeaderRecord._ENCODERS = {0: _encode_snapshot_header_record}
SnapshotHeaderRecord._DECODERS = {0: _decode_snapshot_header_record}
