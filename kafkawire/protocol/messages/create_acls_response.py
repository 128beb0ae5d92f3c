"""Generated from schemas/messages/CreateAclsResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
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


class CreateAclsResponse(Message):
    """Result for each rule, in the order of the request.

    Response of api key 30, versions 0-3, flexible 2+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - results: []AclCreationResult, 0+
    """

    __slots__ = ("throttle_time_ms", "results")
    _FIELDS = __slots__

    API_KEY = 30
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

    class AclCreationResult(Struct):
        """AclCreationResult of `CreateAclsResponse`.

        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = ("error_code", "error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            error_message: str | None = "",
        ) -> None:
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        results: list[CreateAclsResponse.AclCreationResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.results: list[CreateAclsResponse.AclCreationResult] = (
            [] if results is NEW else results
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hBx = packer(">hBx")
_pack_hh = packer(">hh")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_row_hxx = rower(">hxx")
_unpack_hB = unpacker(">hB")
_unpack_hh = unpacker(">hh")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_AclCreationResult = CreateAclsResponse.AclCreationResult
_ONE_ACL_CREATION_RESULT = ((_AclCreationResult,),)


def _encode_acl_creation_result_array(array, out):
    for o in array:
        error_message_ = o.error_message
        if not error_message_ and o.unknown_tags is None:
            out.append(_pack_hh(o.error_code, -(error_message_ is None)))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hh(o.error_code, -1))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            out.append(_pack_hh(o.error_code, n))
            out.append(error_message_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_create_acls_response(o, out):
    results_ = o.results
    n = len(results_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_acl_creation_result_array, results_, out)
    elif n:
        _encode_acl_creation_result_array(results_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_acl_creation_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_acl_creation_result_array_2(array, out):
    for o in array:
        error_message_ = o.error_message
        if not error_message_ and o.unknown_tags is None:
            out.append(_pack_hBx(o.error_code, error_message_ is not None))
            continue
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
            _encode_acl_creation_result_tags(o, out)


def _encode_create_acls_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_create_acls_response_2(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_acl_creation_result_array_2, results_, out)
    elif n:
        _encode_acl_creation_result_array_2(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_create_acls_response_tags(o, out)


def _decode_acl_creation_result_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AclCreationResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_acl_creation_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ACL_CREATION_RESULT * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        o.unknown_tags = None
    return found, pos


def _decode_create_acls_response(buf, pos):
    o = make(CreateAclsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.results, pos = _decode_acl_creation_result_array(buf, pos, n)
    elif not n:
        o.results = []
    else:
        null_error("Results")
    o.unknown_tags = None
    return o, pos


def _decode_acl_creation_result_tags(o, buf, pos, count):
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


def _decode_acl_creation_result_array_2(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AclCreationResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_acl_creation_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ACL_CREATION_RESULT * count)]
        end = pos + 4 * count
        if (
            count > 7
            and buf[pos + 2] < 2
            and buf[pos + 2:end:4].count(buf[pos + 2]) == count
            and buf[pos + 3:end:4].count(0) == count
        ):
            at_2 = buf[pos + 2]
            for o, (o.error_code,) in zip(found, _row_hxx(buf[pos:end])):
                o.error_message = "" if at_2 else None
                o.unknown_tags = None
            return found, end
    for o in found:
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
            pos = _decode_acl_creation_result_tags(o, buf, pos, t)
    return found, pos


def _decode_create_acls_response_tags(o, buf, pos, count):
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


def _decode_create_acls_response_2(buf, pos):
    o = make(CreateAclsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_acl_creation_result_array_2(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_create_acls_response_tags(o, buf, pos, t)
    return o, pos


CreateAclsResponse._ENCODERS = {
    0: _encode_create_acls_response,
    1: _encode_create_acls_response,
    2: _encode_create_acls_response_2,
    3: _encode_create_acls_response_2,
}
CreateAclsResponse._DECODERS = {
    0: _decode_create_acls_response,
    1: _decode_create_acls_response,
    2: _decode_create_acls_response_2,
    3: _decode_create_acls_response_2,
}
