"""Generated from schemas/messages/ListGroupsRequest.json; do not edit.

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
    tag_head,
    uvarint,
    varint,
    write_compact_strings,
    write_tags,
)


class ListGroupsRequest(Message):
    """Asks a broker for the groups it coordinates.

    Request of api key 16, versions 0-5, flexible 3+.

    - states_filter: []string, 4+. Only groups in these states; empty for all (KIP-518).
    - types_filter: []string, 5+. Only groups of these types, such as classic or consumer;
      empty for all (KIP-848).
    """

    __slots__ = ("states_filter", "types_filter")
    _FIELDS = __slots__

    API_KEY = 16
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 3

    def __init__(
        self,
        *,
        states_filter: list[str] = NEW,
        types_filter: list[str] = NEW,
    ) -> None:
        self.states_filter: list[str] = [] if states_filter is NEW else states_filter
        self.types_filter: list[str] = [] if types_filter is NEW else types_filter
        self.unknown_tags = None




def _encode_list_groups_request(o, out):
    if o.states_filter:
        absent("StatesFilter")
    if o.types_filter:
        absent("TypesFilter")
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_list_groups_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_groups_request_2(o, out):
    if o.states_filter:
        absent("StatesFilter")
    if o.types_filter:
        absent("TypesFilter")
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_groups_request_tags(o, out)


def _encode_list_groups_request_3(o, out):
    if o.types_filter:
        absent("TypesFilter")
    states_filter_ = o.states_filter
    n = len(states_filter_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(states_filter_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_groups_request_tags(o, out)


def _encode_list_groups_request_4(o, out):
    states_filter_ = o.states_filter
    n = len(states_filter_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(states_filter_, out)
    types_filter_ = o.types_filter
    n = len(types_filter_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(types_filter_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_groups_request_tags(o, out)


def _decode_list_groups_request(buf, pos):
    o = make(ListGroupsRequest)
    o.states_filter = []
    o.types_filter = []
    o.unknown_tags = None
    return o, pos


def _decode_list_groups_request_tags(o, buf, pos, count):
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


def _decode_list_groups_request_2(buf, pos):
    o = make(ListGroupsRequest)
    t = buf[pos]
    pos += 1
    o.states_filter = []
    o.types_filter = []
    o.unknown_tags = None
    if t:
        pos = _decode_list_groups_request_tags(o, buf, pos, t)
    return o, pos


def _decode_list_groups_request_3(buf, pos):
    o = make(ListGroupsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.states_filter, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.states_filter = []
    else:
        null_error("StatesFilter")
    t = buf[pos]
    pos += 1
    o.types_filter = []
    o.unknown_tags = None
    if t:
        pos = _decode_list_groups_request_tags(o, buf, pos, t)
    return o, pos


def _decode_list_groups_request_4(buf, pos):
    o = make(ListGroupsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.states_filter, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.states_filter = []
    else:
        null_error("StatesFilter")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.types_filter, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.types_filter = []
    else:
        null_error("TypesFilter")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_groups_request_tags(o, buf, pos, t)
    return o, pos


ListGroupsRequest._ENCODERS = {
    0: _encode_list_groups_request,
    1: _encode_list_groups_request,
    2: _encode_list_groups_request,
    3: _encode_list_groups_request_2,
    4: _encode_list_groups_request_3,
    5: _encode_list_groups_request_4,
}
ListGroupsRequest._DECODERS = {
    0: _decode_list_groups_request,
    1: _decode_list_groups_request,
    2: _decode_list_groups_request,
    3: _decode_list_groups_request_2,
    4: _decode_list_groups_request_3,
    5: _decode_list_groups_request_4,
}
