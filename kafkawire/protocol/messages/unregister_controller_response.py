"""Generated from schemas/messages/UnregisterControllerResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    Message,
    long_string,
    make,
    many_tags,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class UnregisterControllerResponse(Message):
    """Whether the registration was removed; 136 for an unknown controller.

    Response of api key 94, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    """

    __slots__ = ("throttle_time_ms", "error_code", "error_message")
    _FIELDS = __slots__

    API_KEY = 94
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.unknown_tags = None


_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_unpack_ihB = unpacker(">ihB")


def _encode_unregister_controller_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_unregister_controller_response(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_unregister_controller_response_tags(o, out)


def _decode_unregister_controller_response_tags(o, buf, pos, count):
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


def _decode_unregister_controller_response(buf, pos):
    o = make(UnregisterControllerResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_unregister_controller_response_tags(o, buf, pos, t)
    return o, pos


UnregisterControllerResponse._ENCODERS = {0: _encode_unregister_controller_response}
UnregisterControllerResponse._DECODERS = {0: _decode_unregister_controller_response}
