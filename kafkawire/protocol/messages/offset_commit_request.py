"""Generated from schemas/messages/OffsetCommitRequest.json; do not edit.

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


class OffsetCommitRequest(Message):
    """Stores how far a group has read.

    Request of api key 8, versions 0-10, flexible 8+.

    - group_id: string, 0+
    - generation_id_or_member_epoch: int32, 1+. Classic generation or member epoch; -1 from
      clients that manage partitions themselves.
    - member_id: string, 1+. Empty from clients that manage partitions themselves.
    - group_instance_id: string, 7+, null. Static member name that outlives restarts
      (KIP-345); null for a dynamic member.
    - retention_time_ms: int64, 2-4. How long the offsets are kept, versions 2 to 4; -1 for
      the broker's setting (KIP-211 ended it).
    - topics: []OffsetCommitRequestTopic, 0+
    """

    __slots__ = (
        "group_id",
        "generation_id_or_member_epoch",
        "member_id",
        "group_instance_id",
        "retention_time_ms",
        "topics",
    )
    _FIELDS = __slots__

    API_KEY = 8
    VERSIONS = (0, 10)
    FLEXIBLE_SINCE = 8

    class OffsetCommitRequestTopic(Struct):
        """OffsetCommitRequestTopic of `OffsetCommitRequest`.

        - name: string, 0-9. Topic by name, up to version 9.
        - topic_id: uuid, 10+. Topic by id, from version 10.
        - partitions: []OffsetCommitRequestPartition, 0+
        """

        __slots__ = ("name", "topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            topic_id: bytes = ZERO_UUID,
            partitions: list[OffsetCommitRequest.OffsetCommitRequestPartition] = NEW,
        ) -> None:
            self.name: str = name
            self.topic_id: bytes = topic_id
            self.partitions: list[OffsetCommitRequest.OffsetCommitRequestPartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class OffsetCommitRequestPartition(Struct):
        """OffsetCommitRequestPartition of `OffsetCommitRequest`.

        - partition_index: int32, 0+
        - committed_offset: int64, 0+. Next offset to read, thus one past the last record that
          was handled.
        - committed_leader_epoch: int32, 6+. Leader epoch of the last record consumed; -1 when
          the client did not say (KIP-320).
        - commit_timestamp: int64, 1. Version 1 only; -1 for the time of arrival.
        - committed_metadata: string, 0+, null. The client's own text, given back by
          OffsetFetch.
        """

        __slots__ = (
            "partition_index",
            "committed_offset",
            "committed_leader_epoch",
            "commit_timestamp",
            "committed_metadata",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            committed_offset: int = 0,
            committed_leader_epoch: int = -1,
            commit_timestamp: int = -1,
            committed_metadata: str | None = "",
        ) -> None:
            self.partition_index: int = partition_index
            self.committed_offset: int = committed_offset
            self.committed_leader_epoch: int = committed_leader_epoch
            self.commit_timestamp: int = commit_timestamp
            self.committed_metadata: str | None = committed_metadata
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str = "",
        generation_id_or_member_epoch: int = -1,
        member_id: str = "",
        group_instance_id: str | None = None,
        retention_time_ms: int = -1,
        topics: list[OffsetCommitRequest.OffsetCommitRequestTopic] = NEW,
    ) -> None:
        self.group_id: str = group_id
        self.generation_id_or_member_epoch: int = generation_id_or_member_epoch
        self.member_id: str = member_id
        self.group_instance_id: str | None = group_instance_id
        self.retention_time_ms: int = retention_time_ms
        self.topics: list[OffsetCommitRequest.OffsetCommitRequestTopic] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_iqh = packer(">iqh")
_pack_iqi = packer(">iqi")
_pack_iqiB = packer(">iqiB")
_pack_iqiBx = packer(">iqiBx")
_pack_iqih = packer(">iqih")
_pack_iqix = packer(">iqix")
_pack_iqqh = packer(">iqqh")
_pack_qi = packer(">qi")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_iqixx = rower(">iqixx")
_row_uxx = rower(">16sxx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_unpack_iqh = unpacker(">iqh")
_unpack_iqiB = unpacker(">iqiB")
_unpack_iqih = unpacker(">iqih")
_unpack_iqqh = unpacker(">iqqh")
_unpack_qi = unpacker(">qi")
_unpack_uB = unpacker(">16sB")
_OffsetCommitRequestTopic = OffsetCommitRequest.OffsetCommitRequestTopic
_OffsetCommitRequestPartition = OffsetCommitRequest.OffsetCommitRequestPartition
_ONE_OFFSET_COMMIT_REQUEST_PARTITION = ((_OffsetCommitRequestPartition,),)
_ONE_OFFSET_COMMIT_REQUEST_TOPIC = ((_OffsetCommitRequestTopic,),)


def _encode_offset_commit_request_partition_array(array, out):
    for o in array:
        committed_metadata_ = o.committed_metadata
        if not committed_metadata_ and o.commit_timestamp == -1 and o.unknown_tags is None:
            out.append(_pack_iqh(o.partition_index, o.committed_offset, -(committed_metadata_ is None)))
            continue
        if o.commit_timestamp != -1:
            absent("CommitTimestamp")
        committed_metadata_ = o.committed_metadata
        if committed_metadata_ is None:
            out.append(_pack_iqh(o.partition_index, o.committed_offset, -1))
        else:
            committed_metadata_ = committed_metadata_.encode()
            n = len(committed_metadata_)
            out.append(_pack_iqh(o.partition_index, o.committed_offset, n))
            out.append(committed_metadata_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_commit_request_topic_array(array, out):
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
            write_long(_encode_offset_commit_request_partition_array, partitions_, out)
        elif n:
            _encode_offset_commit_request_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_commit_request(o, out):
    if o.group_instance_id is not None:
        absent("GroupInstanceId")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_commit_request_topic_array, topics_, out)
    elif n:
        _encode_offset_commit_request_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_commit_request_partition_array_2(array, out):
    for o in array:
        committed_metadata_ = o.committed_metadata
        if not committed_metadata_ and o.unknown_tags is None:
            out.append(_pack_iqqh(
                o.partition_index,
                o.committed_offset,
                o.commit_timestamp,
                -(committed_metadata_ is None),
            ))
            continue
        committed_metadata_ = o.committed_metadata
        if committed_metadata_ is None:
            out.append(_pack_iqqh(o.partition_index, o.committed_offset, o.commit_timestamp, -1))
        else:
            committed_metadata_ = committed_metadata_.encode()
            n = len(committed_metadata_)
            out.append(_pack_iqqh(o.partition_index, o.committed_offset, o.commit_timestamp, n))
            out.append(committed_metadata_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_commit_request_topic_array_2(array, out):
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
            write_long(_encode_offset_commit_request_partition_array_2, partitions_, out)
        elif n:
            _encode_offset_commit_request_partition_array_2(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_commit_request_2(o, out):
    if o.group_instance_id is not None:
        absent("GroupInstanceId")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_ih(o.generation_id_or_member_epoch, n))
    out.append(member_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_commit_request_topic_array_2, topics_, out)
    elif n:
        _encode_offset_commit_request_topic_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_commit_request_3(o, out):
    if o.group_instance_id is not None:
        absent("GroupInstanceId")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_ih(o.generation_id_or_member_epoch, n))
    out.append(member_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_qi(o.retention_time_ms, n))
    if n > 32:
        write_long(_encode_offset_commit_request_topic_array, topics_, out)
    elif n:
        _encode_offset_commit_request_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_commit_request_4(o, out):
    if o.group_instance_id is not None:
        absent("GroupInstanceId")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_ih(o.generation_id_or_member_epoch, n))
    out.append(member_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_commit_request_topic_array, topics_, out)
    elif n:
        _encode_offset_commit_request_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_commit_request_partition_array_3(array, out):
    for o in array:
        committed_metadata_ = o.committed_metadata
        if not committed_metadata_ and o.commit_timestamp == -1 and o.unknown_tags is None:
            out.append(_pack_iqih(
                o.partition_index,
                o.committed_offset,
                o.committed_leader_epoch,
                -(committed_metadata_ is None),
            ))
            continue
        if o.commit_timestamp != -1:
            absent("CommitTimestamp")
        committed_metadata_ = o.committed_metadata
        if committed_metadata_ is None:
            out.append(_pack_iqih(o.partition_index, o.committed_offset, o.committed_leader_epoch, -1))
        else:
            committed_metadata_ = committed_metadata_.encode()
            n = len(committed_metadata_)
            out.append(_pack_iqih(o.partition_index, o.committed_offset, o.committed_leader_epoch, n))
            out.append(committed_metadata_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_commit_request_topic_array_3(array, out):
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
            write_long(_encode_offset_commit_request_partition_array_3, partitions_, out)
        elif n:
            _encode_offset_commit_request_partition_array_3(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_commit_request_5(o, out):
    if o.group_instance_id is not None:
        absent("GroupInstanceId")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_ih(o.generation_id_or_member_epoch, n))
    out.append(member_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_commit_request_topic_array_3, topics_, out)
    elif n:
        _encode_offset_commit_request_topic_array_3(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_commit_request_6(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    out.append(_pack_ih(o.generation_id_or_member_epoch, n))
    out.append(member_id_)
    group_instance_id_ = o.group_instance_id
    if group_instance_id_ is None:
        out.append(_pack_h(-1))
    else:
        group_instance_id_ = group_instance_id_.encode()
        n = len(group_instance_id_)
        out.append(_pack_h(n))
        out.append(group_instance_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_commit_request_topic_array_3, topics_, out)
    elif n:
        _encode_offset_commit_request_topic_array_3(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_commit_request_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_commit_request_partition_array_4(array, out):
    for o in array:
        committed_metadata_ = o.committed_metadata
        if not committed_metadata_ and o.commit_timestamp == -1 and o.unknown_tags is None:
            out.append(_pack_iqiBx(
                o.partition_index,
                o.committed_offset,
                o.committed_leader_epoch,
                committed_metadata_ is not None,
            ))
            continue
        if o.commit_timestamp != -1:
            absent("CommitTimestamp")
        committed_metadata_ = o.committed_metadata
        if committed_metadata_ is None:
            out.append(_pack_iqix(o.partition_index, o.committed_offset, o.committed_leader_epoch))
        else:
            committed_metadata_ = committed_metadata_.encode()
            n = len(committed_metadata_)
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
            out.append(committed_metadata_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_commit_request_partition_tags(o, out)


def _encode_offset_commit_request_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_commit_request_topic_array_4(array, out):
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
            write_long(_encode_offset_commit_request_partition_array_4, partitions_, out)
        elif n:
            _encode_offset_commit_request_partition_array_4(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_commit_request_topic_tags(o, out)


def _encode_offset_commit_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_commit_request_7(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(_pack_iB(o.generation_id_or_member_epoch, n + 1))
    else:
        out.append(_pack_i(o.generation_id_or_member_epoch))
        out.append(string_length(n))
    out.append(member_id_)
    group_instance_id_ = o.group_instance_id
    if group_instance_id_ is None:
        out.append(b"\0")
    else:
        group_instance_id_ = group_instance_id_.encode()
        n = len(group_instance_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_instance_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_commit_request_topic_array_4, topics_, out)
    elif n:
        _encode_offset_commit_request_topic_array_4(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_offset_commit_request_tags(o, out)


def _encode_offset_commit_request_topic_array_5(array, out):
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
            write_long(_encode_offset_commit_request_partition_array_4, partitions_, out)
        elif n:
            _encode_offset_commit_request_partition_array_4(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_commit_request_topic_tags(o, out)


def _encode_offset_commit_request_8(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(_pack_iB(o.generation_id_or_member_epoch, n + 1))
    else:
        out.append(_pack_i(o.generation_id_or_member_epoch))
        out.append(string_length(n))
    out.append(member_id_)
    group_instance_id_ = o.group_instance_id
    if group_instance_id_ is None:
        out.append(b"\0")
    else:
        group_instance_id_ = group_instance_id_.encode()
        n = len(group_instance_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_instance_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_commit_request_topic_array_5, topics_, out)
    elif n:
        _encode_offset_commit_request_topic_array_5(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_offset_commit_request_tags(o, out)


def _decode_offset_commit_request_partition_array(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitRequestPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_request_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_REQUEST_PARTITION * count)]
    for o in found:
        o.partition_index, o.committed_offset, n = _unpack_iqh(buf, pos)
        pos += 14
        if n >= 0:
            e = pos + n
            o.committed_metadata = buf[pos:e].decode()
            pos = e
        else:
            o.committed_metadata = None
        o.committed_leader_epoch = -1
        o.commit_timestamp = -1
        o.unknown_tags = None
    return found, pos


def _decode_offset_commit_request_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_request_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_REQUEST_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_commit_request_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_offset_commit_request(buf, pos):
    o = make(OffsetCommitRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_commit_request_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.generation_id_or_member_epoch = -1
    o.member_id = ""
    o.group_instance_id = None
    o.retention_time_ms = -1
    o.unknown_tags = None
    return o, pos


def _decode_offset_commit_request_partition_array_2(buf, pos, count):
    if 22 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitRequestPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_request_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_REQUEST_PARTITION * count)]
    for o in found:
        o.partition_index, o.committed_offset, o.commit_timestamp, n = _unpack_iqqh(buf, pos)
        pos += 22
        if n >= 0:
            e = pos + n
            o.committed_metadata = buf[pos:e].decode()
            pos = e
        else:
            o.committed_metadata = None
        o.committed_leader_epoch = -1
        o.unknown_tags = None
    return found, pos


def _decode_offset_commit_request_topic_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_request_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_REQUEST_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_commit_request_partition_array_2(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_offset_commit_request_2(buf, pos):
    o = make(OffsetCommitRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.generation_id_or_member_epoch, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_commit_request_topic_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.group_instance_id = None
    o.retention_time_ms = -1
    o.unknown_tags = None
    return o, pos


def _decode_offset_commit_request_3(buf, pos):
    o = make(OffsetCommitRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.generation_id_or_member_epoch, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    o.retention_time_ms, n = _unpack_qi(buf, pos)
    pos += 12
    if n > 0:
        o.topics, pos = _decode_offset_commit_request_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.group_instance_id = None
    o.unknown_tags = None
    return o, pos


def _decode_offset_commit_request_4(buf, pos):
    o = make(OffsetCommitRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.generation_id_or_member_epoch, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_commit_request_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.group_instance_id = None
    o.retention_time_ms = -1
    o.unknown_tags = None
    return o, pos


def _decode_offset_commit_request_partition_array_3(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitRequestPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_request_partition_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_REQUEST_PARTITION * count)]
    for o in found:
        (o.partition_index, o.committed_offset, o.committed_leader_epoch, n) = _unpack_iqih(buf, pos)
        pos += 18
        if n >= 0:
            e = pos + n
            o.committed_metadata = buf[pos:e].decode()
            pos = e
        else:
            o.committed_metadata = None
        o.commit_timestamp = -1
        o.unknown_tags = None
    return found, pos


def _decode_offset_commit_request_topic_array_3(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_request_topic_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_REQUEST_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_commit_request_partition_array_3(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_offset_commit_request_5(buf, pos):
    o = make(OffsetCommitRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.generation_id_or_member_epoch, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_commit_request_topic_array_3(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.group_instance_id = None
    o.retention_time_ms = -1
    o.unknown_tags = None
    return o, pos


def _decode_offset_commit_request_6(buf, pos):
    o = make(OffsetCommitRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.generation_id_or_member_epoch, n = _unpack_ih(buf, pos)
    pos += 6
    if n >= 0:
        e = pos + n
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_instance_id = buf[pos:e].decode()
        pos = e
    else:
        o.group_instance_id = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_commit_request_topic_array_3(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.retention_time_ms = -1
    o.unknown_tags = None
    return o, pos


def _decode_offset_commit_request_partition_tags(o, buf, pos, count):
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


def _decode_offset_commit_request_partition_array_4(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitRequestPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_request_partition_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_REQUEST_PARTITION * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] < 2
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            at_16 = buf[pos + 16]
            for o, (
                o.partition_index, o.committed_offset, o.committed_leader_epoch,
            ) in zip(found, _row_iqixx(buf[pos:end])):
                o.committed_metadata = "" if at_16 else None
                o.commit_timestamp = -1
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.partition_index, o.committed_offset, o.committed_leader_epoch, n) = _unpack_iqiB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.committed_metadata = buf[pos:e].decode()
            pos = e
        else:
            o.committed_metadata = None
        t = buf[pos]
        pos += 1
        o.commit_timestamp = -1
        o.unknown_tags = None
        if t:
            pos = _decode_offset_commit_request_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_commit_request_topic_tags(o, buf, pos, count):
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


def _decode_offset_commit_request_topic_array_4(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_request_topic_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_REQUEST_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_commit_request_partition_array_4(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_offset_commit_request_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_commit_request_tags(o, buf, pos, count):
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


def _decode_offset_commit_request_7(buf, pos):
    o = make(OffsetCommitRequest)
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
    o.generation_id_or_member_epoch, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_instance_id = buf[pos:e].decode()
        pos = e
    else:
        o.group_instance_id = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_offset_commit_request_topic_array_4(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.retention_time_ms = -1
    o.unknown_tags = None
    if t:
        pos = _decode_offset_commit_request_tags(o, buf, pos, t)
    return o, pos


def _decode_offset_commit_request_topic_array_5(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetCommitRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_commit_request_topic_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_COMMIT_REQUEST_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_commit_request_partition_array_4(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_offset_commit_request_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_commit_request_8(buf, pos):
    o = make(OffsetCommitRequest)
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
    o.generation_id_or_member_epoch, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_instance_id = buf[pos:e].decode()
        pos = e
    else:
        o.group_instance_id = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_offset_commit_request_topic_array_5(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.retention_time_ms = -1
    o.unknown_tags = None
    if t:
        pos = _decode_offset_commit_request_tags(o, buf, pos, t)
    return o, pos


OffsetCommitRequest._ENCODERS = {
    0: _encode_offset_commit_request,
    1: _encode_offset_commit_request_2,
    2: _encode_offset_commit_request_3,
    3: _encode_offset_commit_request_3,
    4: _encode_offset_commit_request_3,
    5: _encode_offset_commit_request_4,
    6: _encode_offset_commit_request_5,
    7: _encode_offset_commit_request_6,
    8: _encode_offset_commit_request_7,
    9: _encode_offset_commit_request_7,
    10: _encode_offset_commit_request_8,
}
OffsetCommitRequest._DECODERS = {
    0: _decode_offset_commit_request,
    1: _decode_offset_commit_request_2,
    2: _decode_offset_commit_request_3,
    3: _decode_offset_commit_request_3,
    4: _decode_offset_commit_request_3,
    5: _decode_offset_commit_request_4,
    6: _decode_offset_commit_request_5,
    7: _decode_offset_commit_request_6,
    8: _decode_offset_commit_request_7,
    9: _decode_offset_commit_request_7,
    10: _decode_offset_commit_request_8,
}
