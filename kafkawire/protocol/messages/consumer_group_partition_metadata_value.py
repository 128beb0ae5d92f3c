"""Generated from schemas/records/ConsumerGroupPartitionMetadataValue.json; do not edit.

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
    compact_strings,
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
    write_compact_strings,
    write_long,
    write_tags,
)


class ConsumerGroupPartitionMetadataValue(Message):
    """Topics a consumer group is subscribed to, as last seen.

    Coordinator-value, versions 0, flexible 0+.

    - topics: []TopicMetadata, 0+
    """

    __slots__ = ("topics",)
    _FIELDS = __slots__

    API_KEY = 4
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TopicMetadata(Struct):
        """TopicMetadata of `ConsumerGroupPartitionMetadataValue`.

        - topic_id: uuid, 0+
        - topic_name: string, 0+
        - num_partitions: int32, 0+
        - partition_metadata: []PartitionMetadata, 0+
        """

        __slots__ = ("topic_id", "topic_name", "num_partitions", "partition_metadata")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            topic_name: str = "",
            num_partitions: int = 0,
            partition_metadata: list[ConsumerGroupPartitionMetadataValue.PartitionMetadata] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.topic_name: str = topic_name
            self.num_partitions: int = num_partitions
            self.partition_metadata: list[ConsumerGroupPartitionMetadataValue.PartitionMetadata] = (
                [] if partition_metadata is NEW else partition_metadata
            )
            self.unknown_tags = None

    class PartitionMetadata(Struct):
        """PartitionMetadata of `ConsumerGroupPartitionMetadataValue`.

        - partition: int32, 0+
        - racks: []string, 0+. Racks of the partition's replicas.
        """

        __slots__ = ("partition", "racks")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition: int = 0,
            racks: list[str] = NEW,
        ) -> None:
            self.partition: int = partition
            self.racks: list[str] = [] if racks is NEW else racks
            self.unknown_tags = None

    def __init__(
        self,
        *,
        topics: list[ConsumerGroupPartitionMetadataValue.TopicMetadata] = NEW,
    ) -> None:
        self.topics: list[ConsumerGroupPartitionMetadataValue.TopicMetadata] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iBx = packer(">iBx")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_row_ixx = rower(">ixx")
_unpack_iB = unpacker(">iB")
_unpack_uB = unpacker(">16sB")
_TopicMetadata = ConsumerGroupPartitionMetadataValue.TopicMetadata
_PartitionMetadata = ConsumerGroupPartitionMetadataValue.PartitionMetadata
_ONE_PARTITION_METADATA = ((_PartitionMetadata,),)
_ONE_TOPIC_METADATA = ((_TopicMetadata,),)


def _encode_partition_metadata_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_metadata_array(array, out):
    for o in array:
        racks_ = o.racks
        if racks_ is not None and not racks_ and o.unknown_tags is None:
            out.append(_pack_iBx(o.partition, 1))
            continue
        racks_ = o.racks
        n = len(racks_)
        if n < 127:
            out.append(_pack_iB(o.partition, n + 1))
        else:
            out.append(_pack_i(o.partition))
            out.append(varint(n + 1))
        if n:
            write_compact_strings(racks_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_metadata_tags(o, out)


def _encode_topic_metadata_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_metadata_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(string_length(n))
        out.append(topic_name_)
        partition_metadata_ = o.partition_metadata
        n = len(partition_metadata_)
        if n < 127:
            out.append(_pack_iB(o.num_partitions, n + 1))
        else:
            out.append(_pack_i(o.num_partitions))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_metadata_array, partition_metadata_, out)
        elif n:
            _encode_partition_metadata_array(partition_metadata_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_metadata_tags(o, out)


def _encode_consumer_group_partition_metadata_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_consumer_group_partition_metadata_value(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_metadata_array, topics_, out)
    elif n:
        _encode_topic_metadata_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_consumer_group_partition_metadata_value_tags(o, out)


def _decode_partition_metadata_tags(o, buf, pos, count):
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


def _decode_partition_metadata_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionMetadata)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_metadata_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_METADATA * count)]
        end = pos + 6 * count
        if (
            count > 7
            and buf[pos + 4] == 1
            and buf[pos + 4:end:6].count(buf[pos + 4]) == count
            and buf[pos + 5:end:6].count(0) == count
        ):
            for o, (o.partition,) in zip(found, _row_ixx(buf[pos:end])):
                o.racks = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.racks, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.racks = []
        else:
            null_error("Racks")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_partition_metadata_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_metadata_tags(o, buf, pos, count):
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


def _decode_topic_metadata_array(buf, pos, count):
    if 23 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicMetadata)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_metadata_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_METADATA * count)]
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        o.num_partitions, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partition_metadata, pos = _decode_partition_metadata_array(buf, pos, n - 1)
        elif n:
            o.partition_metadata = []
        else:
            null_error("PartitionMetadata")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_metadata_tags(o, buf, pos, t)
    return found, pos


def _decode_consumer_group_partition_metadata_value_tags(o, buf, pos, count):
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


def _decode_consumer_group_partition_metadata_value(buf, pos):
    o = make(ConsumerGroupPartitionMetadataValue)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_metadata_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_consumer_group_partition_metadata_value_tags(o, buf, pos, t)
    return o, pos


ConsumerGroupPartitionMetadataValue._ENCODERS = {0: _encode_consumer_group_partition_metadata_value}
ConsumerGroupPartitionMetadataValue._DECODERS = {0: _decode_consumer_group_partition_metadata_value}
