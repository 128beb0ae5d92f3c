"""Generated from schemas/messages/EnvelopeRequest.json; do not edit.

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
    null_error,
    tag_head,
    uvarint,
    varint,
    write_tags,
)


class EnvelopeRequest(Message):
    """A broker forwards a client's request to the controller, with the client's identity
    (KIP-590).

    Request of api key 58, versions 0, flexible 0+.

    - request_data: bytes, 0+. The client's request, header included.
    - request_principal: bytes, 0+, null. Serialized principal of the client, for
      authorization at the controller.
    - client_host_address: bytes, 0+. The client's IP address, 4 or 16 bytes.
    """

    __slots__ = ("request_data", "request_principal", "client_host_address")
    _FIELDS = __slots__

    API_KEY = 58
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        request_data: bytes = b'',
        request_principal: bytes | None = b'',
        client_host_address: bytes = b'',
    ) -> None:
        self.request_data: bytes = request_data
        self.request_principal: bytes | None = request_principal
        self.client_host_address: bytes = client_host_address
        self.unknown_tags = None




def _encode_envelope_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_envelope_request(o, out):
    request_data_ = o.request_data
    n = len(request_data_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    out.append(request_data_)
    request_principal_ = o.request_principal
    if request_principal_ is None:
        out.append(b"\0")
    else:
        n = len(request_principal_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        out.append(request_principal_)
    client_host_address_ = o.client_host_address
    n = len(client_host_address_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    out.append(client_host_address_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_envelope_request_tags(o, out)


def _decode_envelope_request_tags(o, buf, pos, count):
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


def _decode_envelope_request(buf, pos):
    o = make(EnvelopeRequest)
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
        o.request_data = b"" + buf[pos:e]
        pos = e
    else:
        null_error("RequestData")
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
        o.request_principal = b"" + buf[pos:e]
        pos = e
    else:
        o.request_principal = None
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
        o.client_host_address = b"" + buf[pos:e]
        pos = e
    else:
        null_error("ClientHostAddress")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_envelope_request_tags(o, buf, pos, t)
    return o, pos


EnvelopeRequest._ENCODERS = {0: _encode_envelope_request}
EnvelopeRequest._DECODERS = {0: _decode_envelope_request}
