"""Generated from schemas/messages/PushTelemetryRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    ZERO_UUID,
    Message,
    make,
    many_tags,
    null_error,
    packer,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_tags,
)


class PushTelemetryRequest(Message):
    """Pushes client metrics to the broker (KIP-714).

    Request of api key 72, versions 0, flexible 0+.

    - client_instance_id: uuid, 0+
    - subscription_id: int32, 0+. As received with the subscription.
    - terminating: bool, 0+. Last push of a client that is shutting down, so it may come
      early.
    - compression_type: int8, 0+. 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd.
    - metrics: bytes, 0+. OpenTelemetry MetricsData in protobuf, compressed as said.
    """

    __slots__ = (
        "client_instance_id",
        "subscription_id",
        "terminating",
        "compression_type",
        "metrics",
    )
    _FIELDS = __slots__

    API_KEY = 72
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        client_instance_id: bytes = ZERO_UUID,
        subscription_id: int = 0,
        terminating: bool = False,
        compression_type: int = 0,
        metrics: bytes = b'',
    ) -> None:
        self.client_instance_id: bytes = client_instance_id
        self.subscription_id: int = subscription_id
        self.terminating: bool = terminating
        self.compression_type: int = compression_type
        self.metrics: bytes = metrics
        self.unknown_tags = None


_pack_uiob = packer(">16si?b")
_pack_uiobB = packer(">16si?bB")
_unpack_uiobB = unpacker(">16si?bB")


def _encode_push_telemetry_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_push_telemetry_request(o, out):
    metrics_ = o.metrics
    n = len(metrics_)
    if n < 127:
        out.append(_pack_uiobB(
            o.client_instance_id,
            o.subscription_id,
            o.terminating,
            o.compression_type,
            n + 1,
        ))
    else:
        out.append(_pack_uiob(
            o.client_instance_id,
            o.subscription_id,
            o.terminating,
            o.compression_type,
        ))
        out.append(varint(n + 1))
    out.append(metrics_)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_push_telemetry_request_tags(o, out)


def _decode_push_telemetry_request_tags(o, buf, pos, count):
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


def _decode_push_telemetry_request(buf, pos):
    o = make(PushTelemetryRequest)
    (
        o.client_instance_id,
        o.subscription_id,
        o.terminating,
        o.compression_type,
        n,
    ) = _unpack_uiobB(buf, pos)
    pos += 23
    if n > 127:
        e = buf[pos]
        if e < 128:
            n += (e << 7) - 128
            pos += 1
        else:
            n, pos = uvarint(buf, pos)
    if n:
        e = pos + n - 1
        o.metrics = b"" + buf[pos:e]
        pos = e
    else:
        null_error("Metrics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_push_telemetry_request_tags(o, buf, pos, t)
    return o, pos


PushTelemetryRequest._ENCODERS = {0: _encode_push_telemetry_request}
PushTelemetryRequest._DECODERS = {0: _decode_push_telemetry_request}
