"""Generated from schemas/records/ConsumerGroupRegularExpressionValue.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    Message,
    compact_strings,
    make,
    many_tags,
    null_error,
    packer,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_compact_strings,
    write_tags,
)


class ConsumerGroupRegularExpressionValue(Message):
    """Topics a pattern matched when it was last evaluated.

    Coordinator-value, versions 0, flexible 0+.

    - topics: []string, 0+
    - version: int64, 0+. Metadata offset at which it was evaluated.
    - timestamp: int64, 0+. When it was evaluated, milliseconds.
    """

    __slots__ = ("topics", "version", "timestamp")
    _FIELDS = __slots__

    API_KEY = 16
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        topics: list[str] = NEW,
        version: int = 0,
        timestamp: int = 0,
    ) -> None:
        self.topics: list[str] = [] if topics is NEW else topics
        self.version: int = version
        self.timestamp: int = timestamp
        self.unknown_tags = None


_pack_qq = packer(">qq")
_pack_qqx = packer(">qqx")
_unpack_qqB = unpacker(">qqB")


def _encode_consumer_group_regular_expression_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_consumer_group_regular_expression_value(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_qqx(o.version, o.timestamp))
    else:
        out.append(_pack_qq(o.version, o.timestamp))
        _encode_consumer_group_regular_expression_value_tags(o, out)


def _decode_consumer_group_regular_expression_value_tags(o, buf, pos, count):
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


def _decode_consumer_group_regular_expression_value(buf, pos):
    o = make(ConsumerGroupRegularExpressionValue)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    o.version, o.timestamp, t = _unpack_qqB(buf, pos)
    pos += 17
    o.unknown_tags = None
    if t:
        pos = _decode_consumer_group_regular_expression_value_tags(o, buf, pos, t)
    return o, pos


ConsumerGroupRegularExpressionValue._ENCODERS = {0: _encode_consumer_group_regular_expression_value}
ConsumerGroupRegularExpressionValue._DECODERS = {0: _decode_consumer_group_regular_expression_value}
