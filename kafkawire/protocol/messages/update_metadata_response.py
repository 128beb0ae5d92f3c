"""Generated from schemas/messages/UpdateMetadataResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    Message,
    absent,
    make,
    many_tags,
    packer,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class UpdateMetadataResponse(Message):
    """Whether the update was taken.

    Response of api key 6, versions 0-8, flexible 6+.

    - error_code: int16, 0+
    """

    __slots__ = ("error_code",)
    _FIELDS = __slots__

    API_KEY = 6
    VERSIONS = (0, 8)
    FLEXIBLE_SINCE = 6

    def __init__(
        self,
        *,
        error_code: int = 0,
    ) -> None:
        self.error_code: int = error_code
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hx = packer(">hx")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")


def _encode_update_metadata_response(o, out):
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_h(o.error_code))


def _encode_update_metadata_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_update_metadata_response_2(o, out):
    if o.unknown_tags is None:
        out.append(_pack_hx(o.error_code))
    else:
        out.append(_pack_h(o.error_code))
        _encode_update_metadata_response_tags(o, out)


def _decode_update_metadata_response(buf, pos):
    o = make(UpdateMetadataResponse)
    o.error_code, = _unpack_h(buf, pos)
    pos += 2
    o.unknown_tags = None
    return o, pos


def _decode_update_metadata_response_tags(o, buf, pos, count):
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


def _decode_update_metadata_response_2(buf, pos):
    o = make(UpdateMetadataResponse)
    o.error_code, t = _unpack_hB(buf, pos)
    pos += 3
    o.unknown_tags = None
    if t:
        pos = _decode_update_metadata_response_tags(o, buf, pos, t)
    return o, pos


UpdateMetadataResponse._ENCODERS = {
    0: _encode_update_metadata_response,
    1: _encode_update_metadata_response,
    2: _encode_update_metadata_response,
    3: _encode_update_metadata_response,
    4: _encode_update_metadata_response,
    5: _encode_update_metadata_response,
    6: _encode_update_metadata_response_2,
    7: _encode_update_metadata_response_2,
    8: _encode_update_metadata_response_2,
}
UpdateMetadataResponse._DECODERS = {
    0: _decode_update_metadata_response,
    1: _decode_update_metadata_response,
    2: _decode_update_metadata_response,
    3: _decode_update_metadata_response,
    4: _decode_update_metadata_response,
    5: _decode_update_metadata_response,
    6: _decode_update_metadata_response_2,
    7: _decode_update_metadata_response_2,
    8: _decode_update_metadata_response_2,
}
