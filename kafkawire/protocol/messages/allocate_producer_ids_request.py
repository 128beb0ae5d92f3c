"""Generated from schemas/messages/AllocateProducerIdsRequest.json; do not edit.

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


class AllocateProducerIdsRequest(Message):
    """A broker fetches a block of producer ids from the controller (KIP-730).

    Request of api key 67, versions 0, flexible 0+.

    - broker_id: int32, 0+
    - broker_epoch: int64, 0+. Offset of the broker's registration record, so that each
      start has its own; -1 unknown.
    """

    __slots__ = ("broker_id", "broker_epoch")
    _FIELDS = __slots__

    API_KEY = 67
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
    ) -> None:
        self.broker_id: int = broker_id
        self.broker_epoch: int = broker_epoch
        self.unknown_tags = None


_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_unpack_iqB = unpacker(">iqB")


def _encode_allocate_producer_ids_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_allocate_producer_ids_request(o, out):
    if o.unknown_tags is None:
        out.append(_pack_iqx(o.broker_id, o.broker_epoch))
    else:
        out.append(_pack_iq(o.broker_id, o.broker_epoch))
        _encode_allocate_producer_ids_request_tags(o, out)


def _decode_allocate_producer_ids_request_tags(o, buf, pos, count):
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


def _decode_allocate_producer_ids_request(buf, pos):
    o = make(AllocateProducerIdsRequest)
    o.broker_id, o.broker_epoch, t = _unpack_iqB(buf, pos)
    pos += 13
    o.unknown_tags = None
    if t:
        pos = _decode_allocate_producer_ids_request_tags(o, buf, pos, t)
    return o, pos


AllocateProducerIdsRequest._ENCODERS = {0: _encode_allocate_producer_ids_request}
AllocateProducerIdsRequest._DECODERS = {0: _decode_allocate_producer_ids_request}
