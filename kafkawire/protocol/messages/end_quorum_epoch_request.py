"""Generated from schemas/messages/EndQuorumEpochRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    INT32S,
    NEW,
    READY_COUNTS,
    VARINTS,
    ZERO_UUID,
    LargeFrame,
    Message,
    Struct,
    absent,
    integers,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    pack_integers,
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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class EndQuorumEpochRequest(Message):
    """A KRaft leader that steps down asks others to stand for election (KIP-595).

    Request of api key 54, versions 0-1, flexible 1+.

    - cluster_id: string, 0+, null. Cluster the sender means to talk to; null leaves it
      unchecked.
    - topics: []TopicData, 0+
    - leader_endpoints: []LeaderEndpoint, 1+. Where the leader can be reached, one entry per
      listener (KIP-853).
    """

    __slots__ = ("cluster_id", "topics", "leader_endpoints")
    _FIELDS = __slots__

    API_KEY = 54
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 1

    class TopicData(Struct):
        """TopicData of `EndQuorumEpochRequest`.

        - topic_name: string, 0+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partitions: list[EndQuorumEpochRequest.PartitionData] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.partitions: list[EndQuorumEpochRequest.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `EndQuorumEpochRequest`.

        - partition_index: int32, 0+
        - leader_id: int32, 0+. The leader that steps down.
        - leader_epoch: int32, 0+. Epoch that ends.
        - preferred_successors: []int32, 0. Voters with the longest logs first, version 0; the
          first stands at once, others later.
        - preferred_candidates: []ReplicaInfo, 1+. Voters with the longest logs first; the first
          stands at once, others later.
        """

        __slots__ = (
            "partition_index",
            "leader_id",
            "leader_epoch",
            "preferred_successors",
            "preferred_candidates",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            leader_id: int = 0,
            leader_epoch: int = 0,
            preferred_successors: Sequence[int] = NEW,
            preferred_candidates: list[EndQuorumEpochRequest.ReplicaInfo] = NEW,
        ) -> None:
            self.partition_index: int = partition_index
            self.leader_id: int = leader_id
            self.leader_epoch: int = leader_epoch
            self.preferred_successors: Sequence[int] = (
                [] if preferred_successors is NEW else preferred_successors
            )
            self.preferred_candidates: list[EndQuorumEpochRequest.ReplicaInfo] = (
                [] if preferred_candidates is NEW else preferred_candidates
            )
            self.unknown_tags = None

    class ReplicaInfo(Struct):
        """Voters with the longest logs first; the first stands at once, others later.

        - candidate_id: int32, 1+
        - candidate_directory_id: uuid, 1+
        """

        __slots__ = ("candidate_id", "candidate_directory_id")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            candidate_id: int = 0,
            candidate_directory_id: bytes = ZERO_UUID,
        ) -> None:
            self.candidate_id: int = candidate_id
            self.candidate_directory_id: bytes = candidate_directory_id
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
        topics: list[EndQuorumEpochRequest.TopicData] = NEW,
        leader_endpoints: list[EndQuorumEpochRequest.LeaderEndpoint] = NEW,
    ) -> None:
        self.cluster_id: str | None = cluster_id
        self.topics: list[EndQuorumEpochRequest.TopicData] = [] if topics is NEW else topics
        self.leader_endpoints: list[EndQuorumEpochRequest.LeaderEndpoint] = (
            [] if leader_endpoints is NEW else leader_endpoints
        )
        self.unknown_tags = None


_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iii = packer(">iii")
_pack_iiiB = packer(">iiiB")
_pack_iiiBx = packer(">iiiBx")
_pack_iiii = packer(">iiii")
_pack_iiiii = packer(">iiiii")
_pack_iiiiiii = packer(">iiiiiii")
_pack_iu = packer(">i16s")
_pack_iux = packer(">i16sx")
_row_iiixx = rower(">iiixx")
_row_iux = rower(">i16sx")
_unpack_HB = unpacker(">HB")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iiiB = unpacker(">iiiB")
_unpack_iiii = unpacker(">iiii")
_unpack_iuB = unpacker(">i16sB")
_TopicData = EndQuorumEpochRequest.TopicData
_PartitionData = EndQuorumEpochRequest.PartitionData
_ReplicaInfo = EndQuorumEpochRequest.ReplicaInfo
_LeaderEndpoint = EndQuorumEpochRequest.LeaderEndpoint
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_TOPIC_DATA = ((_TopicData,),)
_ONE_REPLICA_INFO = ((_ReplicaInfo,),)
_ONE_LEADER_ENDPOINT = ((_LeaderEndpoint,),)


def _encode_partition_data_array(array, out):
    for o in array:
        preferred_successors_ = o.preferred_successors
        if preferred_successors_ is not None and not preferred_successors_ and o.unknown_tags is None:
            out.append(_pack_iiii(o.partition_index, o.leader_id, o.leader_epoch, 0))
            continue
        preferred_successors_ = o.preferred_successors
        n = len(preferred_successors_)
        if n == 3:
            i, j, k = preferred_successors_
            out.append(_pack_iiiiiii(o.partition_index, o.leader_id, o.leader_epoch, 3, i, j, k))
        elif n == 1:
            i, = preferred_successors_
            out.append(_pack_iiiii(o.partition_index, o.leader_id, o.leader_epoch, 1, i))
        else:
            out.append(_pack_iiii(o.partition_index, o.leader_id, o.leader_epoch, n))
            if n:
                out.append(pack_integers(preferred_successors_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


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


def _encode_end_quorum_epoch_request(o, out):
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


def _encode_replica_info_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_replica_info_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iux(o.candidate_id, o.candidate_directory_id))
        else:
            out.append(_pack_iu(o.candidate_id, o.candidate_directory_id))
            _encode_replica_info_tags(o, out)


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array_2(array, out):
    for o in array:
        preferred_candidates_ = o.preferred_candidates
        if preferred_candidates_ is not None and not preferred_candidates_ and o.unknown_tags is None:
            out.append(_pack_iiiBx(o.partition_index, o.leader_id, o.leader_epoch, 1))
            continue
        preferred_candidates_ = o.preferred_candidates
        n = len(preferred_candidates_)
        if n < 127:
            out.append(_pack_iiiB(o.partition_index, o.leader_id, o.leader_epoch, n + 1))
        else:
            out.append(_pack_iii(o.partition_index, o.leader_id, o.leader_epoch))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_replica_info_array, preferred_candidates_, out)
        elif n:
            _encode_replica_info_array(preferred_candidates_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
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


def _encode_end_quorum_epoch_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_end_quorum_epoch_request_2(o, out):
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
        out.append(VARINTS[n + 1])
    else:
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
        _encode_end_quorum_epoch_request_tags(o, out)


def _decode_partition_data_array(buf, pos, count):
    if 16 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
    for o in found:
        o.partition_index, o.leader_id, o.leader_epoch, n = _unpack_iiii(buf, pos)
        pos += 16
        if n > 0:
            o.preferred_successors = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.preferred_successors = []
        else:
            null_error("PreferredSuccessors")
        o.preferred_candidates = []
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


def _decode_end_quorum_epoch_request(buf, pos):
    o = make(EndQuorumEpochRequest)
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
    o.leader_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_replica_info_tags(o, buf, pos, count):
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


def _decode_replica_info_array(buf, pos, count):
    if 21 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReplicaInfo)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_replica_info_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REPLICA_INFO * count)]
        end = pos + 21 * count
        if count > 7 and buf[pos + 20:end:21].count(0) == count:
            for o, (o.candidate_id, o.candidate_directory_id) in zip(found, _row_iux(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.candidate_id, o.candidate_directory_id, t = _unpack_iuB(buf, pos)
        pos += 21
        o.unknown_tags = None
        if t:
            pos = _decode_replica_info_tags(o, buf, pos, t)
    return found, pos


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
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 14 * count
        if (
            count > 7
            and buf[pos + 12] == 1
            and buf[pos + 12:end:14].count(buf[pos + 12]) == count
            and buf[pos + 13:end:14].count(0) == count
        ):
            for o, (
                o.partition_index, o.leader_id, o.leader_epoch,
            ) in zip(found, _row_iiixx(buf[pos:end])):
                o.preferred_candidates = []
                o.preferred_successors = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.leader_id, o.leader_epoch, n = _unpack_iiiB(buf, pos)
        pos += 13
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.preferred_candidates, pos = _decode_replica_info_array(buf, pos, n - 1)
        elif n:
            o.preferred_candidates = []
        else:
            null_error("PreferredCandidates")
        t = buf[pos]
        pos += 1
        o.preferred_successors = []
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


def _decode_end_quorum_epoch_request_tags(o, buf, pos, count):
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


def _decode_end_quorum_epoch_request_2(buf, pos):
    o = make(EndQuorumEpochRequest)
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
    n = buf[pos]
    pos += 1
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
        pos = _decode_end_quorum_epoch_request_tags(o, buf, pos, t)
    return o, pos


EndQuorumEpochRequest._ENCODERS = {
    0: _encode_end_quorum_epoch_request,
    1: _encode_end_quorum_epoch_request_2,
}
EndQuorumEpochRequest._DECODERS = {
    0: _decode_end_quorum_epoch_request,
    1: _decode_end_quorum_epoch_request_2,
}
