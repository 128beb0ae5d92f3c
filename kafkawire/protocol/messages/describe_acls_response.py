"""Generated from schemas/messages/DescribeAclsResponse.json; do not edit.

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


class DescribeAclsResponse(Message):
    """Access rules, grouped by resource.

    Response of api key 29, versions 0-3, flexible 2+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - resources: []DescribeAclsResource, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "resources")
    _FIELDS = __slots__

    API_KEY = 29
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

    class DescribeAclsResource(Struct):
        """DescribeAclsResource of `DescribeAclsResponse`.

        - resource_type: int8, 0+. 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation
          token, 7 user.
        - resource_name: string, 0+
        - pattern_type: int8, 1+. 3 literal name, 4 prefix (KIP-290).
        - acls: []AclDescription, 0+
        """

        __slots__ = ("resource_type", "resource_name", "pattern_type", "acls")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            resource_type: int = 0,
            resource_name: str = "",
            pattern_type: int = 3,
            acls: list[DescribeAclsResponse.AclDescription] = NEW,
        ) -> None:
            self.resource_type: int = resource_type
            self.resource_name: str = resource_name
            self.pattern_type: int = pattern_type
            self.acls: list[DescribeAclsResponse.AclDescription] = [] if acls is NEW else acls
            self.unknown_tags = None

    class AclDescription(Struct):
        """AclDescription of `DescribeAclsResponse`.

        - principal: string, 0+. Type and name, as in User:alice; User:* stands for everyone.
        - host: string, 0+. IP address the rule speaks of; * for any.
        - operation: int8, 0+. 1 any, 2 all, 3 read, 4 write, 5 create, 6 delete, 7 alter, 8
          describe, 9 cluster action; 10 to 15 are finer ones.
        - permission_type: int8, 0+. 1 any (in filters only), 2 deny, 3 allow.
        """

        __slots__ = ("principal", "host", "operation", "permission_type")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            principal: str = "",
            host: str = "",
            operation: int = 0,
            permission_type: int = 0,
        ) -> None:
            self.principal: str = principal
            self.host: str = host
            self.operation: int = operation
            self.permission_type: int = permission_type
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        resources: list[DescribeAclsResponse.DescribeAclsResource] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.resources: list[DescribeAclsResponse.DescribeAclsResource] = (
            [] if resources is NEW else resources
        )
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bb = packer(">bb")
_pack_bbx = packer(">bbx")
_pack_bh = packer(">bh")
_pack_bi = packer(">bi")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihh = packer(">ihh")
_pack_ihx = packer(">ihx")
_unpack_bB = unpacker(">bB")
_unpack_bb = unpacker(">bb")
_unpack_bbB = unpacker(">bbB")
_unpack_bh = unpacker(">bh")
_unpack_bi = unpacker(">bi")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_ihB = unpacker(">ihB")
_unpack_ihh = unpacker(">ihh")
_DescribeAclsResource = DescribeAclsResponse.DescribeAclsResource
_AclDescription = DescribeAclsResponse.AclDescription
_ONE_ACL_DESCRIPTION = ((_AclDescription,),)
_ONE_DESCRIBE_ACLS_RESOURCE = ((_DescribeAclsResource,),)


def _encode_acl_description_array(array, out):
    for o in array:
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


