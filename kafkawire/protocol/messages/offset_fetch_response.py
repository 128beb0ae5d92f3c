"""Generated from schemas/messages/OffsetFetchResponse.json; do not edit.

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


class OffsetFetchResponse(Message):
    """Committed offsets by group, topic and partition.

    Response of api key 9, versions 0-10, flexible 6+.

    - throttle_time_ms: int32, 3+. Quota delay in milliseconds; the client should stay
      silent that long.
    - topics: []OffsetFetchResponseTopic, 0-7
    - error_code: int16, 2-7. Trouble with the whole group, versions 2 to 7.
    - groups: []OffsetFetchResponseGroup, 8+
    """

    __slots__ = ("throttle_time_ms", "topics", "error_code", "groups")
    _FIELDS = __slots__

    API_KEY = 9
    VERSIONS = (0, 10)
    FLEXIBLE_SINCE = 6

    class OffsetFetchResponseTopic(Struct):
        """OffsetFetchResponseTopic of `OffsetFetchResponse`.

        - name: string, 0-7
        - partitions: []OffsetFetchResponsePartition, 0-7
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[OffsetFetchResponse.OffsetFetchResponsePartition] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[OffsetFetchResponse.OffsetFetchResponsePartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class OffsetFetchResponsePartition(Struct):
        """OffsetFetchResponsePartition of `OffsetFetchResponse`.

        - partition_index: int32, 0-7
        - committed_offset: int64, 0-7. Next offset to read; -1 when nothing is committed.
        - committed_leader_epoch: int32, 5-7. Leader epoch of the last record consumed; -1 when
          the client did not say (KIP-320).
        - metadata: string, 0-7, null. The client's own text, as it was committed.
        - error_code: int16, 0-7
        """

        __slots__ = (
            "partition_index",
            "committed_offset",
            "committed_leader_epoch",
            "metadata",
            "error_code",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            committed_offset: int = 0,
            committed_leader_epoch: int = -1,
            metadata: str | None = "",
            error_code: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.committed_offset: int = committed_offset
            self.committed_leader_epoch: int = committed_leader_epoch
            self.metadata: str | None = metadata
            self.error_code: int = error_code
            self.unknown_tags = None

    class OffsetFetchResponseGroup(Struct):
        """OffsetFetchResponseGroup of `OffsetFetchResponse`.

        - group_id: string, 8+
        - topics: []OffsetFetchResponseTopics, 8+
        - error_code: int16, 8+. Trouble with the whole group.
        """

        __slots__ = ("group_id", "topics", "error_code")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            group_id: str = "",
            topics: list[OffsetFetchResponse.OffsetFetchResponseTopics] = NEW,
            error_code: int = 0,
        ) -> None:
            self.group_id: str = group_id
            self.topics: list[OffsetFetchResponse.OffsetFetchResponseTopics] = (
                [] if topics is NEW else topics
            )
            self.error_code: int = error_code
            self.unknown_tags = None

    class OffsetFetchResponseTopics(Struct):
        """OffsetFetchResponseTopics of `OffsetFetchResponse`.

        - name: string, 8-9. Topic by name, up to version 9.
        - topic_id: uuid, 10+. Topic by id, from version 10.
        - partitions: []OffsetFetchResponsePartitions, 8+
        """

        __slots__ = ("name", "topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            topic_id: bytes = ZERO_UUID,
            partitions: list[OffsetFetchResponse.OffsetFetchResponsePartitions] = NEW,
        ) -> None:
            self.name: str = name
            self.topic_id: bytes = topic_id
            self.partitions: list[OffsetFetchResponse.OffsetFetchResponsePartitions] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class OffsetFetchResponsePartitions(Struct):
        """OffsetFetchResponsePartitions of `OffsetFetchResponse`.

        - partition_index: int32, 8+
        - committed_offset: int64, 8+. Next offset to read; -1 when nothing is committed.
        - committed_leader_epoch: int32, 8+. Leader epoch of the last record consumed; -1 when
          the client did not say (KIP-320).
        - metadata: string, 8+, null. The client's own text, as it was committed.
        - error_code: int16, 8+
        """

        __slots__ = (
            "partition_index",
            "committed_offset",
            "committed_leader_epoch",
            "metadata",
            "error_code",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            committed_offset: int = 0,
            committed_leader_epoch: int = -1,
            metadata: str | None = "",
            error_code: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.committed_offset: int = committed_offset
            self.committed_leader_epoch: int = committed_leader_epoch
            self.metadata: str | None = metadata
            self.error_code: int = error_code
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: list[OffsetFetchResponse.OffsetFetchResponseTopic] = NEW,
        error_code: int = 0,
        groups: list[OffsetFetchResponse.OffsetFetchResponseGroup] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.topics: list[OffsetFetchResponse.OffsetFetchResponseTopic] = (
            [] if topics is NEW else topics
        )
        self.error_code: int = error_code
        self.groups: list[OffsetFetchResponse.OffsetFetchResponseGroup] = (
            [] if groups is NEW else groups
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_pack_iqh = packer(">iqh")
_pack_iqhh = packer(">iqhh")
_pack_iqi = packer(">iqi")
_pack_iqiB = packer(">iqiB")
_pack_iqiBhx = packer(">iqiBhx")
_pack_iqih = packer(">iqih")
_pack_iqihh = packer(">iqihh")
_pack_iqix = packer(">iqix")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_iqixhx = rower(">iqixhx")
_row_uxx = rower(">16sxx")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_unpack_iqh = unpacker(">iqh")
_unpack_iqiB = unpacker(">iqiB")
_unpack_iqih = unpacker(">iqih")
_unpack_uB = unpacker(">16sB")
_OffsetFetchResponseTopic = OffsetFetchResponse.OffsetFetchResponseTopic
_OffsetFetchResponsePartition = OffsetFetchResponse.OffsetFetchResponsePartition
_OffsetFetchResponseGroup = OffsetFetchResponse.OffsetFetchResponseGroup
_OffsetFetchResponseTopics = OffsetFetchResponse.OffsetFetchResponseTopics
_OffsetFetchResponsePartitions = OffsetFetchResponse.OffsetFetchResponsePartitions
_ONE_OFFSET_FETCH_RESPONSE_PARTITION = ((_OffsetFetchResponsePartition,),)
_ONE_OFFSET_FETCH_RESPONSE_TOPIC = ((_OffsetFetchResponseTopic,),)
_ONE_OFFSET_FETCH_RESPONSE_PARTITIONS = ((_OffsetFetchResponsePartitions,),)
_ONE_OFFSET_FETCH_RESPONSE_TOPICS = ((_OffsetFetchResponseTopics,),)
_ONE_OFFSET_FETCH_RESPONSE_GROUP = ((_OffsetFetchResponseGroup,),)


def _encode_offset_fetch_response_partition_array(array, out):
    for o in array:
        metadata_ = o.metadata
        if not metadata_ and o.unknown_tags is None:
            out.append(_pack_iqhh(
                o.partition_index,
                o.committed_offset,
                -(metadata_ is None),
                o.error_code,
            ))
            continue
        metadata_ = o.metadata
        if metadata_ is None:
            out.append(_pack_iqh(o.partition_index, o.committed_offset, -1))
        else:
            metadata_ = metadata_.encode()
            n = len(metadata_)
            out.append(_pack_iqh(o.partition_index, o.committed_offset, n))
            out.append(metadata_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_h(o.error_code))


def _encode_offset_fetch_response_topic_array(array, out):
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
            write_long(_encode_offset_fetch_response_partition_array, partitions_, out)
        elif n:
            _encode_offset_fetch_response_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_fetch_response(o, out):
    if o.groups:
        absent("Groups")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_fetch_response_topic_array, topics_, out)
    elif n:
        _encode_offset_fetch_response_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_fetch_response_2(o, out):
    if o.groups:
        absent("Groups")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_fetch_response_topic_array, topics_, out)
    elif n:
        _encode_offset_fetch_response_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_h(o.error_code))


