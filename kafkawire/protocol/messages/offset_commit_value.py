"""Generated from schemas/records/OffsetCommitValue.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    ZERO_UUID,
    Message,
    absent,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    tag_size_error,
    unpacker,
    uvarint,
    write_tags,
)


class OffsetCommitValue(Message):
    """Committed offset of one partition.

    Coordinator-value, versions 0-4, flexible 4+.

    - offset: int64, 0+. Next offset to read.
    - leader_epoch: int32, 3+. Leader epoch of the last record consumed; -1 unknown.
    - metadata: string, 0+. The client's own text.
    - commit_timestamp: int64, 0+. When it was committed, milliseconds.
    - expire_timestamp: int64, 1. When it ends, for commits with a retention of their own;
      -1 for the broker's setting.
    - topic_id: uuid, 4+, tag 0. Id of the topic; all zero when it was committed by name.
    """

    __slots__ = (
        "offset",
        "leader_epoch",
        "metadata",
        "commit_timestamp",
        "expire_timestamp",
        "topic_id",
    )
    _FIELDS = __slots__

    API_KEY = 1
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 4

    def __init__(
        self,
        *,
        offset: int = 0,
        leader_epoch: int = -1,
        metadata: str = "",
        commit_timestamp: int = 0,
        expire_timestamp: int = -1,
        topic_id: bytes = ZERO_UUID,
    ) -> None:
        self.offset: int = offset
        self.leader_epoch: int = leader_epoch
        self.metadata: str = metadata
        self.commit_timestamp: int = commit_timestamp
        self.expire_timestamp: int = expire_timestamp
        self.topic_id: bytes = topic_id
        self.unknown_tags = None


_pack_q = packer(">q")
_pack_qh = packer(">qh")
_pack_qi = packer(">qi")
_pack_qiB = packer(">qiB")
_pack_qih = packer(">qih")
_pack_qq = packer(">qq")
_pack_qx = packer(">qx")
_pack_u = packer(">16s")
_unpack_q = unpacker(">q")
_unpack_qB = unpacker(">qB")
_unpack_qh = unpacker(">qh")
_unpack_qiB = unpacker(">qiB")
_unpack_qih = unpacker(">qih")
_unpack_qq = unpacker(">qq")
_unpack_u = unpacker(">16s")


def _encode_offset_commit_value(o, out):
    metadata_ = o.metadata
    metadata_ = metadata_.encode()
    n = len(metadata_)
    out.append(_pack_qh(o.offset, n))
    out.append(metadata_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_q(o.commit_timestamp))


def _encode_offset_commit_value_2(o, out):
    metadata_ = o.metadata
    metadata_ = metadata_.encode()
    n = len(metadata_)
    out.append(_pack_qh(o.offset, n))
    out.append(metadata_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_qq(o.commit_timestamp, o.expire_timestamp))


def _encode_offset_commit_value_3(o, out):
    metadata_ = o.metadata
    metadata_ = metadata_.encode()
    n = len(metadata_)
    out.append(_pack_qih(o.offset, o.leader_epoch, n))
    out.append(metadata_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_q(o.commit_timestamp))


def _encode_offset_commit_value_tags(o, section):
    found = {}
    if o.topic_id != ZERO_UUID:
        out = []
        out.append(_pack_u(o.topic_id))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_offset_commit_value_4(o, out):
    metadata_ = o.metadata
    metadata_ = metadata_.encode()
    n = len(metadata_)
    if n < 127:
        out.append(_pack_qiB(o.offset, o.leader_epoch, n + 1))
    else:
        out.append(_pack_qi(o.offset, o.leader_epoch))
        out.append(string_length(n))
    out.append(metadata_)
    if o.topic_id == ZERO_UUID and o.unknown_tags is None:
        out.append(_pack_qx(o.commit_timestamp))
    else:
        out.append(_pack_q(o.commit_timestamp))
        _encode_offset_commit_value_tags(o, out)


def _decode_offset_commit_value(buf, pos):
    o = make(OffsetCommitValue)
    o.offset, n = _unpack_qh(buf, pos)
    pos += 10
    if n >= 0:
        e = pos + n
        o.metadata = buf[pos:e].decode()
        pos = e
    else:
        null_error("metadata")
    o.commit_timestamp, = _unpack_q(buf, pos)
    pos += 8
    o.leader_epoch = -1
    o.expire_timestamp = -1
    o.topic_id = ZERO_UUID
    o.unknown_tags = None
    return o, pos


def _decode_offset_commit_value_2(buf, pos):
    o = make(OffsetCommitValue)
    o.offset, n = _unpack_qh(buf, pos)
    pos += 10
    if n >= 0:
        e = pos + n
        o.metadata = buf[pos:e].decode()
        pos = e
    else:
        null_error("metadata")
    o.commit_timestamp, o.expire_timestamp = _unpack_qq(buf, pos)
    pos += 16
    o.leader_epoch = -1
    o.topic_id = ZERO_UUID
    o.unknown_tags = None
    return o, pos


def _decode_offset_commit_value_3(buf, pos):
    o = make(OffsetCommitValue)
    o.offset, o.leader_epoch, n = _unpack_qih(buf, pos)
    pos += 14
    if n >= 0:
        e = pos + n
        o.metadata = buf[pos:e].decode()
        pos = e
    else:
        null_error("metadata")
    o.commit_timestamp, = _unpack_q(buf, pos)
    pos += 8
    o.expire_timestamp = -1
    o.topic_id = ZERO_UUID
    o.unknown_tags = None
    return o, pos


def _decode_offset_commit_value_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.topic_id, = _unpack_u(buf, pos)
            pos += 16
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_offset_commit_value_4(buf, pos):
    o = make(OffsetCommitValue)
    o.offset, o.leader_epoch, n = _unpack_qiB(buf, pos)
    pos += 13
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.metadata = buf[pos:e].decode()
        pos = e
    else:
        null_error("metadata")
    o.commit_timestamp, t = _unpack_qB(buf, pos)
    pos += 9
    o.expire_timestamp = -1
    o.topic_id = ZERO_UUID
    o.unknown_tags = None
    if t:
        pos = _decode_offset_commit_value_tags(o, buf, pos, t)
    return o, pos


OffsetCommitValue._ENCODERS = {
    0: _encode_offset_commit_value,
    1: _encode_offset_commit_value_2,
    2: _encode_offset_commit_value,
    3: _encode_offset_commit_value_3,
    4: _encode_offset_commit_value_4,
}
OffsetCommitValue._DECODERS = {
    0: _decode_offset_commit_value,
    1: _decode_offset_commit_value_2,
    2: _decode_offset_commit_value,
    3: _decode_offset_commit_value_3,
    4: _decode_offset_commit_value_4,
}
