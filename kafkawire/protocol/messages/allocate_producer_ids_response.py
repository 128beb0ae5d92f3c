"""Generated from schemas/messages/AllocateProducerIdsResponse.json; do not edit.

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


class AllocateProducerIdsResponse(Message):
    """A block of producer ids that nobody else gets.

    Response of api key 67, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - producer_id_start: int64, 0+. First id of the block.
    - producer_id_len: int32, 0+. Number of ids in the block, 1000 in Kafka.
    """

    __slots__ = ("throttle_time_ms", "error_code", "producer_id_start", "producer_id_len")
    _FIELDS = __slots__

    API_KEY = 67
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        producer_id_start: int = 0,
        producer_id_len: int = 0,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.producer_id_start: int = producer_id_start
        self.producer_id_len: int = producer_id_len
        self.unknown_tags = None


_pack_ihqi = packer(">ihqi")
_pack_ihqix = packer(">ihqix")
_unpack_ihqiB = unpacker(">ihqiB")


def _encode_allocate_producer_ids_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_allocate_producer_ids_response(o, out):
    if o.unknown_tags is None:
        out.append(_pack_ihqix(
            o.throttle_time_ms,
            o.error_code,
            o.producer_id_start,
            o.producer_id_len,
        ))
    else:
        out.append(_pack_ihqi(
            o.throttle_time_ms,
            o.error_code,
            o.producer_id_start,
            o.producer_id_len,
        ))
        _encode_allocate_producer_ids_response_tags(o, out)


def _decode_allocate_producer_ids_response_tags(o, buf, pos, count):
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


def _decode_allocate_producer_ids_response(buf, pos):
    o = make(AllocateProducerIdsResponse)
    (
        o.throttle_time_ms,
        o.error_code,
        o.producer_id_start,
        o.producer_id_len,
        t,
    ) = _unpack_ihqiB(buf, pos)
    pos += 19
    o.unknown_tags = None
    if t:
        pos = _decode_allocate_producer_ids_response_tags(o, buf, pos, t)
    return o, pos


AllocateProducerIdsResponse._ENCODERS = {0: _encode_allocate_producer_ids_response}
AllocateProducerIdsResponse._DECODERS = {0: _decode_allocate_producer_ids_response}
