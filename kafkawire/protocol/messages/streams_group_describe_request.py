"""Generated from schemas/messages/StreamsGroupDescribeRequest.json; do not edit.

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
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_compact_strings,
    write_tags,
)


class StreamsGroupDescribeRequest(Message):
    """Asks for the full state of Kafka Streams groups (KIP-1071).

    Request of api key 89, versions 0-1, flexible 0+.

    - group_ids: []string, 0+
    - include_authorized_operations: bool, 0+. Ask for each group's AuthorizedOperations
      (KIP-430).
    - include_topology_description: bool, 1+. Ask for TopologyDescription as well
      (KIP-1331).
    """

    __slots__ = ("group_ids", "include_authorized_operations", "include_topology_description")
    _FIELDS = __slots__

    API_KEY = 89
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        group_ids: list[str] = NEW,
        include_authorized_operations: bool = False,
        include_topology_description: bool = False,
    ) -> None:
        self.group_ids: list[str] = [] if group_ids is NEW else group_ids
        self.include_authorized_operations: bool = include_authorized_operations
        self.include_topology_description: bool = include_topology_description
        self.unknown_tags = None


_pack_o = packer(">?")
_pack_oo = packer(">??")
_pack_oox = packer(">??x")
_pack_ox = packer(">?x")
_unpack_oB = unpacker(">?B")
_unpack_ooB = unpacker(">??B")


def _encode_streams_group_describe_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_streams_group_describe_request(o, out):
    if o.include_topology_description:
        absent("IncludeTopologyDescription")
    group_ids_ = o.group_ids
    n = len(group_ids_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(group_ids_, out)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.include_authorized_operations))
    else:
        out.append(_pack_o(o.include_authorized_operations))
        _encode_streams_group_describe_request_tags(o, out)


def _encode_streams_group_describe_request_2(o, out):
    group_ids_ = o.group_ids
    n = len(group_ids_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(group_ids_, out)
    if o.unknown_tags is None:
        out.append(_pack_oox(o.include_authorized_operations, o.include_topology_description))
    else:
        out.append(_pack_oo(o.include_authorized_operations, o.include_topology_description))
        _encode_streams_group_describe_request_tags(o, out)


def _decode_streams_group_describe_request_tags(o, buf, pos, count):
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


def _decode_streams_group_describe_request(buf, pos):
    o = make(StreamsGroupDescribeRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.group_ids, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.group_ids = []
    else:
        null_error("GroupIds")
    o.include_authorized_operations, t = _unpack_oB(buf, pos)
    pos += 2
    o.include_topology_description = False
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_describe_request_tags(o, buf, pos, t)
    return o, pos


def _decode_streams_group_describe_request_2(buf, pos):
    o = make(StreamsGroupDescribeRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.group_ids, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.group_ids = []
    else:
        null_error("GroupIds")
    (o.include_authorized_operations, o.include_topology_description, t) = _unpack_ooB(buf, pos)
    pos += 3
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_describe_request_tags(o, buf, pos, t)
    return o, pos


StreamsGroupDescribeRequest._ENCODERS = {
    0: _encode_streams_group_describe_request,
    1: _encode_streams_group_describe_request_2,
}
StreamsGroupDescribeRequest._DECODERS = {
    0: _decode_streams_group_describe_request,
    1: _decode_streams_group_describe_request_2,
}
