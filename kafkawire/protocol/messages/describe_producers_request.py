"""Generated from schemas/messages/DescribeProducersRequest.json; do not edit.

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
    uvarint,
    varint,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class DescribeProducersRequest(Message):
    """Asks partition leaders which producers are active (KIP-664).

    Request of api key 61, versions 0, flexible 0+.

    - topics: []TopicRequest, 0+
    """

    __slots__ = ("topics",)
    _FIELDS = __slots__

    API_KEY = 61
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TopicRequest(Struct):
        """TopicRequest of `DescribeProducersRequest`.

        - name: string, 0+
        - partition_indexes: []int32, 0+
        """

        __slots__ = ("name", "partition_indexes")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partition_indexes: Sequence[int] = NEW,
        ) -> None:
            self.name: str = name
            self.partition_indexes: Sequence[int] = (
                [] if partition_indexes is NEW else partition_indexes
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        topics: list[DescribeProducersRequest.TopicRequest] = NEW,
    ) -> None:
        self.topics: list[DescribeProducersRequest.TopicRequest] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_TopicRequest = DescribeProducersRequest.TopicRequest
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
        partition_indexes_ = o.partition_indexes
        n = len(partition_indexes_)
        if n == 3:
            i, j, k = partition_indexes_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = partition_indexes_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partition_indexes_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_request_tags(o, out)


def _encode_describe_producers_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_producers_request(o, out):
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
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_producers_request_tags(o, out)


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
    if 3 * count > len(buf) - pos:
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.partition_indexes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.partition_indexes = []
        else:
            null_error("PartitionIndexes")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_request_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_producers_request_tags(o, buf, pos, count):
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


def _decode_describe_producers_request(buf, pos):
    o = make(DescribeProducersRequest)
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
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_producers_request_tags(o, buf, pos, t)
    return o, pos


DescribeProducersRequest._ENCODERS = {0: _encode_describe_producers_request}
DescribeProducersRequest._DECODERS = {0: _decode_describe_producers_request}
