"""Generated from schemas/messages/ListGroupsResponse.json; do not edit.

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


class ListGroupsResponse(Message):
    """The groups this broker coordinates; ask every broker for the whole list.

    Response of api key 16, versions 0-5, flexible 3+.

    - throttle_time_ms: int32, 1+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - groups: []ListedGroup, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code", "groups")
    _FIELDS = __slots__

    API_KEY = 16
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 3

    class ListedGroup(Struct):
        """ListedGroup of `ListGroupsResponse`.

        - group_id: string, 0+
        - protocol_type: string, 0+. Empty for groups that only commit offsets.
        - group_state: string, 4+. In the words of the group's type, such as Stable or Empty.
        - group_type: string, 5+. classic, consumer, share or streams.
        """

        __slots__ = ("group_id", "protocol_type", "group_state", "group_type")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            group_id: str = "",
            protocol_type: str = "",
            group_state: str = "",
            group_type: str = "",
        ) -> None:
            self.group_id: str = group_id
            self.protocol_type: str = protocol_type
            self.group_state: str = group_state
            self.group_type: str = group_type
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        groups: list[ListGroupsResponse.ListedGroup] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.groups: list[ListGroupsResponse.ListedGroup] = [] if groups is NEW else groups
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hi = packer(">hi")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihi = packer(">ihi")
_unpack_h = unpacker(">h")
_unpack_hi = unpacker(">hi")
_unpack_ihB = unpacker(">ihB")
_unpack_ihi = unpacker(">ihi")
_ListedGroup = ListGroupsResponse.ListedGroup
_ONE_LISTED_GROUP = ((_ListedGroup,),)


def _encode_listed_group_array(array, out):
    for o in array:
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        out.append(_pack_h(n))
        out.append(group_id_)
        protocol_type_ = o.protocol_type
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        out.append(_pack_h(n))
        out.append(protocol_type_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_list_groups_response(o, out):
    groups_ = o.groups
    n = len(groups_)
    out.append(_pack_hi(o.error_code, n))
    if n > 32:
        write_long(_encode_listed_group_array, groups_, out)
    elif n:
        _encode_listed_group_array(groups_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_list_groups_response_2(o, out):
    groups_ = o.groups
    n = len(groups_)
    out.append(_pack_ihi(o.throttle_time_ms, o.error_code, n))
    if n > 32:
        write_long(_encode_listed_group_array, groups_, out)
    elif n:
        _encode_listed_group_array(groups_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_listed_group_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_listed_group_array_2(array, out):
    for o in array:
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
        protocol_type_ = o.protocol_type
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(protocol_type_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_listed_group_tags(o, out)


def _encode_list_groups_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_groups_response_3(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_listed_group_array_2, groups_, out)
    elif n:
        _encode_listed_group_array_2(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_groups_response_tags(o, out)


def _encode_listed_group_array_3(array, out):
    for o in array:
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
        protocol_type_ = o.protocol_type
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(protocol_type_)
        group_state_ = o.group_state
        group_state_ = group_state_.encode()
        n = len(group_state_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_state_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_listed_group_tags(o, out)


def _encode_list_groups_response_4(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_listed_group_array_3, groups_, out)
    elif n:
        _encode_listed_group_array_3(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_groups_response_tags(o, out)


def _encode_listed_group_array_4(array, out):
    for o in array:
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
        protocol_type_ = o.protocol_type
        protocol_type_ = protocol_type_.encode()
        n = len(protocol_type_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(protocol_type_)
        group_state_ = o.group_state
        group_state_ = group_state_.encode()
        n = len(group_state_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_state_)
        group_type_ = o.group_type
        group_type_ = group_type_.encode()
        n = len(group_type_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_type_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_listed_group_tags(o, out)


def _encode_list_groups_response_5(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_listed_group_array_4, groups_, out)
    elif n:
        _encode_listed_group_array_4(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_groups_response_tags(o, out)


def _decode_listed_group_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_listed_group_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LISTED_GROUP * count)]
    for o in found:
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
            o.protocol_type = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolType")
        o.group_state = ""
        o.group_type = ""
        o.unknown_tags = None
    return found, pos


def _decode_list_groups_response(buf, pos):
    o = make(ListGroupsResponse)
    o.error_code, n = _unpack_hi(buf, pos)
    pos += 6
    if n > 0:
        o.groups, pos = _decode_listed_group_array(buf, pos, n)
    elif not n:
        o.groups = []
    else:
        null_error("Groups")
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_list_groups_response_2(buf, pos):
    o = make(ListGroupsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihi(buf, pos)
    pos += 10
    if n > 0:
        o.groups, pos = _decode_listed_group_array(buf, pos, n)
    elif not n:
        o.groups = []
    else:
        null_error("Groups")
    o.unknown_tags = None
    return o, pos


def _decode_listed_group_tags(o, buf, pos, count):
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


def _decode_listed_group_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_listed_group_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LISTED_GROUP * count)]
    for o in found:
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
            o.protocol_type = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProtocolType")
        t = buf[pos]
        pos += 1
        o.group_state = ""
        o.group_type = ""
        o.unknown_tags = None
        if t:
            pos = _decode_listed_group_tags(o, buf, pos, t)
    return found, pos


def _decode_list_groups_response_tags(o, buf, pos, count):
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


def _decode_list_groups_response_3(buf, pos):
    o = make(ListGroupsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_listed_group_array_2(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_groups_response_tags(o, buf, pos, t)
    return o, pos


def _decode_listed_group_array_3(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_listed_group_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LISTED_GROUP * count)]
    for o in found:
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
            o.group_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupState")
        t = buf[pos]
        pos += 1
        o.group_type = ""
        o.unknown_tags = None
        if t:
            pos = _decode_listed_group_tags(o, buf, pos, t)
    return found, pos


def _decode_list_groups_response_4(buf, pos):
    o = make(ListGroupsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_listed_group_array_3(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_groups_response_tags(o, buf, pos, t)
    return o, pos


def _decode_listed_group_array_4(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_listed_group_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LISTED_GROUP * count)]
    for o in found:
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
            o.group_type = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupType")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_listed_group_tags(o, buf, pos, t)
    return found, pos


def _decode_list_groups_response_5(buf, pos):
    o = make(ListGroupsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_listed_group_array_4(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_groups_response_tags(o, buf, pos, t)
    return o, pos


ListGroupsResponse._ENCODERS = {
    0: _encode_list_groups_response,
    1: _encode_list_groups_response_2,
    2: _encode_list_groups_response_2,
    3: _encode_list_groups_response_3,
    4: _encode_list_groups_response_4,
    5: _encode_list_groups_response_5,
}
ListGroupsResponse._DECODERS = {
    0: _decode_list_groups_response,
    1: _decode_list_groups_response_2,
    2: _decode_list_groups_response_2,
    3: _decode_list_groups_response_3,
    4: _decode_list_groups_response_4,
    5: _decode_list_groups_response_5,
}
