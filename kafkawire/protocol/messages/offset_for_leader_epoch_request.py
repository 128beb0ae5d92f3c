"""Generated from schemas/messages/OffsetForLeaderEpochRequest.json; do not edit.

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


class OffsetForLeaderEpochRequest(Message):
    """Asks where a leader epoch ended, to find out how far two logs agree (KIP-101).

    Request of api key 23, versions 0-4, flexible 4+.

    - replica_id: int32, 3+. Node id of a follower, -1 for consumers; -2 is how older
      versions are read.
    - topics: []OffsetForLeaderTopic, 0+
    """

    __slots__ = ("replica_id", "topics")
    _FIELDS = __slots__

    API_KEY = 23
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 4

    class OffsetForLeaderTopic(Struct):
        """OffsetForLeaderTopic of `OffsetForLeaderEpochRequest`.

        - topic: string, 0+
        - partitions: []OffsetForLeaderPartition, 0+
        """

        __slots__ = ("topic", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic: str = "",
            partitions: list[OffsetForLeaderEpochRequest.OffsetForLeaderPartition] = NEW,
        ) -> None:
            self.topic: str = topic
            self.partitions: list[OffsetForLeaderEpochRequest.OffsetForLeaderPartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class OffsetForLeaderPartition(Struct):
        """OffsetForLeaderPartition of `OffsetForLeaderEpochRequest`.

        - partition: int32, 0+
        - current_leader_epoch: int32, 2+. Leader epoch the sender knows; -1 skips the fencing
          check (KIP-320).
        - leader_epoch: int32, 0+. Epoch whose end is asked for.
        """

        __slots__ = ("partition", "current_leader_epoch", "leader_epoch")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition: int = 0,
            current_leader_epoch: int = -1,
            leader_epoch: int = 0,
        ) -> None:
            self.partition: int = partition
            self.current_leader_epoch: int = current_leader_epoch
            self.leader_epoch: int = leader_epoch
            self.unknown_tags = None

    def __init__(
        self,
        *,
        replica_id: int = -2,
        topics: list[OffsetForLeaderEpochRequest.OffsetForLeaderTopic] = NEW,
    ) -> None:
        self.replica_id: int = replica_id
        self.topics: list[OffsetForLeaderEpochRequest.OffsetForLeaderTopic] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_pack_iii = packer(">iii")
_pack_iiix = packer(">iiix")
_row_ii = rower(">ii")
_row_iii = rower(">iii")
_row_iiix = rower(">iiix")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_unpack_iii = unpacker(">iii")
_unpack_iiiB = unpacker(">iiiB")
_OffsetForLeaderTopic = OffsetForLeaderEpochRequest.OffsetForLeaderTopic
_OffsetForLeaderPartition = OffsetForLeaderEpochRequest.OffsetForLeaderPartition
_ONE_OFFSET_FOR_LEADER_PARTITION = ((_OffsetForLeaderPartition,),)
_ONE_OFFSET_FOR_LEADER_TOPIC = ((_OffsetForLeaderTopic,),)


def _encode_offset_for_leader_partition_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ii(o.partition, o.leader_epoch))


def _encode_offset_for_leader_topic_array(array, out):
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
            write_long(_encode_offset_for_leader_partition_array, partitions_, out)
        elif n:
            _encode_offset_for_leader_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_for_leader_epoch_request(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_for_leader_topic_array, topics_, out)
    elif n:
        _encode_offset_for_leader_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_for_leader_partition_array_2(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_iii(o.partition, o.current_leader_epoch, o.leader_epoch))


def _encode_offset_for_leader_topic_array_2(array, out):
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
            write_long(_encode_offset_for_leader_partition_array_2, partitions_, out)
        elif n:
            _encode_offset_for_leader_partition_array_2(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_for_leader_epoch_request_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_for_leader_topic_array_2, topics_, out)
    elif n:
        _encode_offset_for_leader_topic_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_for_leader_epoch_request_3(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.replica_id, n))
    if n > 32:
        write_long(_encode_offset_for_leader_topic_array_2, topics_, out)
    elif n:
        _encode_offset_for_leader_topic_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_for_leader_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_for_leader_partition_array_3(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iiix(o.partition, o.current_leader_epoch, o.leader_epoch))
        else:
            out.append(_pack_iii(o.partition, o.current_leader_epoch, o.leader_epoch))
            _encode_offset_for_leader_partition_tags(o, out)


def _encode_offset_for_leader_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_for_leader_topic_array_3(array, out):
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
            write_long(_encode_offset_for_leader_partition_array_3, partitions_, out)
        elif n:
            _encode_offset_for_leader_partition_array_3(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_for_leader_topic_tags(o, out)


def _encode_offset_for_leader_epoch_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_for_leader_epoch_request_4(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.replica_id, n + 1))
    else:
        out.append(_pack_i(o.replica_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_for_leader_topic_array_3, topics_, out)
    elif n:
        _encode_offset_for_leader_topic_array_3(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_offset_for_leader_epoch_request_tags(o, out)


def _decode_offset_for_leader_partition_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetForLeaderPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_for_leader_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FOR_LEADER_PARTITION * count)]
        end = pos + 8 * count
        if count > 7:
            for o, (o.partition, o.leader_epoch) in zip(found, _row_ii(buf[pos:end])):
                o.current_leader_epoch = -1
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition, o.leader_epoch = _unpack_ii(buf, pos)
        pos += 8
        o.current_leader_epoch = -1
        o.unknown_tags = None
    return found, pos


def _decode_offset_for_leader_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetForLeaderTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_for_leader_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FOR_LEADER_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_for_leader_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_offset_for_leader_epoch_request(buf, pos):
    o = make(OffsetForLeaderEpochRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_for_leader_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.replica_id = -2
    o.unknown_tags = None
    return o, pos


def _decode_offset_for_leader_partition_array_2(buf, pos, count):
    if 12 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetForLeaderPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_for_leader_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FOR_LEADER_PARTITION * count)]
        end = pos + 12 * count
        if count > 7:
            for o, (
                o.partition, o.current_leader_epoch, o.leader_epoch,
            ) in zip(found, _row_iii(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition, o.current_leader_epoch, o.leader_epoch = _unpack_iii(buf, pos)
        pos += 12
        o.unknown_tags = None
    return found, pos


def _decode_offset_for_leader_topic_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetForLeaderTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_for_leader_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FOR_LEADER_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_for_leader_partition_array_2(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_offset_for_leader_epoch_request_2(buf, pos):
    o = make(OffsetForLeaderEpochRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_for_leader_topic_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.replica_id = -2
    o.unknown_tags = None
    return o, pos


def _decode_offset_for_leader_epoch_request_3(buf, pos):
    o = make(OffsetForLeaderEpochRequest)
    o.replica_id, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_offset_for_leader_topic_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.unknown_tags = None
    return o, pos


def _decode_offset_for_leader_partition_tags(o, buf, pos, count):
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


def _decode_offset_for_leader_partition_array_3(buf, pos, count):
    if 13 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetForLeaderPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_for_leader_partition_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FOR_LEADER_PARTITION * count)]
        end = pos + 13 * count
        if count > 7 and buf[pos + 12:end:13].count(0) == count:
            for o, (
                o.partition, o.current_leader_epoch, o.leader_epoch,
            ) in zip(found, _row_iiix(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition, o.current_leader_epoch, o.leader_epoch, t = _unpack_iiiB(buf, pos)
        pos += 13
        o.unknown_tags = None
        if t:
            pos = _decode_offset_for_leader_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_for_leader_topic_tags(o, buf, pos, count):
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


def _decode_offset_for_leader_topic_array_3(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetForLeaderTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_for_leader_topic_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FOR_LEADER_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_for_leader_partition_array_3(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_offset_for_leader_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_for_leader_epoch_request_tags(o, buf, pos, count):
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


def _decode_offset_for_leader_epoch_request_4(buf, pos):
    o = make(OffsetForLeaderEpochRequest)
    o.replica_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_offset_for_leader_topic_array_3(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_offset_for_leader_epoch_request_tags(o, buf, pos, t)
    return o, pos


OffsetForLeaderEpochRequest._ENCODERS = {
    0: _encode_offset_for_leader_epoch_request,
    1: _encode_offset_for_leader_epoch_request,
    2: _encode_offset_for_leader_epoch_request_2,
    3: _encode_offset_for_leader_epoch_request_3,
    4: _encode_offset_for_leader_epoch_request_4,
}
OffsetForLeaderEpochRequest._DECODERS = {
    0: _decode_offset_for_leader_epoch_request,
    1: _decode_offset_for_leader_epoch_request,
    2: _decode_offset_for_leader_epoch_request_2,
    3: _decode_offset_for_leader_epoch_request_3,
    4: _decode_offset_for_leader_epoch_request_4,
}
