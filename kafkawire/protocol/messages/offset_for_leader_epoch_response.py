"""Generated from schemas/messages/OffsetForLeaderEpochResponse.json; do not edit.

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


class OffsetForLeaderEpochResponse(Message):
    """End offset of each epoch asked for.

    Response of api key 23, versions 0-4, flexible 4+.

    - throttle_time_ms: int32, 2+. Quota delay in milliseconds; the client should stay
      silent that long.
    - topics: []OffsetForLeaderTopicResult, 0+
    """

    __slots__ = ("throttle_time_ms", "topics")
    _FIELDS = __slots__

    API_KEY = 23
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 4

    class OffsetForLeaderTopicResult(Struct):
        """OffsetForLeaderTopicResult of `OffsetForLeaderEpochResponse`.

        - topic: string, 0+
        - partitions: []EpochEndOffset, 0+
        """

        __slots__ = ("topic", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic: str = "",
            partitions: list[OffsetForLeaderEpochResponse.EpochEndOffset] = NEW,
        ) -> None:
            self.topic: str = topic
            self.partitions: list[OffsetForLeaderEpochResponse.EpochEndOffset] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class EpochEndOffset(Struct):
        """EpochEndOffset of `OffsetForLeaderEpochResponse`.

        - error_code: int16, 0+
        - partition: int32, 0+
        - leader_epoch: int32, 1+. Largest epoch in the log not above the one asked for; -1
          unknown.
        - end_offset: int64, 0+. First offset after that epoch; -1 unknown.
        """

        __slots__ = ("error_code", "partition", "leader_epoch", "end_offset")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            partition: int = 0,
            leader_epoch: int = -1,
            end_offset: int = -1,
        ) -> None:
            self.error_code: int = error_code
            self.partition: int = partition
            self.leader_epoch: int = leader_epoch
            self.end_offset: int = end_offset
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: list[OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.topics: list[OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hiiq = packer(">hiiq")
_pack_hiiqx = packer(">hiiqx")
_pack_hiq = packer(">hiq")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_row_hiiq = rower(">hiiq")
_row_hiiqx = rower(">hiiqx")
_row_hiq = rower(">hiq")
_unpack_h = unpacker(">h")
_unpack_hiiq = unpacker(">hiiq")
_unpack_hiiqB = unpacker(">hiiqB")
_unpack_hiq = unpacker(">hiq")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_OffsetForLeaderTopicResult = OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult
_EpochEndOffset = OffsetForLeaderEpochResponse.EpochEndOffset
_ONE_EPOCH_END_OFFSET = ((_EpochEndOffset,),)
_ONE_OFFSET_FOR_LEADER_TOPIC_RESULT = ((_OffsetForLeaderTopicResult,),)


def _encode_epoch_end_offset_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_hiq(o.error_code, o.partition, o.end_offset))


def _encode_offset_for_leader_topic_result_array(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        out.append(_pack_h(n))
        out.append(topic_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_epoch_end_offset_array, partitions_, out)
        elif n:
            _encode_epoch_end_offset_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_for_leader_epoch_response(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_for_leader_topic_result_array, topics_, out)
    elif n:
        _encode_offset_for_leader_topic_result_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_epoch_end_offset_array_2(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_hiiq(o.error_code, o.partition, o.leader_epoch, o.end_offset))


def _encode_offset_for_leader_topic_result_array_2(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        out.append(_pack_h(n))
        out.append(topic_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_epoch_end_offset_array_2, partitions_, out)
        elif n:
            _encode_epoch_end_offset_array_2(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_for_leader_epoch_response_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_for_leader_topic_result_array_2, topics_, out)
    elif n:
        _encode_offset_for_leader_topic_result_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_for_leader_epoch_response_3(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_offset_for_leader_topic_result_array_2, topics_, out)
    elif n:
        _encode_offset_for_leader_topic_result_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_epoch_end_offset_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_epoch_end_offset_array_3(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_hiiqx(o.error_code, o.partition, o.leader_epoch, o.end_offset))
        else:
            out.append(_pack_hiiq(o.error_code, o.partition, o.leader_epoch, o.end_offset))
            _encode_epoch_end_offset_tags(o, out)


def _encode_offset_for_leader_topic_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_for_leader_topic_result_array_3(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_epoch_end_offset_array_3, partitions_, out)
        elif n:
            _encode_epoch_end_offset_array_3(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_for_leader_topic_result_tags(o, out)


def _encode_offset_for_leader_epoch_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_for_leader_epoch_response_4(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_for_leader_topic_result_array_3, topics_, out)
    elif n:
        _encode_offset_for_leader_topic_result_array_3(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_offset_for_leader_epoch_response_tags(o, out)


def _decode_epoch_end_offset_array(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_EpochEndOffset)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_epoch_end_offset_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_EPOCH_END_OFFSET * count)]
        end = pos + 14 * count
        if count > 7:
            for o, (o.error_code, o.partition, o.end_offset) in zip(found, _row_hiq(buf[pos:end])):
                o.leader_epoch = -1
                o.unknown_tags = None
            return found, end
    for o in found:
        o.error_code, o.partition, o.end_offset = _unpack_hiq(buf, pos)
        pos += 14
        o.leader_epoch = -1
        o.unknown_tags = None
    return found, pos


def _decode_offset_for_leader_topic_result_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetForLeaderTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_for_leader_topic_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FOR_LEADER_TOPIC_RESULT * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic = buf[pos:e].decode()
            pos = e
        else:
            null_error("Topic")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions, pos = _decode_epoch_end_offset_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_offset_for_leader_epoch_response(buf, pos):
    o = make(OffsetForLeaderEpochResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_for_leader_topic_result_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_epoch_end_offset_array_2(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_EpochEndOffset)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_epoch_end_offset_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_EPOCH_END_OFFSET * count)]
        end = pos + 18 * count
        if count > 7:
            for o, (
                o.error_code, o.partition, o.leader_epoch, o.end_offset,
            ) in zip(found, _row_hiiq(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.error_code, o.partition, o.leader_epoch, o.end_offset = _unpack_hiiq(buf, pos)
        pos += 18
        o.unknown_tags = None
    return found, pos


def _decode_offset_for_leader_topic_result_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetForLeaderTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_for_leader_topic_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FOR_LEADER_TOPIC_RESULT * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic = buf[pos:e].decode()
            pos = e
        else:
            null_error("Topic")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions, pos = _decode_epoch_end_offset_array_2(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_offset_for_leader_epoch_response_2(buf, pos):
    o = make(OffsetForLeaderEpochResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_for_leader_topic_result_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_offset_for_leader_epoch_response_3(buf, pos):
    o = make(OffsetForLeaderEpochResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_offset_for_leader_topic_result_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.unknown_tags = None
    return o, pos


def _decode_epoch_end_offset_tags(o, buf, pos, count):
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


def _decode_epoch_end_offset_array_3(buf, pos, count):
    if 19 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_EpochEndOffset)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_epoch_end_offset_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_EPOCH_END_OFFSET * count)]
        end = pos + 19 * count
        if count > 7 and buf[pos + 18:end:19].count(0) == count:
            for o, (
                o.error_code, o.partition, o.leader_epoch, o.end_offset,
            ) in zip(found, _row_hiiqx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.error_code, o.partition, o.leader_epoch, o.end_offset, t = _unpack_hiiqB(buf, pos)
        pos += 19
        o.unknown_tags = None
        if t:
            pos = _decode_epoch_end_offset_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_for_leader_topic_result_tags(o, buf, pos, count):
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


def _decode_offset_for_leader_topic_result_array_3(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetForLeaderTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_for_leader_topic_result_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FOR_LEADER_TOPIC_RESULT * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.topic = buf[pos:e].decode()
            pos = e
        else:
            null_error("Topic")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_epoch_end_offset_array_3(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_offset_for_leader_topic_result_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_for_leader_epoch_response_tags(o, buf, pos, count):
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


def _decode_offset_for_leader_epoch_response_4(buf, pos):
    o = make(OffsetForLeaderEpochResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_offset_for_leader_topic_result_array_3(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_offset_for_leader_epoch_response_tags(o, buf, pos, t)
    return o, pos


OffsetForLeaderEpochResponse._ENCODERS = {
    0: _encode_offset_for_leader_epoch_response,
    1: _encode_offset_for_leader_epoch_response_2,
    2: _encode_offset_for_leader_epoch_response_3,
    3: _encode_offset_for_leader_epoch_response_3,
    4: _encode_offset_for_leader_epoch_response_4,
}
OffsetForLeaderEpochResponse._DECODERS = {
    0: _decode_offset_for_leader_epoch_response,
    1: _decode_offset_for_leader_epoch_response_2,
    2: _decode_offset_for_leader_epoch_response_3,
    3: _decode_offset_for_leader_epoch_response_3,
    4: _decode_offset_for_leader_epoch_response_4,
}
