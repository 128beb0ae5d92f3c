"""Generated from schemas/records/ConfigRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class ConfigRecord(Message):
    """Sets or removes one setting.

    Metadata, versions 0, flexible 0+.

    - resource_type: int8, 0+. 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32
      group.
    - resource_name: string, 0+. Topic name, group id or broker id in digits; an empty
      broker name means the cluster-wide default.
    - name: string, 0+
    - value: string, 0+, null. Null removes the setting.
    """

    __slots__ = ("resource_type", "resource_name", "name", "value")
    _FIELDS = __slots__

    API_KEY = 4
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        resource_type: int = 0,
        resource_name: str = "",
        name: str = "",
        value: str | None = "",
    ) -> None:
        self.resource_type: int = resource_type
        self.resource_name: str = resource_name
        self.name: str = name
        self.value: str | None = value
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bB = packer(">bB")
_unpack_bB = unpacker(">bB")


def _encode_config_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_config_record(o, out):
    resource_name_ = o.resource_name
    resource_name_ = resource_name_.encode()
    n = len(resource_name_)
    if n < 127:
        out.append(_pack_bB(o.resource_type, n + 1))
    else:
        out.append(_pack_b(o.resource_type))
        out.append(string_length(n))
    out.append(resource_name_)
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
        out.append(b"\0")
    else:
        _encode_config_record_tags(o, out)


def _decode_config_record_tags(o, buf, pos, count):
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


def _decode_config_record(buf, pos):
    o = make(ConfigRecord)
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
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_config_record_tags(o, buf, pos, t)
    return o, pos


ConfigRecord._ENCODERS = {0: _encode_config_record}
ConfigRecord._DECODERS = {0: _decode_config_record}
