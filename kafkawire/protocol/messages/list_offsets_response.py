"""Generated from schemas/messages/ListOffsetsResponse.json; do not edit.

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


class ListOffsetsResponse(Message):
    """One offset per partition asked for.

    Response of api key 2, versions 0-11, flexible 6+.

    - throttle_time_ms: int32, 2+. Quota delay in milliseconds; the client should stay
      silent that long.
    - topics: []ListOffsetsTopicResponse, 0+
    """

    __slots__ = ("throttle_time_ms", "topics")
    _FIELDS = __slots__

    API_KEY = 2
    VERSIONS = (0, 11)
    FLEXIBLE_SINCE = 6

    class ListOffsetsTopicResponse(Struct):
        """ListOffsetsTopicResponse of `ListOffsetsResponse`.

        - name: string, 0+
        - partitions: []ListOffsetsPartitionResponse, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[ListOffsetsResponse.ListOffsetsPartitionResponse] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[ListOffsetsResponse.ListOffsetsPartitionResponse] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class ListOffsetsPartitionResponse(Struct):
        """ListOffsetsPartitionResponse of `ListOffsetsResponse`.

        - partition_index: int32, 0+
        - error_code: int16, 0+
        - old_style_offsets: []int64, 0. Version 0 only: segment starts and the end of the log,
          newest first.
        - timestamp: int64, 1+. Timestamp of the record found; -1 for the special positions and
          when nothing was found.
        - offset: int64, 1+. First record not older than the time asked for; -1 when there is
          none.
        - leader_epoch: int32, 4+. Leader epoch of the record at that offset; -1 when not known.
        """

        __slots__ = (
            "partition_index",
            "error_code",
            "old_style_offsets",
            "timestamp",
            "offset",
            "leader_epoch",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            error_code: int = 0,
            old_style_offsets: Sequence[int] = NEW,
            timestamp: int = -1,
            offset: int = -1,
            leader_epoch: int = -1,
        ) -> None:
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.old_style_offsets: Sequence[int] = (
                [] if old_style_offsets is NEW else old_style_offsets
            )
            self.timestamp: int = timestamp
            self.offset: int = offset
            self.leader_epoch: int = leader_epoch
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: list[ListOffsetsResponse.ListOffsetsTopicResponse] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.topics: list[ListOffsetsResponse.ListOffsetsTopicResponse] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ihi = packer(">ihi")
_pack_ihqq = packer(">ihqq")
_pack_ihqqi = packer(">ihqqi")
_pack_ihqqix = packer(">ihqqix")
_pack_ii = packer(">ii")
_row_ihqq = rower(">ihqq")
_row_ihqqi = rower(">ihqqi")
_row_ihqqix = rower(">ihqqix")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ihi = unpacker(">ihi")
_unpack_ihqq = unpacker(">ihqq")
_unpack_ihqqi = unpacker(">ihqqi")
_unpack_ihqqiB = unpacker(">ihqqiB")
_unpack_ii = unpacker(">ii")
_ListOffsetsTopicResponse = ListOffsetsResponse.ListOffsetsTopicResponse
_ListOffsetsPartitionResponse = ListOffsetsResponse.ListOffsetsPartitionResponse
_ONE_LIST_OFFSETS_PARTITION_RESPONSE = ((_ListOffsetsPartitionResponse,),)
_ONE_LIST_OFFSETS_TOPIC_RESPONSE = ((_ListOffsetsTopicResponse,),)


