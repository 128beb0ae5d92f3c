"""Generated from schemas/messages/DeleteGroupsRequest.json; do not edit.

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


class DeleteGroupsRequest(Message):
    """Deletes groups that have no members, offsets included.

    Request of api key 42, versions 0-3, flexible 2+.

    - groups_names: []string, 0+
    """

    __slots__ = ("groups_names",)
    _FIELDS = __slots__

    API_KEY = 42
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

    def __init__(
        self,
        *,
        groups_names: list[str] = NEW,
    ) -> None:
        self.groups_names: list[str] = [] if groups_names is NEW else groups_names
        self.unknown_tags = None


_pack_i = packer(">i")
_unpack_i = unpacker(">i")


def _encode_delete_groups_request(o, out):
    groups_names_ = o.groups_names
    n = len(groups_names_)
    out.append(_pack_i(n))
    if n:
        write_strings(groups_names_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_delete_groups_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_groups_request_2(o, out):
    groups_names_ = o.groups_names
    n = len(groups_names_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(groups_names_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_delete_groups_request_tags(o, out)


def _decode_delete_groups_request(buf, pos):
    o = make(DeleteGroupsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.groups_names, pos = strings(buf, pos, n)
    elif not n:
        o.groups_names = []
    else:
        null_error("GroupsNames")
    o.unknown_tags = None
    return o, pos


def _decode_delete_groups_request_tags(o, buf, pos, count):
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


def _decode_delete_groups_request_2(buf, pos):
    o = make(DeleteGroupsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups_names, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.groups_names = []
    else:
        null_error("GroupsNames")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_delete_groups_request_tags(o, buf, pos, t)
    return o, pos


DeleteGroupsRequest._ENCODERS = {
    0: _encode_delete_groups_request,
    1: _encode_delete_groups_request,
    2: _encode_delete_groups_request_2,
    3: _encode_delete_groups_request_2,
}
DeleteGroupsRequest._DECODERS = {
    0: _decode_delete_groups_request,
    1: _decode_delete_groups_request,
    2: _decode_delete_groups_request_2,
    3: _decode_delete_groups_request_2,
}
