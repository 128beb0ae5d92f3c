"""Generated from schemas/messages/WriteShareGroupStateRequest.json; do not edit.

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


class WriteShareGroupStateRequest(Message):
    """A share-partition leader saves what changed in its state (KIP-932).

    Request of api key 85, versions 0-1, flexible 0+.

    - group_id: string, 0+
    - topics: []WriteStateData, 0+
    """

    __slots__ = ("group_id", "topics")
    _FIELDS = __slots__

    API_KEY = 85
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class WriteStateData(Struct):
        """WriteStateData of `WriteShareGroupStateRequest`.

        - topic_id: uuid, 0+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: list[WriteShareGroupStateRequest.PartitionData] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: list[WriteShareGroupStateRequest.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `WriteShareGroupStateRequest`.

        - partition: int32, 0+
        - state_epoch: int32, 0+. Generation of the share-partition's state; it rises when the
          state is initialised anew.
        - leader_epoch: int32, 0+. Leader epoch of the topic partition on the calling broker; a
          lower one than stored is fenced.
        - start_offset: int64, 0+. New start offset; -1 leaves it alone.
        - delivery_complete_count: int32, 1+. Records from the start offset on that are done
          with (KIP-1226); -1 when unknown.
        - state_batches: []StateBatch, 0+. Offset ranges that share one delivery state,
          ascending.
        """

        __slots__ = (
            "partition",
            "state_epoch",
            "leader_epoch",
            "start_offset",
            "delivery_complete_count",
            "state_batches",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition: int = 0,
            state_epoch: int = 0,
            leader_epoch: int = 0,
            start_offset: int = 0,
            delivery_complete_count: int = -1,
            state_batches: list[WriteShareGroupStateRequest.StateBatch] = NEW,
        ) -> None:
            self.partition: int = partition
            self.state_epoch: int = state_epoch
            self.leader_epoch: int = leader_epoch
            self.start_offset: int = start_offset
            self.delivery_complete_count: int = delivery_complete_count
            self.state_batches: list[WriteShareGroupStateRequest.StateBatch] = (
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
        group_id: str = "",
        topics: list[WriteShareGroupStateRequest.WriteStateData] = NEW,
    ) -> None:
        self.group_id: str = group_id
        self.topics: list[WriteShareGroupStateRequest.WriteStateData] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_iiiq = packer(">iiiq")
_pack_iiiqB = packer(">iiiqB")
_pack_iiiqBx = packer(">iiiqBx")
_pack_iiiqi = packer(">iiiqi")
_pack_iiiqiB = packer(">iiiqiB")
_pack_iiiqiBx = packer(">iiiqiBx")
_pack_qqbh = packer(">qqbh")
_pack_qqbhx = packer(">qqbhx")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_iiiqixx = rower(">iiiqixx")
_row_iiiqxx = rower(">iiiqxx")
_row_qqbhx = rower(">qqbhx")
_row_uxx = rower(">16sxx")
_unpack_iiiqB = unpacker(">iiiqB")
_unpack_iiiqiB = unpacker(">iiiqiB")
_unpack_qqbhB = unpacker(">qqbhB")
_unpack_uB = unpacker(">16sB")
_WriteStateData = WriteShareGroupStateRequest.WriteStateData
_PartitionData = WriteShareGroupStateRequest.PartitionData
_StateBatch = WriteShareGroupStateRequest.StateBatch
_ONE_STATE_BATCH = ((_StateBatch,),)
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_WRITE_STATE_DATA = ((_WriteStateData,),)


def _encode_state_batch_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_state_batch_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_qqbhx(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count))
        else:
            out.append(_pack_qqbh(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count))
            _encode_state_batch_tags(o, out)


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array(array, out):
    for o in array:
        state_batches_ = o.state_batches
        if state_batches_ is not None and not state_batches_ and o.unknown_tags is None:
            out.append(_pack_iiiqBx(o.partition, o.state_epoch, o.leader_epoch, o.start_offset, 1))
            continue
        state_batches_ = o.state_batches
        n = len(state_batches_)
        if n < 127:
            out.append(_pack_iiiqB(o.partition, o.state_epoch, o.leader_epoch, o.start_offset, n + 1))
        else:
            out.append(_pack_iiiq(o.partition, o.state_epoch, o.leader_epoch, o.start_offset))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_state_batch_array, state_batches_, out)
        elif n:
            _encode_state_batch_array(state_batches_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_data_tags(o, out)


def _encode_write_state_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_write_state_data_array(array, out):
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
            write_long(_encode_partition_data_array, partitions_, out)
        elif n:
            _encode_partition_data_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_write_state_data_tags(o, out)


def _encode_write_share_group_state_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_write_share_group_state_request(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_write_state_data_array, topics_, out)
    elif n:
        _encode_write_state_data_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_write_share_group_state_request_tags(o, out)


def _encode_partition_data_array_2(array, out):
    for o in array:
        state_batches_ = o.state_batches
        if state_batches_ is not None and not state_batches_ and o.unknown_tags is None:
            out.append(_pack_iiiqiBx(
                o.partition,
                o.state_epoch,
                o.leader_epoch,
                o.start_offset,
                o.delivery_complete_count,
                1,
            ))
            continue
        state_batches_ = o.state_batches
        n = len(state_batches_)
        if n < 127:
            out.append(_pack_iiiqiB(
                o.partition,
                o.state_epoch,
                o.leader_epoch,
                o.start_offset,
                o.delivery_complete_count,
                n + 1,
            ))
        else:
            out.append(_pack_iiiqi(
                o.partition,
                o.state_epoch,
                o.leader_epoch,
                o.start_offset,
                o.delivery_complete_count,
            ))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_state_batch_array, state_batches_, out)
        elif n:
            _encode_state_batch_array(state_batches_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_data_tags(o, out)


def _encode_write_state_data_array_2(array, out):
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
            write_long(_encode_partition_data_array_2, partitions_, out)
        elif n:
            _encode_partition_data_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_write_state_data_tags(o, out)


def _encode_write_share_group_state_request_2(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_write_state_data_array_2, topics_, out)
    elif n:
        _encode_write_state_data_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_write_share_group_state_request_tags(o, out)


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


def _decode_partition_data_tags(o, buf, pos, count):
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


def _decode_partition_data_array(buf, pos, count):
    if 22 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 22 * count
        if (
            count > 7
            and buf[pos + 20] == 1
            and buf[pos + 20:end:22].count(buf[pos + 20]) == count
            and buf[pos + 21:end:22].count(0) == count
        ):
            for o, (
                o.partition, o.state_epoch, o.leader_epoch, o.start_offset,
            ) in zip(found, _row_iiiqxx(buf[pos:end])):
                o.state_batches = []
                o.delivery_complete_count = -1
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.partition, o.state_epoch, o.leader_epoch, o.start_offset, n) = _unpack_iiiqB(buf, pos)
        pos += 21
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
        o.delivery_complete_count = -1
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_write_state_data_tags(o, buf, pos, count):
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


def _decode_write_state_data_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WriteStateData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_write_state_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITE_STATE_DATA * count)]
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
            o.partitions, pos = _decode_partition_data_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_write_state_data_tags(o, buf, pos, t)
    return found, pos


def _decode_write_share_group_state_request_tags(o, buf, pos, count):
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


def _decode_write_share_group_state_request(buf, pos):
    o = make(WriteShareGroupStateRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_write_state_data_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_write_share_group_state_request_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_data_array_2(buf, pos, count):
    if 26 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 26 * count
        if (
            count > 7
            and buf[pos + 24] == 1
            and buf[pos + 24:end:26].count(buf[pos + 24]) == count
            and buf[pos + 25:end:26].count(0) == count
        ):
            for o, (
                o.partition, o.state_epoch, o.leader_epoch, o.start_offset, o.delivery_complete_count,
            ) in zip(found, _row_iiiqixx(buf[pos:end])):
                o.state_batches = []
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition,
            o.state_epoch,
            o.leader_epoch,
            o.start_offset,
            o.delivery_complete_count,
            n,
        ) = _unpack_iiiqiB(buf, pos)
        pos += 25
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
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_write_state_data_array_2(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WriteStateData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_write_state_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITE_STATE_DATA * count)]
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
            o.partitions, pos = _decode_partition_data_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_write_state_data_tags(o, buf, pos, t)
    return found, pos


def _decode_write_share_group_state_request_2(buf, pos):
    o = make(WriteShareGroupStateRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_write_state_data_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_write_share_group_state_request_tags(o, buf, pos, t)
    return o, pos


WriteShareGroupStateRequest._ENCODERS = {
    0: _encode_write_share_group_state_request,
    1: _encode_write_share_group_state_request_2,
}
WriteShareGroupStateRequest._DECODERS = {
    0: _decode_write_share_group_state_request,
    1: _decode_write_share_group_state_request_2,
}
