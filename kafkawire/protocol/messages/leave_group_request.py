"""Generated from schemas/messages/LeaveGroupRequest.json; do not edit.

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


class LeaveGroupRequest(Message):
    """Takes members out of a classic group, so that it need not wait for their timeout.

    Request of api key 13, versions 0-5, flexible 4+.

    - group_id: string, 0+
    - member_id: string, 0-2. The leaving member, up to version 2.
    - members: []MemberIdentity, 3+. From version 3, several at once, also by static name
      (KIP-345).
    """

    __slots__ = ("group_id", "member_id", "members")
    _FIELDS = __slots__

    API_KEY = 13
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 4

    class MemberIdentity(Struct):
        """From version 3, several at once, also by static name (KIP-345).

        - member_id: string, 3+. May be empty when a static name is given.
        - group_instance_id: string, 3+, null. Static member name that outlives restarts
          (KIP-345); null for a dynamic member.
        - reason: string, 5+, null. Why the member leaves, for the broker's log (KIP-800).
        """

        __slots__ = ("member_id", "group_instance_id", "reason")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            member_id: str = "",
            group_instance_id: str | None = None,
            reason: str | None = None,
        ) -> None:
            self.member_id: str = member_id
            self.group_instance_id: str | None = group_instance_id
            self.reason: str | None = reason
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str = "",
        members: list[LeaveGroupRequest.MemberIdentity] = NEW,
    ) -> None:
        self.group_id: str = group_id
        self.member_id: str = member_id
        self.members: list[LeaveGroupRequest.MemberIdentity] = (
            [] if members is NEW else members
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_MemberIdentity = LeaveGroupRequest.MemberIdentity
_ONE_MEMBER_IDENTITY = ((_MemberIdentity,),)


def _encode_leave_group_request(o, out):
    if o.members:
        absent("Members")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_h(n))
    out.append(member_id_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_member_identity_array(array, out):
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


def _encode_leave_group_request_2(o, out):
    if o.member_id:
        absent("MemberId")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    members_ = o.members
    n = len(members_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_member_identity_array, members_, out)
    elif n:
        _encode_member_identity_array(members_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_member_identity_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_member_identity_array_2(array, out):
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
            out.append(b"\0")
        else:
            _encode_member_identity_tags(o, out)


def _encode_leave_group_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leave_group_request_3(o, out):
    if o.member_id:
        absent("MemberId")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    members_ = o.members
    n = len(members_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_member_identity_array_2, members_, out)
    elif n:
        _encode_member_identity_array_2(members_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_leave_group_request_tags(o, out)


def _encode_member_identity_array_3(array, out):
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
        reason_ = o.reason
        if reason_ is None:
            out.append(b"\0")
        else:
            reason_ = reason_.encode()
            n = len(reason_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(reason_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_member_identity_tags(o, out)


def _encode_leave_group_request_4(o, out):
    if o.member_id:
        absent("MemberId")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    members_ = o.members
    n = len(members_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_member_identity_array_3, members_, out)
    elif n:
        _encode_member_identity_array_3(members_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_leave_group_request_tags(o, out)


def _decode_leave_group_request(buf, pos):
    o = make(LeaveGroupRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    o.members = []
    o.unknown_tags = None
    return o, pos


def _decode_member_identity_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MemberIdentity)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_identity_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER_IDENTITY * count)]
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
        o.reason = None
        o.unknown_tags = None
    return found, pos


def _decode_leave_group_request_2(buf, pos):
    o = make(LeaveGroupRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.members, pos = _decode_member_identity_array(buf, pos, n)
    elif not n:
        o.members = []
    else:
        null_error("Members")
    o.member_id = ""
    o.unknown_tags = None
    return o, pos


def _decode_member_identity_tags(o, buf, pos, count):
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


def _decode_member_identity_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MemberIdentity)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_identity_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER_IDENTITY * count)]
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
        t = buf[pos]
        pos += 1
        o.reason = None
        o.unknown_tags = None
        if t:
            pos = _decode_member_identity_tags(o, buf, pos, t)
    return found, pos


def _decode_leave_group_request_tags(o, buf, pos, count):
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


def _decode_leave_group_request_3(buf, pos):
    o = make(LeaveGroupRequest)
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
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.members, pos = _decode_member_identity_array_2(buf, pos, n - 1)
    elif n:
        o.members = []
    else:
        null_error("Members")
    t = buf[pos]
    pos += 1
    o.member_id = ""
    o.unknown_tags = None
    if t:
        pos = _decode_leave_group_request_tags(o, buf, pos, t)
    return o, pos


def _decode_member_identity_array_3(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MemberIdentity)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_identity_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER_IDENTITY * count)]
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.reason = buf[pos:e].decode()
            pos = e
        else:
            o.reason = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_member_identity_tags(o, buf, pos, t)
    return found, pos


def _decode_leave_group_request_4(buf, pos):
    o = make(LeaveGroupRequest)
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
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.members, pos = _decode_member_identity_array_3(buf, pos, n - 1)
    elif n:
        o.members = []
    else:
        null_error("Members")
    t = buf[pos]
    pos += 1
    o.member_id = ""
    o.unknown_tags = None
    if t:
        pos = _decode_leave_group_request_tags(o, buf, pos, t)
    return o, pos


LeaveGroupRequest._ENCODERS = {
    0: _encode_leave_group_request,
    1: _encode_leave_group_request,
    2: _encode_leave_group_request,
    3: _encode_leave_group_request_2,
    4: _encode_leave_group_request_3,
    5: _encode_leave_group_request_4,
}
LeaveGroupRequest._DECODERS = {
    0: _decode_leave_group_request,
    1: _decode_leave_group_request,
    2: _decode_leave_group_request,
    3: _decode_leave_group_request_2,
    4: _decode_leave_group_request_3,
    5: _decode_leave_group_request_4,
}
