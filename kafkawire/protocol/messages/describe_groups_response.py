"""Generated from schemas/messages/DescribeGroupsResponse.json; do not edit.

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


class DescribeGroupsResponse(Message):
    """State, members and assignments of classic groups.

    Response of api key 15, versions 0-6, flexible 5+.

    - throttle_time_ms: int32, 1+. Quota delay in milliseconds; the client should stay
      silent that long.
    - groups: []DescribedGroup, 0+
    """

    __slots__ = ("throttle_time_ms", "groups")
    _FIELDS = __slots__

    API_KEY = 15
    VERSIONS = (0, 6)
    FLEXIBLE_SINCE = 5

    class DescribedGroup(Struct):
        """DescribedGroup of `DescribeGroupsResponse`.

        - error_code: int16, 0+. From version 6 unknown groups give 69; before, they look Dead
          without an error (KIP-1043).
        - error_message: string, 6+, null. Words for people; null when the error code says it
          all.
        - group_id: string, 0+
        - group_state: string, 0+. Empty, PreparingRebalance, CompletingRebalance, Stable or
          Dead.
        - protocol_type: string, 0+. Empty when the group does not exist.
        - protocol_data: string, 0+. Strategy in use; empty unless the group is stable.
        - members: []DescribedGroupMember, 0+
        - authorized_operations: int32, 3+. Bit n set: AclOperation n is allowed; -2147483648
          when it was not asked for.
        """

        __slots__ = (
            "error_code",
            "error_message",
            "group_id",
            "group_state",
            "protocol_type",
            "protocol_data",
            "members",
            "authorized_operations",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            error_message: str | None = None,
            group_id: str = "",
            group_state: str = "",
            protocol_type: str = "",
            protocol_data: str = "",
            members: list[DescribeGroupsResponse.DescribedGroupMember] = NEW,
            authorized_operations: int = -2147483648,
        ) -> None:
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.group_id: str = group_id
            self.group_state: str = group_state
            self.protocol_type: str = protocol_type
            self.protocol_data: str = protocol_data
            self.members: list[DescribeGroupsResponse.DescribedGroupMember] = (
                [] if members is NEW else members
            )
            self.authorized_operations: int = authorized_operations
            self.unknown_tags = None

    class DescribedGroupMember(Struct):
        """DescribedGroupMember of `DescribeGroupsResponse`.

        - member_id: string, 0+
        - group_instance_id: string, 4+, null. Static member name that outlives restarts
          (KIP-345); null for a dynamic member.
        - client_id: string, 0+
        - client_host: string, 0+. Address the member connected from, with Java's leading slash.
        - member_metadata: bytes, 0+. Subscription under the strategy in use; empty unless the
          group is stable.
        - member_assignment: bytes, 0+. The member's part; empty unless the group is stable.
        """

        __slots__ = (
            "member_id",
            "group_instance_id",
            "client_id",
            "client_host",
            "member_metadata",
            "member_assignment",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            member_id: str = "",
            group_instance_id: str | None = None,
            client_id: str = "",
            client_host: str = "",
            member_metadata: bytes = b'',
            member_assignment: bytes = b'',
        ) -> None:
            self.member_id: str = member_id
            self.group_instance_id: str | None = group_instance_id
            self.client_id: str = client_id
            self.client_host: str = client_host
            self.member_metadata: bytes = member_metadata
            self.member_assignment: bytes = member_assignment
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        groups: list[DescribeGroupsResponse.DescribedGroup] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.groups: list[DescribeGroupsResponse.DescribedGroup] = (
            [] if groups is NEW else groups
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hh = packer(">hh")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_pack_ix = packer(">ix")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hh = unpacker(">hh")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_DescribedGroup = DescribeGroupsResponse.DescribedGroup
_DescribedGroupMember = DescribeGroupsResponse.DescribedGroupMember
_ONE_DESCRIBED_GROUP_MEMBER = ((_DescribedGroupMember,),)
_ONE_DESCRIBED_GROUP = ((_DescribedGroup,),)


def _encode_described_group_member_array(array, out):
    for o in array:
        member_id_ = o.member_id
        member_id_ = member_id_.encode()
        n = len(member_id_)
        out.append(_pack_h(n))
        out.append(member_id_)
        client_id_ = o.client_id
        client_id_ = client_id_.encode()
        n = len(client_id_)
        out.append(_pack_h(n))
        out.append(client_id_)
        client_host_ = o.client_host
        client_host_ = client_host_.encode()
        n = len(client_host_)
        out.append(_pack_h(n))
        out.append(client_host_)
        member_metadata_ = o.member_metadata
        n = len(member_metadata_)
        out.append(_pack_i(n))
        out.append(member_metadata_)
        member_assignment_ = o.member_assignment
        n = len(member_assignment_)
        out.append(_pack_i(n))
        out.append(member_assignment_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_described_group_array(array, out):
    for o in array:
        if o.error_message is not None:
            absent("ErrorMessage")
        if o.authorized_operations != -2147483648:
            absent("AuthorizedOperations")
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        out.append(_pack_hh(o.error_code, n))
        out.append(group_id_)
        group_state_ = o.group_state
        group_state_ = group_state_.encode()
        n = len(group_state_)
        out.append(_pack_h(n))
        out.append(group_state_)
        protocol_type_ = o.protocol_type
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        out.append(_pack_h(n))
        out.append(protocol_type_)
        protocol_data_ = o.protocol_data
        protocol_data_ = protocol_data_.encode()
        n = len(protocol_data_)
        out.append(_pack_h(n))
        out.append(protocol_data_)
        members_ = o.members
        n = len(members_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_described_group_member_array, members_, out)
        elif n:
            _encode_described_group_member_array(members_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_groups_response(o, out):
    groups_ = o.groups
    n = len(groups_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_described_group_array, groups_, out)
    elif n:
        _encode_described_group_array(groups_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_describe_groups_response_2(o, out):
    groups_ = o.groups
    n = len(groups_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_described_group_array, groups_, out)
    elif n:
        _encode_described_group_array(groups_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_described_group_array_2(array, out):
    for o in array:
        if o.error_message is not None:
            absent("ErrorMessage")
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        out.append(_pack_hh(o.error_code, n))
        out.append(group_id_)
        group_state_ = o.group_state
        group_state_ = group_state_.encode()
        n = len(group_state_)
        out.append(_pack_h(n))
        out.append(group_state_)
        protocol_type_ = o.protocol_type
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        out.append(_pack_h(n))
        out.append(protocol_type_)
        protocol_data_ = o.protocol_data
        protocol_data_ = protocol_data_.encode()
        n = len(protocol_data_)
        out.append(_pack_h(n))
        out.append(protocol_data_)
        members_ = o.members
        n = len(members_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_described_group_member_array, members_, out)
        elif n:
            _encode_described_group_member_array(members_, out)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_i(o.authorized_operations))


def _encode_describe_groups_response_3(o, out):
    groups_ = o.groups
    n = len(groups_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_described_group_array_2, groups_, out)
    elif n:
        _encode_described_group_array_2(groups_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_described_group_member_array_2(array, out):
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
        client_id_ = o.client_id
        client_id_ = client_id_.encode()
        n = len(client_id_)
        out.append(_pack_h(n))
        out.append(client_id_)
        client_host_ = o.client_host
        client_host_ = client_host_.encode()
        n = len(client_host_)
        out.append(_pack_h(n))
        out.append(client_host_)
        member_metadata_ = o.member_metadata
        n = len(member_metadata_)
        out.append(_pack_i(n))
        out.append(member_metadata_)
        member_assignment_ = o.member_assignment
        n = len(member_assignment_)
        out.append(_pack_i(n))
        out.append(member_assignment_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_described_group_array_3(array, out):
    for o in array:
        if o.error_message is not None:
            absent("ErrorMessage")
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        out.append(_pack_hh(o.error_code, n))
        out.append(group_id_)
        group_state_ = o.group_state
        group_state_ = group_state_.encode()
        n = len(group_state_)
        out.append(_pack_h(n))
        out.append(group_state_)
        protocol_type_ = o.protocol_type
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        out.append(_pack_h(n))
        out.append(protocol_type_)
        protocol_data_ = o.protocol_data
        protocol_data_ = protocol_data_.encode()
        n = len(protocol_data_)
        out.append(_pack_h(n))
        out.append(protocol_data_)
        members_ = o.members
        n = len(members_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_described_group_member_array_2, members_, out)
        elif n:
            _encode_described_group_member_array_2(members_, out)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_i(o.authorized_operations))


def _encode_describe_groups_response_4(o, out):
    groups_ = o.groups
    n = len(groups_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_described_group_array_3, groups_, out)
    elif n:
        _encode_described_group_array_3(groups_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_described_group_member_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_described_group_member_array_3(array, out):
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
        client_id_ = o.client_id
        client_id_ = client_id_.encode()
        n = len(client_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(client_id_)
        client_host_ = o.client_host
        client_host_ = client_host_.encode()
        n = len(client_host_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(client_host_)
        member_metadata_ = o.member_metadata
        n = len(member_metadata_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        out.append(member_metadata_)
        member_assignment_ = o.member_assignment
        n = len(member_assignment_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        out.append(member_assignment_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_described_group_member_tags(o, out)


def _encode_described_group_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_described_group_array_4(array, out):
    for o in array:
        if o.error_message is not None:
            absent("ErrorMessage")
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(_pack_hB(o.error_code, n + 1))
        else:
            out.append(_pack_h(o.error_code))
            out.append(string_length(n))
        out.append(group_id_)
        group_state_ = o.group_state
        group_state_ = group_state_.encode()
        n = len(group_state_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_state_)
        protocol_type_ = o.protocol_type
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(protocol_type_)
        protocol_data_ = o.protocol_data
        protocol_data_ = protocol_data_.encode()
        n = len(protocol_data_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(protocol_data_)
        members_ = o.members
        n = len(members_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_described_group_member_array_3, members_, out)
        elif n:
            _encode_described_group_member_array_3(members_, out)
        if o.unknown_tags is None:
            out.append(_pack_ix(o.authorized_operations))
        else:
            out.append(_pack_i(o.authorized_operations))
            _encode_described_group_tags(o, out)


def _encode_describe_groups_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_groups_response_5(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_described_group_array_4, groups_, out)
    elif n:
        _encode_described_group_array_4(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_groups_response_tags(o, out)


def _encode_described_group_array_5(array, out):
    for o in array:
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hx(o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_hB(o.error_code, n + 1))
            else:
                out.append(_pack_h(o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
        group_state_ = o.group_state
        group_state_ = group_state_.encode()
        n = len(group_state_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_state_)
        protocol_type_ = o.protocol_type
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(protocol_type_)
        protocol_data_ = o.protocol_data
        protocol_data_ = protocol_data_.encode()
        n = len(protocol_data_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(protocol_data_)
        members_ = o.members
        n = len(members_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_described_group_member_array_3, members_, out)
        elif n:
            _encode_described_group_member_array_3(members_, out)
        if o.unknown_tags is None:
            out.append(_pack_ix(o.authorized_operations))
        else:
            out.append(_pack_i(o.authorized_operations))
            _encode_described_group_tags(o, out)


def _encode_describe_groups_response_6(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_described_group_array_5, groups_, out)
    elif n:
        _encode_described_group_array_5(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_groups_response_tags(o, out)


def _decode_described_group_member_array(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroupMember)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_member_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP_MEMBER * count)]
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
            o.client_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientId")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.client_host = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientHost")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.member_metadata = b"" + buf[pos:e]
            pos = e
        else:
            null_error("MemberMetadata")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.member_assignment = b"" + buf[pos:e]
            pos = e
        else:
            null_error("MemberAssignment")
        o.group_instance_id = None
        o.unknown_tags = None
    return found, pos


def _decode_described_group_array(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
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
            o.group_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupState")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.protocol_type = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolType")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.protocol_data = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolData")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.members, pos = _decode_described_group_member_array(buf, pos, n)
        elif not n:
            o.members = []
        else:
            null_error("Members")
        o.error_message = None
        o.authorized_operations = -2147483648
        o.unknown_tags = None
    return found, pos


def _decode_describe_groups_response(buf, pos):
    o = make(DescribeGroupsResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.groups, pos = _decode_described_group_array(buf, pos, n)
    elif not n:
        o.groups = []
    else:
        null_error("Groups")
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_describe_groups_response_2(buf, pos):
    o = make(DescribeGroupsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.groups, pos = _decode_described_group_array(buf, pos, n)
    elif not n:
        o.groups = []
    else:
        null_error("Groups")
    o.unknown_tags = None
    return o, pos


def _decode_described_group_array_2(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
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
            o.group_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupState")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.protocol_type = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolType")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.protocol_data = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolData")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.members, pos = _decode_described_group_member_array(buf, pos, n)
        elif not n:
            o.members = []
        else:
            null_error("Members")
        o.authorized_operations, = _unpack_i(buf, pos)
        pos += 4
        o.error_message = None
        o.unknown_tags = None
    return found, pos


def _decode_describe_groups_response_3(buf, pos):
    o = make(DescribeGroupsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.groups, pos = _decode_described_group_array_2(buf, pos, n)
    elif not n:
        o.groups = []
    else:
        null_error("Groups")
    o.unknown_tags = None
    return o, pos


def _decode_described_group_member_array_2(buf, pos, count):
    if 16 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroupMember)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_member_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP_MEMBER * count)]
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
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.client_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientId")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.client_host = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientHost")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.member_metadata = b"" + buf[pos:e]
            pos = e
        else:
            null_error("MemberMetadata")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.member_assignment = b"" + buf[pos:e]
            pos = e
        else:
            null_error("MemberAssignment")
        o.unknown_tags = None
    return found, pos


def _decode_described_group_array_3(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
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
            o.group_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupState")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.protocol_type = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolType")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.protocol_data = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolData")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.members, pos = _decode_described_group_member_array_2(buf, pos, n)
        elif not n:
            o.members = []
        else:
            null_error("Members")
        o.authorized_operations, = _unpack_i(buf, pos)
        pos += 4
        o.error_message = None
        o.unknown_tags = None
    return found, pos


def _decode_describe_groups_response_4(buf, pos):
    o = make(DescribeGroupsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.groups, pos = _decode_described_group_array_3(buf, pos, n)
    elif not n:
        o.groups = []
    else:
        null_error("Groups")
    o.unknown_tags = None
    return o, pos


def _decode_described_group_member_tags(o, buf, pos, count):
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


def _decode_described_group_member_array_3(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroupMember)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_member_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP_MEMBER * count)]
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
            o.client_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.client_host = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientHost")
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
            o.member_metadata = b"" + buf[pos:e]
            pos = e
        else:
            null_error("MemberMetadata")
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
            o.member_assignment = b"" + buf[pos:e]
            pos = e
        else:
            null_error("MemberAssignment")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_described_group_member_tags(o, buf, pos, t)
    return found, pos


def _decode_described_group_tags(o, buf, pos, count):
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


def _decode_described_group_array_4(buf, pos, count):
    if 12 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP * count)]
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
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
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.group_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupState")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.protocol_type = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolType")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.protocol_data = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolData")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.members, pos = _decode_described_group_member_array_3(buf, pos, n - 1)
        elif n:
            o.members = []
        else:
            null_error("Members")
        o.authorized_operations, t = _unpack_iB(buf, pos)
        pos += 5
        o.error_message = None
        o.unknown_tags = None
        if t:
            pos = _decode_described_group_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_groups_response_tags(o, buf, pos, count):
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


def _decode_describe_groups_response_5(buf, pos):
    o = make(DescribeGroupsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_described_group_array_4(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_groups_response_tags(o, buf, pos, t)
    return o, pos


def _decode_described_group_array_5(buf, pos, count):
    if 13 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP * count)]
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
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
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.group_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupState")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.protocol_type = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolType")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.protocol_data = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolData")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.members, pos = _decode_described_group_member_array_3(buf, pos, n - 1)
        elif n:
            o.members = []
        else:
            null_error("Members")
        o.authorized_operations, t = _unpack_iB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_described_group_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_groups_response_6(buf, pos):
    o = make(DescribeGroupsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_described_group_array_5(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_groups_response_tags(o, buf, pos, t)
    return o, pos


DescribeGroupsResponse._ENCODERS = {
    0: _encode_describe_groups_response,
    1: _encode_describe_groups_response_2,
    2: _encode_describe_groups_response_2,
    3: _encode_describe_groups_response_3,
    4: _encode_describe_groups_response_4,
    5: _encode_describe_groups_response_5,
    6: _encode_describe_groups_response_6,
}
DescribeGroupsResponse._DECODERS = {
    0: _decode_describe_groups_response,
    1: _decode_describe_groups_response_2,
    2: _decode_describe_groups_response_2,
    3: _decode_describe_groups_response_3,
    4: _decode_describe_groups_response_4,
    5: _decode_describe_groups_response_5,
    6: _decode_describe_groups_response_6,
}
