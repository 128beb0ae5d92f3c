"""Generated from schemas/messages/ReadShareGroupStateSummaryResponse.json; do not edit.

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


class ReadShareGroupStateSummaryResponse(Message):
    """Start offset and epochs of each share-partition.

    Response of api key 87, versions 0-1, flexible 0+.

    - results: []ReadStateSummaryResult, 0+
    """

    __slots__ = ("results",)
    _FIELDS = __slots__

    API_KEY = 87
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class ReadStateSummaryResult(Struct):
        """ReadStateSummaryResult of `ReadShareGroupStateSummaryResponse`.

        - topic_id: uuid, 0+
        - partitions: []PartitionResult, 0+
        """

        __slots__ = ("topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: list[ReadShareGroupStateSummaryResponse.PartitionResult] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: list[ReadShareGroupStateSummaryResponse.PartitionResult] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionResult(Struct):
        """PartitionResult of `ReadShareGroupStateSummaryResponse`.

        - partition: int32, 0+
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - state_epoch: int32, 0+. Generation of the share-partition's state; it rises when the
          state is initialised anew.
        - leader_epoch: int32, 0+. Leader epoch of the topic partition on the calling broker; a
          lower one than stored is fenced.
        - start_offset: int64, 0+. First offset still in flight or undelivered (the SPSO); -1
          when not initialised.
        - delivery_complete_count: int32, 1+. Records from the start offset on that are done
          with (KIP-1226); -1 when unknown.
        """

        __slots__ = (
            "partition",
            "error_code",
            "error_message",
            "state_epoch",
            "leader_epoch",
            "start_offset",
            "delivery_complete_count",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition: int = 0,
            error_code: int = 0,
            error_message: str | None = None,
            state_epoch: int = 0,
            leader_epoch: int = 0,
            start_offset: int = 0,
            delivery_complete_count: int = -1,
        ) -> None:
            self.partition: int = partition
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.state_epoch: int = state_epoch
            self.leader_epoch: int = leader_epoch
            self.start_offset: int = start_offset
            self.delivery_complete_count: int = delivery_complete_count
            self.unknown_tags = None

    def __init__(
        self,
        *,
        results: list[ReadShareGroupStateSummaryResponse.ReadStateSummaryResult] = NEW,
    ) -> None:
        self.results: list[ReadShareGroupStateSummaryResponse.ReadStateSummaryResult] = (
            [] if results is NEW else results
        )
        self.unknown_tags = None


_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihBiiqix = packer(">ihBiiqix")
_pack_ihBiiqx = packer(">ihBiiqx")
_pack_ihx = packer(">ihx")
_pack_iiq = packer(">iiq")
_pack_iiqi = packer(">iiqi")
_pack_iiqix = packer(">iiqix")
_pack_iiqx = packer(">iiqx")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_ihxiiqix = rower(">ihxiiqix")
_row_ihxiiqx = rower(">ihxiiqx")
_row_uxx = rower(">16sxx")
_unpack_ihB = unpacker(">ihB")
_unpack_iiqB = unpacker(">iiqB")
_unpack_iiqiB = unpacker(">iiqiB")
_unpack_uB = unpacker(">16sB")
_ReadStateSummaryResult = ReadShareGroupStateSummaryResponse.ReadStateSummaryResult
_PartitionResult = ReadShareGroupStateSummaryResponse.PartitionResult
_ONE_PARTITION_RESULT = ((_PartitionResult,),)
_ONE_READ_STATE_SUMMARY_RESULT = ((_ReadStateSummaryResult,),)


def _encode_partition_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_result_array(array, out):
    for o in array:
        error_message_ = o.error_message
        if not error_message_ and o.unknown_tags is None:
            out.append(_pack_ihBiiqx(
                o.partition,
                o.error_code,
                error_message_ is not None,
                o.state_epoch,
                o.leader_epoch,
                o.start_offset,
            ))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_ihx(o.partition, o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_ihB(o.partition, o.error_code, n + 1))
            else:
                out.append(_pack_ih(o.partition, o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(_pack_iiqx(o.state_epoch, o.leader_epoch, o.start_offset))
        else:
            out.append(_pack_iiq(o.state_epoch, o.leader_epoch, o.start_offset))
            _encode_partition_result_tags(o, out)


def _encode_read_state_summary_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_read_state_summary_result_array(array, out):
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
            write_long(_encode_partition_result_array, partitions_, out)
        elif n:
            _encode_partition_result_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_read_state_summary_result_tags(o, out)


def _encode_read_share_group_state_summary_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_read_share_group_state_summary_response(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_read_state_summary_result_array, results_, out)
    elif n:
        _encode_read_state_summary_result_array(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_read_share_group_state_summary_response_tags(o, out)


def _encode_partition_result_array_2(array, out):
    for o in array:
        error_message_ = o.error_message
        if not error_message_ and o.unknown_tags is None:
            out.append(_pack_ihBiiqix(
                o.partition,
                o.error_code,
                error_message_ is not None,
                o.state_epoch,
                o.leader_epoch,
                o.start_offset,
                o.delivery_complete_count,
            ))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_ihx(o.partition, o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_ihB(o.partition, o.error_code, n + 1))
            else:
                out.append(_pack_ih(o.partition, o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(_pack_iiqix(
                o.state_epoch,
                o.leader_epoch,
                o.start_offset,
                o.delivery_complete_count,
            ))
        else:
            out.append(_pack_iiqi(
                o.state_epoch,
                o.leader_epoch,
                o.start_offset,
                o.delivery_complete_count,
            ))
            _encode_partition_result_tags(o, out)


def _encode_read_state_summary_result_array_2(array, out):
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
            write_long(_encode_partition_result_array_2, partitions_, out)
        elif n:
            _encode_partition_result_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_read_state_summary_result_tags(o, out)


def _encode_read_share_group_state_summary_response_2(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_read_state_summary_result_array_2, results_, out)
    elif n:
        _encode_read_state_summary_result_array_2(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_read_share_group_state_summary_response_tags(o, out)


def _decode_partition_result_tags(o, buf, pos, count):
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


def _decode_partition_result_array(buf, pos, count):
    if 24 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_RESULT * count)]
        end = pos + 24 * count
        if (
            count > 7
            and buf[pos + 6] < 2
            and buf[pos + 6:end:24].count(buf[pos + 6]) == count
            and buf[pos + 23:end:24].count(0) == count
        ):
            at_6 = buf[pos + 6]
            for o, (
                o.partition, o.error_code, o.state_epoch, o.leader_epoch, o.start_offset,
            ) in zip(found, _row_ihxiiqx(buf[pos:end])):
                o.error_message = "" if at_6 else None
                o.delivery_complete_count = -1
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition, o.error_code, n = _unpack_ihB(buf, pos)
        pos += 7
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        o.state_epoch, o.leader_epoch, o.start_offset, t = _unpack_iiqB(buf, pos)
        pos += 17
        o.delivery_complete_count = -1
        o.unknown_tags = None
        if t:
            pos = _decode_partition_result_tags(o, buf, pos, t)
    return found, pos


def _decode_read_state_summary_result_tags(o, buf, pos, count):
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


def _decode_read_state_summary_result_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReadStateSummaryResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_read_state_summary_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_READ_STATE_SUMMARY_RESULT * count)]
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
            o.partitions, pos = _decode_partition_result_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_read_state_summary_result_tags(o, buf, pos, t)
    return found, pos


def _decode_read_share_group_state_summary_response_tags(o, buf, pos, count):
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


def _decode_read_share_group_state_summary_response(buf, pos):
    o = make(ReadShareGroupStateSummaryResponse)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_read_state_summary_result_array(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_read_share_group_state_summary_response_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_result_array_2(buf, pos, count):
    if 28 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_RESULT * count)]
        end = pos + 28 * count
        if (
            count > 7
            and buf[pos + 6] < 2
            and buf[pos + 6:end:28].count(buf[pos + 6]) == count
            and buf[pos + 27:end:28].count(0) == count
        ):
            at_6 = buf[pos + 6]
            for o, (
                o.partition, o.error_code, o.state_epoch, o.leader_epoch, o.start_offset, o.delivery_complete_count,
            ) in zip(found, _row_ihxiiqix(buf[pos:end])):
                o.error_message = "" if at_6 else None
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition, o.error_code, n = _unpack_ihB(buf, pos)
        pos += 7
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        (
            o.state_epoch,
            o.leader_epoch,
            o.start_offset,
            o.delivery_complete_count,
            t,
        ) = _unpack_iiqiB(buf, pos)
        pos += 21
        o.unknown_tags = None
        if t:
            pos = _decode_partition_result_tags(o, buf, pos, t)
    return found, pos


def _decode_read_state_summary_result_array_2(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReadStateSummaryResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_read_state_summary_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_READ_STATE_SUMMARY_RESULT * count)]
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
            o.partitions, pos = _decode_partition_result_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_read_state_summary_result_tags(o, buf, pos, t)
    return found, pos


def _decode_read_share_group_state_summary_response_2(buf, pos):
    o = make(ReadShareGroupStateSummaryResponse)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_read_state_summary_result_array_2(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_read_share_group_state_summary_response_tags(o, buf, pos, t)
    return o, pos


ReadShareGroupStateSummaryResponse._ENCODERS = {
    0: _encode_read_share_group_state_summary_response,
    1: _encode_read_share_group_state_summary_response_2,
}
ReadShareGroupStateSummaryResponse._DECODERS = {
    0: _decode_read_share_group_state_summary_response,
    1: _decode_read_share_group_state_summary_response_2,
}
