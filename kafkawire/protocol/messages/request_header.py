"""Generated from schemas/messages/RequestHeader.json; do not edit.

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


class RequestHeader(Message):
    """Opens every request; version 2 goes with the flexible versions of an API.

    Header, versions 0-2, flexible 2+.

    - request_api_key: int16, 0+. Which API the body belongs to.
    - request_api_version: int16, 0+. Version the body is written in; it decides the
      header's version as well.
    - correlation_id: int32, 0+. Chosen by the client and repeated in the response.
    - client_id: string, 1+, null. Client's own name for logs, metrics and quotas; always in
      the old string form, even in version 2.
    """

    __slots__ = ("request_api_key", "request_api_version", "correlation_id", "client_id")
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 2

    def __init__(
        self,
        *,
        request_api_key: int = 0,
        request_api_version: int = 0,
        correlation_id: int = 0,
        client_id: str | None = "",
    ) -> None:
        self.request_api_key: int = request_api_key
        self.request_api_version: int = request_api_version
        self.correlation_id: int = correlation_id
        self.client_id: str | None = client_id
        self.unknown_tags = None


_pack_hhi = packer(">hhi")
_pack_hhih = packer(">hhih")
_unpack_hhi = unpacker(">hhi")
_unpack_hhih = unpacker(">hhih")


def _encode_request_header(o, out):
    if not (not o.client_id and o.client_id is not None):
        absent("ClientId")
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_hhi(o.request_api_key, o.request_api_version, o.correlation_id))


def _encode_request_header_2(o, out):
    client_id_ = o.client_id
    if client_id_ is None:
        out.append(_pack_hhih(o.request_api_key, o.request_api_version, o.correlation_id, -1))
    else:
        client_id_ = client_id_.encode()
        n = len(client_id_)
        out.append(_pack_hhih(o.request_api_key, o.request_api_version, o.correlation_id, n))
        out.append(client_id_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_request_header_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_request_header_3(o, out):
    client_id_ = o.client_id
    if client_id_ is None:
        out.append(_pack_hhih(o.request_api_key, o.request_api_version, o.correlation_id, -1))
    else:
        client_id_ = client_id_.encode()
        n = len(client_id_)
        out.append(_pack_hhih(o.request_api_key, o.request_api_version, o.correlation_id, n))
        out.append(client_id_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_request_header_tags(o, out)


def _decode_request_header(buf, pos):
    o = make(RequestHeader)
    o.request_api_key, o.request_api_version, o.correlation_id = _unpack_hhi(buf, pos)
    pos += 8
    o.client_id = ""
    o.unknown_tags = None
    return o, pos


def _decode_request_header_2(buf, pos):
    o = make(RequestHeader)
    (o.request_api_key, o.request_api_version, o.correlation_id, n) = _unpack_hhih(buf, pos)
    pos += 10
    if n >= 0:
        e = pos + n
        o.client_id = buf[pos:e].decode()
        pos = e
    else:
        o.client_id = None
    o.unknown_tags = None
    return o, pos


def _decode_request_header_tags(o, buf, pos, count):
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


def _decode_request_header_3(buf, pos):
    o = make(RequestHeader)
    (o.request_api_key, o.request_api_version, o.correlation_id, n) = _unpack_hhih(buf, pos)
    pos += 10
    if n >= 0:
        e = pos + n
        o.client_id = buf[pos:e].decode()
        pos = e
    else:
        o.client_id = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_request_header_tags(o, buf, pos, t)
    return o, pos


RequestHeader._ENCODERS = {
    0: _encode_request_header,
    1: _encode_request_header_2,
    2: _encode_request_header_3,
}
RequestHeader._DECODERS = {
    0: _decode_request_header,
    1: _decode_request_header_2,
    2: _decode_request_header_3,
}
