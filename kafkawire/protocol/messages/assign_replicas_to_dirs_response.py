"""Generated from schemas/messages/AssignReplicasToDirsResponse.json; do not edit.

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


class AssignReplicasToDirsResponse(Message):
    """Result for each replica.

    Response of api key 73, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+. Trouble with the whole request.
    - directories: []DirectoryData, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code", "directories")
    _FIELDS = __slots__

    API_KEY = 73
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class DirectoryData(Struct):
        """DirectoryData of `AssignReplicasToDirsResponse`.

        - id: uuid, 0+
        - topics: []TopicData, 0+
        """

        __slots__ = ("id", "topics")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            id: bytes = ZERO_UUID,
            topics: list[AssignReplicasToDirsResponse.TopicData] = NEW,
        ) -> None:
            self.id: bytes = id
            self.topics: list[AssignReplicasToDirsResponse.TopicData] = (
                [] if topics is NEW else topics
            )
            self.unknown_tags = None

    class TopicData(Struct):
        """TopicData of `AssignReplicasToDirsResponse`.

        - topic_id: uuid, 0+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: list[AssignReplicasToDirsResponse.PartitionData] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: list[AssignReplicasToDirsResponse.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `AssignReplicasToDirsResponse`.

        - partition_index: int32, 0+
        - error_code: int16, 0+
        """

        __slots__ = ("partition_index", "error_code")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            error_code: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        directories: list[AssignReplicasToDirsResponse.DirectoryData] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.directories: list[AssignReplicasToDirsResponse.DirectoryData] = (
            [] if directories is NEW else directories
        )
        self.unknown_tags = None


_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_ihx = rower(">ihx")
_row_uxx = rower(">16sxx")
_unpack_ihB = unpacker(">ihB")
_unpack_uB = unpacker(">16sB")
_DirectoryData = AssignReplicasToDirsResponse.DirectoryData
_TopicData = AssignReplicasToDirsResponse.TopicData
_PartitionData = AssignReplicasToDirsResponse.PartitionData
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_TOPIC_DATA = ((_TopicData,),)
_ONE_DIRECTORY_DATA = ((_DirectoryData,),)


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_ihx(o.partition_index, o.error_code))
        else:
            out.append(_pack_ih(o.partition_index, o.error_code))
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


def _encode_assign_replicas_to_dirs_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_assign_replicas_to_dirs_response(o, out):
    directories_ = o.directories
    n = len(directories_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_directory_data_array, directories_, out)
    elif n:
        _encode_directory_data_array(directories_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_assign_replicas_to_dirs_response_tags(o, out)


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
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 7 * count
        if count > 7 and buf[pos + 6:end:7].count(0) == count:
            for o, (o.partition_index, o.error_code) in zip(found, _row_ihx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.error_code, t = _unpack_ihB(buf, pos)
        pos += 7
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


def _decode_assign_replicas_to_dirs_response_tags(o, buf, pos, count):
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


def _decode_assign_replicas_to_dirs_response(buf, pos):
    o = make(AssignReplicasToDirsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
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
        pos = _decode_assign_replicas_to_dirs_response_tags(o, buf, pos, t)
    return o, pos


AssignReplicasToDirsResponse._ENCODERS = {0: _encode_assign_replicas_to_dirs_response}
AssignReplicasToDirsResponse._DECODERS = {0: _decode_assign_replicas_to_dirs_response}