def _encode_list_offsets_partition_response_array(array, out):
    for o in array:
        old_style_offsets_ = o.old_style_offsets
        if (
            old_style_offsets_ is not None and not old_style_offsets_
            and o.timestamp == -1
            and o.offset == -1
            and o.leader_epoch == -1
            and o.unknown_tags is None
        ):
            out.append(_pack_ihi(o.partition_index, o.error_code, 0))
            continue
        if o.timestamp != -1:
            absent("Timestamp")
        if o.offset != -1:
            absent("Offset")
        if o.leader_epoch != -1:
            absent("LeaderEpoch")
        old_style_offsets_ = o.old_style_offsets
        n = len(old_style_offsets_)
        out.append(_pack_ihi(o.partition_index, o.error_code, n))
        if n:
            out.append(pack_integers(old_style_offsets_, "q"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_list_offsets_topic_response_array(array, out):
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
            write_long(_encode_list_offsets_partition_response_array, partitions_, out)
        elif n:
            _encode_list_offsets_partition_response_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_list_offsets_response(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_list_offsets_topic_response_array, topics_, out)
    elif n:
        _encode_list_offsets_topic_response_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_list_offsets_partition_response_array_2(array, out):
    for o in array:
        if o.old_style_offsets:
            absent("OldStyleOffsets")
        if o.leader_epoch != -1:
            absent("LeaderEpoch")
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ihqq(o.partition_index, o.error_code, o.timestamp, o.offset))


def _encode_list_offsets_topic_response_array_2(array, out):
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
            write_long(_encode_list_offsets_partition_response_array_2, partitions_, out)
        elif n:
            _encode_list_offsets_partition_response_array_2(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_list_offsets_response_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_list_offsets_topic_response_array_2, topics_, out)
    elif n:
        _encode_list_offsets_topic_response_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_list_offsets_response_3(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_list_offsets_topic_response_array_2, topics_, out)
    elif n:
        _encode_list_offsets_topic_response_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_list_offsets_partition_response_array_3(array, out):
    for o in array:
        if o.old_style_offsets:
            absent("OldStyleOffsets")
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ihqqi(o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch))


