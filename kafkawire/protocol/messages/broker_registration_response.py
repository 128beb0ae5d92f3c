"""Generated from schemas/messages/BrokerRegistrationResponse.json; do not edit.

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


class BrokerRegistrationResponse(Message):
    """The epoch of this incarnation of the broker.

    Response of api key 62, versions 0-4, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - broker_epoch: int64, 0+. Offset of the registration record; goes into every later
      request. -1 on errors.
    """

    __slots__ = ("throttle_time_ms", "error_code", "broker_epoch")
    _FIELDS = __slots__

    API_KEY = 62
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        broker_epoch: int = -1,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.broker_epoch: int = broker_epoch
        self.unknown_tags = None


_pack_ihq = packer(">ihq")
_pack_ihqx = packer(">ihqx")
_unpack_ihqB = unpacker(">ihqB")


def _encode_broker_registration_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_broker_registration_response(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ihqx(o.throttle_time_ms, o.error_code, o.broker_epoch))
    else:
        out.append(_pack_ihq(o.throttle_time_ms, o.error_code, o.broker_epoch))
        _encode_broker_registration_response_tags(o, out)


def _decode_broker_registration_response_tags(o, buf, pos, count):
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


def _decode_broker_registration_response(buf, pos):
    o = make(BrokerRegistrationResponse)
    o.throttle_time_ms, o.error_code, o.broker_epoch, t = _unpack_ihqB(buf, pos)
    pos += 15
    o.unknown_tags = None
    if t:
        pos = _decode_broker_registration_response_tags(o, buf, pos, t)
    return o, pos


BrokerRegistrationResponse._ENCODERS = {
    0: _encode_broker_registration_response,
    1: _encode_broker_registration_response,
    2: _encode_broker_registration_response,
    3: _encode_broker_registration_response,
    4: _encode_broker_registration_response,
}
BrokerRegistrationResponse._DECODERS = {
    0: _decode_broker_registration_response,
    1: _decode_broker_registration_response,
    2: _decode_broker_registration_response,
    3: _decode_broker_registration_response,
    4: _decode_broker_registration_response,
}
