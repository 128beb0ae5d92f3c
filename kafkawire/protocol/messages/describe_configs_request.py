"""Generated from schemas/messages/DescribeConfigsRequest.json; do not edit.

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
    compact_strings,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    short,
    starmap,
    string_length,
    strings,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_compact_strings,
    write_long,
    write_strings,
    write_tags,
)


class DescribeConfigsRequest(Message):
    """Asks for the settings of topics, brokers, loggers, groups or client metrics.

    Request of api key 32, versions 0-4, flexible 4+.

    - resources: []DescribeConfigsResource, 0+
    - include_synonyms: bool, 1+. Ask for every level at which a setting has a value.
    - include_documentation: bool, 3+. Ask for the setting's description.
    """

    __slots__ = ("resources", "include_synonyms", "include_documentation")
    _FIELDS = __slots__

    API_KEY = 32
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 4

    class DescribeConfigsResource(Struct):
        """DescribeConfigsResource of `DescribeConfigsRequest`.

        - resource_type: int8, 0+. 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32
          group.
        - resource_name: string, 0+. Topic name, group id or broker id in digits; an empty
          broker name means the cluster-wide default.
        - configuration_keys: []string, 0+, null. Null or empty for all settings.
        """

        __slots__ = ("resource_type", "resource_name", "configuration_keys")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            resource_type: int = 0,
            resource_name: str = "",
            configuration_keys: list[str] | None = NEW,
        ) -> None:
            self.resource_type: int = resource_type
            self.resource_name: str = resource_name
            self.configuration_keys: list[str] | None = (
                [] if configuration_keys is NEW else configuration_keys
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        resources: list[DescribeConfigsRequest.DescribeConfigsResource] = NEW,
        include_synonyms: bool = False,
        include_documentation: bool = False,
    ) -> None:
        self.resources: list[DescribeConfigsRequest.DescribeConfigsResource] = (
            [] if resources is NEW else resources
        )
        self.include_synonyms: bool = include_synonyms
        self.include_documentation: bool = include_documentation
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bh = packer(">bh")
_pack_i = packer(">i")
_pack_o = packer(">?")
_pack_oo = packer(">??")
_pack_oox = packer(">??x")
_unpack_bB = unpacker(">bB")
_unpack_bh = unpacker(">bh")
_unpack_i = unpacker(">i")
_unpack_o = unpacker(">?")
_unpack_oo = unpacker(">??")
_unpack_ooB = unpacker(">??B")
_DescribeConfigsResource = DescribeConfigsRequest.DescribeConfigsResource
_ONE_DESCRIBE_CONFIGS_RESOURCE = ((_DescribeConfigsResource,),)


def _encode_describe_configs_resource_array(array, out):
    for o in array:
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        out.append(_pack_bh(o.resource_type, n))
        out.append(resource_name_)
        configuration_keys_ = o.configuration_keys
        if configuration_keys_ is None:
            out.append(_pack_i(-1))
        else:
            n = len(configuration_keys_)
            out.append(_pack_i(n))
            if n:
                write_strings(configuration_keys_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_configs_request(o, out):
    if o.include_synonyms:
        absent("IncludeSynonyms")
    if o.include_documentation:
        absent("IncludeDocumentation")
    resources_ = o.resources
    n = len(resources_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_describe_configs_resource_array, resources_, out)
    elif n:
        _encode_describe_configs_resource_array(resources_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_describe_configs_request_2(o, out):
    if o.include_documentation:
        absent("IncludeDocumentation")
    resources_ = o.resources
    n = len(resources_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_describe_configs_resource_array, resources_, out)
    elif n:
        _encode_describe_configs_resource_array(resources_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_o(o.include_synonyms))


def _encode_describe_configs_request_3(o, out):
    resources_ = o.resources
    n = len(resources_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_describe_configs_resource_array, resources_, out)
    elif n:
        _encode_describe_configs_resource_array(resources_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_oo(o.include_synonyms, o.include_documentation))


def _encode_describe_configs_resource_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_configs_resource_array_2(array, out):
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
        configuration_keys_ = o.configuration_keys
        if configuration_keys_ is None:
            out.append(b"\0")
        else:
            n = len(configuration_keys_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                write_compact_strings(configuration_keys_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_configs_resource_tags(o, out)


def _encode_describe_configs_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_configs_request_4(o, out):
    resources_ = o.resources
    n = len(resources_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_configs_resource_array_2, resources_, out)
    elif n:
        _encode_describe_configs_resource_array_2(resources_, out)
    if o.unknown_tags is None:
        out.append(_pack_oox(o.include_synonyms, o.include_documentation))
    else:
        out.append(_pack_oo(o.include_synonyms, o.include_documentation))
        _encode_describe_configs_request_tags(o, out)


def _decode_describe_configs_resource_array(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsResource)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_resource_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_RESOURCE * count)]
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
            o.configuration_keys, pos = strings(buf, pos, n)
        elif not n:
            o.configuration_keys = []
        else:
            o.configuration_keys = None
        o.unknown_tags = None
    return found, pos


def _decode_describe_configs_request(buf, pos):
    o = make(DescribeConfigsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.resources, pos = _decode_describe_configs_resource_array(buf, pos, n)
    elif not n:
        o.resources = []
    else:
        null_error("Resources")
    o.include_synonyms = False
    o.include_documentation = False
    o.unknown_tags = None
    return o, pos


def _decode_describe_configs_request_2(buf, pos):
    o = make(DescribeConfigsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.resources, pos = _decode_describe_configs_resource_array(buf, pos, n)
    elif not n:
        o.resources = []
    else:
        null_error("Resources")
    o.include_synonyms, = _unpack_o(buf, pos)
    pos += 1
    o.include_documentation = False
    o.unknown_tags = None
    return o, pos


def _decode_describe_configs_request_3(buf, pos):
    o = make(DescribeConfigsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.resources, pos = _decode_describe_configs_resource_array(buf, pos, n)
    elif not n:
        o.resources = []
    else:
        null_error("Resources")
    o.include_synonyms, o.include_documentation = _unpack_oo(buf, pos)
    pos += 2
    o.unknown_tags = None
    return o, pos


def _decode_describe_configs_resource_tags(o, buf, pos, count):
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


def _decode_describe_configs_resource_array_2(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsResource)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_resource_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_RESOURCE * count)]
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.configuration_keys, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.configuration_keys = []
        else:
            o.configuration_keys = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_configs_resource_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_configs_request_tags(o, buf, pos, count):
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


def _decode_describe_configs_request_4(buf, pos):
    o = make(DescribeConfigsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.resources, pos = _decode_describe_configs_resource_array_2(buf, pos, n - 1)
    elif n:
        o.resources = []
    else:
        null_error("Resources")
    o.include_synonyms, o.include_documentation, t = _unpack_ooB(buf, pos)
    pos += 3
    o.unknown_tags = None
    if t:
        pos = _decode_describe_configs_request_tags(o, buf, pos, t)
    return o, pos


DescribeConfigsRequest._ENCODERS = {
    0: _encode_describe_configs_request,
    1: _encode_describe_configs_request_2,
    2: _encode_describe_configs_request_2,
    3: _encode_describe_configs_request_3,
    4: _encode_describe_configs_request_4,
}
DescribeConfigsRequest._DECODERS = {
    0: _decode_describe_configs_request,
    1: _decode_describe_configs_request_2,
    2: _decode_describe_configs_request_2,
    3: _decode_describe_configs_request_3,
    4: _decode_describe_configs_request_4,
}
