"""Generated from schemas/records/NoOpRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (Message, make, many_tags, tag_head, uvarint, write_tags)


class NoOpRecord(Message):
    """Says nothing; keeps offsets moving when the cluster is idle (KIP-835).

    Metadata, versions 0, flexible 0+.
    """

    __slots__ = ()
    _FIELDS = __slots__

    API_KEY = 20
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(self) -> None:
        self.unknown_tags = None




def _encode_no_op_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_no_op_record(o, out):
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_no_op_record_tags(o, out)


def _decode_no_op_record_tags(o, buf, pos, count):
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


def _decode_no_op_record(buf, pos):
    o = make(NoOpRecord)
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_no_op_record_tags(o, buf, pos, t)
    return o, pos


NoOpRecord._ENCODERS = {0: _encode_no_op_record}
NoOpRecord._DECODERS = {0: _decode_no_op_record}
