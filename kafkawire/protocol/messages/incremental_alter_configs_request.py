"""Generated from schemas/messages/IncrementalAlterConfigsRequest.json; do not edit.

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


class IncrementalAlterConfigsRequest(Message):
    """Changes single settings of a resource (KIP-339).

    Request of api key 44, versions 0-1, flexible 1+.

    - resources: []AlterConfigsResource, 0+
    - validate_only: bool, 0+. Check everything, change nothing.
    """

    __slots__ = ("resources", "validate_only")
    _FIELDS = __slots__

    API_KEY = 44
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 1

    class AlterConfigsResource(Struct):
        """AlterConfigsResource of `IncrementalAlterConfigsRequest`.

        - resource_type: int8, 0+. 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32
          group.
        - resource_name: string, 0+. Topic name, group id or broker id in digits; an empty
          broker name means the cluster-wide default.
        - configs: []AlterableConfig, 0+
        """

        __slots__ = ("resource_type", "resource_name", "configs")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            resource_type: int = 0,
            resource_name: str = "",
            configs: list[IncrementalAlterConfigsRequest.AlterableConfig] = NEW,
        ) -> None:
            self.resource_type: int = resource_type
            self.resource_name: str = resource_name
            self.configs: list[IncrementalAlterConfigsRequest.AlterableConfig] = (
                [] if configs is NEW else configs
            )
            self.unknown_tags = None

    class AlterableConfig(Struct):
        """AlterableConfig of `IncrementalAlterConfigsRequest`.

        - name: string, 0+
        - config_operation: int8, 0+. 0 set, 1 delete, 2 append and 3 subtract for settings that
          are lists.
        - value: string, 0+, null. Null when deleting.
        """

        __slots__ = ("name", "config_operation", "value")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            config_operation: int = 0,
            value: str | None = "",
        ) -> None:
            self.name: str = name
            self.config_operation: int = config_operation
            self.value: str | None = value
            self.unknown_tags = None

    def __init__(
        self,
        *,
        resources: list[IncrementalAlterConfigsRequest.AlterConfigsResource] = NEW,
        validate_only: bool = False,
    ) -> None:
        self.resources: list[IncrementalAlterConfigsRequest.AlterConfigsResource] = (
            [] if resources is NEW else resources
        )
        self.validate_only: bool = validate_only
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
_AlterConfigsResource = IncrementalAlterConfigsRequest.AlterConfigsResource
_AlterableConfig = IncrementalAlterConfigsRequest.AlterableConfig
_ONE_ALTERABLE_CONFIG = ((_AlterableConfig,),)
_ONE_ALTER_CONFIGS_RESOURCE = ((_AlterConfigsResource,),)


def _encode_alterable_config_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        value_ = o.value
        if value_ is None:
            out.append(_pack_bh(o.config_operation, -1))
        else:
            value_ = value_.encode()
            n = len(value_)
            out.append(_pack_bh(o.config_operation, n))
            out.append(value_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_alter_configs_resource_array(array, out):
    for o in array:
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        out.append(_pack_bh(o.resource_type, n))
        out.append(resource_name_)
        configs_ = o.configs
        n = len(configs_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_alterable_config_array, configs_, out)
        elif n:
            _encode_alterable_config_array(configs_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_incremental_alter_configs_request(o, out):
    resources_ = o.resources
    n = len(resources_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_alter_configs_resource_array, resources_, out)
    elif n:
        _encode_alter_configs_resource_array(resources_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_o(o.validate_only))


def _encode_alterable_config_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alterable_config_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        value_ = o.value
        if value_ is None:
            out.append(_pack_bx(o.config_operation))
        else:
            value_ = value_.encode()
            n = len(value_)
            if n < 127:
                out.append(_pack_bB(o.config_operation, n + 1))
            else:
                out.append(_pack_b(o.config_operation))
                out.append(string_length(n))
            out.append(value_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_alterable_config_tags(o, out)


def _encode_alter_configs_resource_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_configs_resource_array_2(array, out):
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
        configs_ = o.configs
        n = len(configs_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_alterable_config_array_2, configs_, out)
        elif n:
            _encode_alterable_config_array_2(configs_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_alter_configs_resource_tags(o, out)


def _encode_incremental_alter_configs_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_incremental_alter_configs_request_2(o, out):
    resources_ = o.resources
    n = len(resources_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_alter_configs_resource_array_2, resources_, out)
    elif n:
        _encode_alter_configs_resource_array_2(resources_, out)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.validate_only))
    else:
        out.append(_pack_o(o.validate_only))
        _encode_incremental_alter_configs_request_tags(o, out)


def _decode_alterable_config_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterableConfig)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alterable_config_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTERABLE_CONFIG * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.config_operation, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.value = buf[pos:e].decode()
            pos = e
        else:
            o.value = None
        o.unknown_tags = None
    return found, pos


def _decode_alter_configs_resource_array(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterConfigsResource)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_configs_resource_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_CONFIGS_RESOURCE * count)]
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
            o.configs, pos = _decode_alterable_config_array(buf, pos, n)
        elif not n:
            o.configs = []
        else:
            null_error("Configs")
        o.unknown_tags = None
    return found, pos


def _decode_incremental_alter_configs_request(buf, pos):
    o = make(IncrementalAlterConfigsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.resources, pos = _decode_alter_configs_resource_array(buf, pos, n)
    elif not n:
        o.resources = []
    else:
        null_error("Resources")
    o.validate_only, = _unpack_o(buf, pos)
    pos += 1
    o.unknown_tags = None
    return o, pos


def _decode_alterable_config_tags(o, buf, pos, count):
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


def _decode_alterable_config_array_2(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterableConfig)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alterable_config_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTERABLE_CONFIG * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.config_operation, n = _unpack_bB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.value = buf[pos:e].decode()
            pos = e
        else:
            o.value = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_alterable_config_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_configs_resource_tags(o, buf, pos, count):
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


def _decode_alter_configs_resource_array_2(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterConfigsResource)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_configs_resource_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_CONFIGS_RESOURCE * count)]
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
            o.configs, pos = _decode_alterable_config_array_2(buf, pos, n - 1)
        elif n:
            o.configs = []
        else:
            null_error("Configs")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_alter_configs_resource_tags(o, buf, pos, t)
    return found, pos


def _decode_incremental_alter_configs_request_tags(o, buf, pos, count):
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


def _decode_incremental_alter_configs_request_2(buf, pos):
    o = make(IncrementalAlterConfigsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.resources, pos = _decode_alter_configs_resource_array_2(buf, pos, n - 1)
    elif n:
        o.resources = []
    else:
        null_error("Resources")
    o.validate_only, t = _unpack_oB(buf, pos)
    pos += 2
    o.unknown_tags = None
    if t:
        pos = _decode_incremental_alter_configs_request_tags(o, buf, pos, t)
    return o, pos


IncrementalAlterConfigsRequest._ENCODERS = {
    0: _encode_incremental_alter_configs_request,
    1: _encode_incremental_alter_configs_request_2,
}
IncrementalAlterConfigsRequest._DECODERS = {
    0: _decode_incremental_alter_configs_request,
    1: _decode_incremental_alter_configs_request_2,
}
