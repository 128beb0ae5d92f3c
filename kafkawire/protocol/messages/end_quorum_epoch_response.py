"""Generated from schemas/messages/EndQuorumEpochResponse.json; do not edit.

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
    rower,
    short,
    starmap,
    string_length,
    tag_head,
    tag_size_error,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class EndQuorumEpochResponse(Message):
    """Whether the voter took notice.

    Response of api key 54, versions 0-1, flexible 1+.

    - error_code: int16, 0+. Trouble with the whole request.
    - topics: []TopicData, 0+
    - node_endpoints: []NodeEndpoint, 1+, tag 0. Address of the leader named above, so that
      no look-up is needed (KIP-853).
    """

    __slots__ = ("error_code", "topics", "node_endpoints")
    _FIELDS = __slots__

    API_KEY = 54
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 1

    class TopicData(Struct):
        """TopicData of `EndQuorumEpochResponse`.

        - topic_name: string, 0+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partitions: list[EndQuorumEpochResponse.PartitionData] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.partitions: list[EndQuorumEpochResponse.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `EndQuorumEpochResponse`.

        - partition_index: int32, 0+
        - error_code: int16, 0+
        - leader_id: int32, 0+. Leader the sender knows for the epoch; -1 when there is none
          yet.
        - leader_epoch: int32, 0+. Raft epoch as the sender knows it; a higher one always wins.
        """

        __slots__ = ("partition_index", "error_code", "leader_id", "leader_epoch")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            error_code: int = 0,
            leader_id: int = 0,
            leader_epoch: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.leader_id: int = leader_id
            self.leader_epoch: int = leader_epoch
            self.unknown_tags = None

    class NodeEndpoint(Struct):
        """Address of the leader named above, so that no look-up is needed (KIP-853).

        - node_id: int32, 1+
        - host: string, 1+
        - port: uint16, 1+
        """

        __slots__ = ("node_id", "host", "port")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            node_id: int = 0,
            host: str = "",
            port: int = 0,
        ) -> None:
            self.node_id: int = node_id
            self.host: str = host
            self.port: int = port
            self.unknown_tags = None

    def __init__(
        self,
        *,
        error_code: int = 0,
        topics: list[EndQuorumEpochResponse.TopicData] = NEW,
        node_endpoints: list[EndQuorumEpochResponse.NodeEndpoint] = NEW,
    ) -> None:
        self.error_code: int = error_code
        self.topics: list[EndQuorumEpochResponse.TopicData] = [] if topics is NEW else topics
        self.node_endpoints: list[EndQuorumEpochResponse.NodeEndpoint] = (
            [] if node_endpoints is NEW else node_endpoints
        )
        self.unknown_tags = None


_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hi = packer(">hi")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ihii = packer(">ihii")
_pack_ihiix = packer(">ihiix")
_row_ihii = rower(">ihii")
_row_ihiix = rower(">ihiix")
_unpack_HB = unpacker(">HB")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hi = unpacker(">hi")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ihii = unpacker(">ihii")
_unpack_ihiiB = unpacker(">ihiiB")
_TopicData = EndQuorumEpochResponse.TopicData
_PartitionData = EndQuorumEpochResponse.PartitionData
_NodeEndpoint = EndQuorumEpochResponse.NodeEndpoint
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_TOPIC_DATA = ((_TopicData,),)
_ONE_NODE_ENDPOINT = ((_NodeEndpoint,),)


def _encode_partition_data_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ihii(o.partition_index, o.error_code, o.leader_id, o.leader_epoch))


def _encode_topic_data_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        out.append(_pack_h(n))
        out.append(topic_name_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_partition_data_array, partitions_, out)
        elif n:
            _encode_partition_data_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_end_quorum_epoch_response(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_hi(o.error_code, n))
    if n > 32:
        write_long(_encode_topic_data_array, topics_, out)
    elif n:
        _encode_topic_data_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array_2(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_ihiix(o.partition_index, o.error_code, o.leader_id, o.leader_epoch))
        else:
            out.append(_pack_ihii(o.partition_index, o.error_code, o.leader_id, o.leader_epoch))
            _encode_partition_data_tags(o, out)


def _encode_topic_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_data_array_2(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_data_array_2, partitions_, out)
        elif n:
            _encode_partition_data_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_data_tags(o, out)


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
        if o.unknown_tags is None:
            out.append(_pack_Hx(o.port))
        else:
            out.append(_pack_H(o.port))
            _encode_node_endpoint_tags(o, out)


def _encode_end_quorum_epoch_response_tags(o, section):
    found = {}
    if o.node_endpoints:
        out = []
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
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_end_quorum_epoch_response_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_hB(o.error_code, n + 1))
    else:
        out.append(_pack_h(o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array_2, topics_, out)
    elif n:
        _encode_topic_data_array_2(topics_, out)
    if not o.node_endpoints and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_end_quorum_epoch_response_tags(o, out)


def _decode_partition_data_array(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 14 * count
        if count > 7:
            for o, (
                o.partition_index, o.error_code, o.leader_id, o.leader_epoch,
            ) in zip(found, _row_ihii(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch = _unpack_ihii(buf, pos)
        pos += 14
        o.unknown_tags = None
    return found, pos


def _decode_topic_data_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions, pos = _decode_partition_data_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_end_quorum_epoch_response(buf, pos):
    o = make(EndQuorumEpochResponse)
    o.error_code, n = _unpack_hi(buf, pos)
    pos += 6
    if n > 0:
        o.topics, pos = _decode_topic_data_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.node_endpoints = []
    o.unknown_tags = None
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


def _decode_partition_data_array_2(buf, pos, count):
    if 15 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 15 * count
        if count > 7 and buf[pos + 14:end:15].count(0) == count:
            for o, (
                o.partition_index, o.error_code, o.leader_id, o.leader_epoch,
            ) in zip(found, _row_ihiix(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.partition_index, o.error_code, o.leader_id, o.leader_epoch, t) = _unpack_ihiiB(buf, pos)
        pos += 15
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_data_tags(o, buf, pos, count):
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


def _decode_topic_data_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_partition_data_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
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
    if 8 * count > len(buf) - pos:
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
        o.port, t = _unpack_HB(buf, pos)
        pos += 3
        o.unknown_tags = None
        if t:
            pos = _decode_node_endpoint_tags(o, buf, pos, t)
    return found, pos


def _decode_end_quorum_epoch_response_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
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
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_end_quorum_epoch_response_2(buf, pos):
    o = make(EndQuorumEpochResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_data_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.node_endpoints = []
    o.unknown_tags = None
    if t:
        pos = _decode_end_quorum_epoch_response_tags(o, buf, pos, t)
    return o, pos


EndQuorumEpochResponse._ENCODERS = {
    0: _encode_end_quorum_epoch_response,
    1: _encode_end_quorum_epoch_response_2,
}
EndQuorumEpochResponse._DECODERS = {
    0: _decode_end_quorum_epoch_response,
    1: _decode_end_quorum_epoch_response_2,
}
