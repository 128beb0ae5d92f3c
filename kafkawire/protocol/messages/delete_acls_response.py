"""Generated from schemas/messages/DeleteAclsResponse.json; do not edit.

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


class DeleteAclsResponse(Message):
    """The rules each filter has deleted.

    Response of api key 31, versions 0-3, flexible 2+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - filter_results: []DeleteAclsFilterResult, 0+
    """

    __slots__ = ("throttle_time_ms", "filter_results")
    _FIELDS = __slots__

    API_KEY = 31
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

    class DeleteAclsFilterResult(Struct):
        """DeleteAclsFilterResult of `DeleteAclsResponse`.

        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - matching_acls: []DeleteAclsMatchingAcl, 0+. Rules that matched; each has its own
          result.
        """

        __slots__ = ("error_code", "error_message", "matching_acls")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            error_message: str | None = "",
            matching_acls: list[DeleteAclsResponse.DeleteAclsMatchingAcl] = NEW,
        ) -> None:
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.matching_acls: list[DeleteAclsResponse.DeleteAclsMatchingAcl] = (
                [] if matching_acls is NEW else matching_acls
            )
            self.unknown_tags = None

    class DeleteAclsMatchingAcl(Struct):
        """Rules that matched; each has its own result.

        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - resource_type: int8, 0+. 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation
          token, 7 user.
        - resource_name: string, 0+
        - pattern_type: int8, 1+. 3 literal name, 4 prefix (KIP-290).
        - principal: string, 0+. Type and name, as in User:alice; User:* stands for everyone.
        - host: string, 0+. IP address the rule speaks of; * for any.
        - operation: int8, 0+. 1 any, 2 all, 3 read, 4 write, 5 create, 6 delete, 7 alter, 8
          describe, 9 cluster action; 10 to 15 are finer ones.
        - permission_type: int8, 0+. 1 any (in filters only), 2 deny, 3 allow.
        """

        __slots__ = (
            "error_code",
            "error_message",
            "resource_type",
            "resource_name",
            "pattern_type",
            "principal",
            "host",
            "operation",
            "permission_type",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            error_message: str | None = "",
            resource_type: int = 0,
            resource_name: str = "",
            pattern_type: int = 3,
            principal: str = "",
            host: str = "",
            operation: int = 0,
            permission_type: int = 0,
        ) -> None:
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.resource_type: int = resource_type
            self.resource_name: str = resource_name
            self.pattern_type: int = pattern_type
            self.principal: str = principal
            self.host: str = host
            self.operation: int = operation
            self.permission_type: int = permission_type
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        filter_results: list[DeleteAclsResponse.DeleteAclsFilterResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.filter_results: list[DeleteAclsResponse.DeleteAclsFilterResult] = (
            [] if filter_results is NEW else filter_results
        )
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bb = packer(">bb")
_pack_bbx = packer(">bbx")
_pack_bh = packer(">bh")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hBBx = packer(">hBBx")
_pack_hh = packer(">hh")
_pack_hhi = packer(">hhi")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_row_hxxx = rower(">hxxx")
_unpack_bB = unpacker(">bB")
_unpack_bb = unpacker(">bb")
_unpack_bbB = unpacker(">bbB")
_unpack_bh = unpacker(">bh")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hh = unpacker(">hh")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_DeleteAclsFilterResult = DeleteAclsResponse.DeleteAclsFilterResult
_DeleteAclsMatchingAcl = DeleteAclsResponse.DeleteAclsMatchingAcl
_ONE_DELETE_ACLS_MATCHING_ACL = ((_DeleteAclsMatchingAcl,),)
_ONE_DELETE_ACLS_FILTER_RESULT = ((_DeleteAclsFilterResult,),)


def _encode_delete_acls_matching_acl_array(array, out):
    for o in array:
        if o.pattern_type != 3:
            absent("PatternType")
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hh(o.error_code, -1))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            out.append(_pack_hh(o.error_code, n))
            out.append(error_message_)
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        out.append(_pack_bh(o.resource_type, n))
        out.append(resource_name_)
        principal_ = o.principal
        principal_ = principal_.encode()
        n = len(principal_)
        out.append(_pack_h(n))
        out.append(principal_)
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        out.append(_pack_h(n))
        out.append(host_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_bb(o.operation, o.permission_type))


def _encode_delete_acls_filter_result_array(array, out):
    for o in array:
        error_message_ = o.error_message
        matching_acls_ = o.matching_acls
        if (
            not error_message_
            and matching_acls_ is not None and not matching_acls_
            and o.unknown_tags is None
        ):
            out.append(_pack_hhi(o.error_code, -(error_message_ is None), 0))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hh(o.error_code, -1))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            out.append(_pack_hh(o.error_code, n))
            out.append(error_message_)
        matching_acls_ = o.matching_acls
        n = len(matching_acls_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_delete_acls_matching_acl_array, matching_acls_, out)
        elif n:
            _encode_delete_acls_matching_acl_array(matching_acls_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_delete_acls_response(o, out):
    filter_results_ = o.filter_results
    n = len(filter_results_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_delete_acls_filter_result_array, filter_results_, out)
    elif n:
        _encode_delete_acls_filter_result_array(filter_results_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_delete_acls_matching_acl_array_2(array, out):
    for o in array:
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hh(o.error_code, -1))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            out.append(_pack_hh(o.error_code, n))
            out.append(error_message_)
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        out.append(_pack_bh(o.resource_type, n))
        out.append(resource_name_)
        principal_ = o.principal
        principal_ = principal_.encode()
        n = len(principal_)
        out.append(_pack_bh(o.pattern_type, n))
        out.append(principal_)
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        out.append(_pack_h(n))
        out.append(host_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_bb(o.operation, o.permission_type))


def _encode_delete_acls_filter_result_array_2(array, out):
    for o in array:
        error_message_ = o.error_message
        matching_acls_ = o.matching_acls
        if (
            not error_message_
            and matching_acls_ is not None and not matching_acls_
            and o.unknown_tags is None
        ):
            out.append(_pack_hhi(o.error_code, -(error_message_ is None), 0))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hh(o.error_code, -1))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            out.append(_pack_hh(o.error_code, n))
            out.append(error_message_)
        matching_acls_ = o.matching_acls
        n = len(matching_acls_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_delete_acls_matching_acl_array_2, matching_acls_, out)
        elif n:
            _encode_delete_acls_matching_acl_array_2(matching_acls_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_delete_acls_response_2(o, out):
    filter_results_ = o.filter_results
    n = len(filter_results_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_delete_acls_filter_result_array_2, filter_results_, out)
    elif n:
        _encode_delete_acls_filter_result_array_2(filter_results_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_delete_acls_matching_acl_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_acls_matching_acl_array_3(array, out):
    for o in array:
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
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        if n < 127:
            out.append(_pack_bB(o.resource_type, n + 1))
        else:
            out.append(_pack_b(o.resource_type))
            out.append(string_length(n))
        out.append(resource_name_)
        principal_ = o.principal
        principal_ = principal_.encode()
        n = len(principal_)
        if n < 127:
            out.append(_pack_bB(o.pattern_type, n + 1))
        else:
            out.append(_pack_b(o.pattern_type))
            out.append(string_length(n))
        out.append(principal_)
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(host_)
        if o.unknown_tags is None:
            out.append(_pack_bbx(o.operation, o.permission_type))
        else:
            out.append(_pack_bb(o.operation, o.permission_type))
            _encode_delete_acls_matching_acl_tags(o, out)


def _encode_delete_acls_filter_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_acls_filter_result_array_3(array, out):
    for o in array:
        error_message_ = o.error_message
        matching_acls_ = o.matching_acls
        if (
            not error_message_
            and matching_acls_ is not None and not matching_acls_
            and o.unknown_tags is None
        ):
            out.append(_pack_hBBx(o.error_code, error_message_ is not None, 1))
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
        matching_acls_ = o.matching_acls
        n = len(matching_acls_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_delete_acls_matching_acl_array_3, matching_acls_, out)
        elif n:
            _encode_delete_acls_matching_acl_array_3(matching_acls_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_delete_acls_filter_result_tags(o, out)


def _encode_delete_acls_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_acls_response_3(o, out):
    filter_results_ = o.filter_results
    n = len(filter_results_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_delete_acls_filter_result_array_3, filter_results_, out)
    elif n:
        _encode_delete_acls_filter_result_array_3(filter_results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delete_acls_response_tags(o, out)


def _decode_delete_acls_matching_acl_array(buf, pos, count):
    if 13 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteAclsMatchingAcl)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_acls_matching_acl_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_ACLS_MATCHING_ACL * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        o.resource_type, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.resource_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("ResourceName")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.principal = buf[pos:e].decode()
            pos = e
        else:
            null_error("Principal")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.operation, o.permission_type = _unpack_bb(buf, pos)
        pos += 2
        o.pattern_type = 3
        o.unknown_tags = None
    return found, pos


def _decode_delete_acls_filter_result_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteAclsFilterResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_acls_filter_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_ACLS_FILTER_RESULT * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.matching_acls, pos = _decode_delete_acls_matching_acl_array(buf, pos, n)
        elif not n:
            o.matching_acls = []
        else:
            null_error("MatchingAcls")
        o.unknown_tags = None
    return found, pos


def _decode_delete_acls_response(buf, pos):
    o = make(DeleteAclsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.filter_results, pos = _decode_delete_acls_filter_result_array(buf, pos, n)
    elif not n:
        o.filter_results = []
    else:
        null_error("FilterResults")
    o.unknown_tags = None
    return o, pos


def _decode_delete_acls_matching_acl_array_2(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteAclsMatchingAcl)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_acls_matching_acl_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_ACLS_MATCHING_ACL * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        o.resource_type, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.resource_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("ResourceName")
        o.pattern_type, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.principal = buf[pos:e].decode()
            pos = e
        else:
            null_error("Principal")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.operation, o.permission_type = _unpack_bb(buf, pos)
        pos += 2
        o.unknown_tags = None
    return found, pos


def _decode_delete_acls_filter_result_array_2(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteAclsFilterResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_acls_filter_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_ACLS_FILTER_RESULT * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.matching_acls, pos = _decode_delete_acls_matching_acl_array_2(buf, pos, n)
        elif not n:
            o.matching_acls = []
        else:
            null_error("MatchingAcls")
        o.unknown_tags = None
    return found, pos


def _decode_delete_acls_response_2(buf, pos):
    o = make(DeleteAclsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.filter_results, pos = _decode_delete_acls_filter_result_array_2(buf, pos, n)
    elif not n:
        o.filter_results = []
    else:
        null_error("FilterResults")
    o.unknown_tags = None
    return o, pos


def _decode_delete_acls_matching_acl_tags(o, buf, pos, count):
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


def _decode_delete_acls_matching_acl_array_3(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteAclsMatchingAcl)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_acls_matching_acl_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_ACLS_MATCHING_ACL * count)]
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
        o.resource_type, n = _unpack_bB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.resource_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("ResourceName")
        o.pattern_type, n = _unpack_bB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.principal = buf[pos:e].decode()
            pos = e
        else:
            null_error("Principal")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.operation, o.permission_type, t = _unpack_bbB(buf, pos)
        pos += 3
        o.unknown_tags = None
        if t:
            pos = _decode_delete_acls_matching_acl_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_acls_filter_result_tags(o, buf, pos, count):
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


def _decode_delete_acls_filter_result_array_3(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteAclsFilterResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_acls_filter_result_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_ACLS_FILTER_RESULT * count)]
        end = pos + 5 * count
        if (
            count > 7
            and buf[pos + 2] < 2
            and buf[pos + 3] == 1
            and buf[pos + 2:end:5].count(buf[pos + 2]) == count
            and buf[pos + 3:end:5].count(buf[pos + 3]) == count
            and buf[pos + 4:end:5].count(0) == count
        ):
            at_2 = buf[pos + 2]
            for o, (o.error_code,) in zip(found, _row_hxxx(buf[pos:end])):
                o.error_message = "" if at_2 else None
                o.matching_acls = []
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.matching_acls, pos = _decode_delete_acls_matching_acl_array_3(buf, pos, n - 1)
        elif n:
            o.matching_acls = []
        else:
            null_error("MatchingAcls")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_delete_acls_filter_result_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_acls_response_tags(o, buf, pos, count):
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


def _decode_delete_acls_response_3(buf, pos):
    o = make(DeleteAclsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.filter_results, pos = _decode_delete_acls_filter_result_array_3(buf, pos, n - 1)
    elif n:
        o.filter_results = []
    else:
        null_error("FilterResults")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delete_acls_response_tags(o, buf, pos, t)
    return o, pos


DeleteAclsResponse._ENCODERS = {
    0: _encode_delete_acls_response,
    1: _encode_delete_acls_response_2,
    2: _encode_delete_acls_response_3,
    3: _encode_delete_acls_response_3,
}
DeleteAclsResponse._DECODERS = {
    0: _decode_delete_acls_response,
    1: _decode_delete_acls_response_2,
    2: _decode_delete_acls_response_3,
    3: _decode_delete_acls_response_3,
}
