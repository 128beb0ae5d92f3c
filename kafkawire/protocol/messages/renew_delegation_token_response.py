"""Generated from schemas/messages/RenewDelegationTokenResponse.json; do not edit.

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


class RenewDelegationTokenResponse(Message):
    """When the token expires now.

    Response of api key 39, versions 0-2, flexible 2+.

    - error_code: int16, 0+
    - expiry_timestamp_ms: int64, 0+
    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    """

    __slots__ = ("error_code", "expiry_timestamp_ms", "throttle_time_ms")
    _FIELDS = __slots__

    API_KEY = 39
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 2

    def __init__(
        self,
        *,
        error_code: int = 0,
        expiry_timestamp_ms: int = 0,
        throttle_time_ms: int = 0,
    ) -> None:
        self.error_code: int = error_code
        self.expiry_timestamp_ms: int = expiry_timestamp_ms
        self.throttle_time_ms: int = throttle_time_ms
        self.unknown_tags = None


_pack_hqi = packer(">hqi")
_pack_hqix = packer(">hqix")
_unpack_hqi = unpacker(">hqi")
_unpack_hqiB = unpacker(">hqiB")


def _encode_renew_delegation_token_response(o, out):
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_hqi(o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms))


def _encode_renew_delegation_token_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_renew_delegation_token_response_2(o, out):
    if o.unknown_tags is None:
        out.append(_pack_hqix(o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms))
    else:
        out.append(_pack_hqi(o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms))
        _encode_renew_delegation_token_response_tags(o, out)


def _decode_renew_delegation_token_response(buf, pos):
    o = make(RenewDelegationTokenResponse)
    o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms = _unpack_hqi(buf, pos)
    pos += 14
    o.unknown_tags = None
    return o, pos


def _decode_renew_delegation_token_response_tags(o, buf, pos, count):
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


def _decode_renew_delegation_token_response_2(buf, pos):
    o = make(RenewDelegationTokenResponse)
    o.error_code, o.expiry_timestamp_ms, o.throttle_time_ms, t = _unpack_hqiB(buf, pos)
    pos += 15
    o.unknown_tags = None
    if t:
        pos = _decode_renew_delegation_token_response_tags(o, buf, pos, t)
    return o, pos


RenewDelegationTokenResponse._ENCODERS = {
    0: _encode_renew_delegation_token_response,
    1: _encode_renew_delegation_token_response,
    2: _encode_renew_delegation_token_response_2,
}
RenewDelegationTokenResponse._DECODERS = {
    0: _decode_renew_delegation_token_response,
    1: _decode_renew_delegation_token_response,
    2: _decode_renew_delegation_token_response_2,
}
