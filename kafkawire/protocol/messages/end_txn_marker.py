"""Generated from schemas/messages/EndTxnMarker.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (NEVER_FLEXIBLE, Message, absent, make, packer, unpacker)


class EndTxnMarker(Message):
    """Value of a commit or abort marker, after an int16 version.

    Data, versions 0.

    - coordinator_epoch: int32, 0+. Leader epoch of the transaction coordinator's partition;
      older coordinators are fenced.
    """

    __slots__ = ("coordinator_epoch",)
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        coordinator_epoch: int = 0,
    ) -> None:
        self.coordinator_epoch: int = coordinator_epoch
        self.unknown_tags = None


_pack_i = packer(">i")
_unpack_i = unpacker(">i")


def _encode_end_txn_marker(o, out):
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.coordinator_epoch))


def _decode_end_txn_marker(buf, pos):
    o = make(EndTxnMarker)
    o.coordinator_epoch, = _unpack_i(buf, pos)
    pos += 4
    o.unknown_tags = None
    return o, pos


EndTxnMarker._ENCODERS = {0: _encode_end_txn_marker}
EndTxnMarker._DECODERS = {0: _decode_end_txn_marker}
