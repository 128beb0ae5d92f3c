"""Generated from schemas/messages/DescribeAclsRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
    absent,
    long_string,
    make,
    many_tags,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class DescribeAclsRequest(Message):
    """Asks for the access rules that match a filter.

    Request of api key 29, versions 0-3, flexible 2+.

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

    API_KEY = 29
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

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


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bb = packer(">bb")
_pack_bbx = packer(">bbx")
_pack_bh = packer(">bh")
_pack_bx = packer(">bx")
_pack_h = packer(">h")
_unpack_bB = unpacker(">bB")
_unpack_bb = unpacker(">bb")
_unpack_bbB = unpacker(">bbB")
_unpack_bh = unpacker(">bh")
_unpack_h = unpacker(">h")


def _encode_describe_acls_request(o, out):
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


def _encode_describe_acls_request_2(o, out):
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


def _encode_describe_acls_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_acls_request_3(o, out):
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
        _encode_describe_acls_request_tags(o, out)


def _decode_describe_acls_request(buf, pos):
    o = make(DescribeAclsRequest)
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
    return o, pos


def _decode_describe_acls_request_2(buf, pos):
    o = make(DescribeAclsRequest)
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
    return o, pos


def _decode_describe_acls_request_tags(o, buf, pos, count):
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


def _decode_describe_acls_request_3(buf, pos):
    o = make(DescribeAclsRequest)
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
        pos = _decode_describe_acls_request_tags(o, buf, pos, t)
    return o, pos


DescribeAclsRequest._ENCODERS = {
    0: _encode_describe_acls_request,
    1: _encode_describe_acls_request_2,
    2: _encode_describe_acls_request_3,
    3: _encode_describe_acls_request_3,
}
DescribeAclsRequest._DECODERS = {
    0: _decode_describe_acls_request,
    1: _decode_describe_acls_request_2,
    2: _decode_describe_acls_request_3,
    3: _decode_describe_acls_request_3,
}
