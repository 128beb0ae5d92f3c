"""Generated from schemas/messages/ShareAcknowledgeResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    ZERO_UUID,
    LargeFrame,
    Message,
    Struct,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    rower,
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


class ShareAcknowledgeResponse(Message):
    """Result for each partition.

    Response of api key 79, versions 0-2, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - acquisition_lock_timeout_ms: int32, 2+. How long renewed locks hold.
    - responses: []ShareAcknowledgeTopicResponse, 0+
    - node_endpoints: []NodeEndpoint, 0+. Addresses of the nodes that CurrentLeader fields
      name.
    """

    __slots__ = (
        "throttle_time_ms",
        "error_code",
        "error_message",
        "acquisition_lock_timeout_ms",
        "responses",
        "node_endpoints",
    )
    _FIELDS = __slots__

    API_KEY = 79
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    class ShareAcknowledgeTopicResponse(Struct):
        """ShareAcknowledgeTopicResponse of `ShareAcknowledgeResponse`.

        - topic_id: uuid, 0+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: list[ShareAcknowledgeResponse.PartitionData] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: list[ShareAcknowledgeResponse.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `ShareAcknowledgeResponse`.

        - partition_index: int32, 0+
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - current_leader: LeaderIdAndEpoch, 0+. Newer leader, sent when this broker does not
          lead the partition.
        """

        __slots__ = ("partition_index", "error_code", "error_message", "current_leader")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            error_code: int = 0,
            error_message: str | None = None,
            current_leader: ShareAcknowledgeResponse.LeaderIdAndEpoch = NEW,
        ) -> None:
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.current_leader: ShareAcknowledgeResponse.LeaderIdAndEpoch = (
                ShareAcknowledgeResponse.LeaderIdAndEpoch() if current_leader is NEW else current_leader
            )
            self.unknown_tags = None

    class LeaderIdAndEpoch(Struct):
        """Newer leader, sent when this broker does not lead the partition.

        - leader_id: int32, 0+. -1 unless the receiver has to go to another broker.
        - leader_epoch: int32, 0+
        """

        __slots__ = ("leader_id", "leader_epoch")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            leader_id: int = 0,
            leader_epoch: int = 0,
        ) -> None:
            self.leader_id: int = leader_id
            self.leader_epoch: int = leader_epoch
            self.unknown_tags = None

    class NodeEndpoint(Struct):
        """Addresses of the nodes that CurrentLeader fields name.

        - node_id: int32, 0+
        - host: string, 0+
        - port: int32, 0+
        - rack: string, 0+, null. Null when the node has none.
        """

        __slots__ = ("node_id", "host", "port", "rack")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            node_id: int = 0,
            host: str = "",
            port: int = 0,
            rack: str | None = None,
        ) -> None:
            self.node_id: int = node_id
            self.host: str = host
            self.port: int = port
            self.rack: str | None = rack
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        acquisition_lock_timeout_ms: int = 0,
        responses: list[ShareAcknowledgeResponse.ShareAcknowledgeTopicResponse] = NEW,
        node_endpoints: list[ShareAcknowledgeResponse.NodeEndpoint] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.acquisition_lock_timeout_ms: int = acquisition_lock_timeout_ms
        self.responses: list[ShareAcknowledgeResponse.ShareAcknowledgeTopicResponse] = (
            [] if responses is NEW else responses
        )
        self.node_endpoints: list[ShareAcknowledgeResponse.NodeEndpoint] = (
            [] if node_endpoints is NEW else node_endpoints
        )
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_pack_ii = packer(">ii")
_pack_iix = packer(">iix")
_pack_ix = packer(">ix")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_uxx = rower(">16sxx")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_unpack_iiB = unpacker(">iiB")
_unpack_uB = unpacker(">16sB")
_ShareAcknowledgeTopicResponse = ShareAcknowledgeResponse.ShareAcknowledgeTopicResponse
_PartitionData = ShareAcknowledgeResponse.PartitionData
_LeaderIdAndEpoch = ShareAcknowledgeResponse.LeaderIdAndEpoch
_NodeEndpoint = ShareAcknowledgeResponse.NodeEndpoint
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_SHARE_ACKNOWLEDGE_TOPIC_RESPONSE = ((_ShareAcknowledgeTopicResponse,),)
_ONE_NODE_ENDPOINT = ((_NodeEndpoint,),)


def _encode_leader_id_and_epoch_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_id_and_epoch(o, out):
    if o.unknown_tags is None:
        out.append(_pack_iix(o.leader_id, o.leader_epoch))
    else:
        out.append(_pack_ii(o.leader_id, o.leader_epoch))
        _encode_leader_id_and_epoch_tags(o, out)


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array(array, out):
    for o in array:
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_ihx(o.partition_index, o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_ihB(o.partition_index, o.error_code, n + 1))
            else:
                out.append(_pack_ih(o.partition_index, o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        _encode_leader_id_and_epoch(o.current_leader, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_data_tags(o, out)


def _encode_share_acknowledge_topic_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_share_acknowledge_topic_response_array(array, out):
    for o in array:
        partitions_ = o.partitions
        if partitions_ is not None and not partitions_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, 1))
            continue
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_data_array, partitions_, out)
        elif n:
            _encode_partition_data_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_share_acknowledge_topic_response_tags(o, out)


def _encode_node_endpoint_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_node_endpoint_array(array, out):
    for o in array:
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(_pack_iB(o.node_id, n + 1))
        else:
            out.append(_pack_i(o.node_id))
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
            _encode_node_endpoint_tags(o, out)


def _encode_share_acknowledge_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_share_acknowledge_response(o, out):
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
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_share_acknowledge_topic_response_array, responses_, out)
    elif n:
        _encode_share_acknowledge_topic_response_array(responses_, out)
    node_endpoints_ = o.node_endpoints
    n = len(node_endpoints_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_node_endpoint_array, node_endpoints_, out)
    elif n:
        _encode_node_endpoint_array(node_endpoints_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_share_acknowledge_response_tags(o, out)


def _encode_share_acknowledge_response_2(o, out):
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
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(_pack_iB(o.acquisition_lock_timeout_ms, n + 1))
    else:
        out.append(_pack_i(o.acquisition_lock_timeout_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_share_acknowledge_topic_response_array, responses_, out)
    elif n:
        _encode_share_acknowledge_topic_response_array(responses_, out)
    node_endpoints_ = o.node_endpoints
    n = len(node_endpoints_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_node_endpoint_array, node_endpoints_, out)
    elif n:
        _encode_node_endpoint_array(node_endpoints_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_share_acknowledge_response_tags(o, out)


def _decode_leader_id_and_epoch_tags(o, buf, pos, count):
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


def _decode_leader_id_and_epoch(buf, pos):
    o = make(_LeaderIdAndEpoch)
    o.leader_id, o.leader_epoch, t = _unpack_iiB(buf, pos)
    pos += 9
    o.unknown_tags = None
    if t:
        pos = _decode_leader_id_and_epoch_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_data_tags(o, buf, pos, count):
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


def _decode_partition_data_array(buf, pos, count):
    if 17 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
    for o in found:
        o.partition_index, o.error_code, n = _unpack_ihB(buf, pos)
        pos += 7
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        o.current_leader, pos = _decode_leader_id_and_epoch(buf, pos)
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_share_acknowledge_topic_response_tags(o, buf, pos, count):
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


def _decode_share_acknowledge_topic_response_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ShareAcknowledgeTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_share_acknowledge_topic_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_SHARE_ACKNOWLEDGE_TOPIC_RESPONSE * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partitions = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_partition_data_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_share_acknowledge_topic_response_tags(o, buf, pos, t)
    return found, pos


def _decode_node_endpoint_tags(o, buf, pos, count):
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


def _decode_node_endpoint_array(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_NodeEndpoint)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_node_endpoint_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_NODE_ENDPOINT * count)]
    for o in found:
        o.node_id, n = _unpack_iB(buf, pos)
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
        o.unknown_tags = None
        if t:
            pos = _decode_node_endpoint_tags(o, buf, pos, t)
    return found, pos


def _decode_share_acknowledge_response_tags(o, buf, pos, count):
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


def _decode_share_acknowledge_response(buf, pos):
    o = make(ShareAcknowledgeResponse)
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
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_share_acknowledge_topic_response_array(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.node_endpoints, pos = _decode_node_endpoint_array(buf, pos, n - 1)
    elif n:
        o.node_endpoints = []
    else:
        null_error("NodeEndpoints")
    t = buf[pos]
    pos += 1
    o.acquisition_lock_timeout_ms = 0
    o.unknown_tags = None
    if t:
        pos = _decode_share_acknowledge_response_tags(o, buf, pos, t)
    return o, pos


def _decode_share_acknowledge_response_2(buf, pos):
    o = make(ShareAcknowledgeResponse)
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
    o.acquisition_lock_timeout_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_share_acknowledge_topic_response_array(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.node_endpoints, pos = _decode_node_endpoint_array(buf, pos, n - 1)
    elif n:
        o.node_endpoints = []
    else:
        null_error("NodeEndpoints")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_share_acknowledge_response_tags(o, buf, pos, t)
    return o, pos


ShareAcknowledgeResponse._ENCODERS = {
    0: _encode_share_acknowledge_response,
    1: _encode_share_acknowledge_response,
    2: _encode_share_acknowledge_response_2,
}
ShareAcknowledgeResponse._DECODERS = {
    0: _decode_share_acknowledge_response,
    1: _decode_share_acknowledge_response,
    2: _decode_share_acknowledge_response_2,
}
