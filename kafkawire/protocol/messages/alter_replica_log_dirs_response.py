"""Generated from schemas/messages/AlterReplicaLogDirsResponse.json; do not edit.

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


class AlterReplicaLogDirsResponse(Message):
    """Whether each move has been started.

    Response of api key 34, versions 0-2, flexible 2+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - results: []AlterReplicaLogDirTopicResult, 0+
    """

    __slots__ = ("throttle_time_ms", "results")
    _FIELDS = __slots__

    API_KEY = 34
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 2

    class AlterReplicaLogDirTopicResult(Struct):
        """AlterReplicaLogDirTopicResult of `AlterReplicaLogDirsResponse`.

        - topic_name: string, 0+
        - partitions: []AlterReplicaLogDirPartitionResult, 0+
        """

        __slots__ = ("topic_name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partitions: list[AlterReplicaLogDirsResponse.AlterReplicaLogDirPartitionResult] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.partitions: list[AlterReplicaLogDirsResponse.AlterReplicaLogDirPartitionResult] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class AlterReplicaLogDirPartitionResult(Struct):
        """AlterReplicaLogDirPartitionResult of `AlterReplicaLogDirsResponse`.

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
        results: list[AlterReplicaLogDirsResponse.AlterReplicaLogDirTopicResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.results: list[AlterReplicaLogDirsResponse.AlterReplicaLogDirTopicResult] = (
            [] if results is NEW else results
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihx = packer(">ihx")
_pack_ii = packer(">ii")
_row_ih = rower(">ih")
_row_ihx = rower(">ihx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_unpack_ihB = unpacker(">ihB")
_unpack_ii = unpacker(">ii")
_AlterReplicaLogDirTopicResult = AlterReplicaLogDirsResponse.AlterReplicaLogDirTopicResult
_AlterReplicaLogDirPartitionResult = AlterReplicaLogDirsResponse.AlterReplicaLogDirPartitionResult
_ONE_ALTER_REPLICA_LOG_DIR_PARTITION_RESULT = ((_AlterReplicaLogDirPartitionResult,),)
_ONE_ALTER_REPLICA_LOG_DIR_TOPIC_RESULT = ((_AlterReplicaLogDirTopicResult,),)


def _encode_alter_replica_log_dir_partition_result_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ih(o.partition_index, o.error_code))


def _encode_alter_replica_log_dir_topic_result_array(array, out):
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
            write_long(_encode_alter_replica_log_dir_partition_result_array, partitions_, out)
        elif n:
            _encode_alter_replica_log_dir_partition_result_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_alter_replica_log_dirs_response(o, out):
    results_ = o.results
    n = len(results_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_alter_replica_log_dir_topic_result_array, results_, out)
    elif n:
        _encode_alter_replica_log_dir_topic_result_array(results_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_alter_replica_log_dir_partition_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_replica_log_dir_partition_result_array_2(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_ihx(o.partition_index, o.error_code))
        else:
            out.append(_pack_ih(o.partition_index, o.error_code))
            _encode_alter_replica_log_dir_partition_result_tags(o, out)


def _encode_alter_replica_log_dir_topic_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_replica_log_dir_topic_result_array_2(array, out):
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
            write_long(_encode_alter_replica_log_dir_partition_result_array_2, partitions_, out)
        elif n:
            _encode_alter_replica_log_dir_partition_result_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_alter_replica_log_dir_topic_result_tags(o, out)


def _encode_alter_replica_log_dirs_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_replica_log_dirs_response_2(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_alter_replica_log_dir_topic_result_array_2, results_, out)
    elif n:
        _encode_alter_replica_log_dir_topic_result_array_2(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_replica_log_dirs_response_tags(o, out)


def _decode_alter_replica_log_dir_partition_result_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterReplicaLogDirPartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_replica_log_dir_partition_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_REPLICA_LOG_DIR_PARTITION_RESULT * count)]
        end = pos + 6 * count
        if count > 7:
            for o, (o.partition_index, o.error_code) in zip(found, _row_ih(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.error_code = _unpack_ih(buf, pos)
        pos += 6
        o.unknown_tags = None
    return found, pos


def _decode_alter_replica_log_dir_topic_result_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterReplicaLogDirTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_replica_log_dir_topic_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_REPLICA_LOG_DIR_TOPIC_RESULT * count)]
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
            o.partitions, pos = _decode_alter_replica_log_dir_partition_result_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_alter_replica_log_dirs_response(buf, pos):
    o = make(AlterReplicaLogDirsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.results, pos = _decode_alter_replica_log_dir_topic_result_array(buf, pos, n)
    elif not n:
        o.results = []
    else:
        null_error("Results")
    o.unknown_tags = None
    return o, pos


def _decode_alter_replica_log_dir_partition_result_tags(o, buf, pos, count):
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


def _decode_alter_replica_log_dir_partition_result_array_2(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterReplicaLogDirPartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_replica_log_dir_partition_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_REPLICA_LOG_DIR_PARTITION_RESULT * count)]
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
            pos = _decode_alter_replica_log_dir_partition_result_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_replica_log_dir_topic_result_tags(o, buf, pos, count):
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


def _decode_alter_replica_log_dir_topic_result_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterReplicaLogDirTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_replica_log_dir_topic_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_REPLICA_LOG_DIR_TOPIC_RESULT * count)]
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
            o.partitions, pos = _decode_alter_replica_log_dir_partition_result_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_alter_replica_log_dir_topic_result_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_replica_log_dirs_response_tags(o, buf, pos, count):
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


def _decode_alter_replica_log_dirs_response_2(buf, pos):
    o = make(AlterReplicaLogDirsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_alter_replica_log_dir_topic_result_array_2(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_alter_replica_log_dirs_response_tags(o, buf, pos, t)
    return o, pos


AlterReplicaLogDirsResponse._ENCODERS = {
    0: _encode_alter_replica_log_dirs_response,
    1: _encode_alter_replica_log_dirs_response,
    2: _encode_alter_replica_log_dirs_response_2,
}
AlterReplicaLogDirsResponse._DECODERS = {
    0: _decode_alter_replica_log_dirs_response,
    1: _decode_alter_replica_log_dirs_response,
    2: _decode_alter_replica_log_dirs_response_2,
}
