"""Generated from schemas/records/RemoveAccessControlEntryRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    ZERO_UUID,
    Message,
    make,
    many_tags,
    packer,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class RemoveAccessControlEntryRecord(Message):
    """Removes one access rule.

    Metadata, versions 0, flexible 0+.

    - id: uuid, 0+. As in the AccessControlEntryRecord.
    """

    __slots__ = ("id",)
    _FIELDS = __slots__

    API_KEY = 19
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        id: bytes = ZERO_UUID,
    ) -> None:
        self.id: bytes = id
        self.unknown_tags = None


_pack_u = packer(">16s")
_pack_ux = packer(">16sx")
_unpack_uB = unpacker(">16sB")


def _encode_remove_access_control_entry_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_remove_access_control_entry_record(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ux(o.id))
    else:
        out.append(_pack_u(o.id))
        _encode_remove_access_control_entry_record_tags(o, out)


def _decode_remove_access_control_entry_record_tags(o, buf, pos, count):
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


def _decode_remove_access_control_entry_record(buf, pos):
    o = make(RemoveAccessControlEntryRecord)
    o.id, t = _unpack_uB(buf, pos)
    pos += 17
    o.unknown_tags = None
    if t:
        pos = _decode_remove_access_control_entry_record_tags(o, buf, pos, t)
    return o, pos


RemoveAccessControlEntryRecord._ENCODERS = {0: _encode_remove_access_control_entry_record}
RemoveAccessControlEntryRecord._DECODERS = {0: _decode_remove_access_control_entry_record}
