"""Generated from schemas/records/FeatureLevelRecord.json; do not edit.

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


class FeatureLevelRecord(Message):
    """Finalizes a feature at a level.

    Metadata, versions 0, flexible 0+.

    - name: string, 0+. Such as metadata.version.
    - feature_level: int16, 0+. 0 removes the feature.
    """

    __slots__ = ("name", "feature_level")
    _FIELDS = __slots__

    API_KEY = 12
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        name: str = "",
        feature_level: int = 0,
    ) -> None:
        self.name: str = name
        self.feature_level: int = feature_level
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hx = packer(">hx")
_unpack_hB = unpacker(">hB")


def _encode_feature_level_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_feature_level_record(o, out):
    name_ = o.name
    name_ = name_.encode()
    n = len(name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(name_)
    if o.unknown_tags is None:
        out.append(_pack_hx(o.feature_level))
    else:
        out.append(_pack_h(o.feature_level))
        _encode_feature_level_record_tags(o, out)


def _decode_feature_level_record_tags(o, buf, pos, count):
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


def _decode_feature_level_record(buf, pos):
    o = make(FeatureLevelRecord)
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
    o.feature_level, t = _unpack_hB(buf, pos)
    pos += 3
    o.unknown_tags = None
    if t:
        pos = _decode_feature_level_record_tags(o, buf, pos, t)
    return o, pos


FeatureLevelRecord._ENCODERS = {0: _encode_feature_level_record}
FeatureLevelRecord._DECODERS = {0: _decode_feature_level_record}
