"""Generated from schemas/messages/DescribeClusterRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    Message,
    absent,
    make,
    many_tags,
    packer,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class DescribeClusterRequest(Message):
    """Asks for the nodes of the cluster (KIP-700).

    Request of api key 60, versions 0-2, flexible 0+.

    - include_cluster_authorized_operations: bool, 0+. Ask for ClusterAuthorizedOperations.
    - endpoint_type: int8, 1+. 1 brokers, 2 controllers (KIP-919).
    - include_fenced_brokers: bool, 2+. List registered brokers that take no traffic, too
      (KIP-1073).
    """

    __slots__ = ("include_cluster_authorized_operations", "endpoint_type", "include_fenced_brokers")
    _FIELDS = __slots__

    API_KEY = 60
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        include_cluster_authorized_operations: bool = False,
        endpoint_type: int = 1,
        include_fenced_brokers: bool = False,
    ) -> None:
        self.include_cluster_authorized_operations: bool = include_cluster_authorized_operations
        self.endpoint_type: int = endpoint_type
        self.include_fenced_brokers: bool = include_fenced_brokers
        self.unknown_tags = None


_pack_o = packer(">?")
_pack_ob = packer(">?b")
_pack_obo = packer(">?b?")
_pack_obox = packer(">?b?x")
_pack_obx = packer(">?bx")
_pack_ox = packer(">?x")
_unpack_oB = unpacker(">?B")
_unpack_obB = unpacker(">?bB")
_unpack_oboB = unpacker(">?b?B")


def _encode_describe_cluster_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_cluster_request(o, out):
    if o.endpoint_type != 1:
        absent("EndpointType")
    if o.include_fenced_brokers:
        absent("IncludeFencedBrokers")
    if o.unknown_tags is None:
        out.append(_pack_ox(o.include_cluster_authorized_operations))
    else:
        out.append(_pack_o(o.include_cluster_authorized_operations))
        _encode_describe_cluster_request_tags(o, out)


def _encode_describe_cluster_request_2(o, out):
    if o.include_fenced_brokers:
        absent("IncludeFencedBrokers")
    if o.unknown_tags is None:
        out.append(_pack_obx(o.include_cluster_authorized_operations, o.endpoint_type))
    else:
        out.append(_pack_ob(o.include_cluster_authorized_operations, o.endpoint_type))
        _encode_describe_cluster_request_tags(o, out)


def _encode_describe_cluster_request_3(o, out):
    if o.unknown_tags is None:
        out.append(_pack_obox(
            o.include_cluster_authorized_operations,
            o.endpoint_type,
            o.include_fenced_brokers,
        ))
    else:
        out.append(_pack_obo(
            o.include_cluster_authorized_operations,
            o.endpoint_type,
            o.include_fenced_brokers,
        ))
        _encode_describe_cluster_request_tags(o, out)


def _decode_describe_cluster_request_tags(o, buf, pos, count):
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


def _decode_describe_cluster_request(buf, pos):
    o = make(DescribeClusterRequest)
    o.include_cluster_authorized_operations, t = _unpack_oB(buf, pos)
    pos += 2
    o.endpoint_type = 1
    o.include_fenced_brokers = False
    o.unknown_tags = None
    if t:
        pos = _decode_describe_cluster_request_tags(o, buf, pos, t)
    return o, pos


def _decode_describe_cluster_request_2(buf, pos):
    o = make(DescribeClusterRequest)
    o.include_cluster_authorized_operations, o.endpoint_type, t = _unpack_obB(buf, pos)
    pos += 3
    o.include_fenced_brokers = False
    o.unknown_tags = None
    if t:
        pos = _decode_describe_cluster_request_tags(o, buf, pos, t)
    return o, pos


def _decode_describe_cluster_request_3(buf, pos):
    o = make(DescribeClusterRequest)
    (
        o.include_cluster_authorized_operations,
        o.endpoint_type,
        o.include_fenced_brokers,
        t,
    ) = _unpack_oboB(buf, pos)
    pos += 4
    o.unknown_tags = None
    if t:
        pos = _decode_describe_cluster_request_tags(o, buf, pos, t)
    return o, pos


DescribeClusterRequest._ENCODERS = {
    0: _encode_describe_cluster_request,
    1: _encode_describe_cluster_request_2,
    2: _encode_describe_cluster_request_3,
}
DescribeClusterRequest._DECODERS = {
    0: _decode_describe_cluster_request,
    1: _decode_describe_cluster_request_2,
    2: _decode_describe_cluster_request_3,
}
