"""Generated from schemas/messages/ListOffsetsRequest.json; do not edit.

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
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class ListOffsetsRequest(Message):
    """Asks which offset belongs to a timestamp, or to one of several special positions.

    Request of api key 2, versions 0-11, flexible 6+.

    - replica_id: int32, 0+. Node id of a follower, -1 for consumers; only real consumers
      are bound by the high watermark.
    - isolation_level: int8, 2+. 0: latest is the high watermark; 1 (read_committed): it is
      the last stable offset.
    - topics: []ListOffsetsTopic, 0+
    - timeout_ms: int32, 10+. How long looking into tiered storage may take (KIP-1075).
    """

    __slots__ = ("replica_id", "isolation_level", "topics", "timeout_ms")
    _FIELDS = __slots__

    API_KEY = 2
    VERSIONS = (0, 11)
    FLEXIBLE_SINCE = 6

    class ListOffsetsTopic(Struct):
        """ListOffsetsTopic of `ListOffsetsRequest`.

        - name: string, 0+
        - partitions: []ListOffsetsPartition, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[ListOffsetsRequest.ListOffsetsPartition] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[ListOffsetsRequest.ListOffsetsPartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class ListOffsetsPartition(Struct):
        """ListOffsetsPartition of `ListOffsetsRequest`.

        - partition_index: int32, 0+
        - current_leader_epoch: int32, 4+. Leader epoch the sender knows; -1 skips the fencing
          check (KIP-320).
        - timestamp: int64, 0+. Milliseconds, or -1 latest, -2 earliest, -3 newest timestamp, -4
          earliest local, -5 latest tiered, -6 pending upload.
        - max_num_offsets: int32, 0. How many segment starts version 0 wants at most.
        """

        __slots__ = ("partition_index", "current_leader_epoch", "timestamp", "max_num_offsets")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            current_leader_epoch: int = -1,
            timestamp: int = 0,
            max_num_offsets: int = 1,
        ) -> None:
            self.partition_index: int = partition_index
            self.current_leader_epoch: int = current_leader_epoch
            self.timestamp: int = timestamp
            self.max_num_offsets: int = max_num_offsets
            self.unknown_tags = None

    def __init__(
        self,
        *,
        replica_id: int = 0,
        isolation_level: int = 0,
        topics: list[ListOffsetsRequest.ListOffsetsTopic] = NEW,
        timeout_ms: int = 0,
    ) -> None:
        self.replica_id: int = replica_id
        self.isolation_level: int = isolation_level
        self.topics: list[ListOffsetsRequest.ListOffsetsTopic] = (
            [] if topics is NEW else topics
        )
        self.timeout_ms: int = timeout_ms
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ib = packer(">ib")
_pack_ibB = packer(">ibB")
_pack_ibi = packer(">ibi")
_pack_ii = packer(">ii")
_pack_iiq = packer(">iiq")
_pack_iiqx = packer(">iiqx")
_pack_iq = packer(">iq")
_pack_iqi = packer(">iqi")
_pack_ix = packer(">ix")
_row_iiq = rower(">iiq")
_row_iiqx = rower(">iiqx")
_row_iq = rower(">iq")
_row_iqi = rower(">iqi")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ibB = unpacker(">ibB")
_unpack_ibi = unpacker(">ibi")
_unpack_ii = unpacker(">ii")
_unpack_iiq = unpacker(">iiq")
_unpack_iiqB = unpacker(">iiqB")
_unpack_iq = unpacker(">iq")
_unpack_iqi = unpacker(">iqi")
_ListOffsetsTopic = ListOffsetsRequest.ListOffsetsTopic
_ListOffsetsPartition = ListOffsetsRequest.ListOffsetsPartition
_ONE_LIST_OFFSETS_PARTITION = ((_ListOffsetsPartition,),)
_ONE_LIST_OFFSETS_TOPIC = ((_ListOffsetsTopic,),)


def _encode_list_offsets_partition_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_iqi(o.partition_index, o.timestamp, o.max_num_offsets))


