"""Generated from schemas/messages/DeleteShareGroupOffsetsRequest.json; do not edit.

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
    short,
    starmap,
    string_length,
    tag_head,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class DeleteShareGroupOffsetsRequest(Message):
    """Drops topics from an empty share group (KIP-932).

    Request of api key 92, versions 0, flexible 0+.

    - group_id: string, 0+
    - topics: []DeleteShareGroupOffsetsRequestTopic, 0+
    """

    __slots__ = ("group_id", "topics")
    _FIELDS = __slots__

    API_KEY = 92
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class DeleteShareGroupOffsetsRequestTopic(Struct):
        """DeleteShareGroupOffsetsRequestTopic of `DeleteShareGroupOffsetsRequest`.

        - topic_name: string, 0+
        """

        __slots__ = ("topic_name",)
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
        ) -> None:
            self.topic_name: str = topic_name
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: list[DeleteShareGroupOffsetsRequest.DeleteShareGroupOffsetsRequestTopic] = NEW,
    ) -> None:
        self.group_id: str = group_id
        self.topics: list[DeleteShareGroupOffsetsRequest.DeleteShareGroupOffsetsRequestTopic] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_DeleteShareGroupOffsetsRequestTopic = DeleteShareGroupOffsetsRequest.DeleteShareGroupOffsetsRequestTopic
_ONE_DELETE_SHARE_GROUP_OFFSETS_REQUEST_TOPIC = ((_DeleteShareGroupOffsetsRequestTopic,),)


def _encode_delete_share_group_offsets_request_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_share_group_offsets_request_topic_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_name_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_delete_share_group_offsets_request_topic_tags(o, out)


def _encode_delete_share_group_offsets_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_share_group_offsets_request(o, out):
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
        write_long(_encode_delete_share_group_offsets_request_topic_array, topics_, out)
    elif n:
        _encode_delete_share_group_offsets_request_topic_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delete_share_group_offsets_request_tags(o, out)


def _decode_delete_share_group_offsets_request_topic_tags(o, buf, pos, count):
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


def _decode_delete_share_group_offsets_request_topic_array(buf, pos, count):
    if 2 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteShareGroupOffsetsRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_share_group_offsets_request_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_SHARE_GROUP_OFFSETS_REQUEST_TOPIC * count)]
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
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_delete_share_group_offsets_request_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_share_group_offsets_request_tags(o, buf, pos, count):
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


def _decode_delete_share_group_offsets_request(buf, pos):
    o = make(DeleteShareGroupOffsetsRequest)
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
        o.topics, pos = _decode_delete_share_group_offsets_request_topic_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delete_share_group_offsets_request_tags(o, buf, pos, t)
    return o, pos


DeleteShareGroupOffsetsRequest._ENCODERS = {0: _encode_delete_share_group_offsets_request}
DeleteShareGroupOffsetsRequest._DECODERS = {0: _decode_delete_share_group_offsets_request}