def _encode_offset_fetch_response_3(o, out):
    if o.groups:
        absent("Groups")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_offset_fetch_response_topic_array, topics_, out)
    elif n:
        _encode_offset_fetch_response_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_h(o.error_code))


def _encode_offset_fetch_response_partition_array_2(array, out):
    for o in array:
        metadata_ = o.metadata
        if not metadata_ and o.unknown_tags is None:
            out.append(_pack_iqihh(
                o.partition_index,
                o.committed_offset,
                o.committed_leader_epoch,
                -(metadata_ is None),
                o.error_code,
            ))
            continue
        metadata_ = o.metadata
        if metadata_ is None:
            out.append(_pack_iqih(o.partition_index, o.committed_offset, o.committed_leader_epoch, -1))
        else:
            metadata_ = metadata_.encode()
            n = len(metadata_)
            out.append(_pack_iqih(o.partition_index, o.committed_offset, o.committed_leader_epoch, n))
            out.append(metadata_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_h(o.error_code))


def _encode_offset_fetch_response_topic_array_2(array, out):
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
            write_long(_encode_offset_fetch_response_partition_array_2, partitions_, out)
        elif n:
            _encode_offset_fetch_response_partition_array_2(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_fetch_response_4(o, out):
    if o.groups:
        absent("Groups")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_offset_fetch_response_topic_array_2, topics_, out)
    elif n:
        _encode_offset_fetch_response_topic_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_h(o.error_code))


