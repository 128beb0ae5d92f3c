"""Generated from schemas/records/ConsumerGroupMetadataValue.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    Message,
    make,
    many_tags,
    packer,
    tag_head,
    tag_size_error,
    unpacker,
    uvarint,
    write_tags,
)


class ConsumerGroupMetadataValue(Message):
    """Epoch of a consumer group.

    Coordinator-value, versions 0, flexible 0+.

    - epoch: int32, 0+. Group epoch; rises with every change that asks for a new assignment.
    - metadata_hash: int64, 0+, tag 0. Hash over the topics' metadata; another value makes
      the group rebalance. 0 not computed (KIP-1101).
    """

    __slots__ = ("epoch", "metadata_hash")
    _FIELDS = __slots__

    API_KEY = 3
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        epoch: int = 0,
        metadata_hash: int = 0,
    ) -> None:
        self.epoch: int = epoch
        self.metadata_hash: int = metadata_hash
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_ix = packer(">ix")
_pack_q = packer(">q")
_unpack_iB = unpacker(">iB")
_unpack_q = unpacker(">q")


def _encode_consumer_group_metadata_value_tags(o, section):
    found = {}
    if o.metadata_hash:
        out = []
        out.append(_pack_q(o.metadata_hash))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_consumer_group_metadata_value(o, out):
    if not o.metadata_hash and o.unknown_tags is None:
        out.append(_pack_ix(o.epoch))
    else:
        out.append(_pack_i(o.epoch))
        _encode_consumer_group_metadata_value_tags(o, out)


def _decode_consumer_group_metadata_value_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.metadata_hash, = _unpack_q(buf, pos)
            pos += 8
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_consumer_group_metadata_value(buf, pos):
    o = make(ConsumerGroupMetadataValue)
    o.epoch, t = _unpack_iB(buf, pos)
    pos += 5
    o.metadata_hash = 0
    o.unknown_tags = None
    if t:
        pos = _decode_consumer_group_metadata_value_tags(o, buf, pos, t)
    return o, pos


ConsumerGroupMetadataValue._ENCODERS = {0: _encode_consumer_group_metadata_value}
ConsumerGroupMetadataValue._DECODERS = {0: _decode_consumer_group_metadata_value}
