"""Generated from schemas/messages/AlterShareGroupOffsetsRequest.json; do not edit.

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


class AlterShareGroupOffsetsRequest(Message):
    """Sets start offsets of an empty share group (KIP-932).

    Request of api key 91, versions 0, flexible 0+.

    - group_id: string, 0+
    - topics: []AlterShareGroupOffsetsRequestTopic, 0+
    """

    __slots__ = ("group_id", "topics")
    _FIELDS = __slots__

    API_KEY = 91
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class AlterShareGroupOffsetsRequestTopic(Struct):
        """AlterShareGroupOffsetsRequestTopic of `AlterShareGroupOffsetsRequest`.

        - topic_name: string, 0+
        - partitions: []AlterShareGroupOffsetsRequestPartition, 0+
        """

        __slots__ = ("topic_name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partitions: list[AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestPartition] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.partitions: list[AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestPartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class AlterShareGroupOffsetsRequestPartition(Struct):
        """AlterShareGroupOffsetsRequestPartition of `AlterShareGroupOffsetsRequest`.

        - partition_index: int32, 0+
        - start_offset: int64, 0+. First offset to deliver.
        """

        __slots__ = ("partition_index", "start_offset")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            start_offset: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.start_offset: int = start_offset
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: list[AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestTopic] = NEW,
    ) -> None:
        self.group_id: str = group_id
        self.topics: list[AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestTopic] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_row_iqx = rower(">iqx")
_unpack_iqB = unpacker(">iqB")
_AlterShareGroupOffsetsRequestTopic = AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestTopic
_AlterShareGroupOffsetsRequestPartition = AlterShareGroupOffsetsRequest.AlterShareGroupOffsetsRequestPartition
_ONE_ALTER_SHARE_GROUP_OFFSETS_REQUEST_PARTITION = ((_AlterShareGroupOffsetsRequestPartition,),)
_ONE_ALTER_SHARE_GROUP_OFFSETS_REQUEST_TOPIC = ((_AlterShareGroupOffsetsRequestTopic,),)


def _encode_alter_share_group_offsets_request_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_share_group_offsets_request_partition_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iqx(o.partition_index, o.start_offset))
        else:
            out.append(_pack_iq(o.partition_index, o.start_offset))
            _encode_alter_share_group_offsets_request_partition_tags(o, out)


def _encode_alter_share_group_offsets_request_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_share_group_offsets_request_topic_array(array, out):
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
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_alter_share_group_offsets_request_partition_array, partitions_, out)
        elif n:
            _encode_alter_share_group_offsets_request_partition_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_alter_share_group_offsets_request_topic_tags(o, out)


def _encode_alter_share_group_offsets_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_share_group_offsets_request(o, out):
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
        write_long(_encode_alter_share_group_offsets_request_topic_array, topics_, out)
    elif n:
        _encode_alter_share_group_offsets_request_topic_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_share_group_offsets_request_tags(o, out)


def _decode_alter_share_group_offsets_request_partition_tags(o, buf, pos, count):
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


def _decode_alter_share_group_offsets_request_partition_array(buf, pos, count):
    if 13 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterShareGroupOffsetsRequestPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_share_group_offsets_request_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_SHARE_GROUP_OFFSETS_REQUEST_PARTITION * count)]
        end = pos + 13 * count
        if count > 7 and buf[pos + 12:end:13].count(0) == count:
            for o, (o.partition_index, o.start_offset) in zip(found, _row_iqx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.start_offset, t = _unpack_iqB(buf, pos)
        pos += 13
        o.unknown_tags = None
        if t:
            pos = _decode_alter_share_group_offsets_request_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_share_group_offsets_request_topic_tags(o, buf, pos, count):
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


def _decode_alter_share_group_offsets_request_topic_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterShareGroupOffsetsRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_share_group_offsets_request_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_SHARE_GROUP_OFFSETS_REQUEST_TOPIC * count)]
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_alter_share_group_offsets_request_partition_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_alter_share_group_offsets_request_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_share_group_offsets_request_tags(o, buf, pos, count):
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


def _decode_alter_share_group_offsets_request(buf, pos):
    o = make(AlterShareGroupOffsetsRequest)
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
        o.topics, pos = _decode_alter_share_group_offsets_request_topic_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_alter_share_group_offsets_request_tags(o, buf, pos, t)
    return o, pos


AlterShareGroupOffsetsRequest._ENCODERS = {0: _encode_alter_share_group_offsets_request}
AlterShareGroupOffsetsRequest._DECODERS = {0: _decode_alter_share_group_offsets_request}
