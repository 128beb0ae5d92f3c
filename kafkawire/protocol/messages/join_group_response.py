"""Generated from schemas/messages/JoinGroupResponse.json; do not edit.

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


class JoinGroupResponse(Message):
    """The group's new generation; the leader alone learns the other members.

    Response of api key 11, versions 0-9, flexible 6+.

    - throttle_time_ms: int32, 2+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - generation_id: int32, 0+. Rises with each rebalance; -1 on errors.
    - protocol_type: string, 7+, null. Repeated for the member to check (KIP-559).
    - protocol_name: string, 0+, null 7+. Strategy the group settled on.
    - leader: string, 0+. Member id of the one who has to assign partitions.
    - skip_assignment: bool, 9+. True tells a returning static leader that the assignment
      stays (KIP-814).
    - member_id: string, 0+. Own member id.
    - members: []JoinGroupResponseMember, 0+. All members for the leader, empty for everyone
      else.
    """

    __slots__ = (
        "throttle_time_ms",
        "error_code",
        "generation_id",
        "protocol_type",
        "protocol_name",
        "leader",
        "skip_assignment",
        "member_id",
        "members",
    )
    _FIELDS = __slots__

    API_KEY = 11
    VERSIONS = (0, 9)
    FLEXIBLE_SINCE = 6

    class JoinGroupResponseMember(Struct):
        """All members for the leader, empty for everyone else.

        - member_id: string, 0+. Own member id.
        - group_instance_id: string, 5+, null. Static member name that outlives restarts
          (KIP-345); null for a dynamic member.
        - metadata: bytes, 0+. Subscription under the chosen strategy.
        """

        __slots__ = ("member_id", "group_instance_id", "metadata")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            member_id: str = "",
            group_instance_id: str | None = None,
            metadata: bytes = b'',
        ) -> None:
            self.member_id: str = member_id
            self.group_instance_id: str | None = group_instance_id
            self.metadata: bytes = metadata
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        generation_id: int = -1,
        protocol_type: str | None = None,
        protocol_name: str | None = "",
        leader: str = "",
        skip_assignment: bool = False,
        member_id: str = "",
        members: list[JoinGroupResponse.JoinGroupResponseMember] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.generation_id: int = generation_id
        self.protocol_type: str | None = protocol_type
        self.protocol_name: str | None = protocol_name
        self.leader: str = leader
        self.skip_assignment: bool = skip_assignment
        self.member_id: str = member_id
        self.members: list[JoinGroupResponse.JoinGroupResponseMember] = (
            [] if members is NEW else members
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hih = packer(">hih")
_pack_i = packer(">i")
_pack_ihi = packer(">ihi")
_pack_ihiB = packer(">ihiB")
_pack_ihih = packer(">ihih")
_pack_ihix = packer(">ihix")
_pack_o = packer(">?")
_pack_oB = packer(">?B")
_unpack_h = unpacker(">h")
_unpack_hih = unpacker(">hih")
_unpack_i = unpacker(">i")
_unpack_ihiB = unpacker(">ihiB")
_unpack_ihih = unpacker(">ihih")
_unpack_oB = unpacker(">?B")
_JoinGroupResponseMember = JoinGroupResponse.JoinGroupResponseMember
_ONE_JOIN_GROUP_RESPONSE_MEMBER = ((_JoinGroupResponseMember,),)


def _encode_join_group_response_member_array(array, out):
    for o in array:
        member_id_ = o.member_id
        member_id_ = member_id_.encode()
        n = len(member_id_)
        out.append(_pack_h(n))
        out.append(member_id_)
        metadata_ = o.metadata
        n = len(metadata_)
        out.append(_pack_i(n))
        out.append(metadata_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_join_group_response(o, out):
    if o.skip_assignment:
        absent("SkipAssignment")
    protocol_name_ = o.protocol_name
    protocol_name_ = protocol_name_.encode()
    n = len(protocol_name_)
    out.append(_pack_hih(o.error_code, o.generation_id, n))
    out.append(protocol_name_)
    leader_ = o.leader
    leader_ = leader_.encode()
    n = len(leader_)
    out.append(_pack_h(n))
    out.append(leader_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_h(n))
    out.append(member_id_)
    members_ = o.members
    n = len(members_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_join_group_response_member_array, members_, out)
    elif n:
        _encode_join_group_response_member_array(members_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_join_group_response_2(o, out):
    if o.skip_assignment:
        absent("SkipAssignment")
    protocol_name_ = o.protocol_name
    protocol_name_ = protocol_name_.encode()
    n = len(protocol_name_)
    out.append(_pack_ihih(o.throttle_time_ms, o.error_code, o.generation_id, n))
    out.append(protocol_name_)
    leader_ = o.leader
    leader_ = leader_.encode()
    n = len(leader_)
    out.append(_pack_h(n))
    out.append(leader_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_h(n))
    out.append(member_id_)
    members_ = o.members
    n = len(members_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_join_group_response_member_array, members_, out)
    elif n:
        _encode_join_group_response_member_array(members_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_join_group_response_member_array_2(array, out):
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
        metadata_ = o.metadata
        n = len(metadata_)
        out.append(_pack_i(n))
        out.append(metadata_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_join_group_response_3(o, out):
    if o.skip_assignment:
        absent("SkipAssignment")
    protocol_name_ = o.protocol_name
    protocol_name_ = protocol_name_.encode()
    n = len(protocol_name_)
    out.append(_pack_ihih(o.throttle_time_ms, o.error_code, o.generation_id, n))
    out.append(protocol_name_)
    leader_ = o.leader
    leader_ = leader_.encode()
    n = len(leader_)
    out.append(_pack_h(n))
    out.append(leader_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_h(n))
    out.append(member_id_)
    members_ = o.members
    n = len(members_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_join_group_response_member_array_2, members_, out)
    elif n:
        _encode_join_group_response_member_array_2(members_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_join_group_response_member_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_join_group_response_member_array_3(array, out):
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
        metadata_ = o.metadata
        n = len(metadata_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        out.append(metadata_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_join_group_response_member_tags(o, out)


def _encode_join_group_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_join_group_response_4(o, out):
    if o.skip_assignment:
        absent("SkipAssignment")
    protocol_name_ = o.protocol_name
    protocol_name_ = protocol_name_.encode()
    n = len(protocol_name_)
    if n < 127:
        out.append(_pack_ihiB(o.throttle_time_ms, o.error_code, o.generation_id, n + 1))
    else:
        out.append(_pack_ihi(o.throttle_time_ms, o.error_code, o.generation_id))
        out.append(string_length(n))
    out.append(protocol_name_)
    leader_ = o.leader
    leader_ = leader_.encode()
    n = len(leader_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(leader_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(member_id_)
    members_ = o.members
    n = len(members_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_join_group_response_member_array_3, members_, out)
    elif n:
        _encode_join_group_response_member_array_3(members_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_join_group_response_tags(o, out)


def _encode_join_group_response_5(o, out):
    if o.skip_assignment:
        absent("SkipAssignment")
    protocol_type_ = o.protocol_type
    if protocol_type_ is None:
        out.append(_pack_ihix(o.throttle_time_ms, o.error_code, o.generation_id))
    else:
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        if n < 127:
            out.append(_pack_ihiB(o.throttle_time_ms, o.error_code, o.generation_id, n + 1))
        else:
            out.append(_pack_ihi(o.throttle_time_ms, o.error_code, o.generation_id))
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
    leader_ = o.leader
    leader_ = leader_.encode()
    n = len(leader_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(leader_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(member_id_)
    members_ = o.members
    n = len(members_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_join_group_response_member_array_3, members_, out)
    elif n:
        _encode_join_group_response_member_array_3(members_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_join_group_response_tags(o, out)


def _encode_join_group_response_6(o, out):
    protocol_type_ = o.protocol_type
    if protocol_type_ is None:
        out.append(_pack_ihix(o.throttle_time_ms, o.error_code, o.generation_id))
    else:
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        if n < 127:
            out.append(_pack_ihiB(o.throttle_time_ms, o.error_code, o.generation_id, n + 1))
        else:
            out.append(_pack_ihi(o.throttle_time_ms, o.error_code, o.generation_id))
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
    leader_ = o.leader
    leader_ = leader_.encode()
    n = len(leader_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(leader_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(_pack_oB(o.skip_assignment, n + 1))
    else:
        out.append(_pack_o(o.skip_assignment))
        out.append(string_length(n))
    out.append(member_id_)
    members_ = o.members
    n = len(members_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_join_group_response_member_array_3, members_, out)
    elif n:
        _encode_join_group_response_member_array_3(members_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_join_group_response_tags(o, out)


def _decode_join_group_response_member_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_JoinGroupResponseMember)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_join_group_response_member_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_JOIN_GROUP_RESPONSE_MEMBER * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.member_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("MemberId")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.metadata = b"" + buf[pos:e]
            pos = e
        else:
            null_error("Metadata")
        o.group_instance_id = None
        o.unknown_tags = None
    return found, pos


def _decode_join_group_response(buf, pos):
    o = make(JoinGroupResponse)
    o.error_code, o.generation_id, n = _unpack_hih(buf, pos)
    pos += 8
    if n >= 0:
        e = pos + n
        o.protocol_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("ProtocolName")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.leader = buf[pos:e].decode()
        pos = e
    else:
        null_error("Leader")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.members, pos = _decode_join_group_response_member_array(buf, pos, n)
    elif not n:
        o.members = []
    else:
        null_error("Members")
    o.throttle_time_ms = 0
    o.protocol_type = None
    o.skip_assignment = False
    o.unknown_tags = None
    return o, pos


def _decode_join_group_response_2(buf, pos):
    o = make(JoinGroupResponse)
    o.throttle_time_ms, o.error_code, o.generation_id, n = _unpack_ihih(buf, pos)
    pos += 12
    if n >= 0:
        e = pos + n
        o.protocol_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("ProtocolName")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.leader = buf[pos:e].decode()
        pos = e
    else:
        null_error("Leader")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.members, pos = _decode_join_group_response_member_array(buf, pos, n)
    elif not n:
        o.members = []
    else:
        null_error("Members")
    o.protocol_type = None
    o.skip_assignment = False
    o.unknown_tags = None
    return o, pos


def _decode_join_group_response_member_array_2(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_JoinGroupResponseMember)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_join_group_response_member_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_JOIN_GROUP_RESPONSE_MEMBER * count)]
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
        n, = _unpack_i(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.metadata = b"" + buf[pos:e]
            pos = e
        else:
            null_error("Metadata")
        o.unknown_tags = None
    return found, pos


def _decode_join_group_response_3(buf, pos):
    o = make(JoinGroupResponse)
    o.throttle_time_ms, o.error_code, o.generation_id, n = _unpack_ihih(buf, pos)
    pos += 12
    if n >= 0:
        e = pos + n
        o.protocol_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("ProtocolName")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.leader = buf[pos:e].decode()
        pos = e
    else:
        null_error("Leader")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.members, pos = _decode_join_group_response_member_array_2(buf, pos, n)
    elif not n:
        o.members = []
    else:
        null_error("Members")
    o.protocol_type = None
    o.skip_assignment = False
    o.unknown_tags = None
    return o, pos


def _decode_join_group_response_member_tags(o, buf, pos, count):
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


def _decode_join_group_response_member_array_3(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_JoinGroupResponseMember)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_join_group_response_member_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_JOIN_GROUP_RESPONSE_MEMBER * count)]
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
            e = buf[pos]
            if e < 128:
                n += (e << 7) - 128
                pos += 1
            else:
                n, pos = uvarint(buf, pos)
        if n:
            e = pos + n - 1
            o.metadata = b"" + buf[pos:e]
            pos = e
        else:
            null_error("Metadata")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_join_group_response_member_tags(o, buf, pos, t)
    return found, pos


def _decode_join_group_response_tags(o, buf, pos, count):
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


def _decode_join_group_response_4(buf, pos):
    o = make(JoinGroupResponse)
    o.throttle_time_ms, o.error_code, o.generation_id, n = _unpack_ihiB(buf, pos)
    pos += 11
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.protocol_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("ProtocolName")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.leader = buf[pos:e].decode()
        pos = e
    else:
        null_error("Leader")
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
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.members, pos = _decode_join_group_response_member_array_3(buf, pos, n - 1)
    elif n:
        o.members = []
    else:
        null_error("Members")
    t = buf[pos]
    pos += 1
    o.protocol_type = None
    o.skip_assignment = False
    o.unknown_tags = None
    if t:
        pos = _decode_join_group_response_tags(o, buf, pos, t)
    return o, pos


def _decode_join_group_response_5(buf, pos):
    o = make(JoinGroupResponse)
    o.throttle_time_ms, o.error_code, o.generation_id, n = _unpack_ihiB(buf, pos)
    pos += 11
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
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.leader = buf[pos:e].decode()
        pos = e
    else:
        null_error("Leader")
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
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.members, pos = _decode_join_group_response_member_array_3(buf, pos, n - 1)
    elif n:
        o.members = []
    else:
        null_error("Members")
    t = buf[pos]
    pos += 1
    o.skip_assignment = False
    o.unknown_tags = None
    if t:
        pos = _decode_join_group_response_tags(o, buf, pos, t)
    return o, pos


def _decode_join_group_response_6(buf, pos):
    o = make(JoinGroupResponse)
    o.throttle_time_ms, o.error_code, o.generation_id, n = _unpack_ihiB(buf, pos)
    pos += 11
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
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.leader = buf[pos:e].decode()
        pos = e
    else:
        null_error("Leader")
    o.skip_assignment, n = _unpack_oB(buf, pos)
    pos += 2
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
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.members, pos = _decode_join_group_response_member_array_3(buf, pos, n - 1)
    elif n:
        o.members = []
    else:
        null_error("Members")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_join_group_response_tags(o, buf, pos, t)
    return o, pos


JoinGroupResponse._ENCODERS = {
    0: _encode_join_group_response,
    1: _encode_join_group_response,
    2: _encode_join_group_response_2,
    3: _encode_join_group_response_2,
    4: _encode_join_group_response_2,
    5: _encode_join_group_response_3,
    6: _encode_join_group_response_4,
    7: _encode_join_group_response_5,
    8: _encode_join_group_response_5,
    9: _encode_join_group_response_6,
}
JoinGroupResponse._DECODERS = {
    0: _decode_join_group_response,
    1: _decode_join_group_response,
    2: _decode_join_group_response_2,
    3: _decode_join_group_response_2,
    4: _decode_join_group_response_2,
    5: _decode_join_group_response_3,
    6: _decode_join_group_response_4,
    7: _decode_join_group_response_5,
    8: _decode_join_group_response_5,
    9: _decode_join_group_response_6,
}
