"""Generated from schemas/records/GroupMetadataValue.json; do not edit.

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


class GroupMetadataValue(Message):
    """A classic group at the end of a rebalance.

    Coordinator-value, versions 0-4, flexible 4+.

    - protocol_type: string, 0+. consumer for consumers; empty for groups that only commit
      offsets.
    - generation: int32, 0+. Rises with each rebalance.
    - protocol: string, 0+, null. Strategy in use; null when the group is empty.
    - leader: string, 0+, null. Member id of the leader; null when the group is empty.
    - current_state_timestamp: int64, 2+. When the group came into its state, milliseconds;
      -1 unknown.
    - members: []MemberMetadata, 0+
    """

    __slots__ = (
        "protocol_type",
        "generation",
        "protocol",
        "leader",
        "current_state_timestamp",
        "members",
    )
    _FIELDS = __slots__

    API_KEY = 2
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 4

    class MemberMetadata(Struct):
        """MemberMetadata of `GroupMetadataValue`.

        - member_id: string, 0+
        - group_instance_id: string, 3+, null. Static member name that outlives restarts
          (KIP-345); null for a dynamic member.
        - client_id: string, 0+
        - client_host: string, 0+
        - rebalance_timeout: int32, 1+. Milliseconds; -1 uses the session timeout.
        - session_timeout: int32, 0+. Milliseconds.
        - subscription: bytes, 0+. Under the strategy in use.
        - assignment: bytes, 0+
        """

        __slots__ = (
            "member_id",
            "group_instance_id",
            "client_id",
            "client_host",
            "rebalance_timeout",
            "session_timeout",
            "subscription",
            "assignment",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            member_id: str = "",
            group_instance_id: str | None = None,
            client_id: str = "",
            client_host: str = "",
            rebalance_timeout: int = -1,
            session_timeout: int = 0,
            subscription: bytes = b'',
            assignment: bytes = b'',
        ) -> None:
            self.member_id: str = member_id
            self.group_instance_id: str | None = group_instance_id
            self.client_id: str = client_id
            self.client_host: str = client_host
            self.rebalance_timeout: int = rebalance_timeout
            self.session_timeout: int = session_timeout
            self.subscription: bytes = subscription
            self.assignment: bytes = assignment
            self.unknown_tags = None

    def __init__(
        self,
        *,
        protocol_type: str = "",
        generation: int = 0,
        protocol: str | None = "",
        leader: str | None = "",
        current_state_timestamp: int = -1,
        members: list[GroupMetadataValue.MemberMetadata] = NEW,
    ) -> None:
        self.protocol_type: str = protocol_type
        self.generation: int = generation
        self.protocol: str | None = protocol
        self.leader: str | None = leader
        self.current_state_timestamp: int = current_state_timestamp
        self.members: list[GroupMetadataValue.MemberMetadata] = (
            [] if members is NEW else members
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ii = packer(">ii")
_pack_iiB = packer(">iiB")
_pack_iii = packer(">iii")
_pack_ix = packer(">ix")
_pack_q = packer(">q")
_pack_qB = packer(">qB")
_pack_qi = packer(">qi")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_unpack_ii = unpacker(">ii")
_unpack_iiB = unpacker(">iiB")
_unpack_iii = unpacker(">iii")
_unpack_qB = unpacker(">qB")
_unpack_qi = unpacker(">qi")
_MemberMetadata = GroupMetadataValue.MemberMetadata
_ONE_MEMBER_METADATA = ((_MemberMetadata,),)


def _encode_member_metadata_array(array, out):
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
        subscription_ = o.subscription
        n = len(subscription_)
        out.append(_pack_ii(o.session_timeout, n))
        out.append(subscription_)
        assignment_ = o.assignment
        n = len(assignment_)
        out.append(_pack_i(n))
        out.append(assignment_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_group_metadata_value(o, out):
    protocol_type_ = o.protocol_type
    protocol_type_ = protocol_type_.encode()
    n = len(protocol_type_)
    out.append(_pack_h(n))
    out.append(protocol_type_)
    protocol_ = o.protocol
    if protocol_ is None:
        out.append(_pack_ih(o.generation, -1))
    else:
        protocol_ = protocol_.encode()
        n = len(protocol_)
        out.append(_pack_ih(o.generation, n))
        out.append(protocol_)
    leader_ = o.leader
    if leader_ is None:
        out.append(_pack_h(-1))
    else:
        leader_ = leader_.encode()
        n = len(leader_)
        out.append(_pack_h(n))
        out.append(leader_)
    members_ = o.members
    n = len(members_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_member_metadata_array, members_, out)
    elif n:
        _encode_member_metadata_array(members_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_member_metadata_array_2(array, out):
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
        subscription_ = o.subscription
        n = len(subscription_)
        out.append(_pack_iii(o.rebalance_timeout, o.session_timeout, n))
        out.append(subscription_)
        assignment_ = o.assignment
        n = len(assignment_)
        out.append(_pack_i(n))
        out.append(assignment_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_group_metadata_value_2(o, out):
    protocol_type_ = o.protocol_type
    protocol_type_ = protocol_type_.encode()
    n = len(protocol_type_)
    out.append(_pack_h(n))
    out.append(protocol_type_)
    protocol_ = o.protocol
    if protocol_ is None:
        out.append(_pack_ih(o.generation, -1))
    else:
        protocol_ = protocol_.encode()
        n = len(protocol_)
        out.append(_pack_ih(o.generation, n))
        out.append(protocol_)
    leader_ = o.leader
    if leader_ is None:
        out.append(_pack_h(-1))
    else:
        leader_ = leader_.encode()
        n = len(leader_)
        out.append(_pack_h(n))
        out.append(leader_)
    members_ = o.members
    n = len(members_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_member_metadata_array_2, members_, out)
    elif n:
        _encode_member_metadata_array_2(members_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_group_metadata_value_3(o, out):
    protocol_type_ = o.protocol_type
    protocol_type_ = protocol_type_.encode()
    n = len(protocol_type_)
    out.append(_pack_h(n))
    out.append(protocol_type_)
    protocol_ = o.protocol
    if protocol_ is None:
        out.append(_pack_ih(o.generation, -1))
    else:
        protocol_ = protocol_.encode()
        n = len(protocol_)
        out.append(_pack_ih(o.generation, n))
        out.append(protocol_)
    leader_ = o.leader
    if leader_ is None:
        out.append(_pack_h(-1))
    else:
        leader_ = leader_.encode()
        n = len(leader_)
        out.append(_pack_h(n))
        out.append(leader_)
    members_ = o.members
    n = len(members_)
    out.append(_pack_qi(o.current_state_timestamp, n))
    if n > 32:
        write_long(_encode_member_metadata_array_2, members_, out)
    elif n:
        _encode_member_metadata_array_2(members_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_member_metadata_array_3(array, out):
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
        subscription_ = o.subscription
        n = len(subscription_)
        out.append(_pack_iii(o.rebalance_timeout, o.session_timeout, n))
        out.append(subscription_)
        assignment_ = o.assignment
        n = len(assignment_)
        out.append(_pack_i(n))
        out.append(assignment_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_group_metadata_value_4(o, out):
    protocol_type_ = o.protocol_type
    protocol_type_ = protocol_type_.encode()
    n = len(protocol_type_)
    out.append(_pack_h(n))
    out.append(protocol_type_)
    protocol_ = o.protocol
    if protocol_ is None:
        out.append(_pack_ih(o.generation, -1))
    else:
        protocol_ = protocol_.encode()
        n = len(protocol_)
        out.append(_pack_ih(o.generation, n))
        out.append(protocol_)
    leader_ = o.leader
    if leader_ is None:
        out.append(_pack_h(-1))
    else:
        leader_ = leader_.encode()
        n = len(leader_)
        out.append(_pack_h(n))
        out.append(leader_)
    members_ = o.members
    n = len(members_)
    out.append(_pack_qi(o.current_state_timestamp, n))
    if n > 32:
        write_long(_encode_member_metadata_array_3, members_, out)
    elif n:
        _encode_member_metadata_array_3(members_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_member_metadata_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_member_metadata_array_4(array, out):
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
        subscription_ = o.subscription
        n = len(subscription_)
        if n < 127:
            out.append(_pack_iiB(o.rebalance_timeout, o.session_timeout, n + 1))
        else:
            out.append(_pack_ii(o.rebalance_timeout, o.session_timeout))
            out.append(varint(n + 1))
        out.append(subscription_)
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
            _encode_member_metadata_tags(o, out)


def _encode_group_metadata_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_group_metadata_value_5(o, out):
    protocol_type_ = o.protocol_type
    protocol_type_ = protocol_type_.encode()
    n = len(protocol_type_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(protocol_type_)
    protocol_ = o.protocol
    if protocol_ is None:
        out.append(_pack_ix(o.generation))
    else:
        protocol_ = protocol_.encode()
        n = len(protocol_)
        if n < 127:
            out.append(_pack_iB(o.generation, n + 1))
        else:
            out.append(_pack_i(o.generation))
            out.append(string_length(n))
        out.append(protocol_)
    leader_ = o.leader
    if leader_ is None:
        out.append(b"\0")
    else:
        leader_ = leader_.encode()
        n = len(leader_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(leader_)
    members_ = o.members
    n = len(members_)
    if n < 127:
        out.append(_pack_qB(o.current_state_timestamp, n + 1))
    else:
        out.append(_pack_q(o.current_state_timestamp))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_member_metadata_array_4, members_, out)
    elif n:
        _encode_member_metadata_array_4(members_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_group_metadata_value_tags(o, out)


def _decode_member_metadata_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MemberMetadata)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_metadata_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER_METADATA * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.member_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("memberId")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.client_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("clientId")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.client_host = buf[pos:e].decode()
            pos = e
        else:
            null_error("clientHost")
        o.session_timeout, n = _unpack_ii(buf, pos)
        pos += 8
        if n >= 0:
            e = pos + n
            o.subscription = b"" + buf[pos:e]
            pos = e
        else:
            null_error("subscription")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.assignment = b"" + buf[pos:e]
            pos = e
        else:
            null_error("assignment")
        o.group_instance_id = None
        o.rebalance_timeout = -1
        o.unknown_tags = None
    return found, pos


def _decode_group_metadata_value(buf, pos):
    o = make(GroupMetadataValue)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.protocol_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("protocolType")
    o.generation, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.protocol = buf[pos:e].decode()
        pos = e
    else:
        o.protocol = None
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.leader = buf[pos:e].decode()
        pos = e
    else:
        o.leader = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.members, pos = _decode_member_metadata_array(buf, pos, n)
    elif not n:
        o.members = []
    else:
        null_error("members")
    o.current_state_timestamp = -1
    o.unknown_tags = None
    return o, pos


def _decode_member_metadata_array_2(buf, pos, count):
    if 22 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MemberMetadata)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_metadata_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER_METADATA * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.member_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("memberId")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.client_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("clientId")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.client_host = buf[pos:e].decode()
            pos = e
        else:
            null_error("clientHost")
        o.rebalance_timeout, o.session_timeout, n = _unpack_iii(buf, pos)
        pos += 12
        if n >= 0:
            e = pos + n
            o.subscription = b"" + buf[pos:e]
            pos = e
        else:
            null_error("subscription")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.assignment = b"" + buf[pos:e]
            pos = e
        else:
            null_error("assignment")
        o.group_instance_id = None
        o.unknown_tags = None
    return found, pos


def _decode_group_metadata_value_2(buf, pos):
    o = make(GroupMetadataValue)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.protocol_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("protocolType")
    o.generation, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.protocol = buf[pos:e].decode()
        pos = e
    else:
        o.protocol = None
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.leader = buf[pos:e].decode()
        pos = e
    else:
        o.leader = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.members, pos = _decode_member_metadata_array_2(buf, pos, n)
    elif not n:
        o.members = []
    else:
        null_error("members")
    o.current_state_timestamp = -1
    o.unknown_tags = None
    return o, pos


def _decode_group_metadata_value_3(buf, pos):
    o = make(GroupMetadataValue)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.protocol_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("protocolType")
    o.generation, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.protocol = buf[pos:e].decode()
        pos = e
    else:
        o.protocol = None
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.leader = buf[pos:e].decode()
        pos = e
    else:
        o.leader = None
    o.current_state_timestamp, n = _unpack_qi(buf, pos)
    pos += 12
    if n > 0:
        o.members, pos = _decode_member_metadata_array_2(buf, pos, n)
    elif not n:
        o.members = []
    else:
        null_error("members")
    o.unknown_tags = None
    return o, pos


def _decode_member_metadata_array_3(buf, pos, count):
    if 24 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MemberMetadata)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_metadata_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER_METADATA * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.member_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("memberId")
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
            null_error("clientId")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.client_host = buf[pos:e].decode()
            pos = e
        else:
            null_error("clientHost")
        o.rebalance_timeout, o.session_timeout, n = _unpack_iii(buf, pos)
        pos += 12
        if n >= 0:
            e = pos + n
            o.subscription = b"" + buf[pos:e]
            pos = e
        else:
            null_error("subscription")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.assignment = b"" + buf[pos:e]
            pos = e
        else:
            null_error("assignment")
        o.unknown_tags = None
    return found, pos


def _decode_group_metadata_value_4(buf, pos):
    o = make(GroupMetadataValue)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.protocol_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("protocolType")
    o.generation, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.protocol = buf[pos:e].decode()
        pos = e
    else:
        o.protocol = None
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.leader = buf[pos:e].decode()
        pos = e
    else:
        o.leader = None
    o.current_state_timestamp, n = _unpack_qi(buf, pos)
    pos += 12
    if n > 0:
        o.members, pos = _decode_member_metadata_array_3(buf, pos, n)
    elif not n:
        o.members = []
    else:
        null_error("members")
    o.unknown_tags = None
    return o, pos


def _decode_member_metadata_tags(o, buf, pos, count):
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


def _decode_member_metadata_array_4(buf, pos, count):
    if 15 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MemberMetadata)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_metadata_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER_METADATA * count)]
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
            null_error("memberId")
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
            null_error("clientId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.client_host = buf[pos:e].decode()
            pos = e
        else:
            null_error("clientHost")
        o.rebalance_timeout, o.session_timeout, n = _unpack_iiB(buf, pos)
        pos += 9
        if n > 127:
            e = buf[pos]
            if e < 128:
                n += (e << 7) - 128
                pos += 1
            else:
                n, pos = uvarint(buf, pos)
        if n:
            e = pos + n - 1
            o.subscription = b"" + buf[pos:e]
            pos = e
        else:
            null_error("subscription")
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
            null_error("assignment")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_member_metadata_tags(o, buf, pos, t)
    return found, pos


def _decode_group_metadata_value_tags(o, buf, pos, count):
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


def _decode_group_metadata_value_5(buf, pos):
    o = make(GroupMetadataValue)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.protocol_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("protocolType")
    o.generation, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.protocol = buf[pos:e].decode()
        pos = e
    else:
        o.protocol = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.leader = buf[pos:e].decode()
        pos = e
    else:
        o.leader = None
    o.current_state_timestamp, n = _unpack_qB(buf, pos)
    pos += 9
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.members, pos = _decode_member_metadata_array_4(buf, pos, n - 1)
    elif n:
        o.members = []
    else:
        null_error("members")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_group_metadata_value_tags(o, buf, pos, t)
    return o, pos


GroupMetadataValue._ENCODERS = {
    0: _encode_group_metadata_value,
    1: _encode_group_metadata_value_2,
    2: _encode_group_metadata_value_3,
    3: _encode_group_metadata_value_4,
    4: _encode_group_metadata_value_5,
}
GroupMetadataValue._DECODERS = {
    0: _decode_group_metadata_value,
    1: _decode_group_metadata_value_2,
    2: _decode_group_metadata_value_3,
    3: _decode_group_metadata_value_4,
    4: _decode_group_metadata_value_5,
}
