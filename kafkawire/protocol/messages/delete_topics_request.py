"""Generated from schemas/messages/DeleteTopicsRequest.json; do not edit.

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
    strings,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_compact_strings,
    write_long,
    write_strings,
    write_tags,
)


class DeleteTopicsRequest(Message):
    """Deletes topics by name or, from version 6, by id.

    Request of api key 20, versions 0-6, flexible 4+.

    - topics: []DeleteTopicState, 6+. From version 6; each gives a name or an id, not both.
    - topic_names: []string, 0-5. Topics to delete, up to version 5.
    - timeout_ms: int32, 0+. How long to wait until the topics are gone on the controller.
    """

    __slots__ = ("topics", "topic_names", "timeout_ms")
    _FIELDS = __slots__

    API_KEY = 20
    VERSIONS = (0, 6)
    FLEXIBLE_SINCE = 4

    class DeleteTopicState(Struct):
        """From version 6; each gives a name or an id, not both.

        - name: string, 6+, null. Null when the id is given.
        - topic_id: uuid, 6+. All zero when the name is given.
        """

        __slots__ = ("name", "topic_id")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str | None = None,
            topic_id: bytes = ZERO_UUID,
        ) -> None:
            self.name: str | None = name
            self.topic_id: bytes = topic_id
            self.unknown_tags = None

    def __init__(
        self,
        *,
        topics: list[DeleteTopicsRequest.DeleteTopicState] = NEW,
        topic_names: list[str] = NEW,
        timeout_ms: int = 0,
    ) -> None:
        self.topics: list[DeleteTopicsRequest.DeleteTopicState] = (
            [] if topics is NEW else topics
        )
        self.topic_names: list[str] = [] if topic_names is NEW else topic_names
        self.timeout_ms: int = timeout_ms
        self.unknown_tags = None


_pack_Bux = packer(">B16sx")
_pack_i = packer(">i")
_pack_ix = packer(">ix")
_pack_u = packer(">16s")
_pack_ux = packer(">16sx")
_row_xux = rower(">x16sx")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_uB = unpacker(">16sB")
_DeleteTopicState = DeleteTopicsRequest.DeleteTopicState
_ONE_DELETE_TOPIC_STATE = ((_DeleteTopicState,),)


def _encode_delete_topics_request(o, out):
    if o.topics:
        absent("Topics")
    topic_names_ = o.topic_names
    n = len(topic_names_)
    out.append(_pack_i(n))
    if n:
        write_strings(topic_names_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.timeout_ms))


def _encode_delete_topics_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_topics_request_2(o, out):
    if o.topics:
        absent("Topics")
    topic_names_ = o.topic_names
    n = len(topic_names_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(topic_names_, out)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.timeout_ms))
    else:
        out.append(_pack_i(o.timeout_ms))
        _encode_delete_topics_request_tags(o, out)


def _encode_delete_topic_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_topic_state_array(array, out):
    for o in array:
        name_ = o.name
        if not name_ and o.unknown_tags is None:
            out.append(_pack_Bux(name_ is not None, o.topic_id))
            continue
        name_ = o.name
        if name_ is None:
            out.append(b"\0")
        else:
            name_ = name_.encode()
            n = len(name_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(name_)
        if o.unknown_tags is None:
            out.append(_pack_ux(o.topic_id))
        else:
            out.append(_pack_u(o.topic_id))
            _encode_delete_topic_state_tags(o, out)


def _encode_delete_topics_request_3(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_delete_topic_state_array, topics_, out)
    elif n:
        _encode_delete_topic_state_array(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.timeout_ms))
    else:
        out.append(_pack_i(o.timeout_ms))
        _encode_delete_topics_request_tags(o, out)


def _decode_delete_topics_request(buf, pos):
    o = make(DeleteTopicsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topic_names, pos = strings(buf, pos, n)
    elif not n:
        o.topic_names = []
    else:
        null_error("TopicNames")
    o.timeout_ms, = _unpack_i(buf, pos)
    pos += 4
    o.topics = []
    o.unknown_tags = None
    return o, pos


def _decode_delete_topics_request_tags(o, buf, pos, count):
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


def _decode_delete_topics_request_2(buf, pos):
    o = make(DeleteTopicsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_names, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.topic_names = []
    else:
        null_error("TopicNames")
    o.timeout_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.topics = []
    o.unknown_tags = None
    if t:
        pos = _decode_delete_topics_request_tags(o, buf, pos, t)
    return o, pos


def _decode_delete_topic_state_tags(o, buf, pos, count):
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


def _decode_delete_topic_state_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteTopicState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_topic_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_TOPIC_STATE * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos] < 2
            and buf[pos + 0:end:18].count(buf[pos + 0]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            at_0 = buf[pos + 0]
            for o, (o.topic_id,) in zip(found, _row_xux(buf[pos:end])):
                o.name = "" if at_0 else None
                o.unknown_tags = None
            return found, end
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
            o.name = None
        o.topic_id, t = _unpack_uB(buf, pos)
        pos += 17
        o.unknown_tags = None
        if t:
            pos = _decode_delete_topic_state_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_topics_request_3(buf, pos):
    o = make(DeleteTopicsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_delete_topic_state_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    o.timeout_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.topic_names = []
    o.unknown_tags = None
    if t:
        pos = _decode_delete_topics_request_tags(o, buf, pos, t)
    return o, pos


DeleteTopicsRequest._ENCODERS = {
    0: _encode_delete_topics_request,
    1: _encode_delete_topics_request,
    2: _encode_delete_topics_request,
    3: _encode_delete_topics_request,
    4: _encode_delete_topics_request_2,
    5: _encode_delete_topics_request_2,
    6: _encode_delete_topics_request_3,
}
DeleteTopicsRequest._DECODERS = {
    0: _decode_delete_topics_request,
    1: _decode_delete_topics_request,
    2: _decode_delete_topics_request,
    3: _decode_delete_topics_request,
    4: _decode_delete_topics_request_2,
    5: _decode_delete_topics_request_2,
    6: _decode_delete_topics_request_3,
}