def _encode_describe_acls_resource_array(array, out):
    for o in array:
        if o.pattern_type != 3:
            absent("PatternType")
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        out.append(_pack_bh(o.resource_type, n))
        out.append(resource_name_)
        acls_ = o.acls
        n = len(acls_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_acl_description_array, acls_, out)
        elif n:
            _encode_acl_description_array(acls_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_acls_response(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihh(o.throttle_time_ms, o.error_code, -1))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        out.append(_pack_ihh(o.throttle_time_ms, o.error_code, n))
        out.append(error_message_)
    resources_ = o.resources
    n = len(resources_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_describe_acls_resource_array, resources_, out)
    elif n:
        _encode_describe_acls_resource_array(resources_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_describe_acls_resource_array_2(array, out):
    for o in array:
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        out.append(_pack_bh(o.resource_type, n))
        out.append(resource_name_)
        acls_ = o.acls
        n = len(acls_)
        out.append(_pack_bi(o.pattern_type, n))
        if n > 32:
            write_long(_encode_acl_description_array, acls_, out)
        elif n:
            _encode_acl_description_array(acls_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_acls_response_2(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihh(o.throttle_time_ms, o.error_code, -1))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        out.append(_pack_ihh(o.throttle_time_ms, o.error_code, n))
        out.append(error_message_)
    resources_ = o.resources
    n = len(resources_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_describe_acls_resource_array_2, resources_, out)
    elif n:
        _encode_describe_acls_resource_array_2(resources_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_acl_description_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_acl_description_array_2(array, out):
    for o in array:
        principal_ = o.principal
        principal_ = principal_.encode()
        n = len(principal_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
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
            _encode_acl_description_tags(o, out)


def _encode_describe_acls_resource_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_acls_resource_array_3(array, out):
    for o in array:
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        if n < 127:
            out.append(_pack_bB(o.resource_type, n + 1))
        else:
            out.append(_pack_b(o.resource_type))
            out.append(string_length(n))
        out.append(resource_name_)
        acls_ = o.acls
        n = len(acls_)
        if n < 127:
            out.append(_pack_bB(o.pattern_type, n + 1))
        else:
            out.append(_pack_b(o.pattern_type))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_acl_description_array_2, acls_, out)
        elif n:
            _encode_acl_description_array_2(acls_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_acls_resource_tags(o, out)


def _encode_describe_acls_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_acls_response_3(o, out):
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
    resources_ = o.resources
    n = len(resources_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_acls_resource_array_3, resources_, out)
    elif n:
        _encode_describe_acls_resource_array_3(resources_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_acls_response_tags(o, out)


def _decode_acl_description_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AclDescription)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_acl_description_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ACL_DESCRIPTION * count)]
    for o in found:
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
        o.unknown_tags = None
    return found, pos


def _decode_describe_acls_resource_array(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeAclsResource)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_acls_resource_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_ACLS_RESOURCE * count)]
    for o in found:
        o.resource_type, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.resource_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("ResourceName")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.acls, pos = _decode_acl_description_array(buf, pos, n)
        elif not n:
            o.acls = []
        else:
            null_error("Acls")
        o.pattern_type = 3
        o.unknown_tags = None
    return found, pos


def _decode_describe_acls_response(buf, pos):
    o = make(DescribeAclsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihh(buf, pos)
    pos += 8
    if n >= 0:
        e = pos + n
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.resources, pos = _decode_describe_acls_resource_array(buf, pos, n)
    elif not n:
        o.resources = []
    else:
        null_error("Resources")
    o.unknown_tags = None
    return o, pos


def _decode_describe_acls_resource_array_2(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeAclsResource)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_acls_resource_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_ACLS_RESOURCE * count)]
    for o in found:
        o.resource_type, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.resource_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("ResourceName")
        o.pattern_type, n = _unpack_bi(buf, pos)
        pos += 5
        if n > 0:
            o.acls, pos = _decode_acl_description_array(buf, pos, n)
        elif not n:
            o.acls = []
        else:
            null_error("Acls")
        o.unknown_tags = None
    return found, pos


def _decode_describe_acls_response_2(buf, pos):
    o = make(DescribeAclsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihh(buf, pos)
    pos += 8
    if n >= 0:
        e = pos + n
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.resources, pos = _decode_describe_acls_resource_array_2(buf, pos, n)
    elif not n:
        o.resources = []
    else:
        null_error("Resources")
    o.unknown_tags = None
    return o, pos


def _decode_acl_description_tags(o, buf, pos, count):
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


def _decode_acl_description_array_2(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AclDescription)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_acl_description_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ACL_DESCRIPTION * count)]
    for o in found:
        n = buf[pos]
        pos += 1
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
            pos = _decode_acl_description_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_acls_resource_tags(o, buf, pos, count):
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


def _decode_describe_acls_resource_array_3(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeAclsResource)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_acls_resource_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_ACLS_RESOURCE * count)]
    for o in found:
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
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.acls, pos = _decode_acl_description_array_2(buf, pos, n - 1)
        elif n:
            o.acls = []
        else:
            null_error("Acls")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_acls_resource_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_acls_response_tags(o, buf, pos, count):
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


def _decode_describe_acls_response_3(buf, pos):
    o = make(DescribeAclsResponse)
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
        o.resources, pos = _decode_describe_acls_resource_array_3(buf, pos, n - 1)
    elif n:
        o.resources = []
    else:
        null_error("Resources")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_acls_response_tags(o, buf, pos, t)
    return o, pos


DescribeAclsResponse._ENCODERS = {
    0: _encode_describe_acls_response,
    1: _encode_describe_acls_response_2,
    2: _encode_describe_acls_response_3,
    3: _encode_describe_acls_response_3,
}
DescribeAclsResponse._DECODERS = {
    0: _decode_describe_acls_response,
    1: _decode_describe_acls_response_2,
    2: _decode_describe_acls_response_3,
    3: _decode_describe_acls_response_3,
}
