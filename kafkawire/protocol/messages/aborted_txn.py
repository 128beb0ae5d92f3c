"""Generated from schemas/messages/AbortedTxn.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (NEVER_FLEXIBLE, Message, absent, make, packer, unpacker)


class AbortedTxn(Message):
    """One entry of a segment's .txnindex file, after an int16 version.

    Data, versions 0.

    - producer_id: int64, 0+
    - first_offset: int64, 0+. First record of the transaction.
    - last_offset: int64, 0+. Offset of the abort marker.
    - last_stable_offset: int64, 0+. Last stable offset just after the marker was appended,
      which lets readers stop early.
    """

    __slots__ = ("producer_id", "first_offset", "last_offset", "last_stable_offset")
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        producer_id: int = 0,
        first_offset: int = 0,
        last_offset: int = 0,
        last_stable_offset: int = 0,
    ) -> None:
        self.producer_id: int = producer_id
        self.first_offset: int = first_offset
        self.last_offset: int = last_offset
        self.last_stable_offset: int = last_stable_offset
        self.unknown_tags = None


_pack_qqqq = packer(">qqqq")
_unpack_qqqq = unpacker(">qqqq")


def _encode_aborted_txn(o, out):
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_qqqq(o.producer_id, o.first_offset, o.last_offset, o.last_stable_offset))


def _decode_aborted_txn(buf, pos):
    o = make(AbortedTxn)
    (o.producer_id, o.first_offset, o.last_offset, o.last_stable_offset) = _unpack_qqqq(buf, pos)
    pos += 32
    o.unknown_tags = None
    return o, pos


AbortedTxn._ENCODERS = {0: _encode_aborted_txn}
AbortedTxn._DECODERS = {0: _decode_aborted_txn}
