"""Generated from schemas/messages/ReadShareGroupStateRequest.json; do not edit.

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


class ReadShareGroupStateRequest(Message):
    """A share-partition leader reads the state it has to take over (KIP-932).

    Request of api key 84, versions 0, flexible 0+.

    - group_id: string, 0+
    - topics: []ReadStateData, 0+
    """

    __slots__ = ("group_id", "topics")
    _FIELDS = __slots__

    API_KEY = 84
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class ReadStateData(Struct):
        """ReadStateData of `ReadShareGroupStateRequest`.

        - topic_id: uuid, 0+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: list[ReadShareGroupStateRequest.PartitionData] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: list[ReadShareGroupStateRequest.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `ReadShareGroupStateRequest`.

        - partition: int32, 0+
        - leader_epoch: int32, 0+. Leader epoch of the topic partition on the calling broker; a
          lower one than stored is fenced.
        """

        __slots__ = ("partition", "leader_epoch")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition: int = 0,
            leader_epoch: int = 0,
        ) -> None:
            self.partition: int = partition
            self.leader_epoch: int = leader_epoch
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: list[ReadShareGroupStateRequest.ReadStateData] = NEW,
    ) -> None:
        self.group_id: str = group_id
        self.topics: list[ReadShareGroupStateRequest.ReadStateData] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_ii = packer(">ii")
_pack_iix = packer(">iix")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_iix = rower(">iix")
_row_uxx = rower(">16sxx")
_unpack_iiB = unpacker(">iiB")
_unpack_uB = unpacker(">16sB")
_ReadStateData = ReadShareGroupStateRequest.ReadStateData
_PartitionData = ReadShareGroupStateRequest.PartitionData
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_READ_STATE_DATA = ((_ReadStateData,),)


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iix(o.partition, o.leader_epoch))
        else:
            out.append(_pack_ii(o.partition, o.leader_epoch))
            _encode_partition_data_tags(o, out)


def _encode_read_state_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_read_state_data_array(array, out):
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
            _encode_read_state_data_tags(o, out)


def _encode_read_share_group_state_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_read_share_group_state_request(o, out):
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
        write_long(_encode_read_state_data_array, topics_, out)
    elif n:
        _encode_read_state_data_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_read_share_group_state_request_tags(o, out)


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
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 9 * count
        if count > 7 and buf[pos + 8:end:9].count(0) == count:
            for o, (o.partition, o.leader_epoch) in zip(found, _row_iix(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition, o.leader_epoch, t = _unpack_iiB(buf, pos)
        pos += 9
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_read_state_data_tags(o, buf, pos, count):
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


def _decode_read_state_data_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReadStateData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_read_state_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_READ_STATE_DATA * count)]
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
            pos = _decode_read_state_data_tags(o, buf, pos, t)
    return found, pos


def _decode_read_share_group_state_request_tags(o, buf, pos, count):
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


def _decode_read_share_group_state_request(buf, pos):
    o = make(ReadShareGroupStateRequest)
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
        o.topics, pos = _decode_read_state_data_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_read_share_group_state_request_tags(o, buf, pos, t)
    return o, pos


ReadShareGroupStateRequest._ENCODERS = {0: _encode_read_share_group_state_request}
ReadShareGroupStateRequest._DECODERS = {0: _decode_read_share_group_state_request}
