"""Generated from schemas/messages/DescribeLogDirsResponse.json; do not edit.

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


class DescribeLogDirsResponse(Message):
    """Size and lag of replicas by log directory.

    Response of api key 35, versions 0-5, flexible 2+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 3+
    - results: []DescribeLogDirsResult, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code", "results")
    _FIELDS = __slots__

    API_KEY = 35
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 2

    class DescribeLogDirsResult(Struct):
        """DescribeLogDirsResult of `DescribeLogDirsResponse`.

        - error_code: int16, 0+. 56 when the directory has failed.
        - log_dir: string, 0+. Absolute path.
        - topics: []DescribeLogDirsTopic, 0+
        - total_bytes: int64, 4+. Size of the volume; -1 unknown (KIP-827).
        - usable_bytes: int64, 4+. Free space on the volume; -1 unknown.
        - is_cordoned: bool, 5+. True when the directory takes no new replicas (KIP-1066).
        """

        __slots__ = (
            "error_code",
            "log_dir",
            "topics",
            "total_bytes",
            "usable_bytes",
            "is_cordoned",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            log_dir: str = "",
            topics: list[DescribeLogDirsResponse.DescribeLogDirsTopic] = NEW,
            total_bytes: int = -1,
            usable_bytes: int = -1,
            is_cordoned: bool = False,
        ) -> None:
            self.error_code: int = error_code
            self.log_dir: str = log_dir
            self.topics: list[DescribeLogDirsResponse.DescribeLogDirsTopic] = (
                [] if topics is NEW else topics
            )
            self.total_bytes: int = total_bytes
            self.usable_bytes: int = usable_bytes
            self.is_cordoned: bool = is_cordoned
            self.unknown_tags = None

    class DescribeLogDirsTopic(Struct):
        """DescribeLogDirsTopic of `DescribeLogDirsResponse`.

        - name: string, 0+
        - partitions: []DescribeLogDirsPartition, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[DescribeLogDirsResponse.DescribeLogDirsPartition] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[DescribeLogDirsResponse.DescribeLogDirsPartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class DescribeLogDirsPartition(Struct):
        """DescribeLogDirsPartition of `DescribeLogDirsResponse`.

        - partition_index: int32, 0+
        - partition_size: int64, 0+. Bytes in all segments.
        - offset_lag: int64, 0+. Records behind: for a future replica behind the present one,
          else behind the high watermark.
        - is_future_key: bool, 0+. True for the copy that a move between directories is filling.
        """

        __slots__ = ("partition_index", "partition_size", "offset_lag", "is_future_key")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            partition_size: int = 0,
            offset_lag: int = 0,
            is_future_key: bool = False,
        ) -> None:
            self.partition_index: int = partition_index
            self.partition_size: int = partition_size
            self.offset_lag: int = offset_lag
            self.is_future_key: bool = is_future_key
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        results: list[DescribeLogDirsResponse.DescribeLogDirsResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.results: list[DescribeLogDirsResponse.DescribeLogDirsResult] = (
            [] if results is NEW else results
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hh = packer(">hh")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ii = packer(">ii")
_pack_iqqo = packer(">iqq?")
_pack_iqqox = packer(">iqq?x")
_pack_qq = packer(">qq")
_pack_qqo = packer(">qq?")
_pack_qqox = packer(">qq?x")
_pack_qqx = packer(">qqx")
_row_iqqo = rower(">iqq?")
_row_iqqox = rower(">iqq?x")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hh = unpacker(">hh")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_unpack_ii = unpacker(">ii")
_unpack_iqqo = unpacker(">iqq?")
_unpack_iqqoB = unpacker(">iqq?B")
_unpack_qqB = unpacker(">qqB")
_unpack_qqoB = unpacker(">qq?B")
_DescribeLogDirsResult = DescribeLogDirsResponse.DescribeLogDirsResult
_DescribeLogDirsTopic = DescribeLogDirsResponse.DescribeLogDirsTopic
_DescribeLogDirsPartition = DescribeLogDirsResponse.DescribeLogDirsPartition
_ONE_DESCRIBE_LOG_DIRS_PARTITION = ((_DescribeLogDirsPartition,),)
_ONE_DESCRIBE_LOG_DIRS_TOPIC = ((_DescribeLogDirsTopic,),)
_ONE_DESCRIBE_LOG_DIRS_RESULT = ((_DescribeLogDirsResult,),)


def _encode_describe_log_dirs_partition_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_iqqo(o.partition_index, o.partition_size, o.offset_lag, o.is_future_key))


def _encode_describe_log_dirs_topic_array(array, out):
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
            write_long(_encode_describe_log_dirs_partition_array, partitions_, out)
        elif n:
            _encode_describe_log_dirs_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_log_dirs_result_array(array, out):
    for o in array:
        log_dir_ = o.log_dir
        log_dir_ = log_dir_.encode()
        n = len(log_dir_)
        out.append(_pack_hh(o.error_code, n))
        out.append(log_dir_)
        topics_ = o.topics
        n = len(topics_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_describe_log_dirs_topic_array, topics_, out)
        elif n:
            _encode_describe_log_dirs_topic_array(topics_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_log_dirs_response(o, out):
    results_ = o.results
    n = len(results_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_describe_log_dirs_result_array, results_, out)
    elif n:
        _encode_describe_log_dirs_result_array(results_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_describe_log_dirs_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_log_dirs_partition_array_2(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iqqox(o.partition_index, o.partition_size, o.offset_lag, o.is_future_key))
        else:
            out.append(_pack_iqqo(o.partition_index, o.partition_size, o.offset_lag, o.is_future_key))
            _encode_describe_log_dirs_partition_tags(o, out)


def _encode_describe_log_dirs_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_log_dirs_topic_array_2(array, out):
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
            write_long(_encode_describe_log_dirs_partition_array_2, partitions_, out)
        elif n:
            _encode_describe_log_dirs_partition_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_log_dirs_topic_tags(o, out)


def _encode_describe_log_dirs_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_log_dirs_result_array_2(array, out):
    for o in array:
        log_dir_ = o.log_dir
        log_dir_ = log_dir_.encode()
        n = len(log_dir_)
        if n < 127:
            out.append(_pack_hB(o.error_code, n + 1))
        else:
            out.append(_pack_h(o.error_code))
            out.append(string_length(n))
        out.append(log_dir_)
        topics_ = o.topics
        n = len(topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_describe_log_dirs_topic_array_2, topics_, out)
        elif n:
            _encode_describe_log_dirs_topic_array_2(topics_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_log_dirs_result_tags(o, out)


def _encode_describe_log_dirs_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_log_dirs_response_2(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_log_dirs_result_array_2, results_, out)
    elif n:
        _encode_describe_log_dirs_result_array_2(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_log_dirs_response_tags(o, out)


def _encode_describe_log_dirs_response_3(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_log_dirs_result_array_2, results_, out)
    elif n:
        _encode_describe_log_dirs_result_array_2(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_log_dirs_response_tags(o, out)


def _encode_describe_log_dirs_result_array_3(array, out):
    for o in array:
        log_dir_ = o.log_dir
        log_dir_ = log_dir_.encode()
        n = len(log_dir_)
        if n < 127:
            out.append(_pack_hB(o.error_code, n + 1))
        else:
            out.append(_pack_h(o.error_code))
            out.append(string_length(n))
        out.append(log_dir_)
        topics_ = o.topics
        n = len(topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_describe_log_dirs_topic_array_2, topics_, out)
        elif n:
            _encode_describe_log_dirs_topic_array_2(topics_, out)
        if o.unknown_tags is None:
            out.append(_pack_qqx(o.total_bytes, o.usable_bytes))
        else:
            out.append(_pack_qq(o.total_bytes, o.usable_bytes))
            _encode_describe_log_dirs_result_tags(o, out)


def _encode_describe_log_dirs_response_4(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_log_dirs_result_array_3, results_, out)
    elif n:
        _encode_describe_log_dirs_result_array_3(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_log_dirs_response_tags(o, out)


def _encode_describe_log_dirs_result_array_4(array, out):
    for o in array:
        log_dir_ = o.log_dir
        log_dir_ = log_dir_.encode()
        n = len(log_dir_)
        if n < 127:
            out.append(_pack_hB(o.error_code, n + 1))
        else:
            out.append(_pack_h(o.error_code))
            out.append(string_length(n))
        out.append(log_dir_)
        topics_ = o.topics
        n = len(topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_describe_log_dirs_topic_array_2, topics_, out)
        elif n:
            _encode_describe_log_dirs_topic_array_2(topics_, out)
        if o.unknown_tags is None:
            out.append(_pack_qqox(o.total_bytes, o.usable_bytes, o.is_cordoned))
        else:
            out.append(_pack_qqo(o.total_bytes, o.usable_bytes, o.is_cordoned))
            _encode_describe_log_dirs_result_tags(o, out)


def _encode_describe_log_dirs_response_5(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_log_dirs_result_array_4, results_, out)
    elif n:
        _encode_describe_log_dirs_result_array_4(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_log_dirs_response_tags(o, out)


def _decode_describe_log_dirs_partition_array(buf, pos, count):
    if 21 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeLogDirsPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_log_dirs_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_LOG_DIRS_PARTITION * count)]
        end = pos + 21 * count
        if count > 7:
            for o, (
                o.partition_index, o.partition_size, o.offset_lag, o.is_future_key,
            ) in zip(found, _row_iqqo(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.partition_index, o.partition_size, o.offset_lag, o.is_future_key) = _unpack_iqqo(buf, pos)
        pos += 21
        o.unknown_tags = None
    return found, pos


def _decode_describe_log_dirs_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeLogDirsTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_log_dirs_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_LOG_DIRS_TOPIC * count)]
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
            o.partitions, pos = _decode_describe_log_dirs_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_describe_log_dirs_result_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeLogDirsResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_log_dirs_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_LOG_DIRS_RESULT * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.log_dir = buf[pos:e].decode()
            pos = e
        else:
            null_error("LogDir")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.topics, pos = _decode_describe_log_dirs_topic_array(buf, pos, n)
        elif not n:
            o.topics = []
        else:
            null_error("Topics")
        o.total_bytes = -1
        o.usable_bytes = -1
        o.is_cordoned = False
        o.unknown_tags = None
    return found, pos


def _decode_describe_log_dirs_response(buf, pos):
    o = make(DescribeLogDirsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.results, pos = _decode_describe_log_dirs_result_array(buf, pos, n)
    elif not n:
        o.results = []
    else:
        null_error("Results")
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def _decode_describe_log_dirs_partition_tags(o, buf, pos, count):
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


def _decode_describe_log_dirs_partition_array_2(buf, pos, count):
    if 22 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeLogDirsPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_log_dirs_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_LOG_DIRS_PARTITION * count)]
        end = pos + 22 * count
        if count > 7 and buf[pos + 21:end:22].count(0) == count:
            for o, (
                o.partition_index, o.partition_size, o.offset_lag, o.is_future_key,
            ) in zip(found, _row_iqqox(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition_index,
            o.partition_size,
            o.offset_lag,
            o.is_future_key,
            t,
        ) = _unpack_iqqoB(buf, pos)
        pos += 22
        o.unknown_tags = None
        if t:
            pos = _decode_describe_log_dirs_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_log_dirs_topic_tags(o, buf, pos, count):
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


def _decode_describe_log_dirs_topic_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeLogDirsTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_log_dirs_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_LOG_DIRS_TOPIC * count)]
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
            o.partitions, pos = _decode_describe_log_dirs_partition_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_log_dirs_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_log_dirs_result_tags(o, buf, pos, count):
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


def _decode_describe_log_dirs_result_array_2(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeLogDirsResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_log_dirs_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_LOG_DIRS_RESULT * count)]
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.log_dir = buf[pos:e].decode()
            pos = e
        else:
            null_error("LogDir")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_describe_log_dirs_topic_array_2(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        t = buf[pos]
        pos += 1
        o.total_bytes = -1
        o.usable_bytes = -1
        o.is_cordoned = False
        o.unknown_tags = None
        if t:
            pos = _decode_describe_log_dirs_result_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_log_dirs_response_tags(o, buf, pos, count):
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


def _decode_describe_log_dirs_response_2(buf, pos):
    o = make(DescribeLogDirsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_describe_log_dirs_result_array_2(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.error_code = 0
    o.unknown_tags = None
    if t:
        pos = _decode_describe_log_dirs_response_tags(o, buf, pos, t)
    return o, pos


def _decode_describe_log_dirs_response_3(buf, pos):
    o = make(DescribeLogDirsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_describe_log_dirs_result_array_2(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_log_dirs_response_tags(o, buf, pos, t)
    return o, pos


def _decode_describe_log_dirs_result_array_3(buf, pos, count):
    if 21 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeLogDirsResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_log_dirs_result_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_LOG_DIRS_RESULT * count)]
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.log_dir = buf[pos:e].decode()
            pos = e
        else:
            null_error("LogDir")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_describe_log_dirs_topic_array_2(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        o.total_bytes, o.usable_bytes, t = _unpack_qqB(buf, pos)
        pos += 17
        o.is_cordoned = False
        o.unknown_tags = None
        if t:
            pos = _decode_describe_log_dirs_result_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_log_dirs_response_4(buf, pos):
    o = make(DescribeLogDirsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_describe_log_dirs_result_array_3(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_log_dirs_response_tags(o, buf, pos, t)
    return o, pos


def _decode_describe_log_dirs_result_array_4(buf, pos, count):
    if 22 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeLogDirsResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_log_dirs_result_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_LOG_DIRS_RESULT * count)]
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.log_dir = buf[pos:e].decode()
            pos = e
        else:
            null_error("LogDir")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_describe_log_dirs_topic_array_2(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        o.total_bytes, o.usable_bytes, o.is_cordoned, t = _unpack_qqoB(buf, pos)
        pos += 18
        o.unknown_tags = None
        if t:
            pos = _decode_describe_log_dirs_result_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_log_dirs_response_5(buf, pos):
    o = make(DescribeLogDirsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_describe_log_dirs_result_array_4(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_log_dirs_response_tags(o, buf, pos, t)
    return o, pos


DescribeLogDirsResponse._ENCODERS = {
    0: _encode_describe_log_dirs_response,
    1: _encode_describe_log_dirs_response,
    2: _encode_describe_log_dirs_response_2,
    3: _encode_describe_log_dirs_response_3,
    4: _encode_describe_log_dirs_response_4,
    5: _encode_describe_log_dirs_response_5,
}
DescribeLogDirsResponse._DECODERS = {
    0: _decode_describe_log_dirs_response,
    1: _decode_describe_log_dirs_response,
    2: _decode_describe_log_dirs_response_2,
    3: _decode_describe_log_dirs_response_3,
    4: _decode_describe_log_dirs_response_4,
    5: _decode_describe_log_dirs_response_5,
}
