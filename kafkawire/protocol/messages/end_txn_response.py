"""Generated from schemas/messages/EndTxnResponse.json; do not edit.

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


class EndTxnResponse(Message):
    """Whether the decision is taken; the markers are written after that.

    Response of api key 26, versions 0-5, flexible 3+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - producer_id: int64, 5+. Id for the next transaction, changed when epochs ran out
      (KIP-890); -1 on errors.
    - producer_epoch: int16, 5+. Epoch for the next transaction, one higher each time
      (KIP-890); -1 on errors.
    """

    __slots__ = ("throttle_time_ms", "error_code", "producer_id", "producer_epoch")
    _FIELDS = __slots__

    API_KEY = 26
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 3

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        producer_id: int = -1,
        producer_epoch: int = -1,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.producer_id: int = producer_id
        self.producer_epoch: int = producer_epoch
        self.unknown_tags = None


_pack_ih = packer(">ih")
_pack_ihqh = packer(">ihqh")
_pack_ihqhx = packer(">ihqhx")
_pack_ihx = packer(">ihx")
_unpack_ih = unpacker(">ih")
_unpack_ihB = unpacker(">ihB")
_unpack_ihqhB = unpacker(">ihqhB")


def _encode_end_txn_response(o, out):
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_ih(o.throttle_time_ms, o.error_code))


def _encode_end_txn_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_end_txn_response_2(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        _encode_end_txn_response_tags(o, out)


def _encode_end_txn_response_3(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ihqhx(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch))
    else:
        out.append(_pack_ihqh(o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch))
        _encode_end_txn_response_tags(o, out)


def _decode_end_txn_response(buf, pos):
    o = make(EndTxnResponse)
    o.throttle_time_ms, o.error_code = _unpack_ih(buf, pos)
    pos += 6
    o.producer_id = -1
    o.producer_epoch = -1
    o.unknown_tags = None
    return o, pos


def _decode_end_txn_response_tags(o, buf, pos, count):
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


def _decode_end_txn_response_2(buf, pos):
    o = make(EndTxnResponse)
    o.throttle_time_ms, o.error_code, t = _unpack_ihB(buf, pos)
    pos += 7
    o.producer_id = -1
    o.producer_epoch = -1
    o.unknown_tags = None
    if t:
        pos = _decode_end_txn_response_tags(o, buf, pos, t)
    return o, pos


def _decode_end_txn_response_3(buf, pos):
    o = make(EndTxnResponse)
    (o.throttle_time_ms, o.error_code, o.producer_id, o.producer_epoch, t) = _unpack_ihqhB(buf, pos)
    pos += 17
    o.unknown_tags = None
    if t:
        pos = _decode_end_txn_response_tags(o, buf, pos, t)
    return o, pos


EndTxnResponse._ENCODERS = {
    0: _encode_end_txn_response,
    1: _encode_end_txn_response,
    2: _encode_end_txn_response,
    3: _encode_end_txn_response_2,
    4: _encode_end_txn_response_2,
    5: _encode_end_txn_response_3,
}
EndTxnResponse._DECODERS = {
    0: _decode_end_txn_response,
    1: _decode_end_txn_response,
    2: _decode_end_txn_response,
    3: _decode_end_txn_response_2,
    4: _decode_end_txn_response_2,
    5: _decode_end_txn_response_3,
}
