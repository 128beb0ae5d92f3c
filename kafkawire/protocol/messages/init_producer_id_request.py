"""Generated from schemas/messages/InitProducerIdRequest.json; do not edit.

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
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class InitProducerIdRequest(Message):
    """Gives a producer its id and epoch, and fences earlier holders of the same transactional
    id.

    Request of api key 22, versions 0-6, flexible 2+.

    - transactional_id: string, 0+, null. Null for a producer that is only idempotent.
    - transaction_timeout_ms: int32, 0+. Open transactions are aborted after this long; at
      most transaction.max.timeout.ms.
    - producer_id: int64, 3+. Id the producer has, to have its epoch bumped in place; -1 for
      none (KIP-360).
    - producer_epoch: int16, 3+. Epoch that goes with ProducerId; -1 for none.
    - enable2_pc: bool, 6+. Take part in a two-phase commit run by somebody else: no timeout
      aborts (KIP-939).
    - keep_prepared_txn: bool, 6+. Leave an open transaction as it is, to be decided later
      (KIP-939).
    """

    __slots__ = (
        "transactional_id",
        "transaction_timeout_ms",
        "producer_id",
        "producer_epoch",
        "enable2_pc",
        "keep_prepared_txn",
    )
    _FIELDS = __slots__

    API_KEY = 22
    VERSIONS = (0, 6)
    FLEXIBLE_SINCE = 2

    def __init__(
        self,
        *,
        transactional_id: str | None = "",
        transaction_timeout_ms: int = 0,
        producer_id: int = -1,
        producer_epoch: int = -1,
        enable2_pc: bool = False,
        keep_prepared_txn: bool = False,
    ) -> None:
        self.transactional_id: str | None = transactional_id
        self.transaction_timeout_ms: int = transaction_timeout_ms
        self.producer_id: int = producer_id
        self.producer_epoch: int = producer_epoch
        self.enable2_pc: bool = enable2_pc
        self.keep_prepared_txn: bool = keep_prepared_txn
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iqh = packer(">iqh")
_pack_iqhoo = packer(">iqh??")
_pack_iqhoox = packer(">iqh??x")
_pack_iqhx = packer(">iqhx")
_pack_ix = packer(">ix")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_iqhB = unpacker(">iqhB")
_unpack_iqhooB = unpacker(">iqh??B")


def _encode_init_producer_id_request(o, out):
    if o.producer_id != -1:
        absent("ProducerId")
    if o.producer_epoch != -1:
        absent("ProducerEpoch")
    if o.enable2_pc:
        absent("Enable2Pc")
    if o.keep_prepared_txn:
        absent("KeepPreparedTxn")
    transactional_id_ = o.transactional_id
    if transactional_id_ is None:
        out.append(_pack_h(-1))
    else:
        transactional_id_ = transactional_id_.encode()
        n = len(transactional_id_)
        out.append(_pack_h(n))
        out.append(transactional_id_)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.transaction_timeout_ms))


def _encode_init_producer_id_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_init_producer_id_request_2(o, out):
    if o.producer_id != -1:
        absent("ProducerId")
    if o.producer_epoch != -1:
        absent("ProducerEpoch")
    if o.enable2_pc:
        absent("Enable2Pc")
    if o.keep_prepared_txn:
        absent("KeepPreparedTxn")
    transactional_id_ = o.transactional_id
    if transactional_id_ is None:
        out.append(b"\0")
    else:
        transactional_id_ = transactional_id_.encode()
        n = len(transactional_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(transactional_id_)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.transaction_timeout_ms))
    else:
        out.append(_pack_i(o.transaction_timeout_ms))
        _encode_init_producer_id_request_tags(o, out)


def _encode_init_producer_id_request_3(o, out):
    if o.enable2_pc:
        absent("Enable2Pc")
    if o.keep_prepared_txn:
        absent("KeepPreparedTxn")
    transactional_id_ = o.transactional_id
    if transactional_id_ is None:
        out.append(b"\0")
    else:
        transactional_id_ = transactional_id_.encode()
        n = len(transactional_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(transactional_id_)
    if o.unknown_tags is None:
        out.append(_pack_iqhx(o.transaction_timeout_ms, o.producer_id, o.producer_epoch))
    else:
        out.append(_pack_iqh(o.transaction_timeout_ms, o.producer_id, o.producer_epoch))
        _encode_init_producer_id_request_tags(o, out)


def _encode_init_producer_id_request_4(o, out):
    transactional_id_ = o.transactional_id
    if transactional_id_ is None:
        out.append(b"\0")
    else:
        transactional_id_ = transactional_id_.encode()
        n = len(transactional_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(transactional_id_)
    if o.unknown_tags is None:
        out.append(_pack_iqhoox(
            o.transaction_timeout_ms,
            o.producer_id,
            o.producer_epoch,
            o.enable2_pc,
            o.keep_prepared_txn,
        ))
    else:
        out.append(_pack_iqhoo(
            o.transaction_timeout_ms,
            o.producer_id,
            o.producer_epoch,
            o.enable2_pc,
            o.keep_prepared_txn,
        ))
        _encode_init_producer_id_request_tags(o, out)


def _decode_init_producer_id_request(buf, pos):
    o = make(InitProducerIdRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.transactional_id = buf[pos:e].decode()
        pos = e
    else:
        o.transactional_id = None
    o.transaction_timeout_ms, = _unpack_i(buf, pos)
    pos += 4
    o.producer_id = -1
    o.producer_epoch = -1
    o.enable2_pc = False
    o.keep_prepared_txn = False
    o.unknown_tags = None
    return o, pos


def _decode_init_producer_id_request_tags(o, buf, pos, count):
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


def _decode_init_producer_id_request_2(buf, pos):
    o = make(InitProducerIdRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.transactional_id = buf[pos:e].decode()
        pos = e
    else:
        o.transactional_id = None
    o.transaction_timeout_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.producer_id = -1
    o.producer_epoch = -1
    o.enable2_pc = False
    o.keep_prepared_txn = False
    o.unknown_tags = None
    if t:
        pos = _decode_init_producer_id_request_tags(o, buf, pos, t)
    return o, pos


def _decode_init_producer_id_request_3(buf, pos):
    o = make(InitProducerIdRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.transactional_id = buf[pos:e].decode()
        pos = e
    else:
        o.transactional_id = None
    o.transaction_timeout_ms, o.producer_id, o.producer_epoch, t = _unpack_iqhB(buf, pos)
    pos += 15
    o.enable2_pc = False
    o.keep_prepared_txn = False
    o.unknown_tags = None
    if t:
        pos = _decode_init_producer_id_request_tags(o, buf, pos, t)
    return o, pos


def _decode_init_producer_id_request_4(buf, pos):
    o = make(InitProducerIdRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.transactional_id = buf[pos:e].decode()
        pos = e
    else:
        o.transactional_id = None
    (
        o.transaction_timeout_ms,
        o.producer_id,
        o.producer_epoch,
        o.enable2_pc,
        o.keep_prepared_txn,
        t,
    ) = _unpack_iqhooB(buf, pos)
    pos += 17
    o.unknown_tags = None
    if t:
        pos = _decode_init_producer_id_request_tags(o, buf, pos, t)
    return o, pos


InitProducerIdRequest._ENCODERS = {
    0: _encode_init_producer_id_request,
    1: _encode_init_producer_id_request,
    2: _encode_init_producer_id_request_2,
    3: _encode_init_producer_id_request_3,
    4: _encode_init_producer_id_request_3,
    5: _encode_init_producer_id_request_3,
    6: _encode_init_producer_id_request_4,
}
InitProducerIdRequest._DECODERS = {
    0: _decode_init_producer_id_request,
    1: _decode_init_producer_id_request,
    2: _decode_init_producer_id_request_2,
    3: _decode_init_producer_id_request_3,
    4: _decode_init_producer_id_request_3,
    5: _decode_init_producer_id_request_3,
    6: _decode_init_producer_id_request_4,
}