def _encode_offset_fetch_response_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_fetch_response_partition_array_3(array, out):
    for o in array:
        metadata_ = o.metadata
        if not metadata_ and o.unknown_tags is None:
            out.append(_pack_iqiBhx(
                o.partition_index,
                o.committed_offset,
                o.committed_leader_epoch,
                metadata_ is not None,
                o.error_code,
            ))
            continue
        metadata_ = o.metadata
        if metadata_ is None:
            out.append(_pack_iqix(o.partition_index, o.committed_offset, o.committed_leader_epoch))
        else:
            metadata_ = metadata_.encode()
            n = len(metadata_)
            if n < 127:
                out.append(_pack_iqiB(
                    o.partition_index,
                    o.committed_offset,
                    o.committed_leader_epoch,
                    n + 1,
                ))
            else:
                out.append(_pack_iqi(o.partition_index, o.committed_offset, o.committed_leader_epoch))
                out.append(string_length(n))
            out.append(metadata_)
        if o.unknown_tags is None:
            out.append(_pack_hx(o.error_code))
        else:
            out.append(_pack_h(o.error_code))
            _encode_offset_fetch_response_partition_tags(o, out)


def _encode_offset_fetch_response_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_fetch_response_topic_array_3(array, out):
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
            write_long(_encode_offset_fetch_response_partition_array_3, partitions_, out)
        elif n:
            _encode_offset_fetch_response_partition_array_3(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_fetch_response_topic_tags(o, out)


def _encode_offset_fetch_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_fetch_response_5(o, out):
    if o.groups:
        absent("Groups")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_fetch_response_topic_array_3, topics_, out)
    elif n:
        _encode_offset_fetch_response_topic_array_3(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_hx(o.error_code))
    else:
        out.append(_pack_h(o.error_code))
        _encode_offset_fetch_response_tags(o, out)


def _encode_offset_fetch_response_partitions_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_fetch_response_partitions_array(array, out):
    for o in array:
        metadata_ = o.metadata
        if not metadata_ and o.unknown_tags is None:
            out.append(_pack_iqiBhx(
                o.partition_index,
                o.committed_offset,
                o.committed_leader_epoch,
                metadata_ is not None,
                o.error_code,
            ))
            continue
        metadata_ = o.metadata
        if metadata_ is None:
            out.append(_pack_iqix(o.partition_index, o.committed_offset, o.committed_leader_epoch))
        else:
            metadata_ = metadata_.encode()
            n = len(metadata_)
            if n < 127:
                out.append(_pack_iqiB(
                    o.partition_index,
                    o.committed_offset,
                    o.committed_leader_epoch,
                    n + 1,
                ))
            else:
                out.append(_pack_iqi(o.partition_index, o.committed_offset, o.committed_leader_epoch))
                out.append(string_length(n))
            out.append(metadata_)
        if o.unknown_tags is None:
            out.append(_pack_hx(o.error_code))
        else:
            out.append(_pack_h(o.error_code))
            _encode_offset_fetch_response_partitions_tags(o, out)


def _encode_offset_fetch_response_topics_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_fetch_response_topics_array(array, out):
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
            write_long(_encode_offset_fetch_response_partitions_array, partitions_, out)
        elif n:
            _encode_offset_fetch_response_partitions_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_fetch_response_topics_tags(o, out)


def _encode_offset_fetch_response_group_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_fetch_response_group_array(array, out):
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
            write_long(_encode_offset_fetch_response_topics_array, topics_, out)
        elif n:
            _encode_offset_fetch_response_topics_array(topics_, out)
        if o.unknown_tags is None:
            out.append(_pack_hx(o.error_code))
        else:
            out.append(_pack_h(o.error_code))
            _encode_offset_fetch_response_group_tags(o, out)


