"""Generated from schemas/records/ShareGroupMetadataValue.json; do not edit.

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
    unpacker,
    uvarint,
    write_tags,
)


class ShareGroupMetadataValue(Message):
    """Epoch of a share group.

    Coordinator-value, versions 0, flexible 0+.

    - epoch: int32, 0+. Group epoch; rises with every change that asks for a new assignment.
    - metadata_hash: int64, 0+. Hash over the topics' metadata; another value makes the
      group rebalance (KIP-1101).
    """

    __slots__ = ("epoch", "metadata_hash")
    _FIELDS = __slots__

    API_KEY = 11
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


_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_unpack_iqB = unpacker(">iqB")


def _encode_share_group_metadata_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_share_group_metadata_value(o, out):
    if o.unknown_tags is None:
        out.append(_pack_iqx(o.epoch, o.metadata_hash))
    else:
        out.append(_pack_iq(o.epoch, o.metadata_hash))
        _encode_share_group_metadata_value_tags(o, out)


def _decode_share_group_metadata_value_tags(o, buf, pos, count):
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


def _decode_share_group_metadata_value(buf, pos):
    o = make(ShareGroupMetadataValue)
    o.epoch, o.metadata_hash, t = _unpack_iqB(buf, pos)
    pos += 13
    o.unknown_tags = None
    if t:
        pos = _decode_share_group_metadata_value_tags(o, buf, pos, t)
    return o, pos


ShareGroupMetadataValue._ENCODERS = {0: _encode_share_group_metadata_value}
ShareGroupMetadataValue._DECODERS = {0: _decode_share_group_metadata_value}
