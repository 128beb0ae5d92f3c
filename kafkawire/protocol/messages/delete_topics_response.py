"""Generated from schemas/messages/DeleteTopicsResponse.json; do not edit.

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


class DeleteTopicsResponse(Message):
    """Result for each topic.

    Response of api key 20, versions 0-6, flexible 4+.

    - throttle_time_ms: int32, 1+. Quota delay in milliseconds; the client should stay
      silent that long.
    - responses: []DeletableTopicResult, 0+
    """

    __slots__ = ("throttle_time_ms", "responses")
    _FIELDS = __slots__

    API_KEY = 20
    VERSIONS = (0, 6)
    FLEXIBLE_SINCE = 4

    class DeletableTopicResult(Struct):
        """DeletableTopicResult of `DeleteTopicsResponse`.

        - name: string, 0+, null 6+. Null when deleted by an id that the caller may not see or
          that is not there.
        - topic_id: uuid, 6+
        - error_code: int16, 0+
        - error_message: string, 5+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = ("name", "topic_id", "error_code", "error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str | None = "",
            topic_id: bytes = ZERO_UUID,
            error_code: int = 0,
            error_message: str | None = None,
        ) -> None:
            self.name: str | None = name
            self.topic_id: bytes = topic_id
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        responses: list[DeleteTopicsResponse.DeletableTopicResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.responses: list[DeleteTopicsResponse.DeletableTopicResult] = (
            [] if responses is NEW else responses
        )
        self.unknown_tags = None


_pack_BuhBx = packer(">B16shBx")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_pack_uh = packer(">16sh")
_pack_uhB = packer(">16shB")
_pack_uhx = packer(">16shx")
_row_xuhxx = rower(">x16shxx")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_unpack_uhB = unpacker(">16shB")
_DeletableTopicResult = DeleteTopicsResponse.DeletableTopicResult
_ONE_DELETABLE_TOPIC_RESULT = ((_DeletableTopicResult,),)


def _encode_deletable_topic_result_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_h(o.error_code))


def _encode_delete_topics_response(o, out):
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_deletable_topic_result_array, responses_, out)
    elif n:
        _encode_deletable_topic_result_array(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_delete_topics_response_2(o, out):
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_deletable_topic_result_array, responses_, out)
    elif n:
        _encode_deletable_topic_result_array(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_deletable_topic_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_deletable_topic_result_array_2(array, out):
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
            out.append(_pack_hx(o.error_code))
        else:
            out.append(_pack_h(o.error_code))
            _encode_deletable_topic_result_tags(o, out)


def _encode_delete_topics_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_topics_response_3(o, out):
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_deletable_topic_result_array_2, responses_, out)
    elif n:
        _encode_deletable_topic_result_array_2(responses_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delete_topics_response_tags(o, out)


def _encode_deletable_topic_result_array_3(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hx(o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_hB(o.error_code, n + 1))
            else:
                out.append(_pack_h(o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_deletable_topic_result_tags(o, out)


def _encode_delete_topics_response_4(o, out):
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_deletable_topic_result_array_3, responses_, out)
    elif n:
        _encode_deletable_topic_result_array_3(responses_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delete_topics_response_tags(o, out)


def _encode_deletable_topic_result_array_4(array, out):
    for o in array:
        name_ = o.name
        error_message_ = o.error_message
        if not name_ and not error_message_ and o.unknown_tags is None:
            out.append(_pack_BuhBx(
                name_ is not None,
                o.topic_id,
                o.error_code,
                error_message_ is not None,
            ))
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
            _encode_deletable_topic_result_tags(o, out)


def _encode_delete_topics_response_5(o, out):
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_deletable_topic_result_array_4, responses_, out)
    elif n:
        _encode_deletable_topic_result_array_4(responses_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delete_topics_response_tags(o, out)


def _decode_deletable_topic_result_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeletableTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_deletable_topic_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETABLE_TOPIC_RESULT * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.error_code, = _unpack_h(buf, pos)
        pos += 2
        o.topic_id = ZERO_UUID
        o.error_message = None
        o.unknown_tags = None
    return found, pos


def _decode_delete_topics_response(buf, pos):
    o = make(DeleteTopicsResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.responses, pos = _decode_deletable_topic_result_array(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_delete_topics_response_2(buf, pos):
    o = make(DeleteTopicsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.responses, pos = _decode_deletable_topic_result_array(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.unknown_tags = None
    return o, pos


def _decode_deletable_topic_result_tags(o, buf, pos, count):
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


def _decode_deletable_topic_result_array_2(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeletableTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_deletable_topic_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETABLE_TOPIC_RESULT * count)]
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
        o.error_code, t = _unpack_hB(buf, pos)
        pos += 3
        o.topic_id = ZERO_UUID
        o.error_message = None
        o.unknown_tags = None
        if t:
            pos = _decode_deletable_topic_result_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_topics_response_tags(o, buf, pos, count):
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


def _decode_delete_topics_response_3(buf, pos):
    o = make(DeleteTopicsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_deletable_topic_result_array_2(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delete_topics_response_tags(o, buf, pos, t)
    return o, pos


def _decode_deletable_topic_result_array_3(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeletableTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_deletable_topic_result_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETABLE_TOPIC_RESULT * count)]
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
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
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
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_deletable_topic_result_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_topics_response_4(buf, pos):
    o = make(DeleteTopicsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_deletable_topic_result_array_3(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delete_topics_response_tags(o, buf, pos, t)
    return o, pos


def _decode_deletable_topic_result_array_4(buf, pos, count):
    if 21 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeletableTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_deletable_topic_result_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETABLE_TOPIC_RESULT * count)]
        end = pos + 21 * count
        if (
            count > 7
            and buf[pos] < 2
            and buf[pos + 19] < 2
            and buf[pos + 0:end:21].count(buf[pos + 0]) == count
            and buf[pos + 19:end:21].count(buf[pos + 19]) == count
            and buf[pos + 20:end:21].count(0) == count
        ):
            at_0 = buf[pos + 0]
            at_19 = buf[pos + 19]
            for o, (o.topic_id, o.error_code) in zip(found, _row_xuhxx(buf[pos:end])):
                o.name = "" if at_0 else None
                o.error_message = "" if at_19 else None
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
            pos = _decode_deletable_topic_result_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_topics_response_5(buf, pos):
    o = make(DeleteTopicsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_deletable_topic_result_array_4(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delete_topics_response_tags(o, buf, pos, t)
    return o, pos


DeleteTopicsResponse._ENCODERS = {
    0: _encode_delete_topics_response,
    1: _encode_delete_topics_response_2,
    2: _encode_delete_topics_response_2,
    3: _encode_delete_topics_response_2,
    4: _encode_delete_topics_response_3,
    5: _encode_delete_topics_response_4,
    6: _encode_delete_topics_response_5,
}
DeleteTopicsResponse._DECODERS = {
    0: _decode_delete_topics_response,
    1: _decode_delete_topics_response_2,
    2: _decode_delete_topics_response_2,
    3: _decode_delete_topics_response_2,
    4: _decode_delete_topics_response_3,
    5: _decode_delete_topics_response_4,
    6: _decode_delete_topics_response_5,
}
