"""Generated from schemas/messages/DescribeTopicPartitionsRequest.json; do not edit.

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


class DescribeTopicPartitionsRequest(Message):
    """Asks for partitions of topics, in pages (KIP-966).

    Request of api key 75, versions 0, flexible 0+.

    - topics: []TopicRequest, 0+. Empty for all topics.
    - response_partition_limit: int32, 0+. Most partitions in one answer; the broker has a
      limit of its own.
    - cursor: Cursor, 0+, null. Where to go on; null starts from the beginning.
    """

    __slots__ = ("topics", "response_partition_limit", "cursor")
    _FIELDS = __slots__

    API_KEY = 75
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TopicRequest(Struct):
        """Empty for all topics.

        - name: string, 0+
        """

        __slots__ = ("name",)
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
        ) -> None:
            self.name: str = name
            self.unknown_tags = None

    class Cursor(Struct):
        """Where to go on; null starts from the beginning.

        - topic_name: string, 0+
        - partition_index: int32, 0+
        """

        __slots__ = ("topic_name", "partition_index")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partition_index: int = 0,
        ) -> None:
            self.topic_name: str = topic_name
            self.partition_index: int = partition_index
            self.unknown_tags = None

    def __init__(
        self,
        *,
        topics: list[DescribeTopicPartitionsRequest.TopicRequest] = NEW,
        response_partition_limit: int = 2000,
        cursor: DescribeTopicPartitionsRequest.Cursor | None = None,
    ) -> None:
        self.topics: list[DescribeTopicPartitionsRequest.TopicRequest] = (
            [] if topics is NEW else topics
        )
        self.response_partition_limit: int = response_partition_limit
        self.cursor: DescribeTopicPartitionsRequest.Cursor | None = cursor
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_ib = packer(">ib")
_pack_ix = packer(">ix")
_unpack_iB = unpacker(">iB")
_unpack_ib = unpacker(">ib")
_TopicRequest = DescribeTopicPartitionsRequest.TopicRequest
_Cursor = DescribeTopicPartitionsRequest.Cursor
_ONE_TOPIC_REQUEST = ((_TopicRequest,),)


def _encode_topic_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_request_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_request_tags(o, out)


def _encode_cursor_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_cursor(o, out):
    topic_name_ = o.topic_name
    topic_name_ = topic_name_.encode()
    n = len(topic_name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(topic_name_)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.partition_index))
    else:
        out.append(_pack_i(o.partition_index))
        _encode_cursor_tags(o, out)


def _encode_describe_topic_partitions_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_topic_partitions_request(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_request_array, topics_, out)
    elif n:
        _encode_topic_request_array(topics_, out)
    cursor_ = o.cursor
    if cursor_ is None:
        out.append(_pack_ib(o.response_partition_limit, -1))
    else:
        out.append(_pack_ib(o.response_partition_limit, 1))
        _encode_cursor(cursor_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_topic_partitions_request_tags(o, out)


def _decode_topic_request_tags(o, buf, pos, count):
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


def _decode_topic_request_array(buf, pos, count):
    if 2 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicRequest)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_request_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_REQUEST * count)]
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
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_request_tags(o, buf, pos, t)
    return found, pos


def _decode_cursor_tags(o, buf, pos, count):
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


def _decode_cursor(buf, pos):
    o = make(_Cursor)
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
    o.partition_index, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_cursor_tags(o, buf, pos, t)
    return o, pos


def _decode_describe_topic_partitions_request_tags(o, buf, pos, count):
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


def _decode_describe_topic_partitions_request(buf, pos):
    o = make(DescribeTopicPartitionsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_request_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    o.response_partition_limit, n = _unpack_ib(buf, pos)
    pos += 5
    if n < 0:
        o.cursor = None
    else:
        o.cursor, pos = _decode_cursor(buf, pos)
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_topic_partitions_request_tags(o, buf, pos, t)
    return o, pos


DescribeTopicPartitionsRequest._ENCODERS = {0: _encode_describe_topic_partitions_request}
DescribeTopicPartitionsRequest._DECODERS = {0: _decode_describe_topic_partitions_request}
