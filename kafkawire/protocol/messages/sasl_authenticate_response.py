"""Generated from schemas/messages/SaslAuthenticateResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
    absent,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_tags,
)


class SaslAuthenticateResponse(Message):
    """Carries one message of the SASL exchange from the broker.

    Response of api key 36, versions 0-2, flexible 2+.

    - error_code: int16, 0+
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - auth_bytes: bytes, 0+. Message of the mechanism, opaque to Kafka.
    - session_lifetime_ms: int64, 1+. The client must authenticate again within this time; 0
      for never (KIP-368).
    """

    __slots__ = ("error_code", "error_message", "auth_bytes", "session_lifetime_ms")
    _FIELDS = __slots__

    API_KEY = 36
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 2

    def __init__(
        self,
        *,
        error_code: int = 0,
        error_message: str | None = "",
        auth_bytes: bytes = b'',
        session_lifetime_ms: int = 0,
    ) -> None:
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.auth_bytes: bytes = auth_bytes
        self.session_lifetime_ms: int = session_lifetime_ms
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hh = packer(">hh")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_q = packer(">q")
_pack_qx = packer(">qx")
_unpack_hB = unpacker(">hB")
_unpack_hh = unpacker(">hh")
_unpack_i = unpacker(">i")
_unpack_q = unpacker(">q")
_unpack_qB = unpacker(">qB")


def _encode_sasl_authenticate_response(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_hh(o.error_code, -1))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        out.append(_pack_hh(o.error_code, n))
        out.append(error_message_)
    auth_bytes_ = o.auth_bytes
    n = len(auth_bytes_)
    out.append(_pack_i(n))
    out.append(auth_bytes_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_sasl_authenticate_response_2(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_hh(o.error_code, -1))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        out.append(_pack_hh(o.error_code, n))
        out.append(error_message_)
    auth_bytes_ = o.auth_bytes
    n = len(auth_bytes_)
    out.append(_pack_i(n))
    out.append(auth_bytes_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_q(o.session_lifetime_ms))


def _encode_sasl_authenticate_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_sasl_authenticate_response_3(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_hx(o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_hB(o.error_code, n + 1))
        else:
            out.append(_pack_h(o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    auth_bytes_ = o.auth_bytes
    n = len(auth_bytes_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    out.append(auth_bytes_)
    if o.unknown_tags is None:
        out.append(_pack_qx(o.session_lifetime_ms))
    else:
        out.append(_pack_q(o.session_lifetime_ms))
        _encode_sasl_authenticate_response_tags(o, out)


def _decode_sasl_authenticate_response(buf, pos):
    o = make(SaslAuthenticateResponse)
    o.error_code, n = _unpack_hh(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.auth_bytes = b"" + buf[pos:e]
        pos = e
    else:
        null_error("AuthBytes")
    o.session_lifetime_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_sasl_authenticate_response_2(buf, pos):
    o = make(SaslAuthenticateResponse)
    o.error_code, n = _unpack_hh(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.auth_bytes = b"" + buf[pos:e]
        pos = e
    else:
        null_error("AuthBytes")
    o.session_lifetime_ms, = _unpack_q(buf, pos)
    pos += 8
    o.unknown_tags = None
    return o, pos


def _decode_sasl_authenticate_response_tags(o, buf, pos, count):
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


def _decode_sasl_authenticate_response_3(buf, pos):
    o = make(SaslAuthenticateResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
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
    o.session_lifetime_ms, t = _unpack_qB(buf, pos)
    pos += 9
    o.unknown_tags = None
    if t:
        pos = _decode_sasl_authenticate_response_tags(o, buf, pos, t)
    return o, pos


SaslAuthenticateResponse._ENCODERS = {
    0: _encode_sasl_authenticate_response,
    1: _encode_sasl_authenticate_response_2,
    2: _encode_sasl_authenticate_response_3,
}
SaslAuthenticateResponse._DECODERS = {
    0: _decode_sasl_authenticate_response,
    1: _decode_sasl_authenticate_response_2,
    2: _decode_sasl_authenticate_response_3,
}
