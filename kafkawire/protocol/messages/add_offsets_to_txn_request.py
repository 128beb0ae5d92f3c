"""Generated from schemas/messages/AddOffsetsToTxnRequest.json; do not edit.

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


class AddOffsetsToTxnRequest(Message):
    """Announces that offsets of a group will be committed in the transaction.

    Request of api key 25, versions 0-4, flexible 3+.

    - transactional_id: string, 0+. Name of the transactional producer, the same after each
      restart.
    - producer_id: int64, 0+
    - producer_epoch: int16, 0+. Rises when the producer id changes hands; lower ones are
      fenced.
    - group_id: string, 0+. Its partition of __consumer_offsets joins the transaction.
    """

    __slots__ = ("transactional_id", "producer_id", "producer_epoch", "group_id")
    _FIELDS = __slots__

    API_KEY = 25
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 3

    def __init__(
        self,
        *,
        transactional_id: str = "",
        producer_id: int = 0,
        producer_epoch: int = 0,
        group_id: str = "",
    ) -> None:
        self.transactional_id: str = transactional_id
        self.producer_id: int = producer_id
        self.producer_epoch: int = producer_epoch
        self.group_id: str = group_id
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_qh = packer(">qh")
_pack_qhB = packer(">qhB")
_pack_qhh = packer(">qhh")
_unpack_h = unpacker(">h")
_unpack_qhB = unpacker(">qhB")
_unpack_qhh = unpacker(">qhh")


def _encode_add_offsets_to_txn_request(o, out):
    transactional_id_ = o.transactional_id
    transactional_id_ = transactional_id_.encode()
    n = len(transactional_id_)
    out.append(_pack_h(n))
    out.append(transactional_id_)
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_qhh(o.producer_id, o.producer_epoch, n))
    out.append(group_id_)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_add_offsets_to_txn_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_add_offsets_to_txn_request_2(o, out):
    transactional_id_ = o.transactional_id
    transactional_id_ = transactional_id_.encode()
    n = len(transactional_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(transactional_id_)
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(_pack_qhB(o.producer_id, o.producer_epoch, n + 1))
    else:
        out.append(_pack_qh(o.producer_id, o.producer_epoch))
        out.append(string_length(n))
    out.append(group_id_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_add_offsets_to_txn_request_tags(o, out)


def _decode_add_offsets_to_txn_request(buf, pos):
    o = make(AddOffsetsToTxnRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.transactional_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("TransactionalId")
    o.producer_id, o.producer_epoch, n = _unpack_qhh(buf, pos)
    pos += 12
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    o.unknown_tags = None
    return o, pos


def _decode_add_offsets_to_txn_request_tags(o, buf, pos, count):
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


def _decode_add_offsets_to_txn_request_2(buf, pos):
    o = make(AddOffsetsToTxnRequest)
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
    o.producer_id, o.producer_epoch, n = _unpack_qhB(buf, pos)
    pos += 11
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_add_offsets_to_txn_request_tags(o, buf, pos, t)
    return o, pos


AddOffsetsToTxnRequest._ENCODERS = {
    0: _encode_add_offsets_to_txn_request,
    1: _encode_add_offsets_to_txn_request,
    2: _encode_add_offsets_to_txn_request,
    3: _encode_add_offsets_to_txn_request_2,
    4: _encode_add_offsets_to_txn_request_2,
}
AddOffsetsToTxnRequest._DECODERS = {
    0: _decode_add_offsets_to_txn_request,
    1: _decode_add_offsets_to_txn_request,
    2: _decode_add_offsets_to_txn_request,
    3: _decode_add_offsets_to_txn_request_2,
    4: _decode_add_offsets_to_txn_request_2,
}
