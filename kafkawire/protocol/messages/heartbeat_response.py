"""Generated from schemas/messages/HeartbeatResponse.json; do not edit.

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


class HeartbeatResponse(Message):
    """Says whether the member may carry on; 27 asks it to join again.

    Response of api key 12, versions 0-4, flexible 4+.

    - throttle_time_ms: int32, 1+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code")
    _FIELDS = __slots__

    API_KEY = 12
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 4

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_ih = packer(">ih")
_pack_ihx = packer(">ihx")
_unpack_h = unpacker(">h")
_unpack_ih = unpacker(">ih")
_unpack_ihB = unpacker(">ihB")


def _encode_heartbeat_response(o, out):
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_h(o.error_code))


def _encode_heartbeat_response_2(o, out):
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_ih(o.throttle_time_ms, o.error_code))


def _encode_heartbeat_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_heartbeat_response_3(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        _encode_heartbeat_response_tags(o, out)


def _decode_heartbeat_response(buf, pos):
    o = make(HeartbeatResponse)
    o.error_code, = _unpack_h(buf, pos)
    pos += 2
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_heartbeat_response_2(buf, pos):
    o = make(HeartbeatResponse)
    o.throttle_time_ms, o.error_code = _unpack_ih(buf, pos)
    pos += 6
    o.unknown_tags = None
    return o, pos


def _decode_heartbeat_response_tags(o, buf, pos, count):
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


def _decode_heartbeat_response_3(buf, pos):
    o = make(HeartbeatResponse)
    o.throttle_time_ms, o.error_code, t = _unpack_ihB(buf, pos)
    pos += 7
    o.unknown_tags = None
    if t:
        pos = _decode_heartbeat_response_tags(o, buf, pos, t)
    return o, pos


HeartbeatResponse._ENCODERS = {
    0: _encode_heartbeat_response,
    1: _encode_heartbeat_response_2,
    2: _encode_heartbeat_response_2,
    3: _encode_heartbeat_response_2,
    4: _encode_heartbeat_response_3,
}
HeartbeatResponse._DECODERS = {
    0: _decode_heartbeat_response,
    1: _decode_heartbeat_response_2,
    2: _decode_heartbeat_response_2,
    3: _decode_heartbeat_response_2,
    4: _decode_heartbeat_response_3,
}
