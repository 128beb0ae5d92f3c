"""Generated from schemas/messages/GetTelemetrySubscriptionsResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    ZERO_UUID,
    Message,
    compact_strings,
    integers,
    make,
    many_tags,
    null_error,
    pack_integers,
    packer,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_compact_strings,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class GetTelemetrySubscriptionsResponse(Message):
    """Which metrics to push, how often, and in what form (KIP-714).

    Response of api key 71, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - client_instance_id: uuid, 0+. Id to use from now on, for this instance of the client.
    - subscription_id: int32, 0+. Checksum of the subscription; pushes with another one are
      refused.
    - accepted_compression_types: []int8, 0+. Codecs in order of preference: 0 none, 1 gzip,
      2 snappy, 3 lz4, 4 zstd.
    - push_interval_ms: int32, 0+. Time between pushes; also when to ask again if nothing is
      subscribed.
    - telemetry_max_bytes: int32, 0+. Largest push the broker takes, after compression.
    - delta_temporality: bool, 0+. True wants increments since the last push, false running
      totals.
    - requested_metrics: []string, 0+. Name prefixes; empty list for none, a single empty
      string for all.
    """

    __slots__ = (
        "throttle_time_ms",
        "error_code",
        "client_instance_id",
        "subscription_id",
        "accepted_compression_types",
        "push_interval_ms",
        "telemetry_max_bytes",
        "delta_temporality",
        "requested_metrics",
    )
    _FIELDS = __slots__

    API_KEY = 71
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        client_instance_id: bytes = ZERO_UUID,
        subscription_id: int = 0,
        accepted_compression_types: Sequence[int] = NEW,
        push_interval_ms: int = 0,
        telemetry_max_bytes: int = 0,
        delta_temporality: bool = False,
        requested_metrics: list[str] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.client_instance_id: bytes = client_instance_id
        self.subscription_id: int = subscription_id
        self.accepted_compression_types: Sequence[int] = (
            [] if accepted_compression_types is NEW else accepted_compression_types
        )
        self.push_interval_ms: int = push_interval_ms
        self.telemetry_max_bytes: int = telemetry_max_bytes
        self.delta_temporality: bool = delta_temporality
        self.requested_metrics: list[str] = (
            [] if requested_metrics is NEW else requested_metrics
        )
        self.unknown_tags = None


_pack_ihui = packer(">ih16si")
_pack_ihuiB = packer(">ih16siB")
_pack_iio = packer(">ii?")
_pack_iioB = packer(">ii?B")
_unpack_ihuiB = unpacker(">ih16siB")
_unpack_iioB = unpacker(">ii?B")


def _encode_get_telemetry_subscriptions_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_get_telemetry_subscriptions_response(o, out):
    accepted_compression_types_ = o.accepted_compression_types
    n = len(accepted_compression_types_)
    if n < 127:
        out.append(_pack_ihuiB(
            o.throttle_time_ms,
            o.error_code,
            o.client_instance_id,
            o.subscription_id,
            n + 1,
        ))
    else:
        out.append(_pack_ihui(
            o.throttle_time_ms,
            o.error_code,
            o.client_instance_id,
            o.subscription_id,
        ))
        out.append(varint(n + 1))
    if n:
        out.append(pack_integers(accepted_compression_types_, "b"))
    requested_metrics_ = o.requested_metrics
    n = len(requested_metrics_)
    if n < 127:
        out.append(_pack_iioB(
            o.push_interval_ms,
            o.telemetry_max_bytes,
            o.delta_temporality,
            n + 1,
        ))
    else:
        out.append(_pack_iio(o.push_interval_ms, o.telemetry_max_bytes, o.delta_temporality))
        out.append(varint(n + 1))
    if n:
        write_compact_strings(requested_metrics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_get_telemetry_subscriptions_response_tags(o, out)


def _decode_get_telemetry_subscriptions_response_tags(o, buf, pos, count):
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


def _decode_get_telemetry_subscriptions_response(buf, pos):
    o = make(GetTelemetrySubscriptionsResponse)
    (
        o.throttle_time_ms,
        o.error_code,
        o.client_instance_id,
        o.subscription_id,
        n,
    ) = _unpack_ihuiB(buf, pos)
    pos += 27
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.accepted_compression_types = integers(buf, pos, n - 1, "b")
        pos += n - 1
    elif n:
        o.accepted_compression_types = []
    else:
        null_error("AcceptedCompressionTypes")
    (o.push_interval_ms, o.telemetry_max_bytes, o.delta_temporality, n) = _unpack_iioB(buf, pos)
    pos += 10
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.requested_metrics, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.requested_metrics = []
    else:
        null_error("RequestedMetrics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_get_telemetry_subscriptions_response_tags(o, buf, pos, t)
    return o, pos


GetTelemetrySubscriptionsResponse._ENCODERS = {0: _encode_get_telemetry_subscriptions_response}
GetTelemetrySubscriptionsResponse._DECODERS = {0: _decode_get_telemetry_subscriptions_response}
