"""Generated from schemas/messages/SaslHandshakeRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEVER_FLEXIBLE,
    Message,
    absent,
    make,
    null_error,
    packer,
    unpacker,
)


class SaslHandshakeRequest(Message):
    """Chooses the SASL mechanism of a connection.

    Request of api key 17, versions 0-1.

    - mechanism: string, 0+. Such as PLAIN or SCRAM-SHA-512.
    """

    __slots__ = ("mechanism",)
    _FIELDS = __slots__

    API_KEY = 17
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        mechanism: str = "",
    ) -> None:
        self.mechanism: str = mechanism
        self.unknown_tags = None


_pack_h = packer(">h")
_unpack_h = unpacker(">h")


def _encode_sasl_handshake_request(o, out):
    mechanism_ = o.mechanism
    mechanism_ = mechanism_.encode()
    n = len(mechanism_)
    out.append(_pack_h(n))
    out.append(mechanism_)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_sasl_handshake_request(buf, pos):
    o = make(SaslHandshakeRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.mechanism = buf[pos:e].decode()
        pos = e
    else:
        null_error("Mechanism")
    o.unknown_tags = None
    return o, pos


SaslHandshakeRequest._ENCODERS = {
    0: _encode_sasl_handshake_request,
    1: _encode_sasl_handshake_request,
}
SaslHandshakeRequest._DECODERS = {
    0: _decode_sasl_handshake_request,
    1: _decode_sasl_handshake_request,
}