def _encode_list_offsets_topic_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_list_offsets_partition_array, partitions_, out)
        elif n:
            _encode_list_offsets_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_list_offsets_request(o, out):
    if o.isolation_level:
        absent("IsolationLevel")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.replica_id, n))
    if n > 32:
        write_long(_encode_list_offsets_topic_array, topics_, out)
    elif n:
        _encode_list_offsets_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_list_offsets_partition_array_2(array, out):
    for o in array:
        if o.max_num_offsets != 1:
            absent("MaxNumOffsets")
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_iq(o.partition_index, o.timestamp))


def _encode_list_offsets_topic_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_list_offsets_partition_array_2, partitions_, out)
        elif n:
            _encode_list_offsets_partition_array_2(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_list_offsets_request_2(o, out):
    if o.isolation_level:
        absent("IsolationLevel")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.replica_id, n))
    if n > 32:
        write_long(_encode_list_offsets_topic_array_2, topics_, out)
    elif n:
        _encode_list_offsets_topic_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_list_offsets_request_3(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ibi(o.replica_id, o.isolation_level, n))
    if n > 32:
        write_long(_encode_list_offsets_topic_array_2, topics_, out)
    elif n:
        _encode_list_offsets_topic_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_list_offsets_partition_array_3(array, out):
    for o in array:
        if o.max_num_offsets != 1:
            absent("MaxNumOffsets")
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_iiq(o.partition_index, o.current_leader_epoch, o.timestamp))


