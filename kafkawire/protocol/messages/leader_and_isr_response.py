"""Generated from schemas/messages/LeaderAndIsrResponse.json; do not edit.

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


class LeaderAndIsrResponse(Message):
    """Result for each partition.

    Response of api key 4, versions 0-7, flexible 4+.

    - error_code: int16, 0+
    - partition_errors: []LeaderAndIsrPartitionError, 0-4
    - topics: []LeaderAndIsrTopicError, 5+
    """

    __slots__ = ("error_code", "partition_errors", "topics")
    _FIELDS = __slots__

    API_KEY = 4
    VERSIONS = (0, 7)
    FLEXIBLE_SINCE = 4

    class LeaderAndIsrPartitionError(Struct):
        """LeaderAndIsrPartitionError of `LeaderAndIsrResponse`.

        - topic_name: string, 0-4
        - partition_index: int32, 0+
        - error_code: int16, 0+
        """

        __slots__ = ("topic_name", "partition_index", "error_code")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partition_index: int = 0,
            error_code: int = 0,
        ) -> None:
            self.topic_name: str = topic_name
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.unknown_tags = None

    class LeaderAndIsrTopicError(Struct):
        """LeaderAndIsrTopicError of `LeaderAndIsrResponse`.

        - topic_id: uuid, 5+
        - partition_errors: []LeaderAndIsrPartitionError, 5+
        """

        __slots__ = ("topic_id", "partition_errors")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partition_errors: list[LeaderAndIsrResponse.LeaderAndIsrPartitionError] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partition_errors: list[LeaderAndIsrResponse.LeaderAndIsrPartitionError] = (
                [] if partition_errors is NEW else partition_errors
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        error_code: int = 0,
        partition_errors: list[LeaderAndIsrResponse.LeaderAndIsrPartitionError] = NEW,
        topics: list[LeaderAndIsrResponse.LeaderAndIsrTopicError] = NEW,
    ) -> None:
        self.error_code: int = error_code
        self.partition_errors: list[LeaderAndIsrResponse.LeaderAndIsrPartitionError] = (
            [] if partition_errors is NEW else partition_errors
        )
        self.topics: list[LeaderAndIsrResponse.LeaderAndIsrTopicError] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hi = packer(">hi")
_pack_ih = packer(">ih")
_pack_ihx = packer(">ihx")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_ihx = rower(">ihx")
_row_uxx = rower(">16sxx")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hi = unpacker(">hi")
_unpack_ih = unpacker(">ih")
_unpack_ihB = unpacker(">ihB")
_unpack_uB = unpacker(">16sB")
_LeaderAndIsrPartitionError = LeaderAndIsrResponse.LeaderAndIsrPartitionError
_LeaderAndIsrTopicError = LeaderAndIsrResponse.LeaderAndIsrTopicError
_ONE_LEADER_AND_ISR_PARTITION_ERROR = ((_LeaderAndIsrPartitionError,),)
_ONE_LEADER_AND_ISR_TOPIC_ERROR = ((_LeaderAndIsrTopicError,),)


def _encode_leader_and_isr_partition_error_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        out.append(_pack_h(n))
        out.append(topic_name_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ih(o.partition_index, o.error_code))


def _encode_leader_and_isr_response(o, out):
    if o.topics:
        absent("Topics")
    partition_errors_ = o.partition_errors
    n = len(partition_errors_)
    out.append(_pack_hi(o.error_code, n))
    if n > 32:
        write_long(_encode_leader_and_isr_partition_error_array, partition_errors_, out)
    elif n:
        _encode_leader_and_isr_partition_error_array(partition_errors_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_leader_and_isr_partition_error_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_and_isr_partition_error_array_2(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_name_)
        if o.unknown_tags is None:
            out.append(_pack_ihx(o.partition_index, o.error_code))
        else:
            out.append(_pack_ih(o.partition_index, o.error_code))
            _encode_leader_and_isr_partition_error_tags(o, out)


def _encode_leader_and_isr_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_and_isr_response_2(o, out):
    if o.topics:
        absent("Topics")
    partition_errors_ = o.partition_errors
    n = len(partition_errors_)
    if n < 127:
        out.append(_pack_hB(o.error_code, n + 1))
    else:
        out.append(_pack_h(o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_leader_and_isr_partition_error_array_2, partition_errors_, out)
    elif n:
        _encode_leader_and_isr_partition_error_array_2(partition_errors_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_leader_and_isr_response_tags(o, out)


def _encode_leader_and_isr_partition_error_array_3(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_ihx(o.partition_index, o.error_code))
        else:
            out.append(_pack_ih(o.partition_index, o.error_code))
            _encode_leader_and_isr_partition_error_tags(o, out)


def _encode_leader_and_isr_topic_error_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_and_isr_topic_error_array(array, out):
    for o in array:
        partition_errors_ = o.partition_errors
        if partition_errors_ is not None and not partition_errors_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, 1))
            continue
        partition_errors_ = o.partition_errors
        n = len(partition_errors_)
        if n < 127:
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_leader_and_isr_partition_error_array_3, partition_errors_, out)
        elif n:
            _encode_leader_and_isr_partition_error_array_3(partition_errors_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_leader_and_isr_topic_error_tags(o, out)


def _encode_leader_and_isr_response_3(o, out):
    if o.partition_errors:
        absent("PartitionErrors")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_hB(o.error_code, n + 1))
    else:
        out.append(_pack_h(o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_leader_and_isr_topic_error_array, topics_, out)
    elif n:
        _encode_leader_and_isr_topic_error_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_leader_and_isr_response_tags(o, out)


def _decode_leader_and_isr_partition_error_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrPartitionError)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_partition_error_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_PARTITION_ERROR * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        o.partition_index, o.error_code = _unpack_ih(buf, pos)
        pos += 6
        o.unknown_tags = None
    return found, pos


def _decode_leader_and_isr_response(buf, pos):
    o = make(LeaderAndIsrResponse)
    o.error_code, n = _unpack_hi(buf, pos)
    pos += 6
    if n > 0:
        o.partition_errors, pos = _decode_leader_and_isr_partition_error_array(buf, pos, n)
    elif not n:
        o.partition_errors = []
    else:
        null_error("PartitionErrors")
    o.topics = []
    o.unknown_tags = None
    return o, pos


def _decode_leader_and_isr_partition_error_tags(o, buf, pos, count):
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


def _decode_leader_and_isr_partition_error_array_2(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrPartitionError)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_partition_error_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_PARTITION_ERROR * count)]
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
        o.partition_index, o.error_code, t = _unpack_ihB(buf, pos)
        pos += 7
        o.unknown_tags = None
        if t:
            pos = _decode_leader_and_isr_partition_error_tags(o, buf, pos, t)
    return found, pos


def _decode_leader_and_isr_response_tags(o, buf, pos, count):
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


def _decode_leader_and_isr_response_2(buf, pos):
    o = make(LeaderAndIsrResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.partition_errors, pos = _decode_leader_and_isr_partition_error_array_2(buf, pos, n - 1)
    elif n:
        o.partition_errors = []
    else:
        null_error("PartitionErrors")
    t = buf[pos]
    pos += 1
    o.topics = []
    o.unknown_tags = None
    if t:
        pos = _decode_leader_and_isr_response_tags(o, buf, pos, t)
    return o, pos


def _decode_leader_and_isr_partition_error_array_3(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrPartitionError)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_partition_error_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_PARTITION_ERROR * count)]
        end = pos + 7 * count
        if count > 7 and buf[pos + 6:end:7].count(0) == count:
            for o, (o.partition_index, o.error_code) in zip(found, _row_ihx(buf[pos:end])):
                o.topic_name = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.error_code, t = _unpack_ihB(buf, pos)
        pos += 7
        o.topic_name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_leader_and_isr_partition_error_tags(o, buf, pos, t)
    return found, pos


def _decode_leader_and_isr_topic_error_tags(o, buf, pos, count):
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


def _decode_leader_and_isr_topic_error_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrTopicError)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_topic_error_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_TOPIC_ERROR * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partition_errors = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partition_errors, pos = _decode_leader_and_isr_partition_error_array_3(buf, pos, n - 1)
        elif n:
            o.partition_errors = []
        else:
            null_error("PartitionErrors")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_leader_and_isr_topic_error_tags(o, buf, pos, t)
    return found, pos


def _decode_leader_and_isr_response_3(buf, pos):
    o = make(LeaderAndIsrResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_leader_and_isr_topic_error_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.partition_errors = []
    o.unknown_tags = None
    if t:
        pos = _decode_leader_and_isr_response_tags(o, buf, pos, t)
    return o, pos


LeaderAndIsrResponse._ENCODERS = {
    0: _encode_leader_and_isr_response,
    1: _encode_leader_and_isr_response,
    2: _encode_leader_and_isr_response,
    3: _encode_leader_and_isr_response,
    4: _encode_leader_and_isr_response_2,
    5: _encode_leader_and_isr_response_3,
    6: _encode_leader_and_isr_response_3,
    7: _encode_leader_and_isr_response_3,
}
LeaderAndIsrResponse._DECODERS = {
    0: _decode_leader_and_isr_response,
    1: _decode_leader_and_isr_response,
    2: _decode_leader_and_isr_response,
    3: _decode_leader_and_isr_response,
    4: _decode_leader_and_isr_response_2,
    5: _decode_leader_and_isr_response_3,
    6: _decode_leader_and_isr_response_3,
    7: _decode_leader_and_isr_response_3,
}
