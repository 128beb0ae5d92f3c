"""Generated from schemas/messages/FetchSnapshotResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    CHUNKED,
    NEW,
    VARINTS,
    VIEW_BYTES_MIN,
    LargeFrame,
    Message,
    Struct,
    absent,
    freeze,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    records_size,
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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from kafkawire.protocol.buffers import Records, Sendable


class FetchSnapshotResponse(Message):
    """A piece of a metadata snapshot.

    Response of api key 59, versions 0-1, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+. Trouble with the whole request.
    - topics: []TopicSnapshot, 0+. Answers by topic.
    - node_endpoints: []NodeEndpoint, 1+, tag 0. Address of the leader named above, so that
      no look-up is needed (KIP-853).
    """

    __slots__ = ("throttle_time_ms", "error_code", "topics", "node_endpoints")
    _FIELDS = __slots__

    API_KEY = 59
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class TopicSnapshot(Struct):
        """Answers by topic.

        - name: string, 0+. Name of the topic.
        - partitions: []PartitionSnapshot, 0+. Answers, one per partition.
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[FetchSnapshotResponse.PartitionSnapshot] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[FetchSnapshotResponse.PartitionSnapshot] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionSnapshot(Struct):
        """Answers, one per partition.

        - index: int32, 0+. Number of the partition.
        - error_code: int16, 0+. 98 when there is no such snapshot, 99 when the position is
          outside of it.
        - snapshot_id: SnapshotId, 0+. Which snapshot this is a piece of.
        - current_leader: LeaderIdAndEpoch, 0+, tag 0. Sent when the fetcher has the leader or
          the epoch wrong.
        - size: int64, 0+. Bytes in the whole snapshot.
        - position: int64, 0+. Where in the snapshot this piece begins, in bytes.
        - unaligned_records: records, 0+. Bytes of the file as they are; a piece may begin and
          end inside a batch.
        """

        __slots__ = (
            "index",
            "error_code",
            "snapshot_id",
            "current_leader",
            "size",
            "position",
            "unaligned_records",
        )
        _FIELDS = __slots__
        _RECORDS = "unaligned_records"

        def __init__(
            self,
            *,
            index: int = 0,
            error_code: int = 0,
            snapshot_id: FetchSnapshotResponse.SnapshotId = NEW,
            current_leader: FetchSnapshotResponse.LeaderIdAndEpoch = NEW,
            size: int = 0,
            position: int = 0,
            unaligned_records: Sendable | Sequence[Sendable] | None = None,
        ) -> None:
            self.index: int = index
            self.error_code: int = error_code
            self.snapshot_id: FetchSnapshotResponse.SnapshotId = (
                FetchSnapshotResponse.SnapshotId() if snapshot_id is NEW else snapshot_id
            )
            self.current_leader: FetchSnapshotResponse.LeaderIdAndEpoch = (
                _LEADER_ID_AND_EPOCH_DEFAULT if current_leader is NEW else current_leader
            )
            self.size: int = size
            self.position: int = position
            self.unaligned_records: Records | None = unaligned_records  # type: ignore[assignment]
            self.unknown_tags = None

    class SnapshotId(Struct):
        """Which snapshot this is a piece of.

        - end_offset: int64, 0+. First offset that the snapshot does not cover.
        - epoch: int32, 0+. Leader epoch of the last record in the snapshot.
        """

        __slots__ = ("end_offset", "epoch")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            end_offset: int = 0,
            epoch: int = 0,
        ) -> None:
            self.end_offset: int = end_offset
            self.epoch: int = epoch
            self.unknown_tags = None

    class LeaderIdAndEpoch(Struct):
        """Sent when the fetcher has the leader or the epoch wrong.

        - leader_id: int32, 0+. Node id of the leader; -1 when there is none.
        - leader_epoch: int32, 0+. Newest epoch the answering node knows.
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
        """Address of the leader named above, so that no look-up is needed (KIP-853).

        - node_id: int32, 1+. Node id, as in CurrentLeader.
        - host: string, 1+. Host name on the listener the request came in by.
        - port: uint16, 1+. Port on that same listener.
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
        throttle_time_ms: int = 0,
        error_code: int = 0,
        topics: list[FetchSnapshotResponse.TopicSnapshot] = NEW,
        node_endpoints: list[FetchSnapshotResponse.NodeEndpoint] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.topics: list[FetchSnapshotResponse.TopicSnapshot] = (
            [] if topics is NEW else topics
        )
        self.node_endpoints: list[FetchSnapshotResponse.NodeEndpoint] = (
            [] if node_endpoints is NEW else node_endpoints
        )
        self.unknown_tags = None


_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ii = packer(">ii")
_pack_iix = packer(">iix")
_pack_qi = packer(">qi")
_pack_qix = packer(">qix")
_pack_qq = packer(">qq")
_pack_qqB = packer(">qqB")
_unpack_HB = unpacker(">HB")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_unpack_ihB = unpacker(">ihB")
_unpack_iiB = unpacker(">iiB")
_unpack_qiB = unpacker(">qiB")
_unpack_qqB = unpacker(">qqB")
_TopicSnapshot = FetchSnapshotResponse.TopicSnapshot
_PartitionSnapshot = FetchSnapshotResponse.PartitionSnapshot
_SnapshotId = FetchSnapshotResponse.SnapshotId
_LeaderIdAndEpoch = FetchSnapshotResponse.LeaderIdAndEpoch
_NodeEndpoint = FetchSnapshotResponse.NodeEndpoint
_ONE_PARTITION_SNAPSHOT = ((_PartitionSnapshot,),)
_ONE_TOPIC_SNAPSHOT = ((_TopicSnapshot,),)
_ONE_NODE_ENDPOINT = ((_NodeEndpoint,),)
_LEADER_ID_AND_EPOCH_DEFAULT = _LeaderIdAndEpoch()
freeze(_LEADER_ID_AND_EPOCH_DEFAULT)