def _encode_offset_fetch_response_6(o, out):
    if o.topics:
        absent("Topics")
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_fetch_response_group_array, groups_, out)
    elif n:
        _encode_offset_fetch_response_group_array(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_offset_fetch_response_tags(o, out)


def _encode_offset_fetch_response_topics_array_2(array, out):
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
            write_long(_encode_offset_fetch_response_partitions_array, partitions_, out)
        elif n:
            _encode_offset_fetch_response_partitions_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_fetch_response_topics_tags(o, out)


def _encode_offset_fetch_response_group_array_2(array, out):
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
            write_long(_encode_offset_fetch_response_topics_array_2, topics_, out)
        elif n:
            _encode_offset_fetch_response_topics_array_2(topics_, out)
        if o.unknown_tags is None:
            out.append(_pack_hx(o.error_code))
        else:
            out.append(_pack_h(o.error_code))
            _encode_offset_fetch_response_group_tags(o, out)


def _encode_offset_fetch_response_7(o, out):
    if o.topics:
        absent("Topics")
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_fetch_response_group_array_2, groups_, out)
    elif n:
        _encode_offset_fetch_response_group_array_2(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_offset_fetch_response_tags(o, out)


def _decode_offset_fetch_response_partition_array(buf, pos, count):
    if 16 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_response_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_RESPONSE_PARTITION * count)]
    for o in found:
        o.partition_index, o.committed_offset, n = _unpack_iqh(buf, pos)
        pos += 14
        if n >= 0:
            e = pos + n
            o.metadata = buf[pos:e].decode()
            pos = e
        else:
            o.metadata = None
        o.error_code, = _unpack_h(buf, pos)
        pos += 2
        o.committed_leader_epoch = -1
        o.unknown_tags = None
    return found, pos


def _decode_offset_fetch_response_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_response_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_RESPONSE_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_fetch_response_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_offset_fetch_response(buf, pos):
    o = make(OffsetFetchResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_fetch_response_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.throttle_time_ms = 0
    o.error_code = 0
    o.groups = []
    o.unknown_tags = None
    return o, pos


def _decode_offset_fetch_response_2(buf, pos):
    o = make(OffsetFetchResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_fetch_response_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.error_code, = _unpack_h(buf, pos)
    pos += 2
    o.throttle_time_ms = 0
    o.groups = []
    o.unknown_tags = None
    return o, pos


def _decode_offset_fetch_response_3(buf, pos):
    o = make(OffsetFetchResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_offset_fetch_response_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.error_code, = _unpack_h(buf, pos)
    pos += 2
    o.groups = []
    o.unknown_tags = None
    return o, pos


def _decode_offset_fetch_response_partition_array_2(buf, pos, count):
    if 20 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_response_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_RESPONSE_PARTITION * count)]
    for o in found:
        (o.partition_index, o.committed_offset, o.committed_leader_epoch, n) = _unpack_iqih(buf, pos)
        pos += 18
        if n >= 0:
            e = pos + n
            o.metadata = buf[pos:e].decode()
            pos = e
        else:
            o.metadata = None
        o.error_code, = _unpack_h(buf, pos)
        pos += 2
        o.unknown_tags = None
    return found, pos


def _decode_offset_fetch_response_topic_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_response_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_RESPONSE_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_fetch_response_partition_array_2(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_offset_fetch_response_4(buf, pos):
    o = make(OffsetFetchResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_offset_fetch_response_topic_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.error_code, = _unpack_h(buf, pos)
    pos += 2
    o.groups = []
    o.unknown_tags = None
    return o, pos


def _decode_offset_fetch_response_partition_tags(o, buf, pos, count):
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


def _decode_offset_fetch_response_partition_array_3(buf, pos, count):
    if 20 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_response_partition_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_RESPONSE_PARTITION * count)]
        end = pos + 20 * count
        if (
            count > 7
            and buf[pos + 16] < 2
            and buf[pos + 16:end:20].count(buf[pos + 16]) == count
            and buf[pos + 19:end:20].count(0) == count
        ):
            at_16 = buf[pos + 16]
            for o, (
                o.partition_index, o.committed_offset, o.committed_leader_epoch, o.error_code,
            ) in zip(found, _row_iqixhx(buf[pos:end])):
                o.metadata = "" if at_16 else None
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.partition_index, o.committed_offset, o.committed_leader_epoch, n) = _unpack_iqiB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.metadata = buf[pos:e].decode()
            pos = e
        else:
            o.metadata = None
        o.error_code, t = _unpack_hB(buf, pos)
        pos += 3
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_response_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_response_topic_tags(o, buf, pos, count):
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


