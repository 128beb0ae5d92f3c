"""Generated from schemas/messages/BeginQuorumEpochRequest.json; do not edit.

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
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class BeginQuorumEpochRequest(Message):
    """A new KRaft leader tells the voters of itself (KIP-595).

    Request of api key 53, versions 0-1, flexible 1+.

    - cluster_id: string, 0+, null. Cluster the sender means to talk to; null leaves it
      unchecked.
    - voter_id: int32, 1+. Voter the request is meant for; -1 unknown.
    - topics: []TopicData, 0+
    - leader_endpoints: []LeaderEndpoint, 1+. Where the leader can be reached, one entry per
      listener (KIP-853).
    """

    __slots__ = ("cluster_id", "voter_id", "topics", "leader_endpoints")
    _FIELDS = __slots__

    API_KEY = 53
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 1

    class TopicData(Struct):
        """TopicData of `BeginQuorumEpochRequest`.

        - topic_name: string, 0+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partitions: list[BeginQuorumEpochRequest.PartitionData] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.partitions: list[BeginQuorumEpochRequest.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `BeginQuorumEpochRequest`.

        - partition_index: int32, 0+
        - voter_directory_id: uuid, 1+. Directory id of the voter; all zero when the sender does
          not know it (KIP-853).
        - leader_id: int32, 0+. The new leader, who sends this.
        - leader_epoch: int32, 0+. Epoch it was elected in.
        """

        __slots__ = ("partition_index", "voter_directory_id", "leader_id", "leader_epoch")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            voter_directory_id: bytes = ZERO_UUID,
            leader_id: int = 0,
            leader_epoch: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.voter_directory_id: bytes = voter_directory_id
            self.leader_id: int = leader_id
            self.leader_epoch: int = leader_epoch
            self.unknown_tags = None

    class LeaderEndpoint(Struct):
        """Where the leader can be reached, one entry per listener (KIP-853).

        - name: string, 1+
        - host: string, 1+
        - port: uint16, 1+
        """

        __slots__ = ("name", "host", "port")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            host: str = "",
            port: int = 0,
        ) -> None:
            self.name: str = name
            self.host: str = host
            self.port: int = port
            self.unknown_tags = None

    def __init__(
        self,
        *,
        cluster_id: str | None = None,
        voter_id: int = -1,
        topics: list[BeginQuorumEpochRequest.TopicData] = NEW,
        leader_endpoints: list[BeginQuorumEpochRequest.LeaderEndpoint] = NEW,
    ) -> None:
        self.cluster_id: str | None = cluster_id
        self.voter_id: int = voter_id
        self.topics: list[BeginQuorumEpochRequest.TopicData] = [] if topics is NEW else topics
        self.leader_endpoints: list[BeginQuorumEpochRequest.LeaderEndpoint] = (
            [] if leader_endpoints is NEW else leader_endpoints
        )
        self.unknown_tags = None


_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iii = packer(">iii")
_pack_iuii = packer(">i16sii")
_pack_iuiix = packer(">i16siix")
_row_iii = rower(">iii")
_row_iuiix = rower(">i16siix")
_unpack_HB = unpacker(">HB")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_iii = unpacker(">iii")
_unpack_iuiiB = unpacker(">i16siiB")
_TopicData = BeginQuorumEpochRequest.TopicData
_PartitionData = BeginQuorumEpochRequest.PartitionData
_LeaderEndpoint = BeginQuorumEpochRequest.LeaderEndpoint
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_TOPIC_DATA = ((_TopicData,),)
_ONE_LEADER_ENDPOINT = ((_LeaderEndpoint,),)


def _encode_partition_data_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_iii(o.partition_index, o.leader_id, o.leader_epoch))


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


def _encode_begin_quorum_epoch_request(o, out):
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(_pack_h(-1))
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        out.append(_pack_h(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
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
            out.append(_pack_iuiix(
                o.partition_index,
                o.voter_directory_id,
                o.leader_id,
                o.leader_epoch,
            ))
        else:
            out.append(_pack_iuii(o.partition_index, o.voter_directory_id, o.leader_id, o.leader_epoch))
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


def _encode_leader_endpoint_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_endpoint_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
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
            _encode_leader_endpoint_tags(o, out)


def _encode_begin_quorum_epoch_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_begin_quorum_epoch_request_2(o, out):
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(b"\0")
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.voter_id, n + 1))
    else:
        out.append(_pack_i(o.voter_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array_2, topics_, out)
    elif n:
        _encode_topic_data_array_2(topics_, out)
    leader_endpoints_ = o.leader_endpoints
    n = len(leader_endpoints_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_leader_endpoint_array, leader_endpoints_, out)
    elif n:
        _encode_leader_endpoint_array(leader_endpoints_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_begin_quorum_epoch_request_tags(o, out)


def _decode_partition_data_array(buf, pos, count):
    if 12 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 12 * count
        if count > 7:
            for o, (
                o.partition_index, o.leader_id, o.leader_epoch,
            ) in zip(found, _row_iii(buf[pos:end])):
                o.voter_directory_id = ZERO_UUID
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.leader_id, o.leader_epoch = _unpack_iii(buf, pos)
        pos += 12
        o.voter_directory_id = ZERO_UUID
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


def _decode_begin_quorum_epoch_request(buf, pos):
    o = make(BeginQuorumEpochRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_topic_data_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.voter_id = -1
    o.leader_endpoints = []
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
    if 29 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 29 * count
        if count > 7 and buf[pos + 28:end:29].count(0) == count:
            for o, (
                o.partition_index, o.voter_directory_id, o.leader_id, o.leader_epoch,
            ) in zip(found, _row_iuiix(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition_index,
            o.voter_directory_id,
            o.leader_id,
            o.leader_epoch,
            t,
        ) = _unpack_iuiiB(buf, pos)
        pos += 29
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


def _decode_leader_endpoint_tags(o, buf, pos, count):
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


def _decode_leader_endpoint_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderEndpoint)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_endpoint_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_ENDPOINT * count)]
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
            pos = _decode_leader_endpoint_tags(o, buf, pos, t)
    return found, pos


def _decode_begin_quorum_epoch_request_tags(o, buf, pos, count):
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


def _decode_begin_quorum_epoch_request_2(buf, pos):
    o = make(BeginQuorumEpochRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.voter_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_data_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.leader_endpoints, pos = _decode_leader_endpoint_array(buf, pos, n - 1)
    elif n:
        o.leader_endpoints = []
    else:
        null_error("LeaderEndpoints")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_begin_quorum_epoch_request_tags(o, buf, pos, t)
    return o, pos


BeginQuorumEpochRequest._ENCODERS = {
    0: _encode_begin_quorum_epoch_request,
    1: _encode_begin_quorum_epoch_request_2,
}
BeginQuorumEpochRequest._DECODERS = {
    0: _decode_begin_quorum_epoch_request,
    1: _decode_begin_quorum_epoch_request_2,
}
