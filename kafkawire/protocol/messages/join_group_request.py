"""Generated from schemas/messages/JoinGroupRequest.json; do not edit.

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


class JoinGroupRequest(Message):
    """Joins a classic group and offers the assignment strategies the member can do.

    Request of api key 11, versions 0-9, flexible 6+.

    - group_id: string, 0+
    - session_timeout_ms: int32, 0+. Without a heartbeat for this long the member is
      dropped.
    - rebalance_timeout_ms: int32, 1+. Time members get to join again in a rebalance; -1
      uses the session timeout (version 0).
    - member_id: string, 0+. Empty at first; from version 4 the broker answers 79 with an id
      to join with (KIP-394).
    - group_instance_id: string, 5+, null. Static member name that outlives restarts
      (KIP-345); null for a dynamic member.
    - protocol_type: string, 0+. consumer for consumers, connect for Connect workers; all
      members share one.
    - protocols: []JoinGroupRequestProtocol, 0+. Strategies in order of preference; the
      group picks one that all members have.
    - reason: string, 8+, null. Why the member joins, for the broker's log (KIP-800).
    """

    __slots__ = (
        "group_id",
        "session_timeout_ms",
        "rebalance_timeout_ms",
        "member_id",
        "group_instance_id",
        "protocol_type",
        "protocols",
        "reason",
    )
    _FIELDS = __slots__

    API_KEY = 11
    VERSIONS = (0, 9)
    FLEXIBLE_SINCE = 6

    class JoinGroupRequestProtocol(Struct):
        """Strategies in order of preference; the group picks one that all members have.

        - name: string, 0+
        - metadata: bytes, 0+. Subscription, in the format of the protocol type; see
          ConsumerProtocolSubscription.
        """

        __slots__ = ("name", "metadata")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            metadata: bytes = b'',
        ) -> None:
            self.name: str = name
            self.metadata: bytes = metadata
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str = "",
        session_timeout_ms: int = 0,
        rebalance_timeout_ms: int = -1,
        member_id: str = "",
        group_instance_id: str | None = None,
        protocol_type: str = "",
        protocols: list[JoinGroupRequest.JoinGroupRequestProtocol] = NEW,
        reason: str | None = None,
    ) -> None:
        self.group_id: str = group_id
        self.session_timeout_ms: int = session_timeout_ms
        self.rebalance_timeout_ms: int = rebalance_timeout_ms
        self.member_id: str = member_id
        self.group_instance_id: str | None = group_instance_id
        self.protocol_type: str = protocol_type
        self.protocols: list[JoinGroupRequest.JoinGroupRequestProtocol] = (
            [] if protocols is NEW else protocols
        )
        self.reason: str | None = reason
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ih = packer(">ih")
_pack_ii = packer(">ii")
_pack_iiB = packer(">iiB")
_pack_iih = packer(">iih")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_ih = unpacker(">ih")
_unpack_iiB = unpacker(">iiB")
_unpack_iih = unpacker(">iih")
_JoinGroupRequestProtocol = JoinGroupRequest.JoinGroupRequestProtocol
_ONE_JOIN_GROUP_REQUEST_PROTOCOL = ((_JoinGroupRequestProtocol,),)


def _encode_join_group_request_protocol_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        metadata_ = o.metadata
        n = len(metadata_)
        out.append(_pack_i(n))
        out.append(metadata_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_join_group_request(o, out):
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
    out.append(_pack_ih(o.session_timeout_ms, n))
    out.append(member_id_)
    protocol_type_ = o.protocol_type
    protocol_type_ = protocol_type_.encode()
    n = len(protocol_type_)
    out.append(_pack_h(n))
    out.append(protocol_type_)
    protocols_ = o.protocols
    n = len(protocols_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_join_group_request_protocol_array, protocols_, out)
    elif n:
        _encode_join_group_request_protocol_array(protocols_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_join_group_request_2(o, out):
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
    out.append(_pack_iih(o.session_timeout_ms, o.rebalance_timeout_ms, n))
    out.append(member_id_)
    protocol_type_ = o.protocol_type
    protocol_type_ = protocol_type_.encode()
    n = len(protocol_type_)
    out.append(_pack_h(n))
    out.append(protocol_type_)
    protocols_ = o.protocols
    n = len(protocols_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_join_group_request_protocol_array, protocols_, out)
    elif n:
        _encode_join_group_request_protocol_array(protocols_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_join_group_request_3(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_iih(o.session_timeout_ms, o.rebalance_timeout_ms, n))
    out.append(member_id_)
    group_instance_id_ = o.group_instance_id
    if group_instance_id_ is None:
        out.append(_pack_h(-1))
    else:
        group_instance_id_ = group_instance_id_.encode()
        n = len(group_instance_id_)
        out.append(_pack_h(n))
        out.append(group_instance_id_)
    protocol_type_ = o.protocol_type
    protocol_type_ = protocol_type_.encode()
    n = len(protocol_type_)
    out.append(_pack_h(n))
    out.append(protocol_type_)
    protocols_ = o.protocols
    n = len(protocols_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_join_group_request_protocol_array, protocols_, out)
    elif n:
        _encode_join_group_request_protocol_array(protocols_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_join_group_request_protocol_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_join_group_request_protocol_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
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
            _encode_join_group_request_protocol_tags(o, out)


def _encode_join_group_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_join_group_request_4(o, out):
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
        out.append(_pack_iiB(o.session_timeout_ms, o.rebalance_timeout_ms, n + 1))
    else:
        out.append(_pack_ii(o.session_timeout_ms, o.rebalance_timeout_ms))
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
    protocol_type_ = protocol_type_.encode()
    n = len(protocol_type_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(protocol_type_)
    protocols_ = o.protocols
    n = len(protocols_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_join_group_request_protocol_array_2, protocols_, out)
    elif n:
        _encode_join_group_request_protocol_array_2(protocols_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_join_group_request_tags(o, out)


def _encode_join_group_request_5(o, out):
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
        out.append(_pack_iiB(o.session_timeout_ms, o.rebalance_timeout_ms, n + 1))
    else:
        out.append(_pack_ii(o.session_timeout_ms, o.rebalance_timeout_ms))
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
    protocol_type_ = protocol_type_.encode()
    n = len(protocol_type_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(protocol_type_)
    protocols_ = o.protocols
    n = len(protocols_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_join_group_request_protocol_array_2, protocols_, out)
    elif n:
        _encode_join_group_request_protocol_array_2(protocols_, out)
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
        _encode_join_group_request_tags(o, out)


def _decode_join_group_request_protocol_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_JoinGroupRequestProtocol)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_join_group_request_protocol_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_JOIN_GROUP_REQUEST_PROTOCOL * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
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


def _decode_join_group_request(buf, pos):
    o = make(JoinGroupRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.session_timeout_ms, n = _unpack_ih(buf, pos)
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
        o.protocol_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("ProtocolType")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.protocols, pos = _decode_join_group_request_protocol_array(buf, pos, n)
    elif not n:
        o.protocols = []
    else:
        null_error("Protocols")
    o.rebalance_timeout_ms = -1
    o.group_instance_id = None
    o.reason = None
    o.unknown_tags = None
    return o, pos


def _decode_join_group_request_2(buf, pos):
    o = make(JoinGroupRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.session_timeout_ms, o.rebalance_timeout_ms, n = _unpack_iih(buf, pos)
    pos += 10
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
        o.protocol_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("ProtocolType")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.protocols, pos = _decode_join_group_request_protocol_array(buf, pos, n)
    elif not n:
        o.protocols = []
    else:
        null_error("Protocols")
    o.group_instance_id = None
    o.reason = None
    o.unknown_tags = None
    return o, pos


def _decode_join_group_request_3(buf, pos):
    o = make(JoinGroupRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.session_timeout_ms, o.rebalance_timeout_ms, n = _unpack_iih(buf, pos)
    pos += 10
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
        o.protocol_type = buf[pos:e].decode()
        pos = e
    else:
        null_error("ProtocolType")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.protocols, pos = _decode_join_group_request_protocol_array(buf, pos, n)
    elif not n:
        o.protocols = []
    else:
        null_error("Protocols")
    o.reason = None
    o.unknown_tags = None
    return o, pos


def _decode_join_group_request_protocol_tags(o, buf, pos, count):
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


def _decode_join_group_request_protocol_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_JoinGroupRequestProtocol)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_join_group_request_protocol_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_JOIN_GROUP_REQUEST_PROTOCOL * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
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
            pos = _decode_join_group_request_protocol_tags(o, buf, pos, t)
    return found, pos


def _decode_join_group_request_tags(o, buf, pos, count):
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


def _decode_join_group_request_4(buf, pos):
    o = make(JoinGroupRequest)
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
    o.session_timeout_ms, o.rebalance_timeout_ms, n = _unpack_iiB(buf, pos)
    pos += 9
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
        null_error("ProtocolType")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.protocols, pos = _decode_join_group_request_protocol_array_2(buf, pos, n - 1)
    elif n:
        o.protocols = []
    else:
        null_error("Protocols")
    t = buf[pos]
    pos += 1
    o.reason = None
    o.unknown_tags = None
    if t:
        pos = _decode_join_group_request_tags(o, buf, pos, t)
    return o, pos


def _decode_join_group_request_5(buf, pos):
    o = make(JoinGroupRequest)
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
    o.session_timeout_ms, o.rebalance_timeout_ms, n = _unpack_iiB(buf, pos)
    pos += 9
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
        null_error("ProtocolType")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.protocols, pos = _decode_join_group_request_protocol_array_2(buf, pos, n - 1)
    elif n:
        o.protocols = []
    else:
        null_error("Protocols")
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
        pos = _decode_join_group_request_tags(o, buf, pos, t)
    return o, pos


JoinGroupRequest._ENCODERS = {
    0: _encode_join_group_request,
    1: _encode_join_group_request_2,
    2: _encode_join_group_request_2,
    3: _encode_join_group_request_2,
    4: _encode_join_group_request_2,
    5: _encode_join_group_request_3,
    6: _encode_join_group_request_4,
    7: _encode_join_group_request_4,
    8: _encode_join_group_request_5,
    9: _encode_join_group_request_5,
}
JoinGroupRequest._DECODERS = {
    0: _decode_join_group_request,
    1: _decode_join_group_request_2,
    2: _decode_join_group_request_2,
    3: _decode_join_group_request_2,
    4: _decode_join_group_request_2,
    5: _decode_join_group_request_3,
    6: _decode_join_group_request_4,
    7: _decode_join_group_request_4,
    8: _decode_join_group_request_5,
    9: _decode_join_group_request_5,
}