def _decode_offset_fetch_response_topic_array_3(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_response_topic_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_RESPONSE_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_fetch_response_partition_array_3(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_response_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_response_tags(o, buf, pos, count):
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


def _decode_offset_fetch_response_5(buf, pos):
    o = make(OffsetFetchResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_offset_fetch_response_topic_array_3(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    o.error_code, t = _unpack_hB(buf, pos)
    pos += 3
    o.groups = []
    o.unknown_tags = None
    if t:
        pos = _decode_offset_fetch_response_tags(o, buf, pos, t)
    return o, pos


def _decode_offset_fetch_response_partitions_tags(o, buf, pos, count):
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


def _decode_offset_fetch_response_partitions_array(buf, pos, count):
    if 20 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchResponsePartitions)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_response_partitions_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_RESPONSE_PARTITIONS * count)]
        end = pos + 20 * count
        if (
            count > 7
            and buf[pos + 16] < 2
            and buf[pos + 16:end:20].count(buf[pos + 16]) == count
            and buf[pos + 19:end:20].count(0) == count
        ):
            at_16 = buf[pos + 16]
            for o, (
                o.partition_index, o.committed_offset, o.committed_leader_epoch, o.error_code,
            ) in zip(found, _row_iqixhx(buf[pos:end])):
                o.metadata = "" if at_16 else None
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.partition_index, o.committed_offset, o.committed_leader_epoch, n) = _unpack_iqiB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.metadata = buf[pos:e].decode()
            pos = e
        else:
            o.metadata = None
        o.error_code, t = _unpack_hB(buf, pos)
        pos += 3
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_response_partitions_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_response_topics_tags(o, buf, pos, count):
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


def _decode_offset_fetch_response_topics_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchResponseTopics)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_response_topics_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_RESPONSE_TOPICS * count)]
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
            o.partitions, pos = _decode_offset_fetch_response_partitions_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_response_topics_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_response_group_tags(o, buf, pos, count):
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


def _decode_offset_fetch_response_group_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchResponseGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_response_group_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_RESPONSE_GROUP * count)]
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
            o.topics, pos = _decode_offset_fetch_response_topics_array(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        o.error_code, t = _unpack_hB(buf, pos)
        pos += 3
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_response_group_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_response_6(buf, pos):
    o = make(OffsetFetchResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_offset_fetch_response_group_array(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.topics = []
    o.error_code = 0
    o.unknown_tags = None
    if t:
        pos = _decode_offset_fetch_response_tags(o, buf, pos, t)
    return o, pos


def _decode_offset_fetch_response_topics_array_2(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchResponseTopics)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_response_topics_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_RESPONSE_TOPICS * count)]
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
            o.partitions, pos = _decode_offset_fetch_response_partitions_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_response_topics_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_response_group_array_2(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchResponseGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_response_group_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_RESPONSE_GROUP * count)]
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
            o.topics, pos = _decode_offset_fetch_response_topics_array_2(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        o.error_code, t = _unpack_hB(buf, pos)
        pos += 3
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_response_group_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_response_7(buf, pos):
    o = make(OffsetFetchResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_offset_fetch_response_group_array_2(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.topics = []
    o.error_code = 0
    o.unknown_tags = None
    if t:
        pos = _decode_offset_fetch_response_tags(o, buf, pos, t)
    return o, pos


OffsetFetchResponse._ENCODERS = {
    0: _encode_offset_fetch_response,
    1: _encode_offset_fetch_response,
    2: _encode_offset_fetch_response_2,
    3: _encode_offset_fetch_response_3,
    4: _encode_offset_fetch_response_3,
    5: _encode_offset_fetch_response_4,
    6: _encode_offset_fetch_response_5,
    7: _encode_offset_fetch_response_5,
    8: _encode_offset_fetch_response_6,
    9: _encode_offset_fetch_response_6,
    10: _encode_offset_fetch_response_7,
}
OffsetFetchResponse._DECODERS = {
    0: _decode_offset_fetch_response,
    1: _decode_offset_fetch_response,
    2: _decode_offset_fetch_response_2,
    3: _decode_offset_fetch_response_3,
    4: _decode_offset_fetch_response_3,
    5: _decode_offset_fetch_response_4,
    6: _decode_offset_fetch_response_5,
    7: _decode_offset_fetch_response_5,
    8: _decode_offset_fetch_response_6,
    9: _decode_offset_fetch_response_6,
    10: _decode_offset_fetch_response_7,
}
