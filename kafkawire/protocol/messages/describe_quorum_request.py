"""Generated from schemas/messages/DescribeQuorumRequest.json; do not edit.

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


class DescribeQuorumRequest(Message):
    """Asks the KRaft leader how its voters and observers are doing (KIP-595).

    Request of api key 55, versions 0-2, flexible 0+.

    - topics: []TopicData, 0+
    """

    __slots__ = ("topics",)
    _FIELDS = __slots__

    API_KEY = 55
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    class TopicData(Struct):
        """TopicData of `DescribeQuorumRequest`.

        - topic_name: string, 0+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partitions: list[DescribeQuorumRequest.PartitionData] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.partitions: list[DescribeQuorumRequest.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `DescribeQuorumRequest`.

        - partition_index: int32, 0+
        """

        __slots__ = ("partition_index",)
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.unknown_tags = None

    def __init__(
        self,
        *,
        topics: list[DescribeQuorumRequest.TopicData] = NEW,
    ) -> None:
        self.topics: list[DescribeQuorumRequest.TopicData] = [] if topics is NEW else topics
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_ix = packer(">ix")
_row_ix = rower(">ix")
_unpack_iB = unpacker(">iB")
_TopicData = DescribeQuorumRequest.TopicData
_PartitionData = DescribeQuorumRequest.PartitionData
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_TOPIC_DATA = ((_TopicData,),)


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_ix(o.partition_index))
        else:
            out.append(_pack_i(o.partition_index))
            _encode_partition_data_tags(o, out)


def _encode_topic_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_data_array(array, out):
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
            write_long(_encode_partition_data_array, partitions_, out)
        elif n:
            _encode_partition_data_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_data_tags(o, out)


def _encode_describe_quorum_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_quorum_request(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array, topics_, out)
    elif n:
        _encode_topic_data_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_quorum_request_tags(o, out)


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
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 5 * count
        if count > 7 and buf[pos + 4:end:5].count(0) == count:
            for o, (o.partition_index,) in zip(found, _row_ix(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, t = _unpack_iB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_data_tags(o, buf, pos, count):
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


def _decode_topic_data_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
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
            o.partitions, pos = _decode_partition_data_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_quorum_request_tags(o, buf, pos, count):
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


def _decode_describe_quorum_request(buf, pos):
    o = make(DescribeQuorumRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_data_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_quorum_request_tags(o, buf, pos, t)
    return o, pos


DescribeQuorumRequest._ENCODERS = {
    0: _encode_describe_quorum_request,
    1: _encode_describe_quorum_request,
    2: _encode_describe_quorum_request,
}
DescribeQuorumRequest._DECODERS = {
    0: _decode_describe_quorum_request,
    1: _decode_describe_quorum_request,
    2: _decode_describe_quorum_request,
}
