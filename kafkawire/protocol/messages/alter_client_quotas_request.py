"""Generated from schemas/messages/AlterClientQuotasRequest.json; do not edit.

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


class AlterClientQuotasRequest(Message):
    """Sets or removes quotas (KIP-546).

    Request of api key 49, versions 0-1, flexible 1+.

    - entries: []EntryData, 0+
    - validate_only: bool, 0+. Check everything, change nothing.
    """

    __slots__ = ("entries", "validate_only")
    _FIELDS = __slots__

    API_KEY = 49
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 1

    class EntryData(Struct):
        """EntryData of `AlterClientQuotasRequest`.

        - entity: []EntityData, 0+. All parts together name one entity, such as user and client-
          id.
        - ops: []OpData, 0+
        """

        __slots__ = ("entity", "ops")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            entity: list[AlterClientQuotasRequest.EntityData] = NEW,
            ops: list[AlterClientQuotasRequest.OpData] = NEW,
        ) -> None:
            self.entity: list[AlterClientQuotasRequest.EntityData] = (
                [] if entity is NEW else entity
            )
            self.ops: list[AlterClientQuotasRequest.OpData] = [] if ops is NEW else ops
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

    class OpData(Struct):
        """OpData of `AlterClientQuotasRequest`.

        - key: string, 0+. Quota name, such as producer_byte_rate or request_percentage.
        - value: float64, 0+. Bytes per second, percent or operations per second, as the key
          says.
        - remove: bool, 0+. True takes the quota away; Value is ignored then.
        """

        __slots__ = ("key", "value", "remove")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            key: str = "",
            value: float = 0.0,
            remove: bool = False,
        ) -> None:
            self.key: str = key
            self.value: float = value
            self.remove: bool = remove
            self.unknown_tags = None

    def __init__(
        self,
        *,
        entries: list[AlterClientQuotasRequest.EntryData] = NEW,
        validate_only: bool = False,
    ) -> None:
        self.entries: list[AlterClientQuotasRequest.EntryData] = (
            [] if entries is NEW else entries
        )
        self.validate_only: bool = validate_only
        self.unknown_tags = None


_pack_BBx = packer(">BBx")
_pack_do = packer(">d?")
_pack_dox = packer(">d?x")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ii = packer(">ii")
_pack_o = packer(">?")
_pack_ox = packer(">?x")
_row_xxx = rower(">xxx")
_unpack_do = unpacker(">d?")
_unpack_doB = unpacker(">d?B")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_o = unpacker(">?")
_unpack_oB = unpacker(">?B")
_EntryData = AlterClientQuotasRequest.EntryData
_EntityData = AlterClientQuotasRequest.EntityData
_OpData = AlterClientQuotasRequest.OpData
_ONE_ENTITY_DATA = ((_EntityData,),)
_ONE_OP_DATA = ((_OpData,),)
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


def _encode_op_data_array(array, out):
    for o in array:
        key_ = o.key
        key_ = key_.encode()
        n = len(key_)
        out.append(_pack_h(n))
        out.append(key_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_do(o.value, o.remove))


def _encode_entry_data_array(array, out):
    for o in array:
        entity_ = o.entity
        ops_ = o.ops
        if (
            entity_ is not None and not entity_
            and ops_ is not None and not ops_
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
        ops_ = o.ops
        n = len(ops_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_op_data_array, ops_, out)
        elif n:
            _encode_op_data_array(ops_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_alter_client_quotas_request(o, out):
    entries_ = o.entries
    n = len(entries_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_entry_data_array, entries_, out)
    elif n:
        _encode_entry_data_array(entries_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_o(o.validate_only))


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


def _encode_op_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_op_data_array_2(array, out):
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
            out.append(_pack_dox(o.value, o.remove))
        else:
            out.append(_pack_do(o.value, o.remove))
            _encode_op_data_tags(o, out)


def _encode_entry_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_entry_data_array_2(array, out):
    for o in array:
        entity_ = o.entity
        ops_ = o.ops
        if (
            entity_ is not None and not entity_
            and ops_ is not None and not ops_
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
        ops_ = o.ops
        n = len(ops_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_op_data_array_2, ops_, out)
        elif n:
            _encode_op_data_array_2(ops_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_entry_data_tags(o, out)


def _encode_alter_client_quotas_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_client_quotas_request_2(o, out):
    entries_ = o.entries
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
        out.append(_pack_ox(o.validate_only))
    else:
        out.append(_pack_o(o.validate_only))
        _encode_alter_client_quotas_request_tags(o, out)


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


def _decode_op_data_array(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OpData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_op_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OP_DATA * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.key = buf[pos:e].decode()
            pos = e
        else:
            null_error("Key")
        o.value, o.remove = _unpack_do(buf, pos)
        pos += 9
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
            o.ops, pos = _decode_op_data_array(buf, pos, n)
        elif not n:
            o.ops = []
        else:
            null_error("Ops")
        o.unknown_tags = None
    return found, pos


def _decode_alter_client_quotas_request(buf, pos):
    o = make(AlterClientQuotasRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.entries, pos = _decode_entry_data_array(buf, pos, n)
    elif not n:
        o.entries = []
    else:
        null_error("Entries")
    o.validate_only, = _unpack_o(buf, pos)
    pos += 1
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


def _decode_op_data_tags(o, buf, pos, count):
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


def _decode_op_data_array_2(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OpData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_op_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OP_DATA * count)]
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
        o.value, o.remove, t = _unpack_doB(buf, pos)
        pos += 10
        o.unknown_tags = None
        if t:
            pos = _decode_op_data_tags(o, buf, pos, t)
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
                o.ops = []
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
            o.ops, pos = _decode_op_data_array_2(buf, pos, n - 1)
        elif n:
            o.ops = []
        else:
            null_error("Ops")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_entry_data_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_client_quotas_request_tags(o, buf, pos, count):
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


def _decode_alter_client_quotas_request_2(buf, pos):
    o = make(AlterClientQuotasRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.entries, pos = _decode_entry_data_array_2(buf, pos, n - 1)
    elif n:
        o.entries = []
    else:
        null_error("Entries")
    o.validate_only, t = _unpack_oB(buf, pos)
    pos += 2
    o.unknown_tags = None
    if t:
        pos = _decode_alter_client_quotas_request_tags(o, buf, pos, t)
    return o, pos


AlterClientQuotasRequest._ENCODERS = {
    0: _encode_alter_client_quotas_request,
    1: _encode_alter_client_quotas_request_2,
}
AlterClientQuotasRequest._DECODERS = {
    0: _decode_alter_client_quotas_request,
    1: _decode_alter_client_quotas_request_2,
}
