"""Generated from schemas/messages/SyncGroupResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
    absent,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_tags,
)


class SyncGroupResponse(Message):
    """The member's own part of the assignment.

    Response of api key 14, versions 0-5, flexible 4+.

    - throttle_time_ms: int32, 1+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - protocol_type: string, 5+, null. Repeated for the member to check (KIP-559).
    - protocol_name: string, 5+, null. Repeated for the member to check (KIP-559).
    - assignment: bytes, 0+. In the format of the protocol type; see
      ConsumerProtocolAssignment.
    """

    __slots__ = ("throttle_time_ms", "error_code", "protocol_type", "protocol_name", "assignment")
    _FIELDS = __slots__

    API_KEY = 14
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 4

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        protocol_type: str | None = None,
        protocol_name: str | None = None,
        assignment: bytes = b'',
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.protocol_type: str | None = protocol_type
        self.protocol_name: str | None = protocol_name
        self.assignment: bytes = assignment
        self.unknown_tags = None


_pack_hi = packer(">hi")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihi = packer(">ihi")
_pack_ihx = packer(">ihx")
_unpack_hi = unpacker(">hi")
_unpack_ihB = unpacker(">ihB")
_unpack_ihi = unpacker(">ihi")


def _encode_sync_group_response(o, out):
    assignment_ = o.assignment
    n = len(assignment_)
    out.append(_pack_hi(o.error_code, n))
    out.append(assignment_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_sync_group_response_2(o, out):
    assignment_ = o.assignment
    n = len(assignment_)
    out.append(_pack_ihi(o.throttle_time_ms, o.error_code, n))
    out.append(assignment_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_sync_group_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_sync_group_response_3(o, out):
    assignment_ = o.assignment
    n = len(assignment_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    out.append(assignment_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_sync_group_response_tags(o, out)


def _encode_sync_group_response_4(o, out):
    protocol_type_ = o.protocol_type
    if protocol_type_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(protocol_type_)
    protocol_name_ = o.protocol_name
    if protocol_name_ is None:
        out.append(b"\0")
    else:
        protocol_name_ = protocol_name_.encode()
        n = len(protocol_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(protocol_name_)
    assignment_ = o.assignment
    n = len(assignment_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    out.append(assignment_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_sync_group_response_tags(o, out)


def _decode_sync_group_response(buf, pos):
    o = make(SyncGroupResponse)
    o.error_code, n = _unpack_hi(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.assignment = b"" + buf[pos:e]
        pos = e
    else:
        null_error("Assignment")
    o.throttle_time_ms = 0
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    return o, pos


def _decode_sync_group_response_2(buf, pos):
    o = make(SyncGroupResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihi(buf, pos)
    pos += 10
    if n >= 0:
        e = pos + n
        o.assignment = b"" + buf[pos:e]
        pos = e
    else:
        null_error("Assignment")
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    return o, pos


def _decode_sync_group_response_tags(o, buf, pos, count):
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


def _decode_sync_group_response_3(buf, pos):
    o = make(SyncGroupResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        e = buf[pos]
        if e < 128:
            n += (e << 7) - 128
            pos += 1
        else:
            n, pos = uvarint(buf, pos)
    if n:
        e = pos + n - 1
        o.assignment = b"" + buf[pos:e]
        pos = e
    else:
        null_error("Assignment")
    t = buf[pos]
    pos += 1
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    if t:
        pos = _decode_sync_group_response_tags(o, buf, pos, t)
    return o, pos


def _decode_sync_group_response_4(buf, pos):
    o = make(SyncGroupResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.protocol_type = buf[pos:e].decode()
        pos = e
    else:
        o.protocol_type = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.protocol_name = buf[pos:e].decode()
        pos = e
    else:
        o.protocol_name = None
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
        o.assignment = b"" + buf[pos:e]
        pos = e
    else:
        null_error("Assignment")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_sync_group_response_tags(o, buf, pos, t)
    return o, pos


SyncGroupResponse._ENCODERS = {
    0: _encode_sync_group_response,
    1: _encode_sync_group_response_2,
    2: _encode_sync_group_response_2,
    3: _encode_sync_group_response_2,
    4: _encode_sync_group_response_3,
    5: _encode_sync_group_response_4,
}
SyncGroupResponse._DECODERS = {
    0: _decode_sync_group_response,
    1: _decode_sync_group_response_2,
    2: _decode_sync_group_response_2,
    3: _decode_sync_group_response_2,
    4: _decode_sync_group_response_3,
    5: _decode_sync_group_response_4,
}
