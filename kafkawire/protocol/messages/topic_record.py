"""Generated from schemas/records/TopicRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    ZERO_UUID,
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


class TopicRecord(Message):
    """Creates a topic; its partitions follow in records of their own.

    Metadata, versions 0, flexible 0+.

    - name: string, 0+
    - topic_id: uuid, 0+
    """

    __slots__ = ("name", "topic_id")
    _FIELDS = __slots__

    API_KEY = 2
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        name: str = "",
        topic_id: bytes = ZERO_UUID,
    ) -> None:
        self.name: str = name
        self.topic_id: bytes = topic_id
        self.unknown_tags = None


_pack_u = packer(">16s")
_pack_ux = packer(">16sx")
_unpack_uB = unpacker(">16sB")


def _encode_topic_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_record(o, out):
    name_ = o.name
    name_ = name_.encode()
    n = len(name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(name_)
    if o.unknown_tags is None:
        out.append(_pack_ux(o.topic_id))
    else:
        out.append(_pack_u(o.topic_id))
        _encode_topic_record_tags(o, out)


def _decode_topic_record_tags(o, buf, pos, count):
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


def _decode_topic_record(buf, pos):
    o = make(TopicRecord)
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
    o.topic_id, t = _unpack_uB(buf, pos)
    pos += 17
    o.unknown_tags = None
    if t:
        pos = _decode_topic_record_tags(o, buf, pos, t)
    return o, pos


TopicRecord._ENCODERS = {0: _encode_topic_record}
TopicRecord._DECODERS = {0: _decode_topic_record}
