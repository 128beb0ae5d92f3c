"""Generated from schemas/messages/DescribeConfigsResponse.json; do not edit.

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


class DescribeConfigsResponse(Message):
    """Settings in force, and where each value comes from.

    Response of api key 32, versions 0-4, flexible 4+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - results: []DescribeConfigsResult, 0+
    """

    __slots__ = ("throttle_time_ms", "results")
    _FIELDS = __slots__

    API_KEY = 32
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 4

    class DescribeConfigsResult(Struct):
        """DescribeConfigsResult of `DescribeConfigsResponse`.

        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - resource_type: int8, 0+. 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32
          group.
        - resource_name: string, 0+. Topic name, group id or broker id in digits; an empty
          broker name means the cluster-wide default.
        - configs: []DescribeConfigsResourceResult, 0+
        """

        __slots__ = ("error_code", "error_message", "resource_type", "resource_name", "configs")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            error_message: str | None = "",
            resource_type: int = 0,
            resource_name: str = "",
            configs: list[DescribeConfigsResponse.DescribeConfigsResourceResult] = NEW,
        ) -> None:
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.resource_type: int = resource_type
            self.resource_name: str = resource_name
            self.configs: list[DescribeConfigsResponse.DescribeConfigsResourceResult] = (
                [] if configs is NEW else configs
            )
            self.unknown_tags = None

    class DescribeConfigsResourceResult(Struct):
        """DescribeConfigsResourceResult of `DescribeConfigsResponse`.

        - name: string, 0+
        - value: string, 0+, null. Null for sensitive settings and for those without a value.
        - read_only: bool, 0+. True when it takes a restart to change.
        - is_default: bool, 0. Version 0 only; ConfigSource tells more.
        - config_source: int8, 1+. 1 topic, 2 broker, 3 cluster-wide default, 4
          server.properties, 5 default, 6 logger, 7 client metrics, 8 group.
        - is_sensitive: bool, 0+. Passwords and the like; their Value is null.
        - synonyms: []DescribeConfigsSynonym, 1+. Every level that has a value, the one in force
          first.
        - config_type: int8, 3+. 1 boolean, 2 string, 3 int, 4 short, 5 long, 6 double, 7 list,
          8 class, 9 password; 0 unknown.
        - documentation: string, 3+, null 0+. Null unless asked for.
        """

        __slots__ = (
            "name",
            "value",
            "read_only",
            "is_default",
            "config_source",
            "is_sensitive",
            "synonyms",
            "config_type",
            "documentation",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            value: str | None = "",
            read_only: bool = False,
            is_default: bool = False,
            config_source: int = -1,
            is_sensitive: bool = False,
            synonyms: list[DescribeConfigsResponse.DescribeConfigsSynonym] = NEW,
            config_type: int = 0,
            documentation: str | None = "",
        ) -> None:
            self.name: str = name
            self.value: str | None = value
            self.read_only: bool = read_only
            self.is_default: bool = is_default
            self.config_source: int = config_source
            self.is_sensitive: bool = is_sensitive
            self.synonyms: list[DescribeConfigsResponse.DescribeConfigsSynonym] = (
                [] if synonyms is NEW else synonyms
            )
            self.config_type: int = config_type
            self.documentation: str | None = documentation
            self.unknown_tags = None

    class DescribeConfigsSynonym(Struct):
        """Every level that has a value, the one in force first.

        - name: string, 1+
        - value: string, 1+, null 0+. Null for sensitive settings and for those without a value.
        - source: int8, 1+. Where this value stands; the numbers are those of ConfigSource.
        """

        __slots__ = ("name", "value", "source")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            value: str | None = "",
            source: int = 0,
        ) -> None:
            self.name: str = name
            self.value: str | None = value
            self.source: int = source
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        results: list[DescribeConfigsResponse.DescribeConfigsResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.results: list[DescribeConfigsResponse.DescribeConfigsResult] = (
            [] if results is NEW else results
        )
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bh = packer(">bh")
_pack_bx = packer(">bx")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hh = packer(">hh")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_pack_obo = packer(">?b?")
_pack_oboB = packer(">?b?B")
_pack_oboi = packer(">?b?i")
_pack_ooo = packer(">???")
_unpack_b = unpacker(">b")
_unpack_bB = unpacker(">bB")
_unpack_bh = unpacker(">bh")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hh = unpacker(">hh")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_unpack_oboB = unpacker(">?b?B")
_unpack_oboi = unpacker(">?b?i")
_unpack_ooo = unpacker(">???")
_DescribeConfigsResult = DescribeConfigsResponse.DescribeConfigsResult
_DescribeConfigsResourceResult = DescribeConfigsResponse.DescribeConfigsResourceResult
_DescribeConfigsSynonym = DescribeConfigsResponse.DescribeConfigsSynonym
_ONE_DESCRIBE_CONFIGS_RESOURCE_RESULT = ((_DescribeConfigsResourceResult,),)
_ONE_DESCRIBE_CONFIGS_RESULT = ((_DescribeConfigsResult,),)
_ONE_DESCRIBE_CONFIGS_SYNONYM = ((_DescribeConfigsSynonym,),)


def _encode_describe_configs_resource_result_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        value_ = o.value
        if value_ is None:
            out.append(_pack_h(-1))
        else:
            value_ = value_.encode()
            n = len(value_)
            out.append(_pack_h(n))
            out.append(value_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ooo(o.read_only, o.is_default, o.is_sensitive))


def _encode_describe_configs_result_array(array, out):
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
        configs_ = o.configs
        n = len(configs_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_describe_configs_resource_result_array, configs_, out)
        elif n:
            _encode_describe_configs_resource_result_array(configs_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_configs_response(o, out):
    results_ = o.results
    n = len(results_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_describe_configs_result_array, results_, out)
    elif n:
        _encode_describe_configs_result_array(results_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_describe_configs_synonym_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        value_ = o.value
        if value_ is None:
            out.append(_pack_h(-1))
        else:
            value_ = value_.encode()
            n = len(value_)
            out.append(_pack_h(n))
            out.append(value_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_b(o.source))


def _encode_describe_configs_resource_result_array_2(array, out):
    for o in array:
        if o.is_default:
            absent("IsDefault")
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        value_ = o.value
        if value_ is None:
            out.append(_pack_h(-1))
        else:
            value_ = value_.encode()
            n = len(value_)
            out.append(_pack_h(n))
            out.append(value_)
        synonyms_ = o.synonyms
        n = len(synonyms_)
        out.append(_pack_oboi(o.read_only, o.config_source, o.is_sensitive, n))
        if n > 32:
            write_long(_encode_describe_configs_synonym_array, synonyms_, out)
        elif n:
            _encode_describe_configs_synonym_array(synonyms_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_configs_result_array_2(array, out):
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
        configs_ = o.configs
        n = len(configs_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_describe_configs_resource_result_array_2, configs_, out)
        elif n:
            _encode_describe_configs_resource_result_array_2(configs_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_configs_response_2(o, out):
    results_ = o.results
    n = len(results_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_describe_configs_result_array_2, results_, out)
    elif n:
        _encode_describe_configs_result_array_2(results_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_describe_configs_resource_result_array_3(array, out):
    for o in array:
        if o.is_default:
            absent("IsDefault")
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        value_ = o.value
        if value_ is None:
            out.append(_pack_h(-1))
        else:
            value_ = value_.encode()
            n = len(value_)
            out.append(_pack_h(n))
            out.append(value_)
        synonyms_ = o.synonyms
        n = len(synonyms_)
        out.append(_pack_oboi(o.read_only, o.config_source, o.is_sensitive, n))
        if n > 32:
            write_long(_encode_describe_configs_synonym_array, synonyms_, out)
        elif n:
            _encode_describe_configs_synonym_array(synonyms_, out)
        documentation_ = o.documentation
        if documentation_ is None:
            out.append(_pack_bh(o.config_type, -1))
        else:
            documentation_ = documentation_.encode()
            n = len(documentation_)
            out.append(_pack_bh(o.config_type, n))
            out.append(documentation_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_configs_result_array_3(array, out):
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
        configs_ = o.configs
        n = len(configs_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_describe_configs_resource_result_array_3, configs_, out)
        elif n:
            _encode_describe_configs_resource_result_array_3(configs_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_configs_response_3(o, out):
    results_ = o.results
    n = len(results_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_describe_configs_result_array_3, results_, out)
    elif n:
        _encode_describe_configs_result_array_3(results_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_describe_configs_synonym_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_configs_synonym_array_2(array, out):
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
            out.append(b"\0")
        else:
            value_ = value_.encode()
            n = len(value_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(value_)
        if o.unknown_tags is None:
            out.append(_pack_bx(o.source))
        else:
            out.append(_pack_b(o.source))
            _encode_describe_configs_synonym_tags(o, out)


def _encode_describe_configs_resource_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_configs_resource_result_array_4(array, out):
    for o in array:
        if o.is_default:
            absent("IsDefault")
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
            out.append(b"\0")
        else:
            value_ = value_.encode()
            n = len(value_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(value_)
        synonyms_ = o.synonyms
        n = len(synonyms_)
        if n < 127:
            out.append(_pack_oboB(o.read_only, o.config_source, o.is_sensitive, n + 1))
        else:
            out.append(_pack_obo(o.read_only, o.config_source, o.is_sensitive))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_describe_configs_synonym_array_2, synonyms_, out)
        elif n:
            _encode_describe_configs_synonym_array_2(synonyms_, out)
        documentation_ = o.documentation
        if documentation_ is None:
            out.append(_pack_bx(o.config_type))
        else:
            documentation_ = documentation_.encode()
            n = len(documentation_)
            if n < 127:
                out.append(_pack_bB(o.config_type, n + 1))
            else:
                out.append(_pack_b(o.config_type))
                out.append(string_length(n))
            out.append(documentation_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_configs_resource_result_tags(o, out)


def _encode_describe_configs_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_configs_result_array_4(array, out):
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
        configs_ = o.configs
        n = len(configs_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_describe_configs_resource_result_array_4, configs_, out)
        elif n:
            _encode_describe_configs_resource_result_array_4(configs_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_configs_result_tags(o, out)


def _encode_describe_configs_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_configs_response_4(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_configs_result_array_4, results_, out)
    elif n:
        _encode_describe_configs_result_array_4(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_configs_response_tags(o, out)


def _decode_describe_configs_resource_result_array(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsResourceResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_resource_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_RESOURCE_RESULT * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.value = buf[pos:e].decode()
            pos = e
        else:
            o.value = None
        o.read_only, o.is_default, o.is_sensitive = _unpack_ooo(buf, pos)
        pos += 3
        o.config_source = -1
        o.synonyms = []
        o.config_type = 0
        o.documentation = ""
        o.unknown_tags = None
    return found, pos


def _decode_describe_configs_result_array(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_RESULT * count)]
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
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.configs, pos = _decode_describe_configs_resource_result_array(buf, pos, n)
        elif not n:
            o.configs = []
        else:
            null_error("Configs")
        o.unknown_tags = None
    return found, pos


def _decode_describe_configs_response(buf, pos):
    o = make(DescribeConfigsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.results, pos = _decode_describe_configs_result_array(buf, pos, n)
    elif not n:
        o.results = []
    else:
        null_error("Results")
    o.unknown_tags = None
    return o, pos


def _decode_describe_configs_synonym_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsSynonym)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_synonym_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_SYNONYM * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.value = buf[pos:e].decode()
            pos = e
        else:
            o.value = None
        o.source, = _unpack_b(buf, pos)
        pos += 1
        o.unknown_tags = None
    return found, pos


def _decode_describe_configs_resource_result_array_2(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsResourceResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_resource_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_RESOURCE_RESULT * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.value = buf[pos:e].decode()
            pos = e
        else:
            o.value = None
        o.read_only, o.config_source, o.is_sensitive, n = _unpack_oboi(buf, pos)
        pos += 7
        if n > 0:
            o.synonyms, pos = _decode_describe_configs_synonym_array(buf, pos, n)
        elif not n:
            o.synonyms = []
        else:
            null_error("Synonyms")
        o.is_default = False
        o.config_type = 0
        o.documentation = ""
        o.unknown_tags = None
    return found, pos


def _decode_describe_configs_result_array_2(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_RESULT * count)]
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
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.configs, pos = _decode_describe_configs_resource_result_array_2(buf, pos, n)
        elif not n:
            o.configs = []
        else:
            null_error("Configs")
        o.unknown_tags = None
    return found, pos


def _decode_describe_configs_response_2(buf, pos):
    o = make(DescribeConfigsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.results, pos = _decode_describe_configs_result_array_2(buf, pos, n)
    elif not n:
        o.results = []
    else:
        null_error("Results")
    o.unknown_tags = None
    return o, pos


def _decode_describe_configs_resource_result_array_3(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsResourceResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_resource_result_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_RESOURCE_RESULT * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.value = buf[pos:e].decode()
            pos = e
        else:
            o.value = None
        o.read_only, o.config_source, o.is_sensitive, n = _unpack_oboi(buf, pos)
        pos += 7
        if n > 0:
            o.synonyms, pos = _decode_describe_configs_synonym_array(buf, pos, n)
        elif not n:
            o.synonyms = []
        else:
            null_error("Synonyms")
        o.config_type, n = _unpack_bh(buf, pos)
        pos += 3
        if n >= 0:
            e = pos + n
            o.documentation = buf[pos:e].decode()
            pos = e
        else:
            o.documentation = None
        o.is_default = False
        o.unknown_tags = None
    return found, pos


def _decode_describe_configs_result_array_3(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_result_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_RESULT * count)]
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
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.configs, pos = _decode_describe_configs_resource_result_array_3(buf, pos, n)
        elif not n:
            o.configs = []
        else:
            null_error("Configs")
        o.unknown_tags = None
    return found, pos


def _decode_describe_configs_response_3(buf, pos):
    o = make(DescribeConfigsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.results, pos = _decode_describe_configs_result_array_3(buf, pos, n)
    elif not n:
        o.results = []
    else:
        null_error("Results")
    o.unknown_tags = None
    return o, pos


def _decode_describe_configs_synonym_tags(o, buf, pos, count):
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


def _decode_describe_configs_synonym_array_2(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsSynonym)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_synonym_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_SYNONYM * count)]
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.value = buf[pos:e].decode()
            pos = e
        else:
            o.value = None
        o.source, t = _unpack_bB(buf, pos)
        pos += 2
        o.unknown_tags = None
        if t:
            pos = _decode_describe_configs_synonym_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_configs_resource_result_tags(o, buf, pos, count):
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


def _decode_describe_configs_resource_result_array_4(buf, pos, count):
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsResourceResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_resource_result_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_RESOURCE_RESULT * count)]
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.value = buf[pos:e].decode()
            pos = e
        else:
            o.value = None
        o.read_only, o.config_source, o.is_sensitive, n = _unpack_oboB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.synonyms, pos = _decode_describe_configs_synonym_array_2(buf, pos, n - 1)
        elif n:
            o.synonyms = []
        else:
            null_error("Synonyms")
        o.config_type, n = _unpack_bB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.documentation = buf[pos:e].decode()
            pos = e
        else:
            o.documentation = None
        t = buf[pos]
        pos += 1
        o.is_default = False
        o.unknown_tags = None
        if t:
            pos = _decode_describe_configs_resource_result_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_configs_result_tags(o, buf, pos, count):
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


def _decode_describe_configs_result_array_4(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeConfigsResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_configs_result_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_CONFIGS_RESULT * count)]
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.configs, pos = _decode_describe_configs_resource_result_array_4(buf, pos, n - 1)
        elif n:
            o.configs = []
        else:
            null_error("Configs")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_configs_result_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_configs_response_tags(o, buf, pos, count):
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


def _decode_describe_configs_response_4(buf, pos):
    o = make(DescribeConfigsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_describe_configs_result_array_4(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_configs_response_tags(o, buf, pos, t)
    return o, pos


DescribeConfigsResponse._ENCODERS = {
    0: _encode_describe_configs_response,
    1: _encode_describe_configs_response_2,
    2: _encode_describe_configs_response_2,
    3: _encode_describe_configs_response_3,
    4: _encode_describe_configs_response_4,
}
DescribeConfigsResponse._DECODERS = {
    0: _decode_describe_configs_response,
    1: _decode_describe_configs_response_2,
    2: _decode_describe_configs_response_2,
    3: _decode_describe_configs_response_3,
    4: _decode_describe_configs_response_4,
}
