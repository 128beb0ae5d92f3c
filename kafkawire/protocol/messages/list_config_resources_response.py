"""Generated from schemas/messages/ListConfigResourcesResponse.json; do not edit.

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


class ListConfigResourcesResponse(Message):
    """Names and types of resources.

    Response of api key 74, versions 0-1, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - config_resources: []ConfigResource, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code", "config_resources")
    _FIELDS = __slots__

    API_KEY = 74
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class ConfigResource(Struct):
        """ConfigResource of `ListConfigResourcesResponse`.

        - resource_name: string, 0+. Topic name, broker id in digits, group id, or name of a
          metrics subscription.
        - resource_type: int8, 1+. 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32
          group.
        """

        __slots__ = ("resource_name", "resource_type")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            resource_name: str = "",
            resource_type: int = 16,
        ) -> None:
            self.resource_name: str = resource_name
            self.resource_type: int = resource_type
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        config_resources: list[ListConfigResourcesResponse.ConfigResource] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.config_resources: list[ListConfigResourcesResponse.ConfigResource] = (
            [] if config_resources is NEW else config_resources
        )
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bx = packer(">bx")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_unpack_bB = unpacker(">bB")
_unpack_ihB = unpacker(">ihB")
_ConfigResource = ListConfigResourcesResponse.ConfigResource
_ONE_CONFIG_RESOURCE = ((_ConfigResource,),)


def _encode_config_resource_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_config_resource_array(array, out):
    for o in array:
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(resource_name_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_config_resource_tags(o, out)


def _encode_list_config_resources_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_config_resources_response(o, out):
    config_resources_ = o.config_resources
    n = len(config_resources_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_config_resource_array, config_resources_, out)
    elif n:
        _encode_config_resource_array(config_resources_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_config_resources_response_tags(o, out)


def _encode_config_resource_array_2(array, out):
    for o in array:
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(resource_name_)
        if o.unknown_tags is None:
            out.append(_pack_bx(o.resource_type))
        else:
            out.append(_pack_b(o.resource_type))
            _encode_config_resource_tags(o, out)


def _encode_list_config_resources_response_2(o, out):
    config_resources_ = o.config_resources
    n = len(config_resources_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_config_resource_array_2, config_resources_, out)
    elif n:
        _encode_config_resource_array_2(config_resources_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_config_resources_response_tags(o, out)


def _decode_config_resource_tags(o, buf, pos, count):
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


def _decode_config_resource_array(buf, pos, count):
    if 2 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ConfigResource)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_config_resource_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CONFIG_RESOURCE * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.resource_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("ResourceName")
        t = buf[pos]
        pos += 1
        o.resource_type = 16
        o.unknown_tags = None
        if t:
            pos = _decode_config_resource_tags(o, buf, pos, t)
    return found, pos


def _decode_list_config_resources_response_tags(o, buf, pos, count):
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


def _decode_list_config_resources_response(buf, pos):
    o = make(ListConfigResourcesResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.config_resources, pos = _decode_config_resource_array(buf, pos, n - 1)
    elif n:
        o.config_resources = []
    else:
        null_error("ConfigResources")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_config_resources_response_tags(o, buf, pos, t)
    return o, pos


def _decode_config_resource_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ConfigResource)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_config_resource_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CONFIG_RESOURCE * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.resource_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("ResourceName")
        o.resource_type, t = _unpack_bB(buf, pos)
        pos += 2
        o.unknown_tags = None
        if t:
            pos = _decode_config_resource_tags(o, buf, pos, t)
    return found, pos


def _decode_list_config_resources_response_2(buf, pos):
    o = make(ListConfigResourcesResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.config_resources, pos = _decode_config_resource_array_2(buf, pos, n - 1)
    elif n:
        o.config_resources = []
    else:
        null_error("ConfigResources")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_config_resources_response_tags(o, buf, pos, t)
    return o, pos


ListConfigResourcesResponse._ENCODERS = {
    0: _encode_list_config_resources_response,
    1: _encode_list_config_resources_response_2,
}
ListConfigResourcesResponse._DECODERS = {
    0: _decode_list_config_resources_response,
    1: _decode_list_config_resources_response_2,
}
