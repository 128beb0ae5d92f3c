"""Generated from schemas/messages/LeaveGroupResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    LargeFrame,
    Message,
    Struct,
    absent,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    short,
    starmap,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class LeaveGroupResponse(Message):
    """Result for each member.

    Response of api key 13, versions 0-5, flexible 4+.

    - throttle_time_ms: int32, 1+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - members: []MemberResponse, 3+
    """

    __slots__ = ("throttle_time_ms", "error_code", "members")
    _FIELDS = __slots__

    API_KEY = 13
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 4

    class MemberResponse(Struct):
        """MemberResponse of `LeaveGroupResponse`.

        - member_id: string, 3+
        - group_instance_id: string, 3+, null. Static member name that outlives restarts
          (KIP-345); null for a dynamic member.
        - error_code: int16, 3+
        """

        __slots__ = ("member_id", "group_instance_id", "error_code")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            member_id: str = "",
            group_instance_id: str | None = "",
            error_code: int = 0,
        ) -> None:
            self.member_id: str = member_id
            self.group_instance_id: str | None = group_instance_id
            self.error_code: int = error_code
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        members: list[LeaveGroupResponse.MemberResponse] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.members: list[LeaveGroupResponse.MemberResponse] = (
            [] if members is NEW else members
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hx = packer(">hx")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihi = packer(">ihi")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_ih = unpacker(">ih")
_unpack_ihB = unpacker(">ihB")
_unpack_ihi = unpacker(">ihi")
_MemberResponse = LeaveGroupResponse.MemberResponse
_ONE_MEMBER_RESPONSE = ((_MemberResponse,),)


def _encode_leave_group_response(o, out):
    if o.members:
        absent("Members")
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_h(o.error_code))


def _encode_leave_group_response_2(o, out):
    if o.members:
        absent("Members")
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_ih(o.throttle_time_ms, o.error_code))


def _encode_member_response_array(array, out):
    for o in array:
        member_id_ = o.member_id
        member_id_ = member_id_.encode()
        n = len(member_id_)
        out.append(_pack_h(n))
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
        out.append(_pack_h(o.error_code))


def _encode_leave_group_response_3(o, out):
    members_ = o.members
    n = len(members_)
    out.append(_pack_ihi(o.throttle_time_ms, o.error_code, n))
    if n > 32:
        write_long(_encode_member_response_array, members_, out)
    elif n:
        _encode_member_response_array(members_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_member_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_member_response_array_2(array, out):
    for o in array:
        member_id_ = o.member_id
        member_id_ = member_id_.encode()
        n = len(member_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
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
            out.append(_pack_hx(o.error_code))
        else:
            out.append(_pack_h(o.error_code))
            _encode_member_response_tags(o, out)


def _encode_leave_group_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leave_group_response_4(o, out):
    members_ = o.members
    n = len(members_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_member_response_array_2, members_, out)
    elif n:
        _encode_member_response_array_2(members_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_leave_group_response_tags(o, out)


def _decode_leave_group_response(buf, pos):
    o = make(LeaveGroupResponse)
    o.error_code, = _unpack_h(buf, pos)
    pos += 2
    o.throttle_time_ms = 0
    o.members = []
    o.unknown_tags = None
    return o, pos


def _decode_leave_group_response_2(buf, pos):
    o = make(LeaveGroupResponse)
    o.throttle_time_ms, o.error_code = _unpack_ih(buf, pos)
    pos += 6
    o.members = []
    o.unknown_tags = None
    return o, pos


def _decode_member_response_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MemberResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER_RESPONSE * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
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
        o.error_code, = _unpack_h(buf, pos)
        pos += 2
        o.unknown_tags = None
    return found, pos


def _decode_leave_group_response_3(buf, pos):
    o = make(LeaveGroupResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihi(buf, pos)
    pos += 10
    if n > 0:
        o.members, pos = _decode_member_response_array(buf, pos, n)
    elif not n:
        o.members = []
    else:
        null_error("Members")
    o.unknown_tags = None
    return o, pos


def _decode_member_response_tags(o, buf, pos, count):
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


def _decode_member_response_array_2(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MemberResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_response_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER_RESPONSE * count)]
    for o in found:
        n = buf[pos]
        pos += 1
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
        o.error_code, t = _unpack_hB(buf, pos)
        pos += 3
        o.unknown_tags = None
        if t:
            pos = _decode_member_response_tags(o, buf, pos, t)
    return found, pos


def _decode_leave_group_response_tags(o, buf, pos, count):
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


def _decode_leave_group_response_4(buf, pos):
    o = make(LeaveGroupResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.members, pos = _decode_member_response_array_2(buf, pos, n - 1)
    elif n:
        o.members = []
    else:
        null_error("Members")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_leave_group_response_tags(o, buf, pos, t)
    return o, pos


LeaveGroupResponse._ENCODERS = {
    0: _encode_leave_group_response,
    1: _encode_leave_group_response_2,
    2: _encode_leave_group_response_2,
    3: _encode_leave_group_response_3,
    4: _encode_leave_group_response_4,
    5: _encode_leave_group_response_4,
}
LeaveGroupResponse._DECODERS = {
    0: _decode_leave_group_response,
    1: _decode_leave_group_response_2,
    2: _decode_leave_group_response_2,
    3: _decode_leave_group_response_3,
    4: _decode_leave_group_response_4,
    5: _decode_leave_group_response_4,
}
