"""Generated from schemas/messages/InitProducerIdResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    Message,
    absent,
    make,
    many_tags,
    packer,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class InitProducerIdResponse(Message):
    """Producer id and epoch to write with.

    Response of api key 22, versions 0-6, flexible 2+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - producer_id: int64, 0+. -1 on errors.
    - producer_epoch: int16, 0+. Rises when the producer id changes hands; lower ones are
      fenced.
    - ongoing_txn_producer_id: int64, 6+. Id under which a kept transaction runs; -1 when
      there is none (KIP-939).
    - ongoing_txn_producer_epoch: int16, 6+. Epoch under which a kept transaction runs; -1
      when there is none.
    """

    __slots__ = (
        "throttle_time_ms",
        "error_code",
        "producer_id",
        "producer_epoch",
        "ongoing_txn_producer_id",
        "ongoing_txn_producer_epoch",
    )
    _FIELDS = __slots__

    API_KEY = 22
    VERSIONS = (0, 6)
    FLEXIBLE_SINCE = 2

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        producer_id: int = -1,
        producer_epoch: int = 0,
        ongoing_txn_producer_id: int = -1,
        ongoing_txn_producer_epoch: int = -1,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.producer_id: int = producer_id
        self.producer_epoch: int = producer_epoch
        self.ongoing_txn_producer_id: int = ongoing_txn_producer_id
        self.ongoing_txn_producer_epoch: int = ongoing_txn_producer_epoch
        self.unknown_tags = None


_pack_ihqh = packer(">ihqh")
_pack_ihqhqh = packer(">ihqhqh")
_pack_ihqhqhx = packer(">ihqhqhx")
_pack_ihqhx = packer(">ihqhx")
_unpack_ihqh = unpacker(">ihqh")
_unpack_ihqhB = unpacker(">ihqhB")
_unpack_ihqhqhB = unpacker(">ihqhqhB")


def _encode_init_producer_id_response(o, out):
    if o.ongoing_txn_producer_id != -1:
        absent("OngoingTxnProducerId")
    if o.ongoing_txn_producer_epoch != -1:
        absent("OngoingTxnProducerEpoch")
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_ihqh(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch))


def _encode_init_producer_id_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_init_producer_id_response_2(o, out):
    if o.ongoing_txn_producer_id != -1:
        absent("OngoingTxnProducerId")
    if o.ongoing_txn_producer_epoch != -1:
        absent("OngoingTxnProducerEpoch")
    if o.unknown_tags is None:
        out.append(_pack_ihqhx(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch))
    else:
        out.append(_pack_ihqh(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch))
        _encode_init_producer_id_response_tags(o, out)


def _encode_init_producer_id_response_3(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ihqhqhx(
            o.throttle_time_ms,
            o.error_code,
            o.producer_id,
            o.producer_epoch,
            o.ongoing_txn_producer_id,
            o.ongoing_txn_producer_epoch,
        ))
    else:
        out.append(_pack_ihqhqh(
            o.throttle_time_ms,
            o.error_code,
            o.producer_id,
            o.producer_epoch,
            o.ongoing_txn_producer_id,
            o.ongoing_txn_producer_epoch,
        ))
        _encode_init_producer_id_response_tags(o, out)


def _decode_init_producer_id_response(buf, pos):
    o = make(InitProducerIdResponse)
    (o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch) = _unpack_ihqh(buf, pos)
    pos += 16
    o.ongoing_txn_producer_id = -1
    o.ongoing_txn_producer_epoch = -1
    o.unknown_tags = None
    return o, pos


def _decode_init_producer_id_response_tags(o, buf, pos, count):
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


def _decode_init_producer_id_response_2(buf, pos):
    o = make(InitProducerIdResponse)
    (o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch, t) = _unpack_ihqhB(buf, pos)
    pos += 17
    o.ongoing_txn_producer_id = -1
    o.ongoing_txn_producer_epoch = -1
    o.unknown_tags = None
    if t:
        pos = _decode_init_producer_id_response_tags(o, buf, pos, t)
    return o, pos


def _decode_init_producer_id_response_3(buf, pos):
    o = make(InitProducerIdResponse)
    (
        o.throttle_time_ms,
        o.error_code,
        o.producer_id,
        o.producer_epoch,
        o.ongoing_txn_producer_id,
        o.ongoing_txn_producer_epoch,
        t,
    ) = _unpack_ihqhqhB(buf, pos)
    pos += 27
    o.unknown_tags = None
    if t:
        pos = _decode_init_producer_id_response_tags(o, buf, pos, t)
    return o, pos


InitProducerIdResponse._ENCODERS = {
    0: _encode_init_producer_id_response,
    1: _encode_init_producer_id_response,
    2: _encode_init_producer_id_response_2,
    3: _encode_init_producer_id_response_2,
    4: _encode_init_producer_id_response_2,
    5: _encode_init_producer_id_response_2,
    6: _encode_init_producer_id_response_3,
}
InitProducerIdResponse._DECODERS = {
    0: _decode_init_producer_id_response,
    1: _decode_init_producer_id_response,
    2: _decode_init_producer_id_response_2,
    3: _decode_init_producer_id_response_2,
    4: _decode_init_producer_id_response_2,
    5: _decode_init_producer_id_response_2,
    6: _decode_init_producer_id_response_3,
}