def _encode_list_offsets_topic_array_3(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_list_offsets_partition_array_3, partitions_, out)
        elif n:
            _encode_list_offsets_partition_array_3(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_list_offsets_request_4(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ibi(o.replica_id, o.isolation_level, n))
    if n > 32:
        write_long(_encode_list_offsets_topic_array_3, topics_, out)
    elif n:
        _encode_list_offsets_topic_array_3(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_list_offsets_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_offsets_partition_array_4(array, out):
    for o in array:
        if o.max_num_offsets != 1:
            absent("MaxNumOffsets")
        if o.unknown_tags is None:
            out.append(_pack_iiqx(o.partition_index, o.current_leader_epoch, o.timestamp))
        else:
            out.append(_pack_iiq(o.partition_index, o.current_leader_epoch, o.timestamp))
            _encode_list_offsets_partition_tags(o, out)


def _encode_list_offsets_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_offsets_topic_array_4(array, out):
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
            write_long(_encode_list_offsets_partition_array_4, partitions_, out)
        elif n:
            _encode_list_offsets_partition_array_4(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_list_offsets_topic_tags(o, out)


def _encode_list_offsets_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_offsets_request_5(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_ibB(o.replica_id, o.isolation_level, n + 1))
    else:
        out.append(_pack_ib(o.replica_id, o.isolation_level))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_list_offsets_topic_array_4, topics_, out)
    elif n:
        _encode_list_offsets_topic_array_4(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_offsets_request_tags(o, out)


def _encode_list_offsets_request_6(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_ibB(o.replica_id, o.isolation_level, n + 1))
    else:
        out.append(_pack_ib(o.replica_id, o.isolation_level))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_list_offsets_topic_array_4, topics_, out)
    elif n:
        _encode_list_offsets_topic_array_4(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.timeout_ms))
    else:
        out.append(_pack_i(o.timeout_ms))
        _encode_list_offsets_request_tags(o, out)


def _decode_list_offsets_partition_array(buf, pos, count):
    if 16 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_PARTITION * count)]
        end = pos + 16 * count
        if count > 7:
            for o, (
                o.partition_index, o.timestamp, o.max_num_offsets,
            ) in zip(found, _row_iqi(buf[pos:end])):
                o.current_leader_epoch = -1
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.timestamp, o.max_num_offsets = _unpack_iqi(buf, pos)
        pos += 16
        o.current_leader_epoch = -1
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions, pos = _decode_list_offsets_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_request(buf, pos):
    o = make(ListOffsetsRequest)
    o.replica_id, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_list_offsets_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.isolation_level = 0
    o.timeout_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_list_offsets_partition_array_2(buf, pos, count):
    if 12 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_PARTITION * count)]
        end = pos + 12 * count
        if count > 7:
            for o, (o.partition_index, o.timestamp) in zip(found, _row_iq(buf[pos:end])):
                o.current_leader_epoch = -1
                o.max_num_offsets = 1
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.timestamp = _unpack_iq(buf, pos)
        pos += 12
        o.current_leader_epoch = -1
        o.max_num_offsets = 1
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_topic_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions, pos = _decode_list_offsets_partition_array_2(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_request_2(buf, pos):
    o = make(ListOffsetsRequest)
    o.replica_id, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_list_offsets_topic_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.isolation_level = 0
    o.timeout_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_list_offsets_request_3(buf, pos):
    o = make(ListOffsetsRequest)
    o.replica_id, o.isolation_level, n = _unpack_ibi(buf, pos)
    pos += 9
    if n > 0:
        o.topics, pos = _decode_list_offsets_topic_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.timeout_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_list_offsets_partition_array_3(buf, pos, count):
    if 16 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_partition_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_PARTITION * count)]
        end = pos + 16 * count
        if count > 7:
            for o, (
                o.partition_index, o.current_leader_epoch, o.timestamp,
            ) in zip(found, _row_iiq(buf[pos:end])):
                o.max_num_offsets = 1
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.current_leader_epoch, o.timestamp = _unpack_iiq(buf, pos)
        pos += 16
        o.max_num_offsets = 1
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_topic_array_3(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_topic_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions, pos = _decode_list_offsets_partition_array_3(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_request_4(buf, pos):
    o = make(ListOffsetsRequest)
    o.replica_id, o.isolation_level, n = _unpack_ibi(buf, pos)
    pos += 9
    if n > 0:
        o.topics, pos = _decode_list_offsets_topic_array_3(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.timeout_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_list_offsets_partition_tags(o, buf, pos, count):
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


def _decode_list_offsets_partition_array_4(buf, pos, count):
    if 17 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_partition_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_PARTITION * count)]
        end = pos + 17 * count
        if count > 7 and buf[pos + 16:end:17].count(0) == count:
            for o, (
                o.partition_index, o.current_leader_epoch, o.timestamp,
            ) in zip(found, _row_iiqx(buf[pos:end])):
                o.max_num_offsets = 1
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.current_leader_epoch, o.timestamp, t = _unpack_iiqB(buf, pos)
        pos += 17
        o.max_num_offsets = 1
        o.unknown_tags = None
        if t:
            pos = _decode_list_offsets_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_list_offsets_topic_tags(o, buf, pos, count):
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


def _decode_list_offsets_topic_array_4(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_topic_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_TOPIC * count)]
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
            o.partitions, pos = _decode_list_offsets_partition_array_4(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_list_offsets_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_list_offsets_request_tags(o, buf, pos, count):
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


def _decode_list_offsets_request_5(buf, pos):
    o = make(ListOffsetsRequest)
    o.replica_id, o.isolation_level, n = _unpack_ibB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_list_offsets_topic_array_4(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.timeout_ms = 0
    o.unknown_tags = None
    if t:
        pos = _decode_list_offsets_request_tags(o, buf, pos, t)
    return o, pos


def _decode_list_offsets_request_6(buf, pos):
    o = make(ListOffsetsRequest)
    o.replica_id, o.isolation_level, n = _unpack_ibB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_list_offsets_topic_array_4(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    o.timeout_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_list_offsets_request_tags(o, buf, pos, t)
    return o, pos


ListOffsetsRequest._ENCODERS = {
    0: _encode_list_offsets_request,
    1: _encode_list_offsets_request_2,
    2: _encode_list_offsets_request_3,
    3: _encode_list_offsets_request_3,
    4: _encode_list_offsets_request_4,
    5: _encode_list_offsets_request_4,
    6: _encode_list_offsets_request_5,
    7: _encode_list_offsets_request_5,
    8: _encode_list_offsets_request_5,
    9: _encode_list_offsets_request_5,
    10: _encode_list_offsets_request_6,
    11: _encode_list_offsets_request_6,
}
ListOffsetsRequest._DECODERS = {
    0: _decode_list_offsets_request,
    1: _decode_list_offsets_request_2,
    2: _decode_list_offsets_request_3,
    3: _decode_list_offsets_request_3,
    4: _decode_list_offsets_request_4,
    5: _decode_list_offsets_request_4,
    6: _decode_list_offsets_request_5,
    7: _decode_list_offsets_request_5,
    8: _decode_list_offsets_request_5,
    9: _decode_list_offsets_request_5,
    10: _decode_list_offsets_request_6,
    11: _decode_list_offsets_request_6,
}
