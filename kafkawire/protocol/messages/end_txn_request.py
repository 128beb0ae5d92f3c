"""Generated from schemas/messages/EndTxnRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    VARINTS,
    Message,
    absent,
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


class EndTxnRequest(Message):
    """Commits or aborts the open transaction.

    Request of api key 26, versions 0-5, flexible 3+.

    - transactional_id: string, 0+. Name of the transactional producer, the same after each
      restart.
    - producer_id: int64, 0+
    - producer_epoch: int16, 0+. Rises when the producer id changes hands; lower ones are
      fenced.
    - committed: bool, 0+. True commits, false aborts.
    """

    __slots__ = ("transactional_id", "producer_id", "producer_epoch", "committed")
    _FIELDS = __slots__

    API_KEY = 26
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 3

    def __init__(
        self,
        *,
        transactional_id: str = "",
        producer_id: int = 0,
        producer_epoch: int = 0,
        committed: bool = False,
    ) -> None:
        self.transactional_id: str = transactional_id
        self.producer_id: int = producer_id
        self.producer_epoch: int = producer_epoch
        self.committed: bool = committed
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_qho = packer(">qh?")
_pack_qhox = packer(">qh?x")
_unpack_h = unpacker(">h")
_unpack_qho = unpacker(">qh?")
_unpack_qhoB = unpacker(">qh?B")


def _encode_end_txn_request(o, out):
    transactional_id_ = o.transactional_id
    transactional_id_ = transactional_id_.encode()
    n = len(transactional_id_)
    out.append(_pack_h(n))
    out.append(transactional_id_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_qho(o.producer_id, o.producer_epoch, o.committed))


def _encode_end_txn_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_end_txn_request_2(o, out):
    transactional_id_ = o.transactional_id
    transactional_id_ = transactional_id_.encode()
    n = len(transactional_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(transactional_id_)
    if o.unknown_tags is None:
        out.append(_pack_qhox(o.producer_id, o.producer_epoch, o.committed))
    else:
        out.append(_pack_qho(o.producer_id, o.producer_epoch, o.committed))
        _encode_end_txn_request_tags(o, out)


def _decode_end_txn_request(buf, pos):
    o = make(EndTxnRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.transactional_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("TransactionalId")
    o.producer_id, o.producer_epoch, o.committed = _unpack_qho(buf, pos)
    pos += 11
    o.unknown_tags = None
    return o, pos


def _decode_end_txn_request_tags(o, buf, pos, count):
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


def _decode_end_txn_request_2(buf, pos):
    o = make(EndTxnRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.transactional_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("TransactionalId")
    o.producer_id, o.producer_epoch, o.committed, t = _unpack_qhoB(buf, pos)
    pos += 12
    o.unknown_tags = None
    if t:
        pos = _decode_end_txn_request_tags(o, buf, pos, t)
    return o, pos


EndTxnRequest._ENCODERS = {
    0: _encode_end_txn_request,
    1: _encode_end_txn_request,
    2: _encode_end_txn_request,
    3: _encode_end_txn_request_2,
    4: _encode_end_txn_request_2,
    5: _encode_end_txn_request_2,
}
EndTxnRequest._DECODERS = {
    0: _decode_end_txn_request,
    1: _decode_end_txn_request,
    2: _decode_end_txn_request,
    3: _decode_end_txn_request_2,
    4: _decode_end_txn_request_2,
    5: _decode_end_txn_request_2,
}
