"""Generated from schemas/messages/HeartbeatRequest.json; do not edit.

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
    write_tags,
)


class HeartbeatRequest(Message):
    """Keeps a member of a classic group alive.

    Request of api key 12, versions 0-4, flexible 4+.

    - group_id: string, 0+
    - generation_id: int32, 0+. Generation the member is in; an old one gives 22.
    - member_id: string, 0+
    - group_instance_id: string, 3+, null. Static member name that outlives restarts
      (KIP-345); null for a dynamic member.
    """

    __slots__ = ("group_id", "generation_id", "member_id", "group_instance_id")
    _FIELDS = __slots__

    API_KEY = 12
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 4

    def __init__(
        self,
        *,
        group_id: str = "",
        generation_id: int = 0,
        member_id: str = "",
        group_instance_id: str | None = None,
    ) -> None:
        self.group_id: str = group_id
        self.generation_id: int = generation_id
        self.member_id: str = member_id
        self.group_instance_id: str | None = group_instance_id
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_unpack_h = unpacker(">h")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")


def _encode_heartbeat_request(o, out):
    if o.group_instance_id is not None:
        absent("GroupInstanceId")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_ih(o.generation_id, n))
    out.append(member_id_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_heartbeat_request_2(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_ih(o.generation_id, n))
    out.append(member_id_)
    group_instance_id_ = o.group_instance_id
    if group_instance_id_ is None:
        out.append(_pack_h(-1))
    else:
        group_instance_id_ = group_instance_id_.encode()
        n = len(group_instance_id_)
        out.append(_pack_h(n))
        out.append(group_instance_id_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_heartbeat_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_heartbeat_request_3(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(_pack_iB(o.generation_id, n + 1))
    else:
        out.append(_pack_i(o.generation_id))
        out.append(string_length(n))
    out.append(member_id_)
    group_instance_id_ = o.group_instance_id
    if group_instance_id_ is None:
        out.append(b"\0")
    else:
        group_instance_id_ = group_instance_id_.encode()
        n = len(group_instance_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_instance_id_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_heartbeat_request_tags(o, out)


def _decode_heartbeat_request(buf, pos):
    o = make(HeartbeatRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.generation_id, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    o.group_instance_id = None
    o.unknown_tags = None
    return o, pos


def _decode_heartbeat_request_2(buf, pos):
    o = make(HeartbeatRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.generation_id, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_instance_id = buf[pos:e].decode()
        pos = e
    else:
        o.group_instance_id = None
    o.unknown_tags = None
    return o, pos


def _decode_heartbeat_request_tags(o, buf, pos, count):
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


def _decode_heartbeat_request_3(buf, pos):
    o = make(HeartbeatRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.generation_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_instance_id = buf[pos:e].decode()
        pos = e
    else:
        o.group_instance_id = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_heartbeat_request_tags(o, buf, pos, t)
    return o, pos


HeartbeatRequest._ENCODERS = {
    0: _encode_heartbeat_request,
    1: _encode_heartbeat_request,
    2: _encode_heartbeat_request,
    3: _encode_heartbeat_request_2,
    4: _encode_heartbeat_request_3,
}
HeartbeatRequest._DECODERS = {
    0: _decode_heartbeat_request,
    1: _decode_heartbeat_request,
    2: _decode_heartbeat_request,
    3: _decode_heartbeat_request_2,
    4: _decode_heartbeat_request_3,
}
