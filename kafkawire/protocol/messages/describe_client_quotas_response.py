"""Generated from schemas/messages/DescribeClientQuotasResponse.json; do not edit.

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
    rower,
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


class DescribeClientQuotasResponse(Message):
    """Quota entities with their values.

    Response of api key 48, versions 0-1, flexible 1+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - entries: []EntryData, 0+, null. Null on errors.
    """

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "entries")
    _FIELDS = __slots__

    API_KEY = 48
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 1

    class EntryData(Struct):
        """Null on errors.

        - entity: []EntityData, 0+. All parts together name one entity, such as user and client-
          id.
        - values: []ValueData, 0+
        """

        __slots__ = ("entity", "values")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            entity: list[DescribeClientQuotasResponse.EntityData] = NEW,
            values: list[DescribeClientQuotasResponse.ValueData] = NEW,
        ) -> None:
            self.entity: list[DescribeClientQuotasResponse.EntityData] = (
                [] if entity is NEW else entity
            )
            self.values: list[DescribeClientQuotasResponse.ValueData] = (
                [] if values is NEW else values
            )
            self.unknown_tags = None

    class EntityData(Struct):
        """All parts together name one entity, such as user and client-id.

        - entity_type: string, 0+. One of user, client-id and ip.
        - entity_name: string, 0+, null. Null means the default for entities of this type.
        """

        __slots__ = ("entity_type", "entity_name")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            entity_type: str = "",
            entity_name: str | None = "",
        ) -> None:
            self.entity_type: str = entity_type
            self.entity_name: str | None = entity_name
            self.unknown_tags = None

    class ValueData(Struct):
        """ValueData of `DescribeClientQuotasResponse`.

        - key: string, 0+. Quota name, such as producer_byte_rate or request_percentage.
        - value: float64, 0+. Bytes per second, percent or operations per second, as the key
          says.
        """

        __slots__ = ("key", "value")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            key: str = "",
            value: float = 0.0,
        ) -> None:
            self.key: str = key
            self.value: float = value
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        entries: list[DescribeClientQuotasResponse.EntryData] | None = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.entries: list[DescribeClientQuotasResponse.EntryData] | None = (
            [] if entries is NEW else entries
        )
        self.unknown_tags = None


_pack_BBx = packer(">BBx")
_pack_d = packer(">d")
_pack_dx = packer(">dx")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihh = packer(">ihh")
_pack_ihx = packer(">ihx")
_pack_ii = packer(">ii")
_row_xxx = rower(">xxx")
_unpack_d = unpacker(">d")
_unpack_dB = unpacker(">dB")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_ihB = unpacker(">ihB")
_unpack_ihh = unpacker(">ihh")
_EntryData = DescribeClientQuotasResponse.EntryData
_EntityData = DescribeClientQuotasResponse.EntityData
_ValueData = DescribeClientQuotasResponse.ValueData
_ONE_ENTITY_DATA = ((_EntityData,),)
_ONE_VALUE_DATA = ((_ValueData,),)
_ONE_ENTRY_DATA = ((_EntryData,),)


def _encode_entity_data_array(array, out):
    for o in array:
        entity_type_ = o.entity_type
        entity_type_ = entity_type_.encode()
        n = len(entity_type_)
        out.append(_pack_h(n))
        out.append(entity_type_)
        entity_name_ = o.entity_name
        if entity_name_ is None:
            out.append(_pack_h(-1))
        else:
            entity_name_ = entity_name_.encode()
            n = len(entity_name_)
            out.append(_pack_h(n))
            out.append(entity_name_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_value_data_array(array, out):
    for o in array:
        key_ = o.key
        key_ = key_.encode()
        n = len(key_)
        out.append(_pack_h(n))
        out.append(key_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_d(o.value))


def _encode_entry_data_array(array, out):
    for o in array:
        entity_ = o.entity
        values_ = o.values
        if (
            entity_ is not None and not entity_
            and values_ is not None and not values_
            and o.unknown_tags is None
        ):
            out.append(_pack_ii(0, 0))
            continue
        entity_ = o.entity
        n = len(entity_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_entity_data_array, entity_, out)
        elif n:
            _encode_entity_data_array(entity_, out)
        values_ = o.values
        n = len(values_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_value_data_array, values_, out)
        elif n:
            _encode_value_data_array(values_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_describe_client_quotas_response(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihh(o.throttle_time_ms, o.error_code, -1))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        out.append(_pack_ihh(o.throttle_time_ms, o.error_code, n))
        out.append(error_message_)
    entries_ = o.entries
    if entries_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(entries_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_entry_data_array, entries_, out)
        elif n:
            _encode_entry_data_array(entries_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_entity_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_entity_data_array_2(array, out):
    for o in array:
        entity_type_ = o.entity_type
        entity_type_ = entity_type_.encode()
        n = len(entity_type_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(entity_type_)
        entity_name_ = o.entity_name
        if entity_name_ is None:
            out.append(b"\0")
        else:
            entity_name_ = entity_name_.encode()
            n = len(entity_name_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(entity_name_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_entity_data_tags(o, out)


def _encode_value_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_value_data_array_2(array, out):
    for o in array:
        key_ = o.key
        key_ = key_.encode()
        n = len(key_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(key_)
        if o.unknown_tags is None:
            out.append(_pack_dx(o.value))
        else:
            out.append(_pack_d(o.value))
            _encode_value_data_tags(o, out)


def _encode_entry_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_entry_data_array_2(array, out):
    for o in array:
        entity_ = o.entity
        values_ = o.values
        if (
            entity_ is not None and not entity_
            and values_ is not None and not values_
            and o.unknown_tags is None
        ):
            out.append(_pack_BBx(1, 1))
            continue
        entity_ = o.entity
        n = len(entity_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_entity_data_array_2, entity_, out)
        elif n:
            _encode_entity_data_array_2(entity_, out)
        values_ = o.values
        n = len(values_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_value_data_array_2, values_, out)
        elif n:
            _encode_value_data_array_2(values_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_entry_data_tags(o, out)


def _encode_describe_client_quotas_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_client_quotas_response_2(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    entries_ = o.entries
    if entries_ is None:
        out.append(b"\0")
    else:
        n = len(entries_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_entry_data_array_2, entries_, out)
        elif n:
            _encode_entry_data_array_2(entries_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_client_quotas_response_tags(o, out)


def _decode_entity_data_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_EntityData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_entity_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ENTITY_DATA * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.entity_type = buf[pos:e].decode()
            pos = e
        else:
            null_error("EntityType")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.entity_name = buf[pos:e].decode()
            pos = e
        else:
            o.entity_name = None
        o.unknown_tags = None
    return found, pos


def _decode_value_data_array(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ValueData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_value_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_VALUE_DATA * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.key = buf[pos:e].decode()
            pos = e
        else:
            null_error("Key")
        o.value, = _unpack_d(buf, pos)
        pos += 8
        o.unknown_tags = None
    return found, pos


def _decode_entry_data_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_EntryData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_entry_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ENTRY_DATA * count)]
    for o in found:
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.entity, pos = _decode_entity_data_array(buf, pos, n)
        elif not n:
            o.entity = []
        else:
            null_error("Entity")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.values, pos = _decode_value_data_array(buf, pos, n)
        elif not n:
            o.values = []
        else:
            null_error("Values")
        o.unknown_tags = None
    return found, pos


def _decode_describe_client_quotas_response(buf, pos):
    o = make(DescribeClientQuotasResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihh(buf, pos)
    pos += 8
    if n >= 0:
        e = pos + n
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.entries, pos = _decode_entry_data_array(buf, pos, n)
    elif not n:
        o.entries = []
    else:
        o.entries = None
    o.unknown_tags = None
    return o, pos


def _decode_entity_data_tags(o, buf, pos, count):
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


def _decode_entity_data_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_EntityData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_entity_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ENTITY_DATA * count)]
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.entity_name = buf[pos:e].decode()
            pos = e
        else:
            o.entity_name = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_entity_data_tags(o, buf, pos, t)
    return found, pos


def _decode_value_data_tags(o, buf, pos, count):
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


def _decode_value_data_array_2(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ValueData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_value_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_VALUE_DATA * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.key = buf[pos:e].decode()
            pos = e
        else:
            null_error("Key")
        o.value, t = _unpack_dB(buf, pos)
        pos += 9
        o.unknown_tags = None
        if t:
            pos = _decode_value_data_tags(o, buf, pos, t)
    return found, pos


def _decode_entry_data_tags(o, buf, pos, count):
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


def _decode_entry_data_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_EntryData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_entry_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ENTRY_DATA * count)]
        end = pos + 3 * count
        if (
            count > 7
            and buf[pos] == 1
            and buf[pos + 1] == 1
            and buf[pos + 0:end:3].count(buf[pos + 0]) == count
            and buf[pos + 1:end:3].count(buf[pos + 1]) == count
            and buf[pos + 2:end:3].count(0) == count
        ):
            for o, () in zip(found, _row_xxx(buf[pos:end])):
                o.entity = []
                o.values = []
                o.unknown_tags = None
            return found, end
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.entity, pos = _decode_entity_data_array_2(buf, pos, n - 1)
        elif n:
            o.entity = []
        else:
            null_error("Entity")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.values, pos = _decode_value_data_array_2(buf, pos, n - 1)
        elif n:
            o.values = []
        else:
            null_error("Values")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_entry_data_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_client_quotas_response_tags(o, buf, pos, count):
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


def _decode_describe_client_quotas_response_2(buf, pos):
    o = make(DescribeClientQuotasResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.entries, pos = _decode_entry_data_array_2(buf, pos, n - 1)
    elif n:
        o.entries = []
    else:
        o.entries = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_client_quotas_response_tags(o, buf, pos, t)
    return o, pos


DescribeClientQuotasResponse._ENCODERS = {
    0: _encode_describe_client_quotas_response,
    1: _encode_describe_client_quotas_response_2,
}
DescribeClientQuotasResponse._DECODERS = {
    0: _decode_describe_client_quotas_response,
    1: _decode_describe_client_quotas_response_2,
}
