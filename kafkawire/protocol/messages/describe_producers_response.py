"""Generated from schemas/messages/DescribeProducersResponse.json; do not edit.

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


class DescribeProducersResponse(Message):
    """Producer state of each partition.

    Response of api key 61, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - topics: []TopicResponse, 0+
    """

    __slots__ = ("throttle_time_ms", "topics")
    _FIELDS = __slots__

    API_KEY = 61
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TopicResponse(Struct):
        """TopicResponse of `DescribeProducersResponse`.

        - name: string, 0+
        - partitions: []PartitionResponse, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[DescribeProducersResponse.PartitionResponse] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[DescribeProducersResponse.PartitionResponse] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionResponse(Struct):
        """PartitionResponse of `DescribeProducersResponse`.

        - partition_index: int32, 0+
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - active_producers: []ProducerState, 0+
        """

        __slots__ = ("partition_index", "error_code", "error_message", "active_producers")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            error_code: int = 0,
            error_message: str | None = None,
            active_producers: list[DescribeProducersResponse.ProducerState] = NEW,
        ) -> None:
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.active_producers: list[DescribeProducersResponse.ProducerState] = (
                [] if active_producers is NEW else active_producers
            )
            self.unknown_tags = None

    class ProducerState(Struct):
        """ProducerState of `DescribeProducersResponse`.

        - producer_id: int64, 0+
        - producer_epoch: int32, 0+. Newest epoch that has written.
        - last_sequence: int32, 0+. Sequence number of the last record written; -1 unknown.
        - last_timestamp: int64, 0+. When the producer wrote last, milliseconds; -1 unknown.
        - coordinator_epoch: int32, 0+. Leader epoch of the transaction coordinator's partition;
          older coordinators are fenced.
        - current_txn_start_offset: int64, 0+. First offset of the open transaction; -1 when
          there is none.
        """

        __slots__ = (
            "producer_id",
            "producer_epoch",
            "last_sequence",
            "last_timestamp",
            "coordinator_epoch",
            "current_txn_start_offset",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            producer_id: int = 0,
            producer_epoch: int = 0,
            last_sequence: int = -1,
            last_timestamp: int = -1,
            coordinator_epoch: int = 0,
            current_txn_start_offset: int = -1,
        ) -> None:
            self.producer_id: int = producer_id
            self.producer_epoch: int = producer_epoch
            self.last_sequence: int = last_sequence
            self.last_timestamp: int = last_timestamp
            self.coordinator_epoch: int = coordinator_epoch
            self.current_txn_start_offset: int = current_txn_start_offset
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: list[DescribeProducersResponse.TopicResponse] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.topics: list[DescribeProducersResponse.TopicResponse] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihBBx = packer(">ihBBx")
_pack_ihx = packer(">ihx")
_pack_qiiqiq = packer(">qiiqiq")
_pack_qiiqiqx = packer(">qiiqiqx")
_row_ihxxx = rower(">ihxxx")
_row_qiiqiqx = rower(">qiiqiqx")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_unpack_qiiqiqB = unpacker(">qiiqiqB")
_TopicResponse = DescribeProducersResponse.TopicResponse
_PartitionResponse = DescribeProducersResponse.PartitionResponse
_ProducerState = DescribeProducersResponse.ProducerState
_ONE_PRODUCER_STATE = ((_ProducerState,),)
_ONE_PARTITION_RESPONSE = ((_PartitionResponse,),)
_ONE_TOPIC_RESPONSE = ((_TopicResponse,),)


def _encode_producer_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_producer_state_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_qiiqiqx(
                o.producer_id,
                o.producer_epoch,
                o.last_sequence,
                o.last_timestamp,
                o.coordinator_epoch,
                o.current_txn_start_offset,
            ))
        else:
            out.append(_pack_qiiqiq(
                o.producer_id,
                o.producer_epoch,
                o.last_sequence,
                o.last_timestamp,
                o.coordinator_epoch,
                o.current_txn_start_offset,
            ))
            _encode_producer_state_tags(o, out)


def _encode_partition_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_response_array(array, out):
    for o in array:
        error_message_ = o.error_message
        active_producers_ = o.active_producers
        if (
            not error_message_
            and active_producers_ is not None and not active_producers_
            and o.unknown_tags is None
        ):
            out.append(_pack_ihBBx(o.partition_index, o.error_code, error_message_ is not None, 1))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_ihx(o.partition_index, o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_ihB(o.partition_index, o.error_code, n + 1))
            else:
                out.append(_pack_ih(o.partition_index, o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        active_producers_ = o.active_producers
        n = len(active_producers_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_producer_state_array, active_producers_, out)
        elif n:
            _encode_producer_state_array(active_producers_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_response_tags(o, out)


def _encode_topic_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_response_array(array, out):
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
            write_long(_encode_partition_response_array, partitions_, out)
        elif n:
            _encode_partition_response_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_response_tags(o, out)


def _encode_describe_producers_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_producers_response(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_response_array, topics_, out)
    elif n:
        _encode_topic_response_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_producers_response_tags(o, out)


def _decode_producer_state_tags(o, buf, pos, count):
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


def _decode_producer_state_array(buf, pos, count):
    if 37 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ProducerState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_producer_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PRODUCER_STATE * count)]
        end = pos + 37 * count
        if count > 7 and buf[pos + 36:end:37].count(0) == count:
            for o, (
                o.producer_id, o.producer_epoch, o.last_sequence, o.last_timestamp, o.coordinator_epoch, o.current_txn_start_offset,
            ) in zip(found, _row_qiiqiqx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.producer_id,
            o.producer_epoch,
            o.last_sequence,
            o.last_timestamp,
            o.coordinator_epoch,
            o.current_txn_start_offset,
            t,
        ) = _unpack_qiiqiqB(buf, pos)
        pos += 37
        o.unknown_tags = None
        if t:
            pos = _decode_producer_state_tags(o, buf, pos, t)
    return found, pos


def _decode_partition_response_tags(o, buf, pos, count):
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


def _decode_partition_response_array(buf, pos, count):
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_RESPONSE * count)]
        end = pos + 9 * count
        if (
            count > 7
            and buf[pos + 6] < 2
            and buf[pos + 7] == 1
            and buf[pos + 6:end:9].count(buf[pos + 6]) == count
            and buf[pos + 7:end:9].count(buf[pos + 7]) == count
            and buf[pos + 8:end:9].count(0) == count
        ):
            at_6 = buf[pos + 6]
            for o, (o.partition_index, o.error_code) in zip(found, _row_ihxxx(buf[pos:end])):
                o.error_message = "" if at_6 else None
                o.active_producers = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.error_code, n = _unpack_ihB(buf, pos)
        pos += 7
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.active_producers, pos = _decode_producer_state_array(buf, pos, n - 1)
        elif n:
            o.active_producers = []
        else:
            null_error("ActiveProducers")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_partition_response_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_response_tags(o, buf, pos, count):
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


def _decode_topic_response_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_partition_response_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_response_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_producers_response_tags(o, buf, pos, count):
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


def _decode_describe_producers_response(buf, pos):
    o = make(DescribeProducersResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_response_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_producers_response_tags(o, buf, pos, t)
    return o, pos


DescribeProducersResponse._ENCODERS = {0: _encode_describe_producers_response}
DescribeProducersResponse._DECODERS = {0: _decode_describe_producers_response}
