"""Generated from schemas/messages/DeleteShareGroupOffsetsResponse.json; do not edit.

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


class DeleteShareGroupOffsetsResponse(Message):
    """Result for each topic.

    Response of api key 92, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - responses: []DeleteShareGroupOffsetsResponseTopic, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "responses")
    _FIELDS = __slots__

    API_KEY = 92
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class DeleteShareGroupOffsetsResponseTopic(Struct):
        """DeleteShareGroupOffsetsResponseTopic of `DeleteShareGroupOffsetsResponse`.

        - topic_name: string, 0+
        - topic_id: uuid, 0+
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = ("topic_name", "topic_id", "error_code", "error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            topic_id: bytes = ZERO_UUID,
            error_code: int = 0,
            error_message: str | None = None,
        ) -> None:
            self.topic_name: str = topic_name
            self.topic_id: bytes = topic_id
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        responses: list[DeleteShareGroupOffsetsResponse.DeleteShareGroupOffsetsResponseTopic] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.responses: list[DeleteShareGroupOffsetsResponse.DeleteShareGroupOffsetsResponseTopic] = (
            [] if responses is NEW else responses
        )
        self.unknown_tags = None


_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_pack_uh = packer(">16sh")
_pack_uhB = packer(">16shB")
_pack_uhx = packer(">16shx")
_unpack_ihB = unpacker(">ihB")
_unpack_uhB = unpacker(">16shB")
_DeleteShareGroupOffsetsResponseTopic = DeleteShareGroupOffsetsResponse.DeleteShareGroupOffsetsResponseTopic
_ONE_DELETE_SHARE_GROUP_OFFSETS_RESPONSE_TOPIC = ((_DeleteShareGroupOffsetsResponseTopic,),)


def _encode_delete_share_group_offsets_response_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_share_group_offsets_response_topic_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_name_)
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_uhx(o.topic_id, o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_uhB(o.topic_id, o.error_code, n + 1))
            else:
                out.append(_pack_uh(o.topic_id, o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_delete_share_group_offsets_response_topic_tags(o, out)


def _encode_delete_share_group_offsets_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_share_group_offsets_response(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_delete_share_group_offsets_response_topic_array, responses_, out)
    elif n:
        _encode_delete_share_group_offsets_response_topic_array(responses_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delete_share_group_offsets_response_tags(o, out)


def _decode_delete_share_group_offsets_response_topic_tags(o, buf, pos, count):
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


def _decode_delete_share_group_offsets_response_topic_array(buf, pos, count):
    if 21 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteShareGroupOffsetsResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_share_group_offsets_response_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_SHARE_GROUP_OFFSETS_RESPONSE_TOPIC * count)]
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
        o.topic_id, o.error_code, n = _unpack_uhB(buf, pos)
        pos += 19
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_delete_share_group_offsets_response_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_share_group_offsets_response_tags(o, buf, pos, count):
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


def _decode_delete_share_group_offsets_response(buf, pos):
    o = make(DeleteShareGroupOffsetsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_delete_share_group_offsets_response_topic_array(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delete_share_group_offsets_response_tags(o, buf, pos, t)
    return o, pos


DeleteShareGroupOffsetsResponse._ENCODERS = {0: _encode_delete_share_group_offsets_response}
DeleteShareGroupOffsetsResponse._DECODERS = {0: _decode_delete_share_group_offsets_response}
