"""Generated from schemas/messages/SaslAuthenticateRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
    absent,
    make,
    many_tags,
    null_error,
    packer,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_tags,
)


class SaslAuthenticateRequest(Message):
    """Carries one message of the SASL exchange from the client.

    Request of api key 36, versions 0-2, flexible 2+.

    - auth_bytes: bytes, 0+. Message of the mechanism, opaque to Kafka.
    """

    __slots__ = ("auth_bytes",)
    _FIELDS = __slots__

    API_KEY = 36
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 2

    def __init__(
        self,
        *,
        auth_bytes: bytes = b'',
    ) -> None:
        self.auth_bytes: bytes = auth_bytes
        self.unknown_tags = None


_pack_i = packer(">i")
_unpack_i = unpacker(">i")


def _encode_sasl_authenticate_request(o, out):
    auth_bytes_ = o.auth_bytes
    n = len(auth_bytes_)
    out.append(_pack_i(n))
    out.append(auth_bytes_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_sasl_authenticate_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_sasl_authenticate_request_2(o, out):
    auth_bytes_ = o.auth_bytes
    n = len(auth_bytes_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    out.append(auth_bytes_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_sasl_authenticate_request_tags(o, out)


def _decode_sasl_authenticate_request(buf, pos):
    o = make(SaslAuthenticateRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.auth_bytes = b"" + buf[pos:e]
        pos = e
    else:
        null_error("AuthBytes")
    o.unknown_tags = None
    return o, pos


def _decode_sasl_authenticate_request_tags(o, buf, pos, count):
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


def _decode_sasl_authenticate_request_2(buf, pos):
    o = make(SaslAuthenticateRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        e = buf[pos]
        if e < 128:
            n += (e << 7) - 128
            pos += 1
        else:
            n, pos = uvarint(buf, pos)
    if n:
        e = pos + n - 1
        o.auth_bytes = b"" + buf[pos:e]
        pos = e
    else:
        null_error("AuthBytes")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_sasl_authenticate_request_tags(o, buf, pos, t)
    return o, pos


SaslAuthenticateRequest._ENCODERS = {
    0: _encode_sasl_authenticate_request,
    1: _encode_sasl_authenticate_request,
    2: _encode_sasl_authenticate_request_2,
}
SaslAuthenticateRequest._DECODERS = {
    0: _decode_sasl_authenticate_request,
    1: _decode_sasl_authenticate_request,
    2: _decode_sasl_authenticate_request_2,
}
