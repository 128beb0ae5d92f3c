"""Generated from schemas/messages/DeleteGroupsResponse.json; do not edit.

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
    absent,
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


class DeleteGroupsResponse(Message):
    """Result for each group.

    Response of api key 42, versions 0-3, flexible 2+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - results: []DeletableGroupResult, 0+
    """

    __slots__ = ("throttle_time_ms", "results")
    _FIELDS = __slots__

    API_KEY = 42
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

    class DeletableGroupResult(Struct):
        """DeletableGroupResult of `DeleteGroupsResponse`.

        - group_id: string, 0+
        - error_code: int16, 0+
        - error_message: string, 3+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = ("group_id", "error_code", "error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            group_id: str = "",
            error_code: int = 0,
            error_message: str | None = None,
        ) -> None:
            self.group_id: str = group_id
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        results: list[DeleteGroupsResponse.DeletableGroupResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.results: list[DeleteGroupsResponse.DeletableGroupResult] = (
            [] if results is NEW else results
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_DeletableGroupResult = DeleteGroupsResponse.DeletableGroupResult
_ONE_DELETABLE_GROUP_RESULT = ((_DeletableGroupResult,),)


def _encode_deletable_group_result_array(array, out):
    for o in array:
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        out.append(_pack_h(n))
        out.append(group_id_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_h(o.error_code))


def _encode_delete_groups_response(o, out):
    results_ = o.results
    n = len(results_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_deletable_group_result_array, results_, out)
    elif n:
        _encode_deletable_group_result_array(results_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_deletable_group_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_deletable_group_result_array_2(array, out):
    for o in array:
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
        if o.unknown_tags is None:
            out.append(_pack_hx(o.error_code))
        else:
            out.append(_pack_h(o.error_code))
            _encode_deletable_group_result_tags(o, out)


def _encode_delete_groups_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_groups_response_2(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_deletable_group_result_array_2, results_, out)
    elif n:
        _encode_deletable_group_result_array_2(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delete_groups_response_tags(o, out)


def _encode_deletable_group_result_array_3(array, out):
    for o in array:
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
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
            _encode_deletable_group_result_tags(o, out)


def _encode_delete_groups_response_3(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_deletable_group_result_array_3, results_, out)
    elif n:
        _encode_deletable_group_result_array_3(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delete_groups_response_tags(o, out)


def _decode_deletable_group_result_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeletableGroupResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_deletable_group_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETABLE_GROUP_RESULT * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.group_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupId")
        o.error_code, = _unpack_h(buf, pos)
        pos += 2
        o.error_message = None
        o.unknown_tags = None
    return found, pos


def _decode_delete_groups_response(buf, pos):
    o = make(DeleteGroupsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.results, pos = _decode_deletable_group_result_array(buf, pos, n)
    elif not n:
        o.results = []
    else:
        null_error("Results")
    o.unknown_tags = None
    return o, pos


def _decode_deletable_group_result_tags(o, buf, pos, count):
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


def _decode_deletable_group_result_array_2(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeletableGroupResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_deletable_group_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETABLE_GROUP_RESULT * count)]
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
        o.error_code, t = _unpack_hB(buf, pos)
        pos += 3
        o.error_message = None
        o.unknown_tags = None
        if t:
            pos = _decode_deletable_group_result_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_groups_response_tags(o, buf, pos, count):
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


def _decode_delete_groups_response_2(buf, pos):
    o = make(DeleteGroupsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_deletable_group_result_array_2(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delete_groups_response_tags(o, buf, pos, t)
    return o, pos


def _decode_deletable_group_result_array_3(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeletableGroupResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_deletable_group_result_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETABLE_GROUP_RESULT * count)]
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
        o.unknown_tags = None
        if t:
            pos = _decode_deletable_group_result_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_groups_response_3(buf, pos):
    o = make(DeleteGroupsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_deletable_group_result_array_3(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delete_groups_response_tags(o, buf, pos, t)
    return o, pos


DeleteGroupsResponse._ENCODERS = {
    0: _encode_delete_groups_response,
    1: _encode_delete_groups_response,
    2: _encode_delete_groups_response_2,
    3: _encode_delete_groups_response_3,
}
DeleteGroupsResponse._DECODERS = {
    0: _decode_delete_groups_response,
    1: _decode_delete_groups_response,
    2: _decode_delete_groups_response_2,
    3: _decode_delete_groups_response_3,
}
