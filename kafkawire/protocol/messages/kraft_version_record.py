"""Generated from schemas/messages/KRaftVersionRecord.json; do not edit.

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


class KRaftVersionRecord(Message):
    """Control record that sets kraft.version (KIP-853).

    Data, versions 0, flexible 0+.

    - version: int16, 0+
    - kraft_version: int16, 0+. 1 allows the voter set to change.
    """

    __slots__ = ("version", "kraft_version")
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        version: int = 0,
        kraft_version: int = 0,
    ) -> None:
        self.version: int = version
        self.kraft_version: int = kraft_version
        self.unknown_tags = None


_pack_hh = packer(">hh")
_pack_hhx = packer(">hhx")
_unpack_hhB = unpacker(">hhB")


def _encode_kraft_version_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_kraft_version_record(o, out):
    if o.unknown_tags is None:
        out.append(_pack_hhx(o.version, o.kraft_version))
    else:
        out.append(_pack_hh(o.version, o.kraft_version))
        _encode_kraft_version_record_tags(o, out)


def _decode_kraft_version_record_tags(o, buf, pos, count):
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


def _decode_kraft_version_record(buf, pos):
    o = make(KRaftVersionRecord)
    o.version, o.kraft_version, t = _unpack_hhB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_kraft_version_record_tags(o, buf, pos, t)
    return o, pos


KRaftVersionRecord._ENCODERS = {0: _encode_kraft_version_record}
KRaftVersionRecord._DECODERS = {0: _decode_kraft_version_record}
