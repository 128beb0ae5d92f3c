"""Generated from schemas/messages/DescribeGroupsRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    Message,
    absent,
    compact_strings,
    make,
    many_tags,
    null_error,
    packer,
    strings,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_compact_strings,
    write_strings,
    write_tags,
)


class DescribeGroupsRequest(Message):
    """Asks for the state of classic groups.

    Request of api key 15, versions 0-6, flexible 5+.

    - groups: []string, 0+
    - include_authorized_operations: bool, 3+. Ask for each group's AuthorizedOperations
      (KIP-430).
    """

    __slots__ = ("groups", "include_authorized_operations")
    _FIELDS = __slots__

    API_KEY = 15
    VERSIONS = (0, 6)
    FLEXIBLE_SINCE = 5

    def __init__(
        self,
        *,
        groups: list[str] = NEW,
        include_authorized_operations: bool = False,
    ) -> None:
        self.groups: list[str] = [] if groups is NEW else groups
        self.include_authorized_operations: bool = include_authorized_operations
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_o = packer(">?")
_pack_ox = packer(">?x")
_unpack_i = unpacker(">i")
_unpack_o = unpacker(">?")
_unpack_oB = unpacker(">?B")


def _encode_describe_groups_request(o, out):
    if o.include_authorized_operations:
        absent("IncludeAuthorizedOperations")
    groups_ = o.groups
    n = len(groups_)
    out.append(_pack_i(n))
    if n:
        write_strings(groups_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_describe_groups_request_2(o, out):
    groups_ = o.groups
    n = len(groups_)
    out.append(_pack_i(n))
    if n:
        write_strings(groups_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_o(o.include_authorized_operations))


def _encode_describe_groups_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_groups_request_3(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(groups_, out)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.include_authorized_operations))
    else:
        out.append(_pack_o(o.include_authorized_operations))
        _encode_describe_groups_request_tags(o, out)


def _decode_describe_groups_request(buf, pos):
    o = make(DescribeGroupsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.groups, pos = strings(buf, pos, n)
    elif not n:
        o.groups = []
    else:
        null_error("Groups")
    o.include_authorized_operations = False
    o.unknown_tags = None
    return o, pos


def _decode_describe_groups_request_2(buf, pos):
    o = make(DescribeGroupsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.groups, pos = strings(buf, pos, n)
    elif not n:
        o.groups = []
    else:
        null_error("Groups")
    o.include_authorized_operations, = _unpack_o(buf, pos)
    pos += 1
    o.unknown_tags = None
    return o, pos


def _decode_describe_groups_request_tags(o, buf, pos, count):
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


def _decode_describe_groups_request_3(buf, pos):
    o = make(DescribeGroupsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    o.include_authorized_operations, t = _unpack_oB(buf, pos)
    pos += 2
    o.unknown_tags = None
    if t:
        pos = _decode_describe_groups_request_tags(o, buf, pos, t)
    return o, pos


DescribeGroupsRequest._ENCODERS = {
    0: _encode_describe_groups_request,
    1: _encode_describe_groups_request,
    2: _encode_describe_groups_request,
    3: _encode_describe_groups_request_2,
    4: _encode_describe_groups_request_2,
    5: _encode_describe_groups_request_3,
    6: _encode_describe_groups_request_3,
}
DescribeGroupsRequest._DECODERS = {
    0: _decode_describe_groups_request,
    1: _decode_describe_groups_request,
    2: _decode_describe_groups_request,
    3: _decode_describe_groups_request_2,
    4: _decode_describe_groups_request_2,
    5: _decode_describe_groups_request_3,
    6: _decode_describe_groups_request_3,
}
