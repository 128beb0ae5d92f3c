"""Generated from schemas/records/ConsumerGroupRegularExpressionKey.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEVER_FLEXIBLE,
    Message,
    absent,
    make,
    null_error,
    packer,
    unpacker,
)


class ConsumerGroupRegularExpressionKey(Message):
    """Key of a topic pattern used in a consumer group.

    Coordinator-key, versions 0.

    - group_id: string, 0
    - regular_expression: string, 0
    """

    __slots__ = ("group_id", "regular_expression")
    _FIELDS = __slots__

    API_KEY = 16
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        group_id: str = "",
        regular_expression: str = "",
    ) -> None:
        self.group_id: str = group_id
        self.regular_expression: str = regular_expression
        self.unknown_tags = None


_pack_h = packer(">h")
_unpack_h = unpacker(">h")


def _encode_consumer_group_regular_expression_key(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    regular_expression_ = o.regular_expression
    regular_expression_ = regular_expression_.encode()
    n = len(regular_expression_)
    out.append(_pack_h(n))
    out.append(regular_expression_)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_consumer_group_regular_expression_key(buf, pos):
    o = make(ConsumerGroupRegularExpressionKey)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.regular_expression = buf[pos:e].decode()
        pos = e
    else:
        null_error("RegularExpression")
    o.unknown_tags = None
    return o, pos


ConsumerGroupRegularExpressionKey._ENCODERS = {0: _encode_consumer_group_regular_expression_key}
ConsumerGroupRegularExpressionKey._DECODERS = {0: _decode_consumer_group_regular_expression_key}