def _encode_list_offsets_topic_response_array_3(array, out):
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
            write_long(_encode_list_offsets_partition_response_array_3, partitions_, out)
        elif n:
            _encode_list_offsets_partition_response_array_3(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_list_offsets_response_4(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_list_offsets_topic_response_array_3, topics_, out)
    elif n:
        _encode_list_offsets_topic_response_array_3(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_list_offsets_partition_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_offsets_partition_response_array_4(array, out):
    for o in array:
        if o.old_style_offsets:
            absent("OldStyleOffsets")
        if o.unknown_tags is None:
            out.append(_pack_ihqqix(
                o.partition_index,
                o.error_code,
                o.timestamp,
                o.offset,
                o.leader_epoch,
            ))
        else:
            out.append(_pack_ihqqi(
                o.partition_index,
                o.error_code,
                o.timestamp,
                o.offset,
                o.leader_epoch,
            ))
            _encode_list_offsets_partition_response_tags(o, out)


def _encode_list_offsets_topic_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_offsets_topic_response_array_4(array, out):
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
            write_long(_encode_list_offsets_partition_response_array_4, partitions_, out)
        elif n:
            _encode_list_offsets_partition_response_array_4(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_list_offsets_topic_response_tags(o, out)


def _encode_list_offsets_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_offsets_response_5(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_list_offsets_topic_response_array_4, topics_, out)
    elif n:
        _encode_list_offsets_topic_response_array_4(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_offsets_response_tags(o, out)


def _decode_list_offsets_partition_response_array(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsPartitionResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_partition_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_PARTITION_RESPONSE * count)]
    for o in found:
        o.partition_index, o.error_code, n = _unpack_ihi(buf, pos)
        pos += 10
        if n > 0:
            o.old_style_offsets = integers(buf, pos, n, "q")
            pos += 8 * n
        elif not n:
            o.old_style_offsets = []
        else:
            null_error("OldStyleOffsets")
        o.timestamp = -1
        o.offset = -1
        o.leader_epoch = -1
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_topic_response_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_topic_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_list_offsets_partition_response_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_response(buf, pos):
    o = make(ListOffsetsResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_list_offsets_topic_response_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_list_offsets_partition_response_array_2(buf, pos, count):
    if 22 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsPartitionResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_partition_response_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_PARTITION_RESPONSE * count)]
        end = pos + 22 * count
        if count > 7:
            for o, (
                o.partition_index, o.error_code, o.timestamp, o.offset,
            ) in zip(found, _row_ihqq(buf[pos:end])):
                o.old_style_offsets = []
                o.leader_epoch = -1
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.error_code, o.timestamp, o.offset = _unpack_ihqq(buf, pos)
        pos += 22
        o.old_style_offsets = []
        o.leader_epoch = -1
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_topic_response_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_topic_response_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_list_offsets_partition_response_array_2(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_response_2(buf, pos):
    o = make(ListOffsetsResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_list_offsets_topic_response_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_list_offsets_response_3(buf, pos):
    o = make(ListOffsetsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_list_offsets_topic_response_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.unknown_tags = None
    return o, pos


def _decode_list_offsets_partition_response_array_3(buf, pos, count):
    if 26 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsPartitionResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_partition_response_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_PARTITION_RESPONSE * count)]
        end = pos + 26 * count
        if count > 7:
            for o, (
                o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch,
            ) in zip(found, _row_ihqqi(buf[pos:end])):
                o.old_style_offsets = []
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition_index,
            o.error_code,
            o.timestamp,
            o.offset,
            o.leader_epoch,
        ) = _unpack_ihqqi(buf, pos)
        pos += 26
        o.old_style_offsets = []
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_topic_response_array_3(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_topic_response_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_list_offsets_partition_response_array_3(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_list_offsets_response_4(buf, pos):
    o = make(ListOffsetsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_list_offsets_topic_response_array_3(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.unknown_tags = None
    return o, pos


def _decode_list_offsets_partition_response_tags(o, buf, pos, count):
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


def _decode_list_offsets_partition_response_array_4(buf, pos, count):
    if 27 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsPartitionResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_partition_response_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_PARTITION_RESPONSE * count)]
        end = pos + 27 * count
        if count > 7 and buf[pos + 26:end:27].count(0) == count:
            for o, (
                o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch,
            ) in zip(found, _row_ihqqix(buf[pos:end])):
                o.old_style_offsets = []
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition_index,
            o.error_code,
            o.timestamp,
            o.offset,
            o.leader_epoch,
            t,
        ) = _unpack_ihqqiB(buf, pos)
        pos += 27
        o.old_style_offsets = []
        o.unknown_tags = None
        if t:
            pos = _decode_list_offsets_partition_response_tags(o, buf, pos, t)
    return found, pos


def _decode_list_offsets_topic_response_tags(o, buf, pos, count):
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


def _decode_list_offsets_topic_response_array_4(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListOffsetsTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_offsets_topic_response_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_OFFSETS_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_list_offsets_partition_response_array_4(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_list_offsets_topic_response_tags(o, buf, pos, t)
    return found, pos


def _decode_list_offsets_response_tags(o, buf, pos, count):
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


def _decode_list_offsets_response_5(buf, pos):
    o = make(ListOffsetsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_list_offsets_topic_response_array_4(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_offsets_response_tags(o, buf, pos, t)
    return o, pos


ListOffsetsResponse._ENCODERS = {
    0: _encode_list_offsets_response,
    1: _encode_list_offsets_response_2,
    2: _encode_list_offsets_response_3,
    3: _encode_list_offsets_response_3,
    4: _encode_list_offsets_response_4,
    5: _encode_list_offsets_response_4,
    6: _encode_list_offsets_response_5,
    7: _encode_list_offsets_response_5,
    8: _encode_list_offsets_response_5,
    9: _encode_list_offsets_response_5,
    10: _encode_list_offsets_response_5,
    11: _encode_list_offsets_response_5,
}
ListOffsetsResponse._DECODERS = {
    0: _decode_list_offsets_response,
    1: _decode_list_offsets_response_2,
    2: _decode_list_offsets_response_3,
    3: _decode_list_offsets_response_3,
    4: _decode_list_offsets_response_4,
    5: _decode_list_offsets_response_4,
    6: _decode_list_offsets_response_5,
    7: _decode_list_offsets_response_5,
    8: _decode_list_offsets_response_5,
    9: _decode_list_offsets_response_5,
    10: _decode_list_offsets_response_5,
    11: _decode_list_offsets_response_5,
}
