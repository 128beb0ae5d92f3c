"""Generated from schemas/records/ShareGroupStatePartitionMetadataValue.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    INT32S,
    NEW,
    READY_COUNTS,
    VARINTS,
    ZERO_UUID,
    LargeFrame,
    Message,
    Struct,
    integers,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    pack_integers,
    packer,
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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ShareGroupStatePartitionMetadataValue(Message):
    """Which share-partitions have state, are getting it, or are losing it.

    Coordinator-value, versions 0, flexible 0+.

    - initializing_topics: []TopicPartitionsInfo, 0+. State is being set up with the share
      coordinator.
    - initialized_topics: []TopicPartitionsInfo, 0+. State is there; members may fetch.
    - deleting_topics: []TopicInfo, 0+. State is being deleted.
    """

    __slots__ = ("initializing_topics", "initialized_topics", "deleting_topics")
    _FIELDS = __slots__

    API_KEY = 15
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TopicPartitionsInfo(Struct):
        """TopicPartitionsInfo of `ShareGroupStatePartitionMetadataValue`.

        - topic_id: uuid, 0+
        - topic_name: string, 0+
        - partitions: []int32, 0+
        """

        __slots__ = ("topic_id", "topic_name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            topic_name: str = "",
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.topic_name: str = topic_name
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    class TopicInfo(Struct):
        """TopicInfo of `ShareGroupStatePartitionMetadataValue`.

        - topic_id: uuid, 0+
        - topic_name: string, 0+
        """

        __slots__ = ("topic_id", "topic_name")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            topic_name: str = "",
        ) -> None:
            self.topic_id: bytes = topic_id
            self.topic_name: str = topic_name
            self.unknown_tags = None

    def __init__(
        self,
        *,
        initializing_topics: list[ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo] = NEW,
        initialized_topics: list[ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo] = NEW,
        deleting_topics: list[ShareGroupStatePartitionMetadataValue.TopicInfo] = NEW,
    ) -> None:
        self.initializing_topics: list[ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo] = (
            [] if initializing_topics is NEW else initializing_topics
        )
        self.initialized_topics: list[ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo] = (
            [] if initialized_topics is NEW else initialized_topics
        )
        self.deleting_topics: list[ShareGroupStatePartitionMetadataValue.TopicInfo] = (
            [] if deleting_topics is NEW else deleting_topics
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_unpack_uB = unpacker(">16sB")
_TopicPartitionsInfo = ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo
_TopicInfo = ShareGroupStatePartitionMetadataValue.TopicInfo
_ONE_TOPIC_PARTITIONS_INFO = ((_TopicPartitionsInfo,),)
_ONE_TOPIC_INFO = ((_TopicInfo,),)


def _encode_topic_partitions_info_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_partitions_info_array(array, out):
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
        partitions_ = o.partitions
        n = len(partitions_)
        if n == 3:
            i, j, k = partitions_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = partitions_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partitions_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_partitions_info_tags(o, out)


def _encode_topic_info_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_info_array(array, out):
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
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_info_tags(o, out)


def _encode_share_group_state_partition_metadata_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_share_group_state_partition_metadata_value(o, out):
    initializing_topics_ = o.initializing_topics
    n = len(initializing_topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_partitions_info_array, initializing_topics_, out)
    elif n:
        _encode_topic_partitions_info_array(initializing_topics_, out)
    initialized_topics_ = o.initialized_topics
    n = len(initialized_topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_partitions_info_array, initialized_topics_, out)
    elif n:
        _encode_topic_partitions_info_array(initialized_topics_, out)
    deleting_topics_ = o.deleting_topics
    n = len(deleting_topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_info_array, deleting_topics_, out)
    elif n:
        _encode_topic_info_array(deleting_topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_share_group_state_partition_metadata_value_tags(o, out)


def _decode_topic_partitions_info_tags(o, buf, pos, count):
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


def _decode_topic_partitions_info_array(buf, pos, count):
    if 19 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicPartitionsInfo)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_partitions_info_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PARTITIONS_INFO * count)]
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.partitions = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_partitions_info_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_info_tags(o, buf, pos, count):
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


def _decode_topic_info_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicInfo)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_info_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_INFO * count)]
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
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_info_tags(o, buf, pos, t)
    return found, pos


def _decode_share_group_state_partition_metadata_value_tags(o, buf, pos, count):
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


def _decode_share_group_state_partition_metadata_value(buf, pos):
    o = make(ShareGroupStatePartitionMetadataValue)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.initializing_topics, pos = _decode_topic_partitions_info_array(buf, pos, n - 1)
    elif n:
        o.initializing_topics = []
    else:
        null_error("InitializingTopics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.initialized_topics, pos = _decode_topic_partitions_info_array(buf, pos, n - 1)
    elif n:
        o.initialized_topics = []
    else:
        null_error("InitializedTopics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.deleting_topics, pos = _decode_topic_info_array(buf, pos, n - 1)
    elif n:
        o.deleting_topics = []
    else:
        null_error("DeletingTopics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_share_group_state_partition_metadata_value_tags(o, buf, pos, t)
    return o, pos


ShareGroupStatePartitionMetadataValue._ENCODERS = {
    0: _encode_share_group_state_partition_metadata_value,
}
ShareGroupStatePartitionMetadataValue._DECODERS = {
    0: _decode_share_group_state_partition_metadata_value,
}
