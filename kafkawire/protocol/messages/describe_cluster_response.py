"""Generated from schemas/messages/DescribeClusterResponse.json; do not edit.

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


class DescribeClusterResponse(Message):
    """Id, controller and nodes of the cluster.

    Response of api key 60, versions 0-2, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - endpoint_type: int8, 1+. Which kind of nodes Brokers holds: 1 brokers, 2 controllers.
    - cluster_id: string, 0+
    - controller_id: int32, 0+. The active controller when asked for controllers; otherwise
      any live broker.
    - brokers: []DescribeClusterBroker, 0+
    - cluster_authorized_operations: int32, 0+. Bit n set: AclOperation n is allowed;
      -2147483648 when it was not asked for.
    """

    __slots__ = (
        "throttle_time_ms",
        "error_code",
        "error_message",
        "endpoint_type",
        "cluster_id",
        "controller_id",
        "brokers",
        "cluster_authorized_operations",
    )
    _FIELDS = __slots__

    API_KEY = 60
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    class DescribeClusterBroker(Struct):
        """DescribeClusterBroker of `DescribeClusterResponse`.

        - broker_id: int32, 0+
        - host: string, 0+
        - port: int32, 0+
        - rack: string, 0+, null. Null when the node has none.
        - is_fenced: bool, 2+. True for a broker that is registered but takes no traffic.
        """

        __slots__ = ("broker_id", "host", "port", "rack", "is_fenced")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            broker_id: int = 0,
            host: str = "",
            port: int = 0,
            rack: str | None = None,
            is_fenced: bool = False,
        ) -> None:
            self.broker_id: int = broker_id
            self.host: str = host
            self.port: int = port
            self.rack: str | None = rack
            self.is_fenced: bool = is_fenced
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        endpoint_type: int = 1,
        cluster_id: str = "",
        controller_id: int = -1,
        brokers: list[DescribeClusterResponse.DescribeClusterBroker] = NEW,
        cluster_authorized_operations: int = -2147483648,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.endpoint_type: int = endpoint_type
        self.cluster_id: str = cluster_id
        self.controller_id: int = controller_id
        self.brokers: list[DescribeClusterResponse.DescribeClusterBroker] = (
            [] if brokers is NEW else brokers
        )
        self.cluster_authorized_operations: int = cluster_authorized_operations
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_pack_ix = packer(">ix")
_pack_o = packer(">?")
_pack_ox = packer(">?x")
_unpack_bB = unpacker(">bB")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_unpack_oB = unpacker(">?B")
_DescribeClusterBroker = DescribeClusterResponse.DescribeClusterBroker
_ONE_DESCRIBE_CLUSTER_BROKER = ((_DescribeClusterBroker,),)


def _encode_describe_cluster_broker_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_cluster_broker_array(array, out):
    for o in array:
        if o.is_fenced:
            absent("IsFenced")
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(_pack_iB(o.broker_id, n + 1))
        else:
            out.append(_pack_i(o.broker_id))
            out.append(string_length(n))
        out.append(host_)
        rack_ = o.rack
        if rack_ is None:
            out.append(_pack_ix(o.port))
        else:
            rack_ = rack_.encode()
            n = len(rack_)
            if n < 127:
                out.append(_pack_iB(o.port, n + 1))
            else:
                out.append(_pack_i(o.port))
                out.append(string_length(n))
            out.append(rack_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_cluster_broker_tags(o, out)


def _encode_describe_cluster_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_cluster_response(o, out):
    if o.endpoint_type != 1:
        absent("EndpointType")
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    cluster_id_ = o.cluster_id
    cluster_id_ = cluster_id_.encode()
    n = len(cluster_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(cluster_id_)
    brokers_ = o.brokers
    n = len(brokers_)
    if n < 127:
        out.append(_pack_iB(o.controller_id, n + 1))
    else:
        out.append(_pack_i(o.controller_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_cluster_broker_array, brokers_, out)
    elif n:
        _encode_describe_cluster_broker_array(brokers_, out)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.cluster_authorized_operations))
    else:
        out.append(_pack_i(o.cluster_authorized_operations))
        _encode_describe_cluster_response_tags(o, out)


def _encode_describe_cluster_response_2(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    cluster_id_ = o.cluster_id
    cluster_id_ = cluster_id_.encode()
    n = len(cluster_id_)
    if n < 127:
        out.append(_pack_bB(o.endpoint_type, n + 1))
    else:
        out.append(_pack_b(o.endpoint_type))
        out.append(string_length(n))
    out.append(cluster_id_)
    brokers_ = o.brokers
    n = len(brokers_)
    if n < 127:
        out.append(_pack_iB(o.controller_id, n + 1))
    else:
        out.append(_pack_i(o.controller_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_cluster_broker_array, brokers_, out)
    elif n:
        _encode_describe_cluster_broker_array(brokers_, out)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.cluster_authorized_operations))
    else:
        out.append(_pack_i(o.cluster_authorized_operations))
        _encode_describe_cluster_response_tags(o, out)


def _encode_describe_cluster_broker_array_2(array, out):
    for o in array:
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(_pack_iB(o.broker_id, n + 1))
        else:
            out.append(_pack_i(o.broker_id))
            out.append(string_length(n))
        out.append(host_)
        rack_ = o.rack
        if rack_ is None:
            out.append(_pack_ix(o.port))
        else:
            rack_ = rack_.encode()
            n = len(rack_)
            if n < 127:
                out.append(_pack_iB(o.port, n + 1))
            else:
                out.append(_pack_i(o.port))
                out.append(string_length(n))
            out.append(rack_)
        if o.unknown_tags is None:
            out.append(_pack_ox(o.is_fenced))
        else:
            out.append(_pack_o(o.is_fenced))
            _encode_describe_cluster_broker_tags(o, out)


def _encode_describe_cluster_response_3(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    cluster_id_ = o.cluster_id
    cluster_id_ = cluster_id_.encode()
    n = len(cluster_id_)
    if n < 127:
        out.append(_pack_bB(o.endpoint_type, n + 1))
    else:
        out.append(_pack_b(o.endpoint_type))
        out.append(string_length(n))
    out.append(cluster_id_)
    brokers_ = o.brokers
    n = len(brokers_)
    if n < 127:
        out.append(_pack_iB(o.controller_id, n + 1))
    else:
        out.append(_pack_i(o.controller_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_cluster_broker_array_2, brokers_, out)
    elif n:
        _encode_describe_cluster_broker_array_2(brokers_, out)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.cluster_authorized_operations))
    else:
        out.append(_pack_i(o.cluster_authorized_operations))
        _encode_describe_cluster_response_tags(o, out)


def _decode_describe_cluster_broker_tags(o, buf, pos, count):
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


def _decode_describe_cluster_broker_array(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeClusterBroker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_cluster_broker_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CLUSTER_BROKER * count)]
    for o in found:
        o.broker_id, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.port, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.rack = buf[pos:e].decode()
            pos = e
        else:
            o.rack = None
        t = buf[pos]
        pos += 1
        o.is_fenced = False
        o.unknown_tags = None
        if t:
            pos = _decode_describe_cluster_broker_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_cluster_response_tags(o, buf, pos, count):
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


def _decode_describe_cluster_response(buf, pos):
    o = make(DescribeClusterResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
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
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClusterId")
    o.controller_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.brokers, pos = _decode_describe_cluster_broker_array(buf, pos, n - 1)
    elif n:
        o.brokers = []
    else:
        null_error("Brokers")
    o.cluster_authorized_operations, t = _unpack_iB(buf, pos)
    pos += 5
    o.endpoint_type = 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_cluster_response_tags(o, buf, pos, t)
    return o, pos


def _decode_describe_cluster_response_2(buf, pos):
    o = make(DescribeClusterResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    o.endpoint_type, n = _unpack_bB(buf, pos)
    pos += 2
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClusterId")
    o.controller_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.brokers, pos = _decode_describe_cluster_broker_array(buf, pos, n - 1)
    elif n:
        o.brokers = []
    else:
        null_error("Brokers")
    o.cluster_authorized_operations, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_describe_cluster_response_tags(o, buf, pos, t)
    return o, pos


def _decode_describe_cluster_broker_array_2(buf, pos, count):
    if 12 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeClusterBroker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_cluster_broker_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CLUSTER_BROKER * count)]
    for o in found:
        o.broker_id, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.port, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.rack = buf[pos:e].decode()
            pos = e
        else:
            o.rack = None
        o.is_fenced, t = _unpack_oB(buf, pos)
        pos += 2
        o.unknown_tags = None
        if t:
            pos = _decode_describe_cluster_broker_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_cluster_response_3(buf, pos):
    o = make(DescribeClusterResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    o.endpoint_type, n = _unpack_bB(buf, pos)
    pos += 2
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("ClusterId")
    o.controller_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.brokers, pos = _decode_describe_cluster_broker_array_2(buf, pos, n - 1)
    elif n:
        o.brokers = []
    else:
        null_error("Brokers")
    o.cluster_authorized_operations, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_describe_cluster_response_tags(o, buf, pos, t)
    return o, pos


DescribeClusterResponse._ENCODERS = {
    0: _encode_describe_cluster_response,
    1: _encode_describe_cluster_response_2,
    2: _encode_describe_cluster_response_3,
}
DescribeClusterResponse._DECODERS = {
    0: _decode_describe_cluster_response,
    1: _decode_describe_cluster_response_2,
    2: _decode_describe_cluster_response_3,
}
