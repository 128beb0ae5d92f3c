"""Generated from schemas/messages/ReadShareGroupStateResponse.json; do not edit.

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


class ReadShareGroupStateResponse(Message):
    """Start offset and delivery states of each share-partition.

    Response of api key 84, versions 0, flexible 0+.

    - results: []ReadStateResult, 0+
    """

    __slots__ = ("results",)
    _FIELDS = __slots__

    API_KEY = 84
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class ReadStateResult(Struct):
        """ReadStateResult of `ReadShareGroupStateResponse`.

        - topic_id: uuid, 0+
        - partitions: []PartitionResult, 0+
        """

        __slots__ = ("topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: list[ReadShareGroupStateResponse.PartitionResult] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: list[ReadShareGroupStateResponse.PartitionResult] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionResult(Struct):
        """PartitionResult of `ReadShareGroupStateResponse`.

        - partition: int32, 0+
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - state_epoch: int32, 0+. Generation of the share-partition's state; it rises when the
          state is initialised anew.
        - start_offset: int64, 0+. First offset still in flight or undelivered (the SPSO); -1
          when not initialised.
        - state_batches: []StateBatch, 0+. Offset ranges that share one delivery state,
          ascending.
        """

        __slots__ = (
            "partition",
            "error_code",
            "error_message",
            "state_epoch",
            "start_offset",
            "state_batches",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition: int = 0,
            error_code: int = 0,
            error_message: str | None = None,
            state_epoch: int = 0,
            start_offset: int = 0,
            state_batches: list[ReadShareGroupStateResponse.StateBatch] = NEW,
        ) -> None:
            self.partition: int = partition
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.state_epoch: int = state_epoch
            self.start_offset: int = start_offset
            self.state_batches: list[ReadShareGroupStateResponse.StateBatch] = (
                [] if state_batches is NEW else state_batches
            )
            self.unknown_tags = None

    class StateBatch(Struct):
        """Offset ranges that share one delivery state, ascending.

        - first_offset: int64, 0+
        - last_offset: int64, 0+. Last offset of the range, itself included.
        - delivery_state: int8, 0+. 0 available, 2 acknowledged, 4 archived.
        - delivery_count: int16, 0+. How many times the records have been handed out so far.
        """

        __slots__ = ("first_offset", "last_offset", "delivery_state", "delivery_count")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            first_offset: int = 0,
            last_offset: int = 0,
            delivery_state: int = 0,
            delivery_count: int = 0,
        ) -> None:
            self.first_offset: int = first_offset
            self.last_offset: int = last_offset
            self.delivery_state: int = delivery_state
            self.delivery_count: int = delivery_count
            self.unknown_tags = None

    def __init__(
        self,
        *,
        results: list[ReadShareGroupStateResponse.ReadStateResult] = NEW,
    ) -> None:
        self.results: list[ReadShareGroupStateResponse.ReadStateResult] = (
            [] if results is NEW else results
        )
        self.unknown_tags = None


_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihBiqBx = packer(">ihBiqBx")
_pack_ihx = packer(">ihx")
_pack_iq = packer(">iq")
_pack_iqB = packer(">iqB")
_pack_qqbh = packer(">qqbh")
_pack_qqbhx = packer(">qqbhx")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_ihxiqxx = rower(">ihxiqxx")
_row_qqbhx = rower(">qqbhx")
_row_uxx = rower(">16sxx")
_unpack_ihB = unpacker(">ihB")
_unpack_iqB = unpacker(">iqB")
_unpack_qqbhB = unpacker(">qqbhB")
_unpack_uB = unpacker(">16sB")
_ReadStateResult = ReadShareGroupStateResponse.ReadStateResult
_PartitionResult = ReadShareGroupStateResponse.PartitionResult
_StateBatch = ReadShareGroupStateResponse.StateBatch
_ONE_STATE_BATCH = ((_StateBatch,),)
_ONE_PARTITION_RESULT = ((_PartitionResult,),)
_ONE_READ_STATE_RESULT = ((_ReadStateResult,),)


def _encode_state_batch_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_state_batch_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_qqbhx(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count))
        else:
            out.append(_pack_qqbh(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count))
            _encode_state_batch_tags(o, out)


def _encode_partition_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_result_array(array, out):
    for o in array:
        error_message_ = o.error_message
        state_batches_ = o.state_batches
        if (
            not error_message_
            and state_batches_ is not None and not state_batches_
            and o.unknown_tags is None
        ):
            out.append(_pack_ihBiqBx(
                o.partition,
                o.error_code,
                error_message_ is not None,
                o.state_epoch,
                o.start_offset,
                1,
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
        state_batches_ = o.state_batches
        n = len(state_batches_)
        if n < 127:
            out.append(_pack_iqB(o.state_epoch, o.start_offset, n + 1))
        else:
            out.append(_pack_iq(o.state_epoch, o.start_offset))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_state_batch_array, state_batches_, out)
        elif n:
            _encode_state_batch_array(state_batches_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_result_tags(o, out)


def _encode_read_state_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_read_state_result_array(array, out):
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
            _encode_read_state_result_tags(o, out)


def _encode_read_share_group_state_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_read_share_group_state_response(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_read_state_result_array, results_, out)
    elif n:
        _encode_read_state_result_array(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_read_share_group_state_response_tags(o, out)


def _decode_state_batch_tags(o, buf, pos, count):
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


def _decode_state_batch_array(buf, pos, count):
    if 20 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_StateBatch)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_state_batch_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_STATE_BATCH * count)]
        end = pos + 20 * count
        if count > 7 and buf[pos + 19:end:20].count(0) == count:
            for o, (
                o.first_offset, o.last_offset, o.delivery_state, o.delivery_count,
            ) in zip(found, _row_qqbhx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.first_offset, o.last_offset, o.delivery_state, o.delivery_count, t) = _unpack_qqbhB(buf, pos)
        pos += 20
        o.unknown_tags = None
        if t:
            pos = _decode_state_batch_tags(o, buf, pos, t)
    return found, pos


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
    if 21 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_RESULT * count)]
        end = pos + 21 * count
        if (
            count > 7
            and buf[pos + 6] < 2
            and buf[pos + 19] == 1
            and buf[pos + 6:end:21].count(buf[pos + 6]) == count
            and buf[pos + 19:end:21].count(buf[pos + 19]) == count
            and buf[pos + 20:end:21].count(0) == count
        ):
            at_6 = buf[pos + 6]
            for o, (
                o.partition, o.error_code, o.state_epoch, o.start_offset,
            ) in zip(found, _row_ihxiqxx(buf[pos:end])):
                o.error_message = "" if at_6 else None
                o.state_batches = []
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
        o.state_epoch, o.start_offset, n = _unpack_iqB(buf, pos)
        pos += 13
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.state_batches, pos = _decode_state_batch_array(buf, pos, n - 1)
        elif n:
            o.state_batches = []
        else:
            null_error("StateBatches")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_partition_result_tags(o, buf, pos, t)
    return found, pos


def _decode_read_state_result_tags(o, buf, pos, count):
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


def _decode_read_state_result_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReadStateResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_read_state_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_READ_STATE_RESULT * count)]
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
            pos = _decode_read_state_result_tags(o, buf, pos, t)
    return found, pos


def _decode_read_share_group_state_response_tags(o, buf, pos, count):
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


def _decode_read_share_group_state_response(buf, pos):
    o = make(ReadShareGroupStateResponse)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_read_state_result_array(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_read_share_group_state_response_tags(o, buf, pos, t)
    return o, pos


ReadShareGroupStateResponse._ENCODERS = {0: _encode_read_share_group_state_response}
ReadShareGroupStateResponse._DECODERS = {0: _decode_read_share_group_state_response}
