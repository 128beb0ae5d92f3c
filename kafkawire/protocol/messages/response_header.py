"""Generated from schemas/messages/ResponseHeader.json; do not edit.

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


class ResponseHeader(Message):
    """Opens every response; version 1 adds tagged fields for flexible APIs, save ApiVersions.

    Header, versions 0-1, flexible 1+.

    - correlation_id: int32, 0+. Taken over from the request, which tells the API and
      version of this response.
    """

    __slots__ = ("correlation_id",)
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 1

    def __init__(
        self,
        *,
        correlation_id: int = 0,
    ) -> None:
        self.correlation_id: int = correlation_id
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_ix = packer(">ix")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")


def _encode_response_header(o, out):
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.correlation_id))


def _encode_response_header_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_response_header_2(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ix(o.correlation_id))
    else:
        out.append(_pack_i(o.correlation_id))
        _encode_response_header_tags(o, out)


def _decode_response_header(buf, pos):
    o = make(ResponseHeader)
    o.correlation_id, = _unpack_i(buf, pos)
    pos += 4
    o.unknown_tags = None
    return o, pos


def _decode_response_header_tags(o, buf, pos, count):
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


def _decode_response_header_2(buf, pos):
    o = make(ResponseHeader)
    o.correlation_id, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_response_header_tags(o, buf, pos, t)
    return o, pos


ResponseHeader._ENCODERS = {0: _encode_response_header, 1: _encode_response_header_2}
ResponseHeader._DECODERS = {0: _decode_response_header, 1: _decode_response_header_2}
