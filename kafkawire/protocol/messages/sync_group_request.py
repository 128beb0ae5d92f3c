"""Generated from schemas/messages/SyncGroupRequest.json; do not edit.

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


class SyncGroupRequest(Message):
    """The leader hands in the assignment; every member waits for its part.

    Request of api key 14, versions 0-5, flexible 4+.

    - group_id: string, 0+
    - generation_id: int32, 0+. Generation from the JoinGroup answer.
    - member_id: string, 0+
    - group_instance_id: string, 3+, null. Static member name that outlives restarts
      (KIP-345); null for a dynamic member.
    - protocol_type: string, 5+, null. Checked against the group's when given (KIP-559).
    - protocol_name: string, 5+, null. Checked against the group's when given (KIP-559).
    - assignments: []SyncGroupRequestAssignment, 0+. Filled in by the leader only.
    """

    __slots__ = (
        "group_id",
        "generation_id",
        "member_id",
        "group_instance_id",
        "protocol_type",
        "protocol_name",
        "assignments",
    )
    _FIELDS = __slots__

    API_KEY = 14
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 4

    class SyncGroupRequestAssignment(Struct):
        """Filled in by the leader only.

        - member_id: string, 0+
        - assignment: bytes, 0+. In the format of the protocol type; see
          ConsumerProtocolAssignment.
        """

        __slots__ = ("member_id", "assignment")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            member_id: str = "",
            assignment: bytes = b'',
        ) -> None:
            self.member_id: str = member_id
            self.assignment: bytes = assignment
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str = "",
        generation_id: int = 0,
        member_id: str = "",
        group_instance_id: str | None = None,
        protocol_type: str | None = None,
        protocol_name: str | None = None,
        assignments: list[SyncGroupRequest.SyncGroupRequestAssignment] = NEW,
    ) -> None:
        self.group_id: str = group_id
        self.generation_id: int = generation_id
        self.member_id: str = member_id
        self.group_instance_id: str | None = group_instance_id
        self.protocol_type: str | None = protocol_type
        self.protocol_name: str | None = protocol_name
        self.assignments: list[SyncGroupRequest.SyncGroupRequestAssignment] = (
            [] if assignments is NEW else assignments
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_SyncGroupRequestAssignment = SyncGroupRequest.SyncGroupRequestAssignment
_ONE_SYNC_GROUP_REQUEST_ASSIGNMENT = ((_SyncGroupRequestAssignment,),)


def _encode_sync_group_request_assignment_array(array, out):
    for o in array:
        member_id_ = o.member_id
        member_id_ = member_id_.encode()
        n = len(member_id_)
        out.append(_pack_h(n))
        out.append(member_id_)
        assignment_ = o.assignment
        n = len(assignment_)
        out.append(_pack_i(n))
        out.append(assignment_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_sync_group_request(o, out):
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
    assignments_ = o.assignments
    n = len(assignments_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_sync_group_request_assignment_array, assignments_, out)
    elif n:
        _encode_sync_group_request_assignment_array(assignments_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_sync_group_request_2(o, out):
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
    assignments_ = o.assignments
    n = len(assignments_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_sync_group_request_assignment_array, assignments_, out)
    elif n:
        _encode_sync_group_request_assignment_array(assignments_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_sync_group_request_assignment_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_sync_group_request_assignment_array_2(array, out):
    for o in array:
        member_id_ = o.member_id
        member_id_ = member_id_.encode()
        n = len(member_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(member_id_)
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
            _encode_sync_group_request_assignment_tags(o, out)


def _encode_sync_group_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_sync_group_request_3(o, out):
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
    assignments_ = o.assignments
    n = len(assignments_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_sync_group_request_assignment_array_2, assignments_, out)
    elif n:
        _encode_sync_group_request_assignment_array_2(assignments_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_sync_group_request_tags(o, out)


def _encode_sync_group_request_4(o, out):
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
    protocol_type_ = o.protocol_type
    if protocol_type_ is None:
        out.append(b"\0")
    else:
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
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
    assignments_ = o.assignments
    n = len(assignments_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_sync_group_request_assignment_array_2, assignments_, out)
    elif n:
        _encode_sync_group_request_assignment_array_2(assignments_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_sync_group_request_tags(o, out)


def _decode_sync_group_request_assignment_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_SyncGroupRequestAssignment)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_sync_group_request_assignment_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_SYNC_GROUP_REQUEST_ASSIGNMENT * count)]
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
            o.assignment = b"" + buf[pos:e]
            pos = e
        else:
            null_error("Assignment")
        o.unknown_tags = None
    return found, pos


def _decode_sync_group_request(buf, pos):
    o = make(SyncGroupRequest)
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
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.assignments, pos = _decode_sync_group_request_assignment_array(buf, pos, n)
    elif not n:
        o.assignments = []
    else:
        null_error("Assignments")
    o.group_instance_id = None
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    return o, pos


def _decode_sync_group_request_2(buf, pos):
    o = make(SyncGroupRequest)
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
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.assignments, pos = _decode_sync_group_request_assignment_array(buf, pos, n)
    elif not n:
        o.assignments = []
    else:
        null_error("Assignments")
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    return o, pos


def _decode_sync_group_request_assignment_tags(o, buf, pos, count):
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


def _decode_sync_group_request_assignment_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_SyncGroupRequestAssignment)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_sync_group_request_assignment_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_SYNC_GROUP_REQUEST_ASSIGNMENT * count)]
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
            pos = _decode_sync_group_request_assignment_tags(o, buf, pos, t)
    return found, pos


def _decode_sync_group_request_tags(o, buf, pos, count):
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


def _decode_sync_group_request_3(buf, pos):
    o = make(SyncGroupRequest)
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
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.assignments, pos = _decode_sync_group_request_assignment_array_2(buf, pos, n - 1)
    elif n:
        o.assignments = []
    else:
        null_error("Assignments")
    t = buf[pos]
    pos += 1
    o.protocol_type = None
    o.protocol_name = None
    o.unknown_tags = None
    if t:
        pos = _decode_sync_group_request_tags(o, buf, pos, t)
    return o, pos


def _decode_sync_group_request_4(buf, pos):
    o = make(SyncGroupRequest)
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
    n = buf[pos]
    pos += 1
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
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.assignments, pos = _decode_sync_group_request_assignment_array_2(buf, pos, n - 1)
    elif n:
        o.assignments = []
    else:
        null_error("Assignments")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_sync_group_request_tags(o, buf, pos, t)
    return o, pos


SyncGroupRequest._ENCODERS = {
    0: _encode_sync_group_request,
    1: _encode_sync_group_request,
    2: _encode_sync_group_request,
    3: _encode_sync_group_request_2,
    4: _encode_sync_group_request_3,
    5: _encode_sync_group_request_4,
}
SyncGroupRequest._DECODERS = {
    0: _decode_sync_group_request,
    1: _decode_sync_group_request,
    2: _decode_sync_group_request,
    3: _decode_sync_group_request_2,
    4: _decode_sync_group_request_3,
    5: _decode_sync_group_request_4,
}
