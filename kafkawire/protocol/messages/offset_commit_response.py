"""Generated from schemas/messages/OffsetCommitResponse.json; do not edit.

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


class OffsetCommitResponse(Message):
    """Result for each partition.

    Response of api key 8, versions 0-10, flexible 8+.

    - throttle_time_ms: int32, 3+. Quota delay in milliseconds; the client should stay
      silent that long.
    - topics: []OffsetCommitResponseTopic, 0+
    """

    __slots__ = ("throttle_time_ms", "topics")
    _FIELDS = __slots__

    API_KEY = 8
    VERSIONS = (0, 10)
    FLEXIBLE_SINCE = 8

    class OffsetCommitResponseTopic(Struct):
        """OffsetCommitResponseTopic of `OffsetCommitResponse`.

        - name: string, 0-9. Topic by name, up to version 9.
        - topic_id: uuid, 10+. Topic by id, from version 10.
        - partitions: []OffsetCommitResponsePartition, 0+
        """

        __slots__ = ("name", "topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            topic_id: bytes = ZERO_UUID,
            partitions: list[OffsetCommitResponse.OffsetCommitResponsePartition] = NEW,
        ) -> None:
            self.name: str = name
            self.topic_id: bytes = topic_id
            self.partitions: list[OffsetCommitResponse.OffsetCommitResponsePartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class OffsetCommitResponsePartition(Struct):
        """OffsetCommitResponsePartition of `OffsetCommitResponse`.

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
        topics: list[OffsetCommitResponse.OffsetCommitResponseTopic] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.topics: list[OffsetCommitResponse.OffsetCommitResponseTopic] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihx = packer(">ihx")
_pack_ii = packer(">ii")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_ih = rower(">ih")
_row_ihx = rower(">ihx")
_row_uxx = rower(">16sxx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_unpack_ihB = unpacker(">ihB")
_unpack_ii = unpacker(">ii")
_unpack_uB = unpacker(">16sB")
_OffsetCommitResponseTopic = OffsetCommitResponse.OffsetCommitResponseTopic
_OffsetCommitResponsePartition = OffsetCommitResponse.OffsetCommitResponsePartition
_ONE_OFFSET_COMMIT_RESPONSE_PARTITION = ((_OffsetCommitResponsePartition,),)
_ONE_OFFSET_COMMIT_RESPONSE_TOPIC = ((_OffsetCommitResponseTopic,),)


def _encode_offset_commit_response_partition_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ih(o.partition_index, o.error_code))


def _encode_offset_commit_response_topic_array(array, out):
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
            write_long(_encode_offset_commit_response_partition_array, partitions_, out)
        elif n:
            _encode_offset_commit_response_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_commit_response(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_commit_response_topic_array, topics_, out)
    elif n:
        _encode_offset_commit_response_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_commit_response_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_offset_commit_response_topic_array, topics_, out)
    elif n:
        _encode_offset_commit_response_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_commit_response_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_commit_response_partition_array_2(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_ihx(o.partition_index, o.error_code))
        else:
            out.append(_pack_ih(o.partition_index, o.error_code))
            _encode_offset_commit_response_partition_tags(o, out)


def _encode_offset_commit_response_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_commit_response_topic_array_2(array, out):
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
            write_long(_encode_offset_commit_response_partition_array_2, partitions_, out)
        elif n:
            _encode_offset_commit_response_partition_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_commit_response_topic_tags(o, out)


def _encode_offset_commit_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_commit_response_3(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_commit_response_topic_array_2, topics_, out)
    elif n:
        _encode_offset_commit_response_topic_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_offset_commit_response_tags(o, out)


def _encode_offset_commit_response_topic_array_3(array, out):
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
            write_long(_encode_offset_commit_response_partition_array_2, partitions_, out)
        elif n:
            _encode_offset_commit_response_partition_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_commit_response_topic_tags(o, out)


def _encode_offset_commit_response_4(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_commit_response_topic_array_3, topics_, out)
    elif n:
        _encode_offset_commit_response_topic_array_3(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_offset_commit_response_tags(o, out)


def _decode_offset_commit_response_partition_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_response_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_RESPONSE_PARTITION * count)]
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


def _decode_offset_commit_response_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_response_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_RESPONSE_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_commit_response_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_offset_commit_response(buf, pos):
    o = make(OffsetCommitResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_commit_response_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_offset_commit_response_2(buf, pos):
    o = make(OffsetCommitResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_offset_commit_response_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.unknown_tags = None
    return o, pos


def _decode_offset_commit_response_partition_tags(o, buf, pos, count):
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


def _decode_offset_commit_response_partition_array_2(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_response_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_RESPONSE_PARTITION * count)]
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
            pos = _decode_offset_commit_response_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_commit_response_topic_tags(o, buf, pos, count):
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


def _decode_offset_commit_response_topic_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_response_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_RESPONSE_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_commit_response_partition_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_offset_commit_response_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_commit_response_tags(o, buf, pos, count):
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


def _decode_offset_commit_response_3(buf, pos):
    o = make(OffsetCommitResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_offset_commit_response_topic_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_offset_commit_response_tags(o, buf, pos, t)
    return o, pos


def _decode_offset_commit_response_topic_array_3(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_response_topic_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_RESPONSE_TOPIC * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partitions = []
                o.name = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_offset_commit_response_partition_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_offset_commit_response_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_commit_response_4(buf, pos):
    o = make(OffsetCommitResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_offset_commit_response_topic_array_3(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_offset_commit_response_tags(o, buf, pos, t)
    return o, pos


OffsetCommitResponse._ENCODERS = {
    0: _encode_offset_commit_response,
    1: _encode_offset_commit_response,
    2: _encode_offset_commit_response,
    3: _encode_offset_commit_response_2,
    4: _encode_offset_commit_response_2,
    5: _encode_offset_commit_response_2,
    6: _encode_offset_commit_response_2,
    7: _encode_offset_commit_response_2,
    8: _encode_offset_commit_response_3,
    9: _encode_offset_commit_response_3,
    10: _encode_offset_commit_response_4,
}
OffsetCommitResponse._DECODERS = {
    0: _decode_offset_commit_response,
    1: _decode_offset_commit_response,
    2: _decode_offset_commit_response,
    3: _decode_offset_commit_response_2,
    4: _decode_offset_commit_response_2,
    5: _decode_offset_commit_response_2,
    6: _decode_offset_commit_response_2,
    7: _decode_offset_commit_response_2,
    8: _decode_offset_commit_response_3,
    9: _decode_offset_commit_response_3,
    10: _decode_offset_commit_response_4,
}
