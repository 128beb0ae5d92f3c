"""Generated from schemas/messages/EnvelopeResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
    make,
    many_tags,
    packer,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_tags,
)


class EnvelopeResponse(Message):
    """The controller's answer to a forwarded request.

    Response of api key 58, versions 0, flexible 0+.

    - response_data: bytes, 0+, null. Answer for the client, header included; null on errors
      of the envelope.
    - error_code: int16, 0+. Trouble with forwarding as such.
    """

    __slots__ = ("response_data", "error_code")
    _FIELDS = __slots__

    API_KEY = 58
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        response_data: bytes | None = None,
        error_code: int = 0,
    ) -> None:
        self.response_data: bytes | None = response_data
        self.error_code: int = error_code
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hx = packer(">hx")
_unpack_hB = unpacker(">hB")


def _encode_envelope_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_envelope_response(o, out):
    response_data_ = o.response_data
    if response_data_ is None:
        out.append(b"\0")
    else:
        n = len(response_data_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        out.append(response_data_)
    if o.unknown_tags is None:
        out.append(_pack_hx(o.error_code))
    else:
        out.append(_pack_h(o.error_code))
        _encode_envelope_response_tags(o, out)


def _decode_envelope_response_tags(o, buf, pos, count):
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


def _decode_envelope_response(buf, pos):
    o = make(EnvelopeResponse)
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
        o.response_data = b"" + buf[pos:e]
        pos = e
    else:
        o.response_data = None
    o.error_code, t = _unpack_hB(buf, pos)
    pos += 3
    o.unknown_tags = None
    if t:
        pos = _decode_envelope_response_tags(o, buf, pos, t)
    return o, pos


EnvelopeResponse._ENCODERS = {0: _encode_envelope_response}
EnvelopeResponse._DECODERS = {0: _decode_envelope_response}
