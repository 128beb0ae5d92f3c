"""Generated from schemas/records/UnregisterControllerRecord.json; do not edit.

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


class UnregisterControllerRecord(Message):
    """Forgets a controller.

    Metadata, versions 0, flexible 0+.

    - controller_id: int32, 0+
    """

    __slots__ = ("controller_id",)
    _FIELDS = __slots__

    API_KEY = 29
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        controller_id: int = 0,
    ) -> None:
        self.controller_id: int = controller_id
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_ix = packer(">ix")
_unpack_iB = unpacker(">iB")


def _encode_unregister_controller_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_unregister_controller_record(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ix(o.controller_id))
    else:
        out.append(_pack_i(o.controller_id))
        _encode_unregister_controller_record_tags(o, out)


def _decode_unregister_controller_record_tags(o, buf, pos, count):
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


def _decode_unregister_controller_record(buf, pos):
    o = make(UnregisterControllerRecord)
    o.controller_id, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_unregister_controller_record_tags(o, buf, pos, t)
    return o, pos


UnregisterControllerRecord._ENCODERS = {0: _encode_unregister_controller_record}
UnregisterControllerRecord._DECODERS = {0: _decode_unregister_controller_record}
