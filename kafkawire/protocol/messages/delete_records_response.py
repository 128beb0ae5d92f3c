"""Generated from schemas/messages/DeleteRecordsResponse.json; do not edit.

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


class DeleteRecordsResponse(Message):
    """The log start offset each partition has now.

    Response of api key 21, versions 0-2, flexible 2+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - topics: []DeleteRecordsTopicResult, 0+
    """

    __slots__ = ("throttle_time_ms", "topics")
    _FIELDS = __slots__

    API_KEY = 21
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 2

    class DeleteRecordsTopicResult(Struct):
        """DeleteRecordsTopicResult of `DeleteRecordsResponse`.

        - name: string, 0+
        - partitions: []DeleteRecordsPartitionResult, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[DeleteRecordsResponse.DeleteRecordsPartitionResult] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[DeleteRecordsResponse.DeleteRecordsPartitionResult] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class DeleteRecordsPartitionResult(Struct):
        """DeleteRecordsPartitionResult of `DeleteRecordsResponse`.

        - partition_index: int32, 0+
        - low_watermark: int64, 0+. Smallest log start among the live replicas; -1 on errors.
        - error_code: int16, 0+
        """

        __slots__ = ("partition_index", "low_watermark", "error_code")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            low_watermark: int = 0,
            error_code: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.low_watermark: int = low_watermark
            self.error_code: int = error_code
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: list[DeleteRecordsResponse.DeleteRecordsTopicResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.topics: list[DeleteRecordsResponse.DeleteRecordsTopicResult] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_pack_iqh = packer(">iqh")
_pack_iqhx = packer(">iqhx")
_row_iqh = rower(">iqh")
_row_iqhx = rower(">iqhx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_unpack_iqh = unpacker(">iqh")
_unpack_iqhB = unpacker(">iqhB")
_DeleteRecordsTopicResult = DeleteRecordsResponse.DeleteRecordsTopicResult
_DeleteRecordsPartitionResult = DeleteRecordsResponse.DeleteRecordsPartitionResult
_ONE_DELETE_RECORDS_PARTITION_RESULT = ((_DeleteRecordsPartitionResult,),)
_ONE_DELETE_RECORDS_TOPIC_RESULT = ((_DeleteRecordsTopicResult,),)


def _encode_delete_records_partition_result_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_iqh(o.partition_index, o.low_watermark, o.error_code))


def _encode_delete_records_topic_result_array(array, out):
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
            write_long(_encode_delete_records_partition_result_array, partitions_, out)
        elif n:
            _encode_delete_records_partition_result_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_delete_records_response(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_delete_records_topic_result_array, topics_, out)
    elif n:
        _encode_delete_records_topic_result_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_delete_records_partition_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_records_partition_result_array_2(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iqhx(o.partition_index, o.low_watermark, o.error_code))
        else:
            out.append(_pack_iqh(o.partition_index, o.low_watermark, o.error_code))
            _encode_delete_records_partition_result_tags(o, out)


def _encode_delete_records_topic_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_records_topic_result_array_2(array, out):
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
            write_long(_encode_delete_records_partition_result_array_2, partitions_, out)
        elif n:
            _encode_delete_records_partition_result_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_delete_records_topic_result_tags(o, out)


def _encode_delete_records_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_records_response_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_delete_records_topic_result_array_2, topics_, out)
    elif n:
        _encode_delete_records_topic_result_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delete_records_response_tags(o, out)


def _decode_delete_records_partition_result_array(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteRecordsPartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_records_partition_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_RECORDS_PARTITION_RESULT * count)]
        end = pos + 14 * count
        if count > 7:
            for o, (
                o.partition_index, o.low_watermark, o.error_code,
            ) in zip(found, _row_iqh(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.low_watermark, o.error_code = _unpack_iqh(buf, pos)
        pos += 14
        o.unknown_tags = None
    return found, pos


def _decode_delete_records_topic_result_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteRecordsTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_records_topic_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_RECORDS_TOPIC_RESULT * count)]
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
            o.partitions, pos = _decode_delete_records_partition_result_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_delete_records_response(buf, pos):
    o = make(DeleteRecordsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_delete_records_topic_result_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.unknown_tags = None
    return o, pos


def _decode_delete_records_partition_result_tags(o, buf, pos, count):
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


def _decode_delete_records_partition_result_array_2(buf, pos, count):
    if 15 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteRecordsPartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_records_partition_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_RECORDS_PARTITION_RESULT * count)]
        end = pos + 15 * count
        if count > 7 and buf[pos + 14:end:15].count(0) == count:
            for o, (
                o.partition_index, o.low_watermark, o.error_code,
            ) in zip(found, _row_iqhx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.low_watermark, o.error_code, t = _unpack_iqhB(buf, pos)
        pos += 15
        o.unknown_tags = None
        if t:
            pos = _decode_delete_records_partition_result_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_records_topic_result_tags(o, buf, pos, count):
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


def _decode_delete_records_topic_result_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteRecordsTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_records_topic_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_RECORDS_TOPIC_RESULT * count)]
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
            o.partitions, pos = _decode_delete_records_partition_result_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_delete_records_topic_result_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_records_response_tags(o, buf, pos, count):
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


def _decode_delete_records_response_2(buf, pos):
    o = make(DeleteRecordsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_delete_records_topic_result_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delete_records_response_tags(o, buf, pos, t)
    return o, pos


DeleteRecordsResponse._ENCODERS = {
    0: _encode_delete_records_response,
    1: _encode_delete_records_response,
    2: _encode_delete_records_response_2,
}
DeleteRecordsResponse._DECODERS = {
    0: _decode_delete_records_response,
    1: _decode_delete_records_response,
    2: _decode_delete_records_response_2,
}
