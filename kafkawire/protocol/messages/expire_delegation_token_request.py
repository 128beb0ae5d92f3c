"""Generated from schemas/messages/ExpireDelegationTokenRequest.json; do not edit.

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


class ExpireDelegationTokenRequest(Message):
    """Changes when a token expires, or ends it at once.

    Request of api key 40, versions 0-2, flexible 2+.

    - hmac: bytes, 0+. The token's secret, which also names the token here.
    - expiry_time_period_ms: int64, 0+. Time from now; negative ends it at once.
    """

    __slots__ = ("hmac", "expiry_time_period_ms")
    _FIELDS = __slots__

    API_KEY = 40
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 2

    def __init__(
        self,
        *,
        hmac: bytes = b'',
        expiry_time_period_ms: int = 0,
    ) -> None:
        self.hmac: bytes = hmac
        self.expiry_time_period_ms: int = expiry_time_period_ms
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_q = packer(">q")
_pack_qx = packer(">qx")
_unpack_i = unpacker(">i")
_unpack_q = unpacker(">q")
_unpack_qB = unpacker(">qB")


def _encode_expire_delegation_token_request(o, out):
    hmac_ = o.hmac
    n = len(hmac_)
    out.append(_pack_i(n))
    out.append(hmac_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_q(o.expiry_time_period_ms))


def _encode_expire_delegation_token_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_expire_delegation_token_request_2(o, out):
    hmac_ = o.hmac
    n = len(hmac_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    out.append(hmac_)
    if o.unknown_tags is None:
        out.append(_pack_qx(o.expiry_time_period_ms))
    else:
        out.append(_pack_q(o.expiry_time_period_ms))
        _encode_expire_delegation_token_request_tags(o, out)


def _decode_expire_delegation_token_request(buf, pos):
    o = make(ExpireDelegationTokenRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.hmac = b"" + buf[pos:e]
        pos = e
    else:
        null_error("Hmac")
    o.expiry_time_period_ms, = _unpack_q(buf, pos)
    pos += 8
    o.unknown_tags = None
    return o, pos


def _decode_expire_delegation_token_request_tags(o, buf, pos, count):
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


def _decode_expire_delegation_token_request_2(buf, pos):
    o = make(ExpireDelegationTokenRequest)
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
        o.hmac = b"" + buf[pos:e]
        pos = e
    else:
        null_error("Hmac")
    o.expiry_time_period_ms, t = _unpack_qB(buf, pos)
    pos += 9
    o.unknown_tags = None
    if t:
        pos = _decode_expire_delegation_token_request_tags(o, buf, pos, t)
    return o, pos


ExpireDelegationTokenRequest._ENCODERS = {
    0: _encode_expire_delegation_token_request,
    1: _encode_expire_delegation_token_request,
    2: _encode_expire_delegation_token_request_2,
}
ExpireDelegationTokenRequest._DECODERS = {
    0: _decode_expire_delegation_token_request,
    1: _decode_expire_delegation_token_request,
    2: _decode_expire_delegation_token_request_2,
}