def _encode_snapshot_id_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_snapshot_id(o, out):
    if o.unknown_tags is None:
        out.append(_pack_qix(o.end_offset, o.epoch))
    else:
        out.append(_pack_qi(o.end_offset, o.epoch))
        _encode_snapshot_id_tags(o, out)


def _encode_leader_id_and_epoch_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_id_and_epoch(o, out):
    if o.unknown_tags is None:
        out.append(_pack_iix(o.leader_id, o.leader_epoch))
    else:
        out.append(_pack_ii(o.leader_id, o.leader_epoch))
        _encode_leader_id_and_epoch_tags(o, out)


def _encode_partition_snapshot_tags(o, section):
    found = {}
    if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
        out = []
        _encode_leader_id_and_epoch(o.current_leader, out)
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_partition_snapshot_array(array, out):
    for o in array:
        out.append(_pack_ih(o.index, o.error_code))
        _encode_snapshot_id(o.snapshot_id, out)
        unaligned_records_ = o.unaligned_records
        many = unaligned_records_.__class__ in CHUNKED
        n = records_size(unaligned_records_) if many else len(unaligned_records_)
        if n < 127:
            out.append(_pack_qqB(o.size, o.position, n + 1))
        else:
            out.append(_pack_qq(o.size, o.position))
            out.append(varint(n + 1))
        if many:
            out += unaligned_records_
        elif n:
            out.append(unaligned_records_)
        if o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT and o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_snapshot_tags(o, out)


def _encode_topic_snapshot_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_snapshot_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_snapshot_array, partitions_, out)
        elif n:
            _encode_partition_snapshot_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_snapshot_tags(o, out)


def _encode_fetch_snapshot_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_fetch_snapshot_response(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_snapshot_array, topics_, out)
    elif n:
        _encode_topic_snapshot_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_fetch_snapshot_response_tags(o, out)


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


def _encode_fetch_snapshot_response_tags_2(o, section):
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


def _encode_fetch_snapshot_response_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_snapshot_array, topics_, out)
    elif n:
        _encode_topic_snapshot_array(topics_, out)
    if not o.node_endpoints and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_fetch_snapshot_response_tags_2(o, out)


def _decode_snapshot_id_tags(o, buf, pos, count):
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


def _decode_snapshot_id(buf, pos):
    o = make(_SnapshotId)
    o.end_offset, o.epoch, t = _unpack_qiB(buf, pos)
    pos += 13
    o.unknown_tags = None
    if t:
        pos = _decode_snapshot_id_tags(o, buf, pos, t)
    return o, pos


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


def _decode_partition_snapshot_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.current_leader, pos = _decode_leader_id_and_epoch(buf, pos)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_partition_snapshot_array(buf, pos, count):
    if 37 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionSnapshot)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_snapshot_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_SNAPSHOT * count)]
    view = memoryview(buf)
    for o in found:
        o.index, o.error_code = _unpack_ih(buf, pos)
        pos += 6
        o.snapshot_id, pos = _decode_snapshot_id(buf, pos)
        o.size, o.position, n = _unpack_qqB(buf, pos)
        pos += 17
        if n > 127:
            e = buf[pos]
            if e < 128:
                n += (e << 7) - 128
                pos += 1
            else:
                n, pos = uvarint(buf, pos)
        if n:
            e = pos + n - 1
            o.unaligned_records = view[pos:e] if n > VIEW_BYTES_MIN else buf[pos:e]
            pos = e
        else:
            null_error("UnalignedRecords")
        t = buf[pos]
        pos += 1
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.unknown_tags = None
        if t:
            pos = _decode_partition_snapshot_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_snapshot_tags(o, buf, pos, count):
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


def _decode_topic_snapshot_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicSnapshot)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_snapshot_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_SNAPSHOT * count)]
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
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_partition_snapshot_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_snapshot_tags(o, buf, pos, t)
    return found, pos


def _decode_fetch_snapshot_response_tags(o, buf, pos, count):
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


def _decode_fetch_snapshot_response(buf, pos):
    o = make(FetchSnapshotResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_snapshot_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.node_endpoints = []
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_snapshot_response_tags(o, buf, pos, t)
    return o, pos


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


def _decode_fetch_snapshot_response_tags_2(o, buf, pos, count):
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


def _decode_fetch_snapshot_response_2(buf, pos):
    o = make(FetchSnapshotResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_snapshot_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.node_endpoints = []
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_snapshot_response_tags_2(o, buf, pos, t)
    return o, pos


FetchSnapshotResponse._ENCODERS = {
    0: _encode_fetch_snapshot_response,
    1: _encode_fetch_snapshot_response_2,
}
FetchSnapshotResponse._DECODERS = {
    0: _decode_fetch_snapshot_response,
    1: _decode_fetch_snapshot_response_2,
}
