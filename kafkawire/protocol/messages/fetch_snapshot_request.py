"""Generated from schemas/messages/FetchSnapshotRequest.json; do not edit.

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


class FetchSnapshotRequest(Message):
    """Fetches a piece of a metadata snapshot (KIP-630).

    Request of api key 59, versions 0-1, flexible 0+.

    - cluster_id: string, 0+, null, tag 0. Cluster the replica belongs to; null leaves it
      unchecked.
    - replica_id: int32, 0+. Node that fetches; -1 when it is no replica.
    - max_bytes: int32, 0+. Most bytes wanted from all snapshots together.
    - topics: []TopicSnapshot, 0+. In Kafka always the metadata topic alone.
    """

    __slots__ = ("cluster_id", "replica_id", "max_bytes", "topics")
    _FIELDS = __slots__

    API_KEY = 59
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class TopicSnapshot(Struct):
        """In Kafka always the metadata topic alone.

        - name: string, 0+. Name of the topic.
        - partitions: []PartitionSnapshot, 0+. Snapshots wanted, one per partition.
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[FetchSnapshotRequest.PartitionSnapshot] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[FetchSnapshotRequest.PartitionSnapshot] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionSnapshot(Struct):
        """Snapshots wanted, one per partition.

        - partition: int32, 0+. Number of the partition.
        - current_leader_epoch: int32, 0+. Leader epoch the fetcher knows, for fencing.
        - snapshot_id: SnapshotId, 0+. Which snapshot, as named by a Fetch response.
        - position: int64, 0+. Byte of the snapshot file to go on from.
        - replica_directory_id: uuid, 1+, tag 0. Log directory of the fetching replica; all zero
          without KIP-853.
        """

        __slots__ = (
            "partition",
            "current_leader_epoch",
            "snapshot_id",
            "position",
            "replica_directory_id",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition: int = 0,
            current_leader_epoch: int = 0,
            snapshot_id: FetchSnapshotRequest.SnapshotId = NEW,
            position: int = 0,
            replica_directory_id: bytes = ZERO_UUID,
        ) -> None:
            self.partition: int = partition
            self.current_leader_epoch: int = current_leader_epoch
            self.snapshot_id: FetchSnapshotRequest.SnapshotId = (
                FetchSnapshotRequest.SnapshotId() if snapshot_id is NEW else snapshot_id
            )
            self.position: int = position
            self.replica_directory_id: bytes = replica_directory_id
            self.unknown_tags = None

    class SnapshotId(Struct):
        """Which snapshot, as named by a Fetch response.

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

    def __init__(
        self,
        *,
        cluster_id: str | None = None,
        replica_id: int = -1,
        max_bytes: int = 2147483647,
        topics: list[FetchSnapshotRequest.TopicSnapshot] = NEW,
    ) -> None:
        self.cluster_id: str | None = cluster_id
        self.replica_id: int = replica_id
        self.max_bytes: int = max_bytes
        self.topics: list[FetchSnapshotRequest.TopicSnapshot] = [] if topics is NEW else topics
        self.unknown_tags = None


_pack_ii = packer(">ii")
_pack_iiB = packer(">iiB")
_pack_q = packer(">q")
_pack_qi = packer(">qi")
_pack_qix = packer(">qix")
_pack_qx = packer(">qx")
_pack_u = packer(">16s")
_unpack_ii = unpacker(">ii")
_unpack_iiB = unpacker(">iiB")
_unpack_qB = unpacker(">qB")
_unpack_qiB = unpacker(">qiB")
_unpack_u = unpacker(">16s")
_TopicSnapshot = FetchSnapshotRequest.TopicSnapshot
_PartitionSnapshot = FetchSnapshotRequest.PartitionSnapshot
_SnapshotId = FetchSnapshotRequest.SnapshotId
_ONE_PARTITION_SNAPSHOT = ((_PartitionSnapshot,),)
_ONE_TOPIC_SNAPSHOT = ((_TopicSnapshot,),)


def _encode_snapshot_id_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_snapshot_id(o, out):
    if o.unknown_tags is None:
        out.append(_pack_qix(o.end_offset, o.epoch))
    else:
        out.append(_pack_qi(o.end_offset, o.epoch))
        _encode_snapshot_id_tags(o, out)


def _encode_partition_snapshot_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_snapshot_array(array, out):
    for o in array:
        out.append(_pack_ii(o.partition, o.current_leader_epoch))
        _encode_snapshot_id(o.snapshot_id, out)
        if o.unknown_tags is None:
            out.append(_pack_qx(o.position))
        else:
            out.append(_pack_q(o.position))
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


def _encode_fetch_snapshot_request_tags(o, section):
    found = {}
    if o.cluster_id is not None:
        out = []
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
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_fetch_snapshot_request(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iiB(o.replica_id, o.max_bytes, n + 1))
    else:
        out.append(_pack_ii(o.replica_id, o.max_bytes))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_snapshot_array, topics_, out)
    elif n:
        _encode_topic_snapshot_array(topics_, out)
    if o.cluster_id is None and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_fetch_snapshot_request_tags(o, out)


def _encode_partition_snapshot_tags_2(o, section):
    found = {}
    if o.replica_directory_id != ZERO_UUID:
        out = []
        out.append(_pack_u(o.replica_directory_id))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_partition_snapshot_array_2(array, out):
    for o in array:
        out.append(_pack_ii(o.partition, o.current_leader_epoch))
        _encode_snapshot_id(o.snapshot_id, out)
        if o.replica_directory_id == ZERO_UUID and o.unknown_tags is None:
            out.append(_pack_qx(o.position))
        else:
            out.append(_pack_q(o.position))
            _encode_partition_snapshot_tags_2(o, out)


def _encode_topic_snapshot_array_2(array, out):
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
            write_long(_encode_partition_snapshot_array_2, partitions_, out)
        elif n:
            _encode_partition_snapshot_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_snapshot_tags(o, out)


def _encode_fetch_snapshot_request_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iiB(o.replica_id, o.max_bytes, n + 1))
    else:
        out.append(_pack_ii(o.replica_id, o.max_bytes))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_snapshot_array_2, topics_, out)
    elif n:
        _encode_topic_snapshot_array_2(topics_, out)
    if o.cluster_id is None and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_fetch_snapshot_request_tags(o, out)


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


def _decode_partition_snapshot_tags(o, buf, pos, count):
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


def _decode_partition_snapshot_array(buf, pos, count):
    if 30 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionSnapshot)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_snapshot_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_SNAPSHOT * count)]
    for o in found:
        o.partition, o.current_leader_epoch = _unpack_ii(buf, pos)
        pos += 8
        o.snapshot_id, pos = _decode_snapshot_id(buf, pos)
        o.position, t = _unpack_qB(buf, pos)
        pos += 9
        o.replica_directory_id = ZERO_UUID
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


def _decode_fetch_snapshot_request_tags(o, buf, pos, count):
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
                n, pos = long_string(buf, pos)
            if n:
                e = pos + n - 1
                o.cluster_id = buf[pos:e].decode()
                pos = e
            else:
                o.cluster_id = None
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_fetch_snapshot_request(buf, pos):
    o = make(FetchSnapshotRequest)
    o.replica_id, o.max_bytes, n = _unpack_iiB(buf, pos)
    pos += 9
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
    o.cluster_id = None
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_snapshot_request_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_snapshot_tags_2(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.replica_directory_id, = _unpack_u(buf, pos)
            pos += 16
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_partition_snapshot_array_2(buf, pos, count):
    if 30 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionSnapshot)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_snapshot_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_SNAPSHOT * count)]
    for o in found:
        o.partition, o.current_leader_epoch = _unpack_ii(buf, pos)
        pos += 8
        o.snapshot_id, pos = _decode_snapshot_id(buf, pos)
        o.position, t = _unpack_qB(buf, pos)
        pos += 9
        o.replica_directory_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_partition_snapshot_tags_2(o, buf, pos, t)
    return found, pos


def _decode_topic_snapshot_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicSnapshot)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_snapshot_array_2, buf, pos, count)
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
            o.partitions, pos = _decode_partition_snapshot_array_2(buf, pos, n - 1)
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


def _decode_fetch_snapshot_request_2(buf, pos):
    o = make(FetchSnapshotRequest)
    o.replica_id, o.max_bytes, n = _unpack_iiB(buf, pos)
    pos += 9
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_snapshot_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.cluster_id = None
    o.unknown_tags = None
    if t:
        pos = _decode_fetch_snapshot_request_tags(o, buf, pos, t)
    return o, pos


FetchSnapshotRequest._ENCODERS = {
    0: _encode_fetch_snapshot_request,
    1: _encode_fetch_snapshot_request_2,
}
FetchSnapshotRequest._DECODERS = {
    0: _decode_fetch_snapshot_request,
    1: _decode_fetch_snapshot_request_2,
}
