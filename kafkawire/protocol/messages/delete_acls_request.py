"""Generated from schemas/messages/DeleteAclsRequest.json; do not edit.

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


class DeleteAclsRequest(Message):
    """Deletes all access rules that match any of the filters.

    Request of api key 31, versions 0-3, flexible 2+.

    - filters: []DeleteAclsFilter, 0+
    """

    __slots__ = ("filters",)
    _FIELDS = __slots__

    API_KEY = 31
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

    class DeleteAclsFilter(Struct):
        """DeleteAclsFilter of `DeleteAclsRequest`.

        - resource_type_filter: int8, 0+. 1 any, 2 topic, 3 group, 4 cluster, 5 transactional
          id, 6 delegation token, 7 user.
        - resource_name_filter: string, 0+, null. Null matches every name.
        - pattern_type_filter: int8, 1+. 1 any, 2 every pattern that covers the name, 3 literal,
          4 prefix (KIP-290).
        - principal_filter: string, 0+, null. Null matches every principal.
        - host_filter: string, 0+, null. Null matches every host.
        - operation: int8, 0+. 1 any, 2 all, 3 read, 4 write, 5 create, 6 delete, 7 alter, 8
          describe, 9 cluster action; 10 to 15 are finer ones.
        - permission_type: int8, 0+. 1 any (in filters only), 2 deny, 3 allow.
        """

        __slots__ = (
            "resource_type_filter",
            "resource_name_filter",
            "pattern_type_filter",
            "principal_filter",
            "host_filter",
            "operation",
            "permission_type",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            resource_type_filter: int = 0,
            resource_name_filter: str | None = "",
            pattern_type_filter: int = 3,
            principal_filter: str | None = "",
            host_filter: str | None = "",
            operation: int = 0,
            permission_type: int = 0,
        ) -> None:
            self.resource_type_filter: int = resource_type_filter
            self.resource_name_filter: str | None = resource_name_filter
            self.pattern_type_filter: int = pattern_type_filter
            self.principal_filter: str | None = principal_filter
            self.host_filter: str | None = host_filter
            self.operation: int = operation
            self.permission_type: int = permission_type
            self.unknown_tags = None

    def __init__(
        self,
        *,
        filters: list[DeleteAclsRequest.DeleteAclsFilter] = NEW,
    ) -> None:
        self.filters: list[DeleteAclsRequest.DeleteAclsFilter] = (
            [] if filters is NEW else filters
        )
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bBbBBbbx = packer(">bBbBBbbx")
_pack_bb = packer(">bb")
_pack_bbx = packer(">bbx")
_pack_bh = packer(">bh")
_pack_bhbhhbb = packer(">bhbhhbb")
_pack_bhhhbb = packer(">bhhhbb")
_pack_bx = packer(">bx")
_pack_h = packer(">h")
_pack_i = packer(">i")
_row_bxbxxbbx = rower(">bxbxxbbx")
_unpack_bB = unpacker(">bB")
_unpack_bb = unpacker(">bb")
_unpack_bbB = unpacker(">bbB")
_unpack_bh = unpacker(">bh")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_DeleteAclsFilter = DeleteAclsRequest.DeleteAclsFilter
_ONE_DELETE_ACLS_FILTER = ((_DeleteAclsFilter,),)


def _encode_delete_acls_filter_array(array, out):
    for o in array:
        resource_name_filter_ = o.resource_name_filter
        principal_filter_ = o.principal_filter
        host_filter_ = o.host_filter
        if (
            not resource_name_filter_
            and not principal_filter_
            and not host_filter_
            and o.pattern_type_filter == 3
            and o.unknown_tags is None
        ):
            out.append(_pack_bhhhbb(
                o.resource_type_filter,
                -(resource_name_filter_ is None),
                -(principal_filter_ is None),
                -(host_filter_ is None),
                o.operation,
                o.permission_type,
            ))
            continue
        if o.pattern_type_filter != 3:
            absent("PatternTypeFilter")
        resource_name_filter_ = o.resource_name_filter
        if resource_name_filter_ is None:
            out.append(_pack_bh(o.resource_type_filter, -1))
        else:
            resource_name_filter_ = resource_name_filter_.encode()
            n = len(resource_name_filter_)
            out.append(_pack_bh(o.resource_type_filter, n))
            out.append(resource_name_filter_)
        principal_filter_ = o.principal_filter
        if principal_filter_ is None:
            out.append(_pack_h(-1))
        else:
            principal_filter_ = principal_filter_.encode()
            n = len(principal_filter_)
            out.append(_pack_h(n))
            out.append(principal_filter_)
        host_filter_ = o.host_filter
        if host_filter_ is None:
            out.append(_pack_h(-1))
        else:
            host_filter_ = host_filter_.encode()
            n = len(host_filter_)
            out.append(_pack_h(n))
            out.append(host_filter_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_bb(o.operation, o.permission_type))


def _encode_delete_acls_request(o, out):
    filters_ = o.filters
    n = len(filters_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_delete_acls_filter_array, filters_, out)
    elif n:
        _encode_delete_acls_filter_array(filters_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_delete_acls_filter_array_2(array, out):
    for o in array:
        resource_name_filter_ = o.resource_name_filter
        principal_filter_ = o.principal_filter
        host_filter_ = o.host_filter
        if (
            not resource_name_filter_
            and not principal_filter_
            and not host_filter_
            and o.unknown_tags is None
        ):
            out.append(_pack_bhbhhbb(
                o.resource_type_filter,
                -(resource_name_filter_ is None),
                o.pattern_type_filter,
                -(principal_filter_ is None),
                -(host_filter_ is None),
                o.operation,
                o.permission_type,
            ))
            continue
        resource_name_filter_ = o.resource_name_filter
        if resource_name_filter_ is None:
            out.append(_pack_bh(o.resource_type_filter, -1))
        else:
            resource_name_filter_ = resource_name_filter_.encode()
            n = len(resource_name_filter_)
            out.append(_pack_bh(o.resource_type_filter, n))
            out.append(resource_name_filter_)
        principal_filter_ = o.principal_filter
        if principal_filter_ is None:
            out.append(_pack_bh(o.pattern_type_filter, -1))
        else:
            principal_filter_ = principal_filter_.encode()
            n = len(principal_filter_)
            out.append(_pack_bh(o.pattern_type_filter, n))
            out.append(principal_filter_)
        host_filter_ = o.host_filter
        if host_filter_ is None:
            out.append(_pack_h(-1))
        else:
            host_filter_ = host_filter_.encode()
            n = len(host_filter_)
            out.append(_pack_h(n))
            out.append(host_filter_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_bb(o.operation, o.permission_type))


def _encode_delete_acls_request_2(o, out):
    filters_ = o.filters
    n = len(filters_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_delete_acls_filter_array_2, filters_, out)
    elif n:
        _encode_delete_acls_filter_array_2(filters_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_delete_acls_filter_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_acls_filter_array_3(array, out):
    for o in array:
        resource_name_filter_ = o.resource_name_filter
        principal_filter_ = o.principal_filter
        host_filter_ = o.host_filter
        if (
            not resource_name_filter_
            and not principal_filter_
            and not host_filter_
            and o.unknown_tags is None
        ):
            out.append(_pack_bBbBBbbx(
                o.resource_type_filter,
                resource_name_filter_ is not None,
                o.pattern_type_filter,
                principal_filter_ is not None,
                host_filter_ is not None,
                o.operation,
                o.permission_type,
            ))
            continue
        resource_name_filter_ = o.resource_name_filter
        if resource_name_filter_ is None:
            out.append(_pack_bx(o.resource_type_filter))
        else:
            resource_name_filter_ = resource_name_filter_.encode()
            n = len(resource_name_filter_)
            if n < 127:
                out.append(_pack_bB(o.resource_type_filter, n + 1))
            else:
                out.append(_pack_b(o.resource_type_filter))
                out.append(string_length(n))
            out.append(resource_name_filter_)
        principal_filter_ = o.principal_filter
        if principal_filter_ is None:
            out.append(_pack_bx(o.pattern_type_filter))
        else:
            principal_filter_ = principal_filter_.encode()
            n = len(principal_filter_)
            if n < 127:
                out.append(_pack_bB(o.pattern_type_filter, n + 1))
            else:
                out.append(_pack_b(o.pattern_type_filter))
                out.append(string_length(n))
            out.append(principal_filter_)
        host_filter_ = o.host_filter
        if host_filter_ is None:
            out.append(b"\0")
        else:
            host_filter_ = host_filter_.encode()
            n = len(host_filter_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(host_filter_)
        if o.unknown_tags is None:
            out.append(_pack_bbx(o.operation, o.permission_type))
        else:
            out.append(_pack_bb(o.operation, o.permission_type))
            _encode_delete_acls_filter_tags(o, out)


def _encode_delete_acls_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_acls_request_3(o, out):
    filters_ = o.filters
    n = len(filters_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_delete_acls_filter_array_3, filters_, out)
    elif n:
        _encode_delete_acls_filter_array_3(filters_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delete_acls_request_tags(o, out)


def _decode_delete_acls_filter_array(buf, pos, count):
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteAclsFilter)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_acls_filter_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_ACLS_FILTER * count)]
    for o in found:
        o.resource_type_filter, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.resource_name_filter = buf[pos:e].decode()
            pos = e
        else:
            o.resource_name_filter = None
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.principal_filter = buf[pos:e].decode()
            pos = e
        else:
            o.principal_filter = None
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.host_filter = buf[pos:e].decode()
            pos = e
        else:
            o.host_filter = None
        o.operation, o.permission_type = _unpack_bb(buf, pos)
        pos += 2
        o.pattern_type_filter = 3
        o.unknown_tags = None
    return found, pos


def _decode_delete_acls_request(buf, pos):
    o = make(DeleteAclsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.filters, pos = _decode_delete_acls_filter_array(buf, pos, n)
    elif not n:
        o.filters = []
    else:
        null_error("Filters")
    o.unknown_tags = None
    return o, pos


def _decode_delete_acls_filter_array_2(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteAclsFilter)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_acls_filter_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_ACLS_FILTER * count)]
    for o in found:
        o.resource_type_filter, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.resource_name_filter = buf[pos:e].decode()
            pos = e
        else:
            o.resource_name_filter = None
        o.pattern_type_filter, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.principal_filter = buf[pos:e].decode()
            pos = e
        else:
            o.principal_filter = None
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.host_filter = buf[pos:e].decode()
            pos = e
        else:
            o.host_filter = None
        o.operation, o.permission_type = _unpack_bb(buf, pos)
        pos += 2
        o.unknown_tags = None
    return found, pos


def _decode_delete_acls_request_2(buf, pos):
    o = make(DeleteAclsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.filters, pos = _decode_delete_acls_filter_array_2(buf, pos, n)
    elif not n:
        o.filters = []
    else:
        null_error("Filters")
    o.unknown_tags = None
    return o, pos


def _decode_delete_acls_filter_tags(o, buf, pos, count):
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


def _decode_delete_acls_filter_array_3(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteAclsFilter)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_acls_filter_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_ACLS_FILTER * count)]
        end = pos + 8 * count
        if (
            count > 7
            and buf[pos + 1] < 2
            and buf[pos + 3] < 2
            and buf[pos + 4] < 2
            and buf[pos + 1:end:8].count(buf[pos + 1]) == count
            and buf[pos + 3:end:8].count(buf[pos + 3]) == count
            and buf[pos + 4:end:8].count(buf[pos + 4]) == count
            and buf[pos + 7:end:8].count(0) == count
        ):
            at_1 = buf[pos + 1]
            at_3 = buf[pos + 3]
            at_4 = buf[pos + 4]
            for o, (
                o.resource_type_filter, o.pattern_type_filter, o.operation, o.permission_type,
            ) in zip(found, _row_bxbxxbbx(buf[pos:end])):
                o.resource_name_filter = "" if at_1 else None
                o.principal_filter = "" if at_3 else None
                o.host_filter = "" if at_4 else None
                o.unknown_tags = None
            return found, end
    for o in found:
        o.resource_type_filter, n = _unpack_bB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.resource_name_filter = buf[pos:e].decode()
            pos = e
        else:
            o.resource_name_filter = None
        o.pattern_type_filter, n = _unpack_bB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.principal_filter = buf[pos:e].decode()
            pos = e
        else:
            o.principal_filter = None
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host_filter = buf[pos:e].decode()
            pos = e
        else:
            o.host_filter = None
        o.operation, o.permission_type, t = _unpack_bbB(buf, pos)
        pos += 3
        o.unknown_tags = None
        if t:
            pos = _decode_delete_acls_filter_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_acls_request_tags(o, buf, pos, count):
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


def _decode_delete_acls_request_3(buf, pos):
    o = make(DeleteAclsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.filters, pos = _decode_delete_acls_filter_array_3(buf, pos, n - 1)
    elif n:
        o.filters = []
    else:
        null_error("Filters")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delete_acls_request_tags(o, buf, pos, t)
    return o, pos


DeleteAclsRequest._ENCODERS = {
    0: _encode_delete_acls_request,
    1: _encode_delete_acls_request_2,
    2: _encode_delete_acls_request_3,
    3: _encode_delete_acls_request_3,
}
DeleteAclsRequest._DECODERS = {
    0: _decode_delete_acls_request,
    1: _decode_delete_acls_request_2,
    2: _decode_delete_acls_request_3,
    3: _decode_delete_acls_request_3,
}
