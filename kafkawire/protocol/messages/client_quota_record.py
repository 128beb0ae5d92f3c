"""Generated from schemas/records/ClientQuotaRecord.json; do not edit.

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


class ClientQuotaRecord(Message):
    """Sets or removes one quota.

    Metadata, versions 0, flexible 0+.

    - entity: []EntityData, 0+. All parts together name one entity, such as user and client-
      id.
    - key: string, 0+. Quota name, such as producer_byte_rate or request_percentage.
    - value: float64, 0+. Bytes per second, percent or operations per second, as the key
      says.
    - remove: bool, 0+. True takes the quota away; Value is 0 then.
    """

    __slots__ = ("entity", "key", "value", "remove")
    _FIELDS = __slots__

    API_KEY = 14
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

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

    def __init__(
        self,
        *,
        entity: list[ClientQuotaRecord.EntityData] = NEW,
        key: str = "",
        value: float = 0.0,
        remove: bool = False,
    ) -> None:
        self.entity: list[ClientQuotaRecord.EntityData] = [] if entity is NEW else entity
        self.key: str = key
        self.value: float = value
        self.remove: bool = remove
        self.unknown_tags = None


_pack_do = packer(">d?")
_pack_dox = packer(">d?x")
_unpack_doB = unpacker(">d?B")
_EntityData = ClientQuotaRecord.EntityData
_ONE_ENTITY_DATA = ((_EntityData,),)


def _encode_entity_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_entity_data_array(array, out):
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


def _encode_client_quota_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_client_quota_record(o, out):
    entity_ = o.entity
    n = len(entity_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_entity_data_array, entity_, out)
    elif n:
        _encode_entity_data_array(entity_, out)
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
        _encode_client_quota_record_tags(o, out)


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


def _decode_entity_data_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_EntityData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_entity_data_array, buf, pos, count)
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


def _decode_client_quota_record_tags(o, buf, pos, count):
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


def _decode_client_quota_record(buf, pos):
    o = make(ClientQuotaRecord)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.entity, pos = _decode_entity_data_array(buf, pos, n - 1)
    elif n:
        o.entity = []
    else:
        null_error("Entity")
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
        pos = _decode_client_quota_record_tags(o, buf, pos, t)
    return o, pos


ClientQuotaRecord._ENCODERS = {0: _encode_client_quota_record}
ClientQuotaRecord._DECODERS = {0: _decode_client_quota_record}
