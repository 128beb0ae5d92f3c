"""Generated from schemas/messages/AssignReplicasToDirsRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    ZERO_UUID,
    LargeFrame,
    Message,
    Struct,
    long_array,
    make,
    many_tags,
    null_error,
    packer,
    rower,
    short,
    starmap,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class AssignReplicasToDirsRequest(Message):
    """A broker reports in which log directories its replicas live (KIP-858).

    Request of api key 73, versions 0, flexible 0+.

    - broker_id: int32, 0+
    - broker_epoch: int64, 0+. Offset of the broker's registration record, so that each
      start has its own; -1 unknown.
    - directories: []DirectoryData, 0+
    """

    __slots__ = ("broker_id", "broker_epoch", "directories")
    _FIELDS = __slots__

    API_KEY = 73
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class DirectoryData(Struct):
        """DirectoryData of `AssignReplicasToDirsRequest`.

        - id: uuid, 0+. Directory id from meta.properties.
        - topics: []TopicData, 0+
        """

        __slots__ = ("id", "topics")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            id: bytes = ZERO_UUID,
            topics: list[AssignReplicasToDirsRequest.TopicData] = NEW,
        ) -> None:
            self.id: bytes = id
            self.topics: list[AssignReplicasToDirsRequest.TopicData] = (
                [] if topics is NEW else topics
            )
            self.unknown_tags = None

    class TopicData(Struct):
        """TopicData of `AssignReplicasToDirsRequest`.

        - topic_id: uuid, 0+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: list[AssignReplicasToDirsRequest.PartitionData] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: list[AssignReplicasToDirsRequest.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `AssignReplicasToDirsRequest`.

        - partition_index: int32, 0+
        """

        __slots__ = ("partition_index",)
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.unknown_tags = None

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
        directories: list[AssignReplicasToDirsRequest.DirectoryData] = NEW,
    ) -> None:
        self.broker_id: int = broker_id
        self.broker_epoch: int = broker_epoch
        self.directories: list[AssignReplicasToDirsRequest.DirectoryData] = (
            [] if directories is NEW else directories
        )
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iq = packer(">iq")
_pack_iqB = packer(">iqB")
_pack_ix = packer(">ix")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_ix = rower(">ix")
_row_uxx = rower(">16sxx")
_unpack_iB = unpacker(">iB")
_unpack_iqB = unpacker(">iqB")
_unpack_uB = unpacker(">16sB")
_DirectoryData = AssignReplicasToDirsRequest.DirectoryData
_TopicData = AssignReplicasToDirsRequest.TopicData
_PartitionData = AssignReplicasToDirsRequest.PartitionData
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_TOPIC_DATA = ((_TopicData,),)
_ONE_DIRECTORY_DATA = ((_DirectoryData,),)


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_ix(o.partition_index))
        else:
            out.append(_pack_i(o.partition_index))
            _encode_partition_data_tags(o, out)


def _encode_topic_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_data_array(array, out):
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
            _encode_topic_data_tags(o, out)


def _encode_directory_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_directory_data_array(array, out):
    for o in array:
        topics_ = o.topics
        if topics_ is not None and not topics_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.id, 1))
            continue
        topics_ = o.topics
        n = len(topics_)
        if n < 127:
            out.append(_pack_uB(o.id, n + 1))
        else:
            out.append(_pack_u(o.id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topic_data_array, topics_, out)
        elif n:
            _encode_topic_data_array(topics_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_directory_data_tags(o, out)


def _encode_assign_replicas_to_dirs_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_assign_replicas_to_dirs_request(o, out):
    directories_ = o.directories
    n = len(directories_)
    if n < 127:
        out.append(_pack_iqB(o.broker_id, o.broker_epoch, n + 1))
    else:
        out.append(_pack_iq(o.broker_id, o.broker_epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_directory_data_array, directories_, out)
    elif n:
        _encode_directory_data_array(directories_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_assign_replicas_to_dirs_request_tags(o, out)


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
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 5 * count
        if count > 7 and buf[pos + 4:end:5].count(0) == count:
            for o, (o.partition_index,) in zip(found, _row_ix(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, t = _unpack_iB(buf, pos)
        pos += 5
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


def _decode_topic_data_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
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
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_directory_data_tags(o, buf, pos, count):
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


def _decode_directory_data_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DirectoryData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_directory_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DIRECTORY_DATA * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.id,) in zip(found, _row_uxx(buf[pos:end])):
                o.topics = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_topic_data_array(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_directory_data_tags(o, buf, pos, t)
    return found, pos


def _decode_assign_replicas_to_dirs_request_tags(o, buf, pos, count):
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


def _decode_assign_replicas_to_dirs_request(buf, pos):
    o = make(AssignReplicasToDirsRequest)
    o.broker_id, o.broker_epoch, n = _unpack_iqB(buf, pos)
    pos += 13
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.directories, pos = _decode_directory_data_array(buf, pos, n - 1)
    elif n:
        o.directories = []
    else:
        null_error("Directories")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_assign_replicas_to_dirs_request_tags(o, buf, pos, t)
    return o, pos


AssignReplicasToDirsRequest._ENCODERS = {0: _encode_assign_replicas_to_dirs_request}
AssignReplicasToDirsRequest._DECODERS = {0: _decode_assign_replicas_to_dirs_request}
