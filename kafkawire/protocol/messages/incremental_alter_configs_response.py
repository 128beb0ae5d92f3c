"""Generated from schemas/messages/IncrementalAlterConfigsResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
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


class IncrementalAlterConfigsResponse(Message):
    """Result for each resource.

    Response of api key 44, versions 0-1, flexible 1+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - responses: []AlterConfigsResourceResponse, 0+
    """

    __slots__ = ("throttle_time_ms", "responses")
    _FIELDS = __slots__

    API_KEY = 44
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 1

    class AlterConfigsResourceResponse(Struct):
        """AlterConfigsResourceResponse of `IncrementalAlterConfigsResponse`.

        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - resource_type: int8, 0+. 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32
          group.
        - resource_name: string, 0+. Topic name, group id or broker id in digits; an empty
          broker name means the cluster-wide default.
        """

        __slots__ = ("error_code", "error_message", "resource_type", "resource_name")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            error_message: str | None = "",
            resource_type: int = 0,
            resource_name: str = "",
        ) -> None:
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.resource_type: int = resource_type
            self.resource_name: str = resource_name
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        responses: list[IncrementalAlterConfigsResponse.AlterConfigsResourceResponse] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.responses: list[IncrementalAlterConfigsResponse.AlterConfigsResourceResponse] = (
            [] if responses is NEW else responses
        )
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bh = packer(">bh")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hh = packer(">hh")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_unpack_bB = unpacker(">bB")
_unpack_bh = unpacker(">bh")
_unpack_hB = unpacker(">hB")
_unpack_hh = unpacker(">hh")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_AlterConfigsResourceResponse = IncrementalAlterConfigsResponse.AlterConfigsResourceResponse
_ONE_ALTER_CONFIGS_RESOURCE_RESPONSE = ((_AlterConfigsResourceResponse,),)


def _encode_alter_configs_resource_response_array(array, out):
    for o in array:
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hh(o.error_code, -1))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            out.append(_pack_hh(o.error_code, n))
            out.append(error_message_)
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        out.append(_pack_bh(o.resource_type, n))
        out.append(resource_name_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_incremental_alter_configs_response(o, out):
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_alter_configs_resource_response_array, responses_, out)
    elif n:
        _encode_alter_configs_resource_response_array(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_alter_configs_resource_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_configs_resource_response_array_2(array, out):
    for o in array:
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hx(o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_hB(o.error_code, n + 1))
            else:
                out.append(_pack_h(o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        resource_name_ = o.resource_name
        resource_name_ = resource_name_.encode()
        n = len(resource_name_)
        if n < 127:
            out.append(_pack_bB(o.resource_type, n + 1))
        else:
            out.append(_pack_b(o.resource_type))
            out.append(string_length(n))
        out.append(resource_name_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_alter_configs_resource_response_tags(o, out)


def _encode_incremental_alter_configs_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_incremental_alter_configs_response_2(o, out):
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_alter_configs_resource_response_array_2, responses_, out)
    elif n:
        _encode_alter_configs_resource_response_array_2(responses_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_incremental_alter_configs_response_tags(o, out)


def _decode_alter_configs_resource_response_array(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterConfigsResourceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_configs_resource_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_CONFIGS_RESOURCE_RESPONSE * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        o.resource_type, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.resource_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("ResourceName")
        o.unknown_tags = None
    return found, pos


def _decode_incremental_alter_configs_response(buf, pos):
    o = make(IncrementalAlterConfigsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.responses, pos = _decode_alter_configs_resource_response_array(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.unknown_tags = None
    return o, pos


def _decode_alter_configs_resource_response_tags(o, buf, pos, count):
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


def _decode_alter_configs_resource_response_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AlterConfigsResourceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_alter_configs_resource_response_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ALTER_CONFIGS_RESOURCE_RESPONSE * count)]
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
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
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_alter_configs_resource_response_tags(o, buf, pos, t)
    return found, pos


def _decode_incremental_alter_configs_response_tags(o, buf, pos, count):
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


def _decode_incremental_alter_configs_response_2(buf, pos):
    o = make(IncrementalAlterConfigsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_alter_configs_resource_response_array_2(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_incremental_alter_configs_response_tags(o, buf, pos, t)
    return o, pos


IncrementalAlterConfigsResponse._ENCODERS = {
    0: _encode_incremental_alter_configs_response,
    1: _encode_incremental_alter_configs_response_2,
}
IncrementalAlterConfigsResponse._DECODERS = {
    0: _decode_incremental_alter_configs_response,
    1: _decode_incremental_alter_configs_response_2,
}
