"""Generated from schemas/messages/SaslHandshakeResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEVER_FLEXIBLE,
    NEW,
    Message,
    absent,
    make,
    null_error,
    packer,
    strings,
    unpacker,
    write_strings,
)


class SaslHandshakeResponse(Message):
    """Accepts the mechanism, or lists those the broker has.

    Response of api key 17, versions 0-1.

    - error_code: int16, 0+
    - mechanisms: []string, 0+. Those enabled on the listener.
    """

    __slots__ = ("error_code", "mechanisms")
    _FIELDS = __slots__

    API_KEY = 17
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        error_code: int = 0,
        mechanisms: list[str] = NEW,
    ) -> None:
        self.error_code: int = error_code
        self.mechanisms: list[str] = [] if mechanisms is NEW else mechanisms
        self.unknown_tags = None


_pack_hi = packer(">hi")
_unpack_hi = unpacker(">hi")


def _encode_sasl_handshake_response(o, out):
    mechanisms_ = o.mechanisms
    n = len(mechanisms_)
    out.append(_pack_hi(o.error_code, n))
    if n:
        write_strings(mechanisms_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_sasl_handshake_response(buf, pos):
    o = make(SaslHandshakeResponse)
    o.error_code, n = _unpack_hi(buf, pos)
    pos += 6
    if n > 0:
        o.mechanisms, pos = strings(buf, pos, n)
    elif not n:
        o.mechanisms = []
    else:
        null_error("Mechanisms")
    o.unknown_tags = None
    return o, pos


SaslHandshakeResponse._ENCODERS = {
    0: _encode_sasl_handshake_response,
    1: _encode_sasl_handshake_response,
}
SaslHandshakeResponse._DECODERS = {
    0: _decode_sasl_handshake_response,
    1: _decode_sasl_handshake_response,
}
