"""Generated from schemas/messages/DescribeShareGroupOffsetsResponse.json; do not edit.

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


class DescribeShareGroupOffsetsResponse(Message):
    """Start offset and lag of each share-partition.

    Response of api key 90, versions 0-1, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - groups: []DescribeShareGroupOffsetsResponseGroup, 0+
    """

    __slots__ = ("throttle_time_ms", "groups")
    _FIELDS = __slots__

    API_KEY = 90
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class DescribeShareGroupOffsetsResponseGroup(Struct):
        """DescribeShareGroupOffsetsResponseGroup of `DescribeShareGroupOffsetsResponse`.

        - group_id: string, 0+
        - topics: []DescribeShareGroupOffsetsResponseTopic, 0+
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = ("group_id", "topics", "error_code", "error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            group_id: str = "",
            topics: list[DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseTopic] = NEW,
            error_code: int = 0,
            error_message: str | None = None,
        ) -> None:
            self.group_id: str = group_id
            self.topics: list[DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseTopic] = (
                [] if topics is NEW else topics
            )
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    class DescribeShareGroupOffsetsResponseTopic(Struct):
        """DescribeShareGroupOffsetsResponseTopic of `DescribeShareGroupOffsetsResponse`.

        - topic_name: string, 0+
        - topic_id: uuid, 0+
        - partitions: []DescribeShareGroupOffsetsResponsePartition, 0+
        """

        __slots__ = ("topic_name", "topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            topic_id: bytes = ZERO_UUID,
            partitions: list[DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponsePartition] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.topic_id: bytes = topic_id
            self.partitions: list[DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponsePartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class DescribeShareGroupOffsetsResponsePartition(Struct):
        """DescribeShareGroupOffsetsResponsePartition of `DescribeShareGroupOffsetsResponse`.

        - partition_index: int32, 0+
        - start_offset: int64, 0+. First offset not finished with; -1 when it is not set yet.
        - leader_epoch: int32, 0+. Leader epoch of the topic partition, as stored with the
          offset.
        - lag: int64, 1+. Records still to be finished (KIP-1226); -1 unknown.
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = (
            "partition_index",
            "start_offset",
            "leader_epoch",
            "lag",
            "error_code",
            "error_message",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            start_offset: int = 0,
            leader_epoch: int = 0,
            lag: int = -1,
            error_code: int = 0,
            error_message: str | None = None,
        ) -> None:
            self.partition_index: int = partition_index
            self.start_offset: int = start_offset
            self.leader_epoch: int = leader_epoch
            self.lag: int = lag
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        groups: list[DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseGroup] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.groups: list[DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseGroup] = (
            [] if groups is NEW else groups
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iqih = packer(">iqih")
_pack_iqihB = packer(">iqihB")
_pack_iqihBx = packer(">iqihBx")
_pack_iqihx = packer(">iqihx")
_pack_iqiqh = packer(">iqiqh")
_pack_iqiqhB = packer(">iqiqhB")
_pack_iqiqhBx = packer(">iqiqhBx")
_pack_iqiqhx = packer(">iqiqhx")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_row_iqihxx = rower(">iqihxx")
_row_iqiqhxx = rower(">iqiqhxx")
_unpack_hB = unpacker(">hB")
_unpack_iB = unpacker(">iB")
_unpack_iqihB = unpacker(">iqihB")
_unpack_iqiqhB = unpacker(">iqiqhB")
_unpack_uB = unpacker(">16sB")
_DescribeShareGroupOffsetsResponseGroup = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseGroup
_DescribeShareGroupOffsetsResponseTopic = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponseTopic
_DescribeShareGroupOffsetsResponsePartition = DescribeShareGroupOffsetsResponse.DescribeShareGroupOffsetsResponsePartition
_ONE_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_PARTITION = ((_DescribeShareGroupOffsetsResponsePartition,),)
_ONE_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_TOPIC = ((_DescribeShareGroupOffsetsResponseTopic,),)
_ONE_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_GROUP = ((_DescribeShareGroupOffsetsResponseGroup,),)


def _encode_describe_share_group_offsets_response_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_share_group_offsets_response_partition_array(array, out):
    for o in array:
        error_message_ = o.error_message
        if not error_message_ and o.unknown_tags is None:
            out.append(_pack_iqihBx(
                o.partition_index,
                o.start_offset,
                o.leader_epoch,
                o.error_code,
                error_message_ is not None,
            ))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_iqihx(o.partition_index, o.start_offset, o.leader_epoch, o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_iqihB(
                    o.partition_index,
                    o.start_offset,
                    o.leader_epoch,
                    o.error_code,
                    n + 1,
                ))
            else:
                out.append(_pack_iqih(o.partition_index, o.start_offset, o.leader_epoch, o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_share_group_offsets_response_partition_tags(o, out)


def _encode_describe_share_group_offsets_response_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_share_group_offsets_response_topic_array(array, out):
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
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_describe_share_group_offsets_response_partition_array, partitions_, out)
        elif n:
            _encode_describe_share_group_offsets_response_partition_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_share_group_offsets_response_topic_tags(o, out)


def _encode_describe_share_group_offsets_response_group_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_share_group_offsets_response_group_array(array, out):
    for o in array:
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
            write_long(_encode_describe_share_group_offsets_response_topic_array, topics_, out)
        elif n:
            _encode_describe_share_group_offsets_response_topic_array(topics_, out)
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hx(o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_hB(o.error_code, n + 1))
            else:
                out.append(_pack_h(o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_share_group_offsets_response_group_tags(o, out)


def _encode_describe_share_group_offsets_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_share_group_offsets_response(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_share_group_offsets_response_group_array, groups_, out)
    elif n:
        _encode_describe_share_group_offsets_response_group_array(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_share_group_offsets_response_tags(o, out)


def _encode_describe_share_group_offsets_response_partition_array_2(array, out):
    for o in array:
        error_message_ = o.error_message
        if not error_message_ and o.unknown_tags is None:
            out.append(_pack_iqiqhBx(
                o.partition_index,
                o.start_offset,
                o.leader_epoch,
                o.lag,
                o.error_code,
                error_message_ is not None,
            ))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_iqiqhx(
                o.partition_index,
                o.start_offset,
                o.leader_epoch,
                o.lag,
                o.error_code,
            ))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_iqiqhB(
                    o.partition_index,
                    o.start_offset,
                    o.leader_epoch,
                    o.lag,
                    o.error_code,
                    n + 1,
                ))
            else:
                out.append(_pack_iqiqh(
                    o.partition_index,
                    o.start_offset,
                    o.leader_epoch,
                    o.lag,
                    o.error_code,
                ))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_share_group_offsets_response_partition_tags(o, out)


def _encode_describe_share_group_offsets_response_topic_array_2(array, out):
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
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_describe_share_group_offsets_response_partition_array_2, partitions_, out)
        elif n:
            _encode_describe_share_group_offsets_response_partition_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_share_group_offsets_response_topic_tags(o, out)


def _encode_describe_share_group_offsets_response_group_array_2(array, out):
    for o in array:
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
            write_long(_encode_describe_share_group_offsets_response_topic_array_2, topics_, out)
        elif n:
            _encode_describe_share_group_offsets_response_topic_array_2(topics_, out)
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hx(o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_hB(o.error_code, n + 1))
            else:
                out.append(_pack_h(o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_share_group_offsets_response_group_tags(o, out)


def _encode_describe_share_group_offsets_response_2(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_share_group_offsets_response_group_array_2, groups_, out)
    elif n:
        _encode_describe_share_group_offsets_response_group_array_2(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_share_group_offsets_response_tags(o, out)


def _decode_describe_share_group_offsets_response_partition_tags(o, buf, pos, count):
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


def _decode_describe_share_group_offsets_response_partition_array(buf, pos, count):
    if 20 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeShareGroupOffsetsResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_share_group_offsets_response_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_PARTITION * count)]
        end = pos + 20 * count
        if (
            count > 7
            and buf[pos + 18] < 2
            and buf[pos + 18:end:20].count(buf[pos + 18]) == count
            and buf[pos + 19:end:20].count(0) == count
        ):
            at_18 = buf[pos + 18]
            for o, (
                o.partition_index, o.start_offset, o.leader_epoch, o.error_code,
            ) in zip(found, _row_iqihxx(buf[pos:end])):
                o.error_message = "" if at_18 else None
                o.lag = -1
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.partition_index, o.start_offset, o.leader_epoch, o.error_code, n) = _unpack_iqihB(buf, pos)
        pos += 19
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        t = buf[pos]
        pos += 1
        o.lag = -1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_share_group_offsets_response_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_share_group_offsets_response_topic_tags(o, buf, pos, count):
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


def _decode_describe_share_group_offsets_response_topic_array(buf, pos, count):
    if 19 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeShareGroupOffsetsResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_share_group_offsets_response_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_TOPIC * count)]
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
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_describe_share_group_offsets_response_partition_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_share_group_offsets_response_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_share_group_offsets_response_group_tags(o, buf, pos, count):
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


def _decode_describe_share_group_offsets_response_group_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeShareGroupOffsetsResponseGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_share_group_offsets_response_group_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_GROUP * count)]
    for o in found:
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
            o.topics, pos = _decode_describe_share_group_offsets_response_topic_array(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_share_group_offsets_response_group_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_share_group_offsets_response_tags(o, buf, pos, count):
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


def _decode_describe_share_group_offsets_response(buf, pos):
    o = make(DescribeShareGroupOffsetsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_describe_share_group_offsets_response_group_array(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_share_group_offsets_response_tags(o, buf, pos, t)
    return o, pos


def _decode_describe_share_group_offsets_response_partition_array_2(buf, pos, count):
    if 28 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeShareGroupOffsetsResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_share_group_offsets_response_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_PARTITION * count)]
        end = pos + 28 * count
        if (
            count > 7
            and buf[pos + 26] < 2
            and buf[pos + 26:end:28].count(buf[pos + 26]) == count
            and buf[pos + 27:end:28].count(0) == count
        ):
            at_26 = buf[pos + 26]
            for o, (
                o.partition_index, o.start_offset, o.leader_epoch, o.lag, o.error_code,
            ) in zip(found, _row_iqiqhxx(buf[pos:end])):
                o.error_message = "" if at_26 else None
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition_index,
            o.start_offset,
            o.leader_epoch,
            o.lag,
            o.error_code,
            n,
        ) = _unpack_iqiqhB(buf, pos)
        pos += 27
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_share_group_offsets_response_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_share_group_offsets_response_topic_array_2(buf, pos, count):
    if 19 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeShareGroupOffsetsResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_share_group_offsets_response_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_TOPIC * count)]
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
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_describe_share_group_offsets_response_partition_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_share_group_offsets_response_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_share_group_offsets_response_group_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeShareGroupOffsetsResponseGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_share_group_offsets_response_group_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_SHARE_GROUP_OFFSETS_RESPONSE_GROUP * count)]
    for o in found:
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
            o.topics, pos = _decode_describe_share_group_offsets_response_topic_array_2(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_share_group_offsets_response_group_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_share_group_offsets_response_2(buf, pos):
    o = make(DescribeShareGroupOffsetsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_describe_share_group_offsets_response_group_array_2(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_share_group_offsets_response_tags(o, buf, pos, t)
    return o, pos


DescribeShareGroupOffsetsResponse._ENCODERS = {
    0: _encode_describe_share_group_offsets_response,
    1: _encode_describe_share_group_offsets_response_2,
}
DescribeShareGroupOffsetsResponse._DECODERS = {
    0: _decode_describe_share_group_offsets_response,
    1: _decode_describe_share_group_offsets_response_2,
}
