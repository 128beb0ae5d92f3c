"""Generated from schemas/records/StreamsGroupMemberMetadataValue.json; do not edit.

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


class StreamsGroupMemberMetadataValue(Message):
    """What a member said of itself.

    Coordinator-value, versions 0, flexible 0+.

    - instance_id: string, 0+, null. Static member name that outlives restarts (KIP-345);
      null for a dynamic member.
    - rack_id: string, 0+, null. Null when the member gave none.
    - client_id: string, 0+
    - client_host: string, 0+. Address the member connected from, with Java's leading slash.
    - rebalance_timeout_ms: int32, 0+. Time the member gets to give tasks back; -1 when it
      did not say.
    - topology_epoch: int32, 0+. Version of the topology the member runs.
    - process_id: string, 0+. Equal for all members in one process, so that replicas of a
      task are spread.
    - user_endpoint: Endpoint, 0+, null. Where the application answers interactive queries;
      null when it does not.
    - client_tags: []KeyValue, 0+. Labels for rack-aware standby placement.
    """

    __slots__ = (
        "instance_id",
        "rack_id",
        "client_id",
        "client_host",
        "rebalance_timeout_ms",
        "topology_epoch",
        "process_id",
        "user_endpoint",
        "client_tags",
    )
    _FIELDS = __slots__

    API_KEY = 19
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class Endpoint(Struct):
        """Endpoint of `StreamsGroupMemberMetadataValue`.

        - host: string, 0+
        - port: uint16, 0+
        """

        __slots__ = ("host", "port")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            host: str = "",
            port: int = 0,
        ) -> None:
            self.host: str = host
            self.port: int = port
            self.unknown_tags = None

    class KeyValue(Struct):
        """KeyValue of `StreamsGroupMemberMetadataValue`.

        - key: string, 0+
        - value: string, 0+
        """

        __slots__ = ("key", "value")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            key: str = "",
            value: str = "",
        ) -> None:
            self.key: str = key
            self.value: str = value
            self.unknown_tags = None

    def __init__(
        self,
        *,
        instance_id: str | None = "",
        rack_id: str | None = "",
        client_id: str = "",
        client_host: str = "",
        rebalance_timeout_ms: int = -1,
        topology_epoch: int = 0,
        process_id: str = "",
        user_endpoint: StreamsGroupMemberMetadataValue.Endpoint | None = None,
        client_tags: list[StreamsGroupMemberMetadataValue.KeyValue] = NEW,
    ) -> None:
        self.instance_id: str | None = instance_id
        self.rack_id: str | None = rack_id
        self.client_id: str = client_id
        self.client_host: str = client_host
        self.rebalance_timeout_ms: int = rebalance_timeout_ms
        self.topology_epoch: int = topology_epoch
        self.process_id: str = process_id
        self.user_endpoint: StreamsGroupMemberMetadataValue.Endpoint | None = user_endpoint
        self.client_tags: list[StreamsGroupMemberMetadataValue.KeyValue] = (
            [] if client_tags is NEW else client_tags
        )
        self.unknown_tags = None


_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_b = packer(">b")
_pack_ii = packer(">ii")
_pack_iiB = packer(">iiB")
_unpack_HB = unpacker(">HB")
_unpack_b = unpacker(">b")
_unpack_iiB = unpacker(">iiB")
_Endpoint = StreamsGroupMemberMetadataValue.Endpoint
_KeyValue = StreamsGroupMemberMetadataValue.KeyValue
_ONE_KEY_VALUE = ((_KeyValue,),)


def _encode_endpoint_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_endpoint(o, out):
    host_ = o.host
    host_ = host_.encode()
    n = len(host_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(host_)
    if o.unknown_tags is None:
        out.append(_pack_Hx(o.port))
    else:
        out.append(_pack_H(o.port))
        _encode_endpoint_tags(o, out)


def _encode_key_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_key_value_array(array, out):
    for o in array:
        key_ = o.key
        key_ = key_.encode()
        n = len(key_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(key_)
        value_ = o.value
        value_ = value_.encode()
        n = len(value_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(value_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_key_value_tags(o, out)


def _encode_streams_group_member_metadata_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_streams_group_member_metadata_value(o, out):
    instance_id_ = o.instance_id
    if instance_id_ is None:
        out.append(b"\0")
    else:
        instance_id_ = instance_id_.encode()
        n = len(instance_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(instance_id_)
    rack_id_ = o.rack_id
    if rack_id_ is None:
        out.append(b"\0")
    else:
        rack_id_ = rack_id_.encode()
        n = len(rack_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(rack_id_)
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
    process_id_ = o.process_id
    process_id_ = process_id_.encode()
    n = len(process_id_)
    if n < 127:
        out.append(_pack_iiB(o.rebalance_timeout_ms, o.topology_epoch, n + 1))
    else:
        out.append(_pack_ii(o.rebalance_timeout_ms, o.topology_epoch))
        out.append(string_length(n))
    out.append(process_id_)
    user_endpoint_ = o.user_endpoint
    if user_endpoint_ is None:
        out.append(_pack_b(-1))
    else:
        out.append(_pack_b(1))
        _encode_endpoint(user_endpoint_, out)
    client_tags_ = o.client_tags
    n = len(client_tags_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_key_value_array, client_tags_, out)
    elif n:
        _encode_key_value_array(client_tags_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_streams_group_member_metadata_value_tags(o, out)


def _decode_endpoint_tags(o, buf, pos, count):
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


def _decode_endpoint(buf, pos):
    o = make(_Endpoint)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.host = buf[pos:e].decode()
        pos = e
    else:
        null_error("Host")
    o.port, t = _unpack_HB(buf, pos)
    pos += 3
    o.unknown_tags = None
    if t:
        pos = _decode_endpoint_tags(o, buf, pos, t)
    return o, pos


def _decode_key_value_tags(o, buf, pos, count):
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


def _decode_key_value_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_KeyValue)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_key_value_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_KEY_VALUE * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.key = buf[pos:e].decode()
            pos = e
        else:
            null_error("Key")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.value = buf[pos:e].decode()
            pos = e
        else:
            null_error("Value")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_key_value_tags(o, buf, pos, t)
    return found, pos


def _decode_streams_group_member_metadata_value_tags(o, buf, pos, count):
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


def _decode_streams_group_member_metadata_value(buf, pos):
    o = make(StreamsGroupMemberMetadataValue)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.instance_id = buf[pos:e].decode()
        pos = e
    else:
        o.instance_id = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        o.rack_id = None
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
    o.rebalance_timeout_ms, o.topology_epoch, n = _unpack_iiB(buf, pos)
    pos += 9
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.process_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("ProcessId")
    n, = _unpack_b(buf, pos)
    pos += 1
    if n < 0:
        o.user_endpoint = None
    else:
        o.user_endpoint, pos = _decode_endpoint(buf, pos)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.client_tags, pos = _decode_key_value_array(buf, pos, n - 1)
    elif n:
        o.client_tags = []
    else:
        null_error("ClientTags")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_member_metadata_value_tags(o, buf, pos, t)
    return o, pos


StreamsGroupMemberMetadataValue._ENCODERS = {0: _encode_streams_group_member_metadata_value}
StreamsGroupMemberMetadataValue._DECODERS = {0: _decode_streams_group_member_metadata_value}
