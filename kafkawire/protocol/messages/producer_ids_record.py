"""Generated from schemas/records/ProducerIdsRecord.json; do not edit.

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


class ProducerIdsRecord(Message):
    """Hands a block of producer ids to a broker.

    Metadata, versions 0, flexible 0+.

    - broker_id: int32, 0+. The broker that asked.
    - broker_epoch: int64, 0+. Offset of the broker's registration record, so that each
      start has its own; -1 unknown.
    - next_producer_id: int64, 0+. First id of the block after this one.
    """

    __slots__ = ("broker_id", "broker_epoch", "next_producer_id")
    _FIELDS = __slots__

    API_KEY = 15
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
        next_producer_id: int = 0,
    ) -> None:
        self.broker_id: int = broker_id
        self.broker_epoch: int = broker_epoch
        self.next_producer_id: int = next_producer_id
        self.unknown_tags = None


_pack_iqq = packer(">iqq")
_pack_iqqx = packer(">iqqx")
_unpack_iqqB = unpacker(">iqqB")


def _encode_producer_ids_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_producer_ids_record(o, out):
    if o.unknown_tags is None:
        out.append(_pack_iqqx(o.broker_id, o.broker_epoch, o.next_producer_id))
    else:
        out.append(_pack_iqq(o.broker_id, o.broker_epoch, o.next_producer_id))
        _encode_producer_ids_record_tags(o, out)


def _decode_producer_ids_record_tags(o, buf, pos, count):
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


def _decode_producer_ids_record(buf, pos):
    o = make(ProducerIdsRecord)
    o.broker_id, o.broker_epoch, o.next_producer_id, t = _unpack_iqqB(buf, pos)
    pos += 21
    o.unknown_tags = None
    if t:
        pos = _decode_producer_ids_record_tags(o, buf, pos, t)
    return o, pos


ProducerIdsRecord._ENCODERS = {0: _encode_producer_ids_record}
ProducerIdsRecord._DECODERS = {0: _decode_producer_ids_record}
