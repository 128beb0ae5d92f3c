"""Generated from schemas/messages/DescribeClientQuotasRequest.json; do not edit.

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


class DescribeClientQuotasRequest(Message):
    """Asks for quotas by user, client id or address (KIP-546).

    Request of api key 48, versions 0-1, flexible 1+.

    - components: []ComponentData, 0+
    - strict: bool, 0+. True leaves out entities that have further parts than those asked
      for.
    """

    __slots__ = ("components", "strict")
    _FIELDS = __slots__

    API_KEY = 48
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 1

    class ComponentData(Struct):
        """ComponentData of `DescribeClientQuotasRequest`.

        - entity_type: string, 0+. One of user, client-id and ip.
        - match_type: int8, 0+. 0 the name in Match, 1 the default, 2 any name.
        - match: string, 0+, null. Name looked for; null for the other match types.
        """

        __slots__ = ("entity_type", "match_type", "match")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            entity_type: str = "",
            match_type: int = 0,
            match: str | None = "",
        ) -> None:
            self.entity_type: str = entity_type
            self.match_type: int = match_type
            self.match: str | None = match
            self.unknown_tags = None

    def __init__(
        self,
        *,
        components: list[DescribeClientQuotasRequest.ComponentData] = NEW,
        strict: bool = False,
    ) -> None:
        self.components: list[DescribeClientQuotasRequest.ComponentData] = (
            [] if components is NEW else components
        )
        self.strict: bool = strict
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bh = packer(">bh")
_pack_bx = packer(">bx")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_o = packer(">?")
_pack_ox = packer(">?x")
_unpack_bB = unpacker(">bB")
_unpack_bh = unpacker(">bh")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_o = unpacker(">?")
_unpack_oB = unpacker(">?B")
_ComponentData = DescribeClientQuotasRequest.ComponentData
_ONE_COMPONENT_DATA = ((_ComponentData,),)


def _encode_component_data_array(array, out):
    for o in array:
        entity_type_ = o.entity_type
        entity_type_ = entity_type_.encode()
        n = len(entity_type_)
        out.append(_pack_h(n))
        out.append(entity_type_)
        match_ = o.match
        if match_ is None:
            out.append(_pack_bh(o.match_type, -1))
        else:
            match_ = match_.encode()
            n = len(match_)
            out.append(_pack_bh(o.match_type, n))
            out.append(match_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_client_quotas_request(o, out):
    components_ = o.components
    n = len(components_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_component_data_array, components_, out)
    elif n:
        _encode_component_data_array(components_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_o(o.strict))


def _encode_component_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_component_data_array_2(array, out):
    for o in array:
        entity_type_ = o.entity_type
        entity_type_ = entity_type_.encode()
        n = len(entity_type_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(entity_type_)
        match_ = o.match
        if match_ is None:
            out.append(_pack_bx(o.match_type))
        else:
            match_ = match_.encode()
            n = len(match_)
            if n < 127:
                out.append(_pack_bB(o.match_type, n + 1))
            else:
                out.append(_pack_b(o.match_type))
                out.append(string_length(n))
            out.append(match_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_component_data_tags(o, out)


def _encode_describe_client_quotas_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_client_quotas_request_2(o, out):
    components_ = o.components
    n = len(components_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_component_data_array_2, components_, out)
    elif n:
        _encode_component_data_array_2(components_, out)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.strict))
    else:
        out.append(_pack_o(o.strict))
        _encode_describe_client_quotas_request_tags(o, out)


def _decode_component_data_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ComponentData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_component_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_COMPONENT_DATA * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.entity_type = buf[pos:e].decode()
            pos = e
        else:
            null_error("EntityType")
        o.match_type, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.match = buf[pos:e].decode()
            pos = e
        else:
            o.match = None
        o.unknown_tags = None
    return found, pos


def _decode_describe_client_quotas_request(buf, pos):
    o = make(DescribeClientQuotasRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.components, pos = _decode_component_data_array(buf, pos, n)
    elif not n:
        o.components = []
    else:
        null_error("Components")
    o.strict, = _unpack_o(buf, pos)
    pos += 1
    o.unknown_tags = None
    return o, pos


def _decode_component_data_tags(o, buf, pos, count):
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


def _decode_component_data_array_2(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ComponentData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_component_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_COMPONENT_DATA * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.entity_type = buf[pos:e].decode()
            pos = e
        else:
            null_error("EntityType")
        o.match_type, n = _unpack_bB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.match = buf[pos:e].decode()
            pos = e
        else:
            o.match = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_component_data_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_client_quotas_request_tags(o, buf, pos, count):
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


def _decode_describe_client_quotas_request_2(buf, pos):
    o = make(DescribeClientQuotasRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.components, pos = _decode_component_data_array_2(buf, pos, n - 1)
    elif n:
        o.components = []
    else:
        null_error("Components")
    o.strict, t = _unpack_oB(buf, pos)
    pos += 2
    o.unknown_tags = None
    if t:
        pos = _decode_describe_client_quotas_request_tags(o, buf, pos, t)
    return o, pos


DescribeClientQuotasRequest._ENCODERS = {
    0: _encode_describe_client_quotas_request,
    1: _encode_describe_client_quotas_request_2,
}
DescribeClientQuotasRequest._DECODERS = {
    0: _decode_describe_client_quotas_request,
    1: _decode_describe_client_quotas_request_2,
}
