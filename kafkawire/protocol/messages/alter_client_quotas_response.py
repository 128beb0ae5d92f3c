"""Generated from schemas/messages/AlterClientQuotasResponse.json; do not edit.

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


class AlterClientQuotasResponse(Message):
    """Result for each entity.

    Response of api key 49, versions 0-1, flexible 1+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - entries: []EntryData, 0+
    """

    __slots__ = ("throttle_time_ms", "entries")
    _FIELDS = __slots__

    API_KEY = 49
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 1

    class EntryData(Struct):
        """EntryData of `AlterClientQuotasResponse`.

        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - entity: []EntityData, 0+. Entity as named in the request.
        """

        __slots__ = ("error_code", "error_message", "entity")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            error_message: str | None = "",
            entity: list[AlterClientQuotasResponse.EntityData] = NEW,
        ) -> None:
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.entity: list[AlterClientQuotasResponse.EntityData] = (
                [] if entity is NEW else entity
            )
            self.unknown_tags = None

    class EntityData(Struct):
        """Entity as named in the request.

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

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        entries: list[AlterClientQuotasResponse.EntryData] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.entries: list[AlterClientQuotasResponse.EntryData] = (
            [] if entries is NEW else entries
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hBBx = packer(">hBBx")
_pack_hh = packer(">hh")
_pack_hhi = packer(">hhi")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_row_hxxx = rower(">hxxx")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hh = unpacker(">hh")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_EntryData = AlterClientQuotasResponse.EntryData
_EntityData = AlterClientQuotasResponse.EntityData
_ONE_ENTITY_DATA = ((_EntityData,),)
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


def _encode_entry_data_array(array, out):
    for o in array:
        error_message_ = o.error_message
        entity_ = o.entity
        if not error_message_ and entity_ is not None and not entity_ and o.unknown_tags is None:
            out.append(_pack_hhi(o.error_code, -(error_message_ is None), 0))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_hh(o.error_code, -1))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            out.append(_pack_hh(o.error_code, n))
            out.append(error_message_)
        entity_ = o.entity
        n = len(entity_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_entity_data_array, entity_, out)
        elif n:
            _encode_entity_data_array(entity_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_alter_client_quotas_response(o, out):
    entries_ = o.entries
    n = len(entries_)
    out.append(_pack_ii(o.throttle_time_ms, n))
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


def _encode_entry_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_entry_data_array_2(array, out):
    for o in array:
        error_message_ = o.error_message
        entity_ = o.entity
        if not error_message_ and entity_ is not None and not entity_ and o.unknown_tags is None:
            out.append(_pack_hBBx(o.error_code, error_message_ is not None, 1))
            continue
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
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_entry_data_tags(o, out)


def _encode_alter_client_quotas_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_client_quotas_response_2(o, out):
    entries_ = o.entries
    n = len(entries_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_entry_data_array_2, entries_, out)
    elif n:
        _encode_entry_data_array_2(entries_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_client_quotas_response_tags(o, out)


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
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.entity, pos = _decode_entity_data_array(buf, pos, n)
        elif not n:
            o.entity = []
        else:
            null_error("Entity")
        o.unknown_tags = None
    return found, pos


def _decode_alter_client_quotas_response(buf, pos):
    o = make(AlterClientQuotasResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.entries, pos = _decode_entry_data_array(buf, pos, n)
    elif not n:
        o.entries = []
    else:
        null_error("Entries")
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
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_EntryData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_entry_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ENTRY_DATA * count)]
        end = pos + 5 * count
        if (
            count > 7
            and buf[pos + 2] < 2
            and buf[pos + 3] == 1
            and buf[pos + 2:end:5].count(buf[pos + 2]) == count
            and buf[pos + 3:end:5].count(buf[pos + 3]) == count
            and buf[pos + 4:end:5].count(0) == count
        ):
            at_2 = buf[pos + 2]
            for o, (o.error_code,) in zip(found, _row_hxxx(buf[pos:end])):
                o.error_message = "" if at_2 else None
                o.entity = []
                o.unknown_tags = None
            return found, end
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
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_entry_data_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_client_quotas_response_tags(o, buf, pos, count):
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


def _decode_alter_client_quotas_response_2(buf, pos):
    o = make(AlterClientQuotasResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.entries, pos = _decode_entry_data_array_2(buf, pos, n - 1)
    elif n:
        o.entries = []
    else:
        null_error("Entries")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_alter_client_quotas_response_tags(o, buf, pos, t)
    return o, pos


AlterClientQuotasResponse._ENCODERS = {
    0: _encode_alter_client_quotas_response,
    1: _encode_alter_client_quotas_response_2,
}
AlterClientQuotasResponse._DECODERS = {
    0: _decode_alter_client_quotas_response,
    1: _decode_alter_client_quotas_response_2,
}
