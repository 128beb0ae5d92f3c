"""Generated from schemas/messages/ListConfigResourcesRequest.json; do not edit.

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
    integers,
    make,
    many_tags,
    null_error,
    pack_integers,
    tag_head,
    uvarint,
    varint,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ListConfigResourcesRequest(Message):
    """Lists resources that have settings of their own (KIP-1142).

    Request of api key 74, versions 0-1, flexible 0+.

    - resource_types: []int8, 1+. Only these types; empty for all. Version 0 lists client
      metrics alone.
    """

    __slots__ = ("resource_types",)
    _FIELDS = __slots__

    API_KEY = 74
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        resource_types: Sequence[int] = NEW,
    ) -> None:
        self.resource_types: Sequence[int] = [] if resource_types is NEW else resource_types
        self.unknown_tags = None




def _encode_list_config_resources_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_config_resources_request(o, out):
    if o.resource_types:
        absent("ResourceTypes")
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_config_resources_request_tags(o, out)


def _encode_list_config_resources_request_2(o, out):
    resource_types_ = o.resource_types
    n = len(resource_types_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        out.append(pack_integers(resource_types_, "b"))
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_config_resources_request_tags(o, out)


def _decode_list_config_resources_request_tags(o, buf, pos, count):
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


def _decode_list_config_resources_request(buf, pos):
    o = make(ListConfigResourcesRequest)
    t = buf[pos]
    pos += 1
    o.resource_types = []
    o.unknown_tags = None
    if t:
        pos = _decode_list_config_resources_request_tags(o, buf, pos, t)
    return o, pos


def _decode_list_config_resources_request_2(buf, pos):
    o = make(ListConfigResourcesRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.resource_types = integers(buf, pos, n - 1, "b")
        pos += n - 1
    elif n:
        o.resource_types = []
    else:
        null_error("ResourceTypes")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_config_resources_request_tags(o, buf, pos, t)
    return o, pos


ListConfigResourcesRequest._ENCODERS = {
    0: _encode_list_config_resources_request,
    1: _encode_list_config_resources_request_2,
}
ListConfigResourcesRequest._DECODERS = {
    0: _decode_list_config_resources_request,
    1: _decode_list_config_resources_request_2,
}
