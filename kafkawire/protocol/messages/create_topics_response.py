"""Generated from schemas/messages/CreateTopicsResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    ZERO_UUID,
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
    tag_size_error,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class CreateTopicsResponse(Message):
    """Result for each topic, and from version 5 what it came out as (KIP-525).

    Response of api key 19, versions 0-7, flexible 5+.

    - throttle_time_ms: int32, 2+. Quota delay in milliseconds; the client should stay
      silent that long.
    - topics: []CreatableTopicResult, 0+
    """

    __slots__ = ("throttle_time_ms", "topics")
    _FIELDS = __slots__

    API_KEY = 19
    VERSIONS = (0, 7)
    FLEXIBLE_SINCE = 5

    class CreatableTopicResult(Struct):
        """CreatableTopicResult of `CreateTopicsResponse`.

        - name: string, 0+
        - topic_id: uuid, 7+
        - error_code: int16, 0+
        - error_message: string, 1+, null 0+. Words for people; null when the error code says it
          all.
        - topic_config_error_code: int16, 5+, tag 0. 29 when the caller may not see the
          settings; the counts are then -1.
        - num_partitions: int32, 5+. -1 on errors, or when hidden from the caller.
        - replication_factor: int16, 5+. -1 on errors, or when hidden from the caller.
        - configs: []CreatableTopicConfigs, 5+, null. All settings in force; null when hidden
          from the caller.
        """

        __slots__ = (
            "name",
            "topic_id",
            "error_code",
            "error_message",
            "topic_config_error_code",
            "num_partitions",
            "replication_factor",
            "configs",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            topic_id: bytes = ZERO_UUID,
            error_code: int = 0,
            error_message: str | None = "",
            topic_config_error_code: int = 0,
            num_partitions: int = -1,
            replication_factor: int = -1,
            configs: list[CreateTopicsResponse.CreatableTopicConfigs] | None = NEW,
        ) -> None:
            self.name: str = name
            self.topic_id: bytes = topic_id
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.topic_config_error_code: int = topic_config_error_code
            self.num_partitions: int = num_partitions
            self.replication_factor: int = replication_factor
            self.configs: list[CreateTopicsResponse.CreatableTopicConfigs] | None = (
                [] if configs is NEW else configs
            )
            self.unknown_tags = None

    class CreatableTopicConfigs(Struct):
        """All settings in force; null when hidden from the caller.

        - name: string, 5+
        - value: string, 5+, null
        - read_only: bool, 5+
        - config_source: int8, 5+. 1 topic, 2 broker, 3 cluster-wide default, 4
          server.properties, 5 default.
        - is_sensitive: bool, 5+. Passwords and the like; their Value is null.
        """

        __slots__ = ("name", "value", "read_only", "config_source", "is_sensitive")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            value: str | None = "",
            read_only: bool = False,
            config_source: int = -1,
            is_sensitive: bool = False,
        ) -> None:
            self.name: str = name
            self.value: str | None = value
            self.read_only: bool = read_only
            self.config_source: int = config_source
            self.is_sensitive: bool = is_sensitive
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: list[CreateTopicsResponse.CreatableTopicResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.topics: list[CreateTopicsResponse.CreatableTopicResult] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hh = packer(">hh")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_pack_ii = packer(">ii")
_pack_obo = packer(">?b?")
_pack_obox = packer(">?b?x")
_pack_uh = packer(">16sh")
_pack_uhB = packer(">16shB")
_pack_uhx = packer(">16shx")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hh = unpacker(">hh")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_unpack_ii = unpacker(">ii")
_unpack_oboB = unpacker(">?b?B")
_unpack_uhB = unpacker(">16shB")
_CreatableTopicResult = CreateTopicsResponse.CreatableTopicResult
_CreatableTopicConfigs = CreateTopicsResponse.CreatableTopicConfigs
_ONE_CREATABLE_TOPIC_RESULT = ((_CreatableTopicResult,),)
_ONE_CREATABLE_TOPIC_CONFIGS = ((_CreatableTopicConfigs,),)


def _encode_creatable_topic_result_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_h(o.error_code))


def _encode_create_topics_response(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_creatable_topic_result_array, topics_, out)
    elif n:
        _encode_creatable_topic_result_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_creatable_topic_result_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hh(o.error_code, -1))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            out.append(_pack_hh(o.error_code, n))
            out.append(error_message_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_create_topics_response_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_creatable_topic_result_array_2, topics_, out)
    elif n:
        _encode_creatable_topic_result_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_create_topics_response_3(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_creatable_topic_result_array_2, topics_, out)
    elif n:
        _encode_creatable_topic_result_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_creatable_topic_configs_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_creatable_topic_configs_array(array, out):
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
            out.append(_pack_obox(o.read_only, o.config_source, o.is_sensitive))
        else:
            out.append(_pack_obo(o.read_only, o.config_source, o.is_sensitive))
            _encode_creatable_topic_configs_tags(o, out)


def _encode_creatable_topic_result_tags(o, section):
    found = {}
    if o.topic_config_error_code:
        out = []
        out.append(_pack_h(o.topic_config_error_code))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_creatable_topic_result_array_3(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
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
        configs_ = o.configs
        if configs_ is None:
            out.append(_pack_ihx(o.num_partitions, o.replication_factor))
        else:
            n = len(configs_)
            if n < 127:
                out.append(_pack_ihB(o.num_partitions, o.replication_factor, n + 1))
            else:
                out.append(_pack_ih(o.num_partitions, o.replication_factor))
                out.append(varint(n + 1))
            if n > 32:
                write_long(_encode_creatable_topic_configs_array, configs_, out)
            elif n:
                _encode_creatable_topic_configs_array(configs_, out)
        if not o.topic_config_error_code and o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_creatable_topic_result_tags(o, out)


def _encode_create_topics_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_create_topics_response_4(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_creatable_topic_result_array_3, topics_, out)
    elif n:
        _encode_creatable_topic_result_array_3(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_create_topics_response_tags(o, out)


def _encode_creatable_topic_result_array_4(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_uhx(o.topic_id, o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_uhB(o.topic_id, o.error_code, n + 1))
            else:
                out.append(_pack_uh(o.topic_id, o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        configs_ = o.configs
        if configs_ is None:
            out.append(_pack_ihx(o.num_partitions, o.replication_factor))
        else:
            n = len(configs_)
            if n < 127:
                out.append(_pack_ihB(o.num_partitions, o.replication_factor, n + 1))
            else:
                out.append(_pack_ih(o.num_partitions, o.replication_factor))
                out.append(varint(n + 1))
            if n > 32:
                write_long(_encode_creatable_topic_configs_array, configs_, out)
            elif n:
                _encode_creatable_topic_configs_array(configs_, out)
        if not o.topic_config_error_code and o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_creatable_topic_result_tags(o, out)


def _encode_create_topics_response_5(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_creatable_topic_result_array_4, topics_, out)
    elif n:
        _encode_creatable_topic_result_array_4(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_create_topics_response_tags(o, out)


def _decode_creatable_topic_result_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_topic_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_TOPIC_RESULT * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.error_code, = _unpack_h(buf, pos)
        pos += 2
        o.topic_id = ZERO_UUID
        o.error_message = ""
        o.topic_config_error_code = 0
        o.num_partitions = -1
        o.replication_factor = -1
        o.configs = []
        o.unknown_tags = None
    return found, pos


def _decode_create_topics_response(buf, pos):
    o = make(CreateTopicsResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_creatable_topic_result_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_creatable_topic_result_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_topic_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_TOPIC_RESULT * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        o.topic_id = ZERO_UUID
        o.topic_config_error_code = 0
        o.num_partitions = -1
        o.replication_factor = -1
        o.configs = []
        o.unknown_tags = None
    return found, pos


def _decode_create_topics_response_2(buf, pos):
    o = make(CreateTopicsResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_creatable_topic_result_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.throttle_time_ms = 0
    o.unknown_tags = None
    return o, pos


def _decode_create_topics_response_3(buf, pos):
    o = make(CreateTopicsResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_creatable_topic_result_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.unknown_tags = None
    return o, pos


def _decode_creatable_topic_configs_tags(o, buf, pos, count):
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


def _decode_creatable_topic_configs_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableTopicConfigs)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_topic_configs_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_TOPIC_CONFIGS * count)]
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
        o.read_only, o.config_source, o.is_sensitive, t = _unpack_oboB(buf, pos)
        pos += 4
        o.unknown_tags = None
        if t:
            pos = _decode_creatable_topic_configs_tags(o, buf, pos, t)
    return found, pos


def _decode_creatable_topic_result_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.topic_config_error_code, = _unpack_h(buf, pos)
            pos += 2
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_creatable_topic_result_array_3(buf, pos, count):
    if 12 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_topic_result_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_TOPIC_RESULT * count)]
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
        o.num_partitions, o.replication_factor, n = _unpack_ihB(buf, pos)
        pos += 7
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.configs, pos = _decode_creatable_topic_configs_array(buf, pos, n - 1)
        elif n:
            o.configs = []
        else:
            o.configs = None
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.topic_config_error_code = 0
        o.unknown_tags = None
        if t:
            pos = _decode_creatable_topic_result_tags(o, buf, pos, t)
    return found, pos


def _decode_create_topics_response_tags(o, buf, pos, count):
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


def _decode_create_topics_response_4(buf, pos):
    o = make(CreateTopicsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_creatable_topic_result_array_3(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_create_topics_response_tags(o, buf, pos, t)
    return o, pos


def _decode_creatable_topic_result_array_4(buf, pos, count):
    if 28 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_topic_result_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_TOPIC_RESULT * count)]
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
        o.topic_id, o.error_code, n = _unpack_uhB(buf, pos)
        pos += 19
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        o.num_partitions, o.replication_factor, n = _unpack_ihB(buf, pos)
        pos += 7
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.configs, pos = _decode_creatable_topic_configs_array(buf, pos, n - 1)
        elif n:
            o.configs = []
        else:
            o.configs = None
        t = buf[pos]
        pos += 1
        o.topic_config_error_code = 0
        o.unknown_tags = None
        if t:
            pos = _decode_creatable_topic_result_tags(o, buf, pos, t)
    return found, pos


def _decode_create_topics_response_5(buf, pos):
    o = make(CreateTopicsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_creatable_topic_result_array_4(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_create_topics_response_tags(o, buf, pos, t)
    return o, pos


CreateTopicsResponse._ENCODERS = {
    0: _encode_create_topics_response,
    1: _encode_create_topics_response_2,
    2: _encode_create_topics_response_3,
    3: _encode_create_topics_response_3,
    4: _encode_create_topics_response_3,
    5: _encode_create_topics_response_4,
    6: _encode_create_topics_response_4,
    7: _encode_create_topics_response_5,
}
CreateTopicsResponse._DECODERS = {
    0: _decode_create_topics_response,
    1: _decode_create_topics_response_2,
    2: _decode_create_topics_response_3,
    3: _decode_create_topics_response_3,
    4: _decode_create_topics_response_3,
    5: _decode_create_topics_response_4,
    6: _decode_create_topics_response_4,
    7: _decode_create_topics_response_5,
}
