"""Generated from schemas/records/TransactionLogKey.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEVER_FLEXIBLE,
    Message,
    absent,
    make,
    null_error,
    packer,
    unpacker,
)


class TransactionLogKey(Message):
    """Key of a transactional id in __transaction_state.

    Coordinator-key, versions 0.

    - transactional_id: string, 0. Name of the transactional producer, the same after each
      restart.
    """

    __slots__ = ("transactional_id",)
    _FIELDS = __slots__

    API_KEY = 0
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    def __init__(
        self,
        *,
        transactional_id: str = "",
    ) -> None:
        self.transactional_id: str = transactional_id
        self.unknown_tags = None


_pack_h = packer(">h")
_unpack_h = unpacker(">h")


def _encode_transaction_log_key(o, out):
    transactional_id_ = o.transactional_id
    transactional_id_ = transactional_id_.encode()
    n = len(transactional_id_)
    out.append(_pack_h(n))
    out.append(transactional_id_)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_transaction_log_key(buf, pos):
    o = make(TransactionLogKey)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.transactional_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("TransactionalId")
    o.unknown_tags = None
    return o, pos


TransactionLogKey._ENCODERS = {0: _encode_transaction_log_key}
TransactionLogKey._DECODERS = {0: _decode_transaction_log_key}
