"""Generated from schemas/messages/DescribeShareGroupOffsetsRequest.json; do not edit.

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


class DescribeShareGroupOffsetsRequest(Message):
    """Asks for the start offsets of share groups (KIP-932).

    Request of api key 90, versions 0-1, flexible 0+.

    - groups: []DescribeShareGroupOffsetsRequestGroup, 0+
    """

    __slots__ = ("groups",)
    _FIELDS = __slots__

    API_KEY = 90
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class DescribeShareGroupOffsetsRequestGroup(Struct):
        """DescribeShareGroupOffsetsRequestGroup of `DescribeShareGroupOffsetsRequest`.

        - group_id: string, 0+
        - topics: []DescribeShareGroupOffsetsRequestTopic, 0+, null. Null for every topic the
          group has offsets for.
        """

        __slots__ = ("group_id", "topics")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            group_id: str = "",
            topics: list[DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestTopic] | None = NEW,
        ) -> None:
            self.group_id: str = group_id
            self.topics: list[DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestTopic] | None = (
                [] if topics is NEW else topics
            )
            self.unknown_tags = None

    class DescribeShareGroupOffsetsRequestTopic(Struct):
        """Null for every topic the group has offsets for.

        - topic_name: string, 0+
        - partitions: []int32, 0+
        """

        __slots__ = ("topic_name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    def __init__(
        self,
        *,
        groups: list[DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestGroup] = NEW,
    ) -> None:
        self.groups: list[DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestGroup] = (
            [] if groups is NEW else groups
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_DescribeShareGroupOffsetsRequestGroup = DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestGroup
_DescribeShareGroupOffsetsRequestTopic = DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestTopic
_ONE_DESCRIBE_SHARE_GROUP_OFFSETS_REQUEST_TOPIC = ((_DescribeShareGroupOffsetsRequestTopic,),)
_ONE_DESCRIBE_SHARE_GROUP_OFFSETS_REQUEST_GROUP = ((_DescribeShareGroupOffsetsRequestGroup,),)


def _encode_describe_share_group_offsets_request_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_share_group_offsets_request_topic_array(array, out):
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
            _encode_describe_share_group_offsets_request_topic_tags(o, out)


def _encode_describe_share_group_offsets_request_group_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_share_group_offsets_request_group_array(array, out):
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
        if topics_ is None:
            out.append(b"\0")
        else:
            n = len(topics_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n > 32:
                write_long(_encode_describe_share_group_offsets_request_topic_array, topics_, out)
            elif n:
                _encode_describe_share_group_offsets_request_topic_array(topics_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_share_group_offsets_request_group_tags(o, out)


def _encode_describe_share_group_offsets_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_share_group_offsets_request(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_share_group_offsets_request_group_array, groups_, out)
    elif n:
        _encode_describe_share_group_offsets_request_group_array(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_share_group_offsets_request_tags(o, out)


def _decode_describe_share_group_offsets_request_topic_tags(o, buf, pos, count):
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


def _decode_describe_share_group_offsets_request_topic_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeShareGroupOffsetsRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_share_group_offsets_request_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_SHARE_GROUP_OFFSETS_REQUEST_TOPIC * count)]
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
            pos = _decode_describe_share_group_offsets_request_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_share_group_offsets_request_group_tags(o, buf, pos, count):
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


def _decode_describe_share_group_offsets_request_group_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeShareGroupOffsetsRequestGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_share_group_offsets_request_group_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_SHARE_GROUP_OFFSETS_REQUEST_GROUP * count)]
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
            o.topics, pos = _decode_describe_share_group_offsets_request_topic_array(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            o.topics = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_share_group_offsets_request_group_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_share_group_offsets_request_tags(o, buf, pos, count):
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


def _decode_describe_share_group_offsets_request(buf, pos):
    o = make(DescribeShareGroupOffsetsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_describe_share_group_offsets_request_group_array(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_share_group_offsets_request_tags(o, buf, pos, t)
    return o, pos


DescribeShareGroupOffsetsRequest._ENCODERS = {
    0: _encode_describe_share_group_offsets_request,
    1: _encode_describe_share_group_offsets_request,
}
DescribeShareGroupOffsetsRequest._DECODERS = {
    0: _decode_describe_share_group_offsets_request,
    1: _decode_describe_share_group_offsets_request,
}
