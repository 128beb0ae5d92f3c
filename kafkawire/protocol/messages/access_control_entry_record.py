"""Generated from schemas/records/AccessControlEntryRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    ZERO_UUID,
    Message,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class AccessControlEntryRecord(Message):
    """Adds one access rule.

    Metadata, versions 0, flexible 0+.

    - id: uuid, 0+. Random; RemoveAccessControlEntryRecord refers to it.
    - resource_type: int8, 0+. 2 topic, 3 group, 4 cluster, 5 transactional id, 6 delegation
      token, 7 user.
    - resource_name: string, 0+
    - pattern_type: int8, 0+. 3 literal name, 4 prefix (KIP-290).
    - principal: string, 0+. Type and name, as in User:alice; User:* stands for everyone.
    - host: string, 0+. IP address the rule speaks of; * for any.
    - operation: int8, 0+. 1 any, 2 all, 3 read, 4 write, 5 create, 6 delete, 7 alter, 8
      describe, 9 cluster action; 10 to 15 are finer ones.
    - permission_type: int8, 0+. 1 any (in filters only), 2 deny, 3 allow.
    """

    __slots__ = (
        "id",
        "resource_type",
        "resource_name",
        "pattern_type",
        "principal",
        "host",
        "operation",
        "permission_type",
    )
    _FIELDS = __slots__

    API_KEY = 18
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        id: bytes = ZERO_UUID,
        resource_type: int = 0,
        resource_name: str = "",
        pattern_type: int = 0,
        principal: str = "",
        host: str = "",
        operation: int = 0,
        permission_type: int = 0,
    ) -> None:
        self.id: bytes = id
        self.resource_type: int = resource_type
        self.resource_name: str = resource_name
        self.pattern_type: int = pattern_type
        self.principal: str = principal
        self.host: str = host
        self.operation: int = operation
        self.permission_type: int = permission_type
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bb = packer(">bb")
_pack_bbx = packer(">bbx")
_pack_ub = packer(">16sb")
_pack_ubB = packer(">16sbB")
_unpack_bB = unpacker(">bB")
_unpack_bbB = unpacker(">bbB")
_unpack_ubB = unpacker(">16sbB")


def _encode_access_control_entry_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_access_control_entry_record(o, out):
    resource_name_ = o.resource_name
    resource_name_ = resource_name_.encode()
    n = len(resource_name_)
    if n < 127:
        out.append(_pack_ubB(o.id, o.resource_type, n + 1))
    else:
        out.append(_pack_ub(o.id, o.resource_type))
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
        _encode_access_control_entry_record_tags(o, out)


def _decode_access_control_entry_record_tags(o, buf, pos, count):
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


def _decode_access_control_entry_record(buf, pos):
    o = make(AccessControlEntryRecord)
    o.id, o.resource_type, n = _unpack_ubB(buf, pos)
    pos += 18
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
        pos = _decode_access_control_entry_record_tags(o, buf, pos, t)
    return o, pos


AccessControlEntryRecord._ENCODERS = {0: _encode_access_control_entry_record}
AccessControlEntryRecord._DECODERS = {0: _decode_access_control_entry_record}
