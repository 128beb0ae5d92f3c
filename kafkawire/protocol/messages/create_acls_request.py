"""Generated from schemas/messages/CreateAclsRequest.json; do not edit.

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


class CreateAclsRequest(Message):
    """Adds access rules.

    Request of api key 30, versions 0-3, flexible 2+.

    - creations: []AclCreation, 0+
    """

    __slots__ = ("creations",)
    _FIELDS = __slots__

    API_KEY = 30
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

    class AclCreation(Struct):
        """AclCreation of `CreateAclsRequest`.

        - resource_type: int8, 0+. 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation
          token, 7 user.
        - resource_name: string, 0+
        - resource_pattern_type: int8, 1+. 3 literal name, 4 prefix (KIP-290).
        - principal: string, 0+. Type and name, as in User:alice; User:* stands for everyone.
        - host: string, 0+. IP address the rule speaks of; * for any.
        - operation: int8, 0+. 1 any, 2 all, 3 read, 4 write, 5 create, 6 delete, 7 alter, 8
          describe, 9 cluster action; 10 to 15 are finer ones.
        - permission_type: int8, 0+. 1 any (in filters only), 2 deny, 3 allow.
        """

        __slots__ = (
            "resource_type",
            "resource_name",
            "resource_pattern_type",
            "principal",
            "host",
            "operation",
            "permission_type",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            resource_type: int = 0,
            resource_name: str = "",
            resource_pattern_type: int = 3,
            principal: str = "",
            host: str = "",
            operation: int = 0,
            permission_type: int = 0,
        ) -> None:
            self.resource_type: int = resource_type
            self.resource_name: str = resource_name
            self.resource_pattern_type: int = resource_pattern_type
            self.principal: str = principal
            self.host: str = host
            self.operation: int = operation
            self.permission_type: int = permission_type
            self.unknown_tags = None

    def __init__(
        self,
        *,
        creations: list[CreateAclsRequest.AclCreation] = NEW,
    ) -> None:
        self.creations: list[CreateAclsRequest.AclCreation] = (
            [] if creations is NEW else creations
        )
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bb = packer(">bb")
_pack_bbx = packer(">bbx")
_pack_bh = packer(">bh")
_pack_h = packer(">h")
_pack_i = packer(">i")
_unpack_bB = unpacker(">bB")
_unpack_bb = unpacker(">bb")
_unpack_bbB = unpacker(">bbB")
_unpack_bh = unpacker(">bh")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_AclCreation = CreateAclsRequest.AclCreation
_ONE_ACL_CREATION = ((_AclCreation,),)


def _encode_acl_creation_array(array, out):
    for o in array:
        if o.resource_pattern_type != 3:
            absent("ResourcePatternType")
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


def _encode_create_acls_request(o, out):
    creations_ = o.creations
    n = len(creations_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_acl_creation_array, creations_, out)
    elif n:
        _encode_acl_creation_array(creations_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_acl_creation_array_2(array, out):
    for o in array:
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        out.append(_pack_bh(o.resource_type, n))
        out.append(resource_name_)
        principal_ = o.principal
        principal_ = principal_.encode()
        n = len(principal_)
        out.append(_pack_bh(o.resource_pattern_type, n))
        out.append(principal_)
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        out.append(_pack_h(n))
        out.append(host_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_bb(o.operation, o.permission_type))


def _encode_create_acls_request_2(o, out):
    creations_ = o.creations
    n = len(creations_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_acl_creation_array_2, creations_, out)
    elif n:
        _encode_acl_creation_array_2(creations_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_acl_creation_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_acl_creation_array_3(array, out):
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
        principal_ = o.principal
        principal_ = principal_.encode()
        n = len(principal_)
        if n < 127:
            out.append(_pack_bB(o.resource_pattern_type, n + 1))
        else:
            out.append(_pack_b(o.resource_pattern_type))
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
            _encode_acl_creation_tags(o, out)


def _encode_create_acls_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_create_acls_request_3(o, out):
    creations_ = o.creations
    n = len(creations_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_acl_creation_array_3, creations_, out)
    elif n:
        _encode_acl_creation_array_3(creations_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_create_acls_request_tags(o, out)


def _decode_acl_creation_array(buf, pos, count):
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AclCreation)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_acl_creation_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ACL_CREATION * count)]
    for o in found:
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
        o.resource_pattern_type = 3
        o.unknown_tags = None
    return found, pos


def _decode_create_acls_request(buf, pos):
    o = make(CreateAclsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.creations, pos = _decode_acl_creation_array(buf, pos, n)
    elif not n:
        o.creations = []
    else:
        null_error("Creations")
    o.unknown_tags = None
    return o, pos


def _decode_acl_creation_array_2(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AclCreation)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_acl_creation_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ACL_CREATION * count)]
    for o in found:
        o.resource_type, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.resource_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("ResourceName")
        o.resource_pattern_type, n = _unpack_bh(buf, pos)
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


def _decode_create_acls_request_2(buf, pos):
    o = make(CreateAclsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.creations, pos = _decode_acl_creation_array_2(buf, pos, n)
    elif not n:
        o.creations = []
    else:
        null_error("Creations")
    o.unknown_tags = None
    return o, pos


def _decode_acl_creation_tags(o, buf, pos, count):
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


def _decode_acl_creation_array_3(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AclCreation)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_acl_creation_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ACL_CREATION * count)]
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
        o.resource_pattern_type, n = _unpack_bB(buf, pos)
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
            pos = _decode_acl_creation_tags(o, buf, pos, t)
    return found, pos


def _decode_create_acls_request_tags(o, buf, pos, count):
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


def _decode_create_acls_request_3(buf, pos):
    o = make(CreateAclsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.creations, pos = _decode_acl_creation_array_3(buf, pos, n - 1)
    elif n:
        o.creations = []
    else:
        null_error("Creations")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_create_acls_request_tags(o, buf, pos, t)
    return o, pos


CreateAclsRequest._ENCODERS = {
    0: _encode_create_acls_request,
    1: _encode_create_acls_request_2,
    2: _encode_create_acls_request_3,
    3: _encode_create_acls_request_3,
}
CreateAclsRequest._DECODERS = {
    0: _decode_create_acls_request,
    1: _decode_create_acls_request_2,
    2: _decode_create_acls_request_3,
    3: _decode_create_acls_request_3,
}
