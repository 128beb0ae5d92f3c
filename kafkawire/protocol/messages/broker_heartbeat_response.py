"""Generated from schemas/messages/BrokerHeartbeatResponse.json; do not edit.

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


class BrokerHeartbeatResponse(Message):
    """Where the broker stands with the controller.

    Response of api key 63, versions 0-2, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - is_caught_up: bool, 0+. The broker has applied enough metadata to be unfenced.
    - is_fenced: bool, 0+. Out of traffic: no leadership, not in clients' metadata.
    - should_shut_down: bool, 0+. All leadership has moved; the broker may stop.
    """

    __slots__ = ("throttle_time_ms", "error_code", "is_caught_up", "is_fenced", "should_shut_down")
    _FIELDS = __slots__

    API_KEY = 63
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        is_caught_up: bool = False,
        is_fenced: bool = True,
        should_shut_down: bool = False,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.is_caught_up: bool = is_caught_up
        self.is_fenced: bool = is_fenced
        self.should_shut_down: bool = should_shut_down
        self.unknown_tags = None


_pack_ihooo = packer(">ih???")
_pack_ihooox = packer(">ih???x")
_unpack_ihoooB = unpacker(">ih???B")


def _encode_broker_heartbeat_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_broker_heartbeat_response(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ihooox(
            o.throttle_time_ms,
            o.error_code,
            o.is_caught_up,
            o.is_fenced,
            o.should_shut_down,
        ))
    else:
        out.append(_pack_ihooo(
            o.throttle_time_ms,
            o.error_code,
            o.is_caught_up,
            o.is_fenced,
            o.should_shut_down,
        ))
        _encode_broker_heartbeat_response_tags(o, out)


def _decode_broker_heartbeat_response_tags(o, buf, pos, count):
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


def _decode_broker_heartbeat_response(buf, pos):
    o = make(BrokerHeartbeatResponse)
    (
        o.throttle_time_ms,
        o.error_code,
        o.is_caught_up,
        o.is_fenced,
        o.should_shut_down,
        t,
    ) = _unpack_ihoooB(buf, pos)
    pos += 10
    o.unknown_tags = None
    if t:
        pos = _decode_broker_heartbeat_response_tags(o, buf, pos, t)
    return o, pos


BrokerHeartbeatResponse._ENCODERS = {
    0: _encode_broker_heartbeat_response,
    1: _encode_broker_heartbeat_response,
    2: _encode_broker_heartbeat_response,
}
BrokerHeartbeatResponse._DECODERS = {
    0: _decode_broker_heartbeat_response,
    1: _decode_broker_heartbeat_response,
    2: _decode_broker_heartbeat_response,
}
