"""Generated from schemas/records/FenceBrokerRecord.json; do not edit.

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


class FenceBrokerRecord(Message):
    """Takes a broker out of traffic; BrokerRegistrationChangeRecord is written nowadays.

    Metadata, versions 0, flexible 0+.

    - id: int32, 0+
    - epoch: int64, 0+. Broker epoch; must be that of the registration.
    """

    __slots__ = ("id", "epoch")
    _FIELDS = __slots__

    API_KEY = 7
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        id: int = 0,
        epoch: int = 0,
    ) -> None:
        self.id: int = id
        self.epoch: int = epoch
        self.unknown_tags = None


_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_unpack_iqB = unpacker(">iqB")


def _encode_fence_broker_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_fence_broker_record(o, out):
    if o.unknown_tags is None:
        out.append(_pack_iqx(o.id, o.epoch))
    else:
        out.append(_pack_iq(o.id, o.epoch))
        _encode_fence_broker_record_tags(o, out)


def _decode_fence_broker_record_tags(o, buf, pos, count):
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


def _decode_fence_broker_record(buf, pos):
    o = make(FenceBrokerRecord)
    o.id, o.epoch, t = _unpack_iqB(buf, pos)
    pos += 13
    o.unknown_tags = None
    if t:
        pos = _decode_fence_broker_record_tags(o, buf, pos, t)
    return o, pos


FenceBrokerRecord._ENCODERS = {0: _encode_fence_broker_record}
FenceBrokerRecord._DECODERS = {0: _decode_fence_broker_record}
