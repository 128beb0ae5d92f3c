"""Generated from schemas/records/ClearElrRecord.json; do not edit.

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
    string_length,
    tag_head,
    uvarint,
    write_tags,
)


class ClearElrRecord(Message):
    """Empties the eligible leader replicas (KIP-966).

    Metadata, versions 0, flexible 0+.

    - topic_name: string, 0+. Empty for all topics.
    """

    __slots__ = ("topic_name",)
    _FIELDS = __slots__

    API_KEY = 28
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        topic_name: str = "",
    ) -> None:
        self.topic_name: str = topic_name
        self.unknown_tags = None




def _encode_clear_elr_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_clear_elr_record(o, out):
    topic_name_ = o.topic_name
    topic_name_ = topic_name_.encode()
    n = len(topic_name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(topic_name_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_clear_elr_record_tags(o, out)


def _decode_clear_elr_record_tags(o, buf, pos, count):
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


def _decode_clear_elr_record(buf, pos):
    o = make(ClearElrRecord)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.topic_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("TopicName")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_clear_elr_record_tags(o, buf, pos, t)
    return o, pos


ClearElrRecord._ENCODERS = {0: _encode_clear_elr_record}
ClearElrRecord._DECODERS = {0: _decode_clear_elr_record}
