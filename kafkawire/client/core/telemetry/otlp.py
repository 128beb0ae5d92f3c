"""OpenTelemetry's MetricsData in the wire format of protobuf, for numbers only.

MetricsData.resource_metrics = 1 > resource = 1 > attributes = 1
                                 > scope_metrics = 2 > metrics = 2
Metric          name = 1, gauge = 5, sum = 7
Gauge and Sum   data_points = 1; Sum: aggregation_temporality = 2, is_monotonic = 3
NumberDataPoint start_time_unix_nano = 2, time_unix_nano = 3, as_double = 4, attributes = 7
KeyValue        key = 1, value = 2 > string_value = 1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from struct import Struct
from typing import NamedTuple

from kafkawire.protocol.primitives import varint

DELTA = 1
CUMULATIVE = 2
NANOS = 1_000_000
_BYTES, _FIXED64 = 2, 1
_TRUE = b"\x01"
_fixed64 = Struct("<Q").pack
_double = Struct("<d").pack


class Point(NamedTuple):
    """A value of a metric.

    Attributes:
        name: As telemetry calls the metric.
        tags: Its attributes.
        value: The value itself.
        start_ms: Since when a sum counts; 0 for what is no sum. Of the wall clock.
        temporality: DELTA or CUMULATIVE for a sum; 0 for what is no sum.
    """

    name: str
    tags: Mapping[str, str]
    value: float
    start_ms: int = 0
    temporality: int = 0


def metrics_data(points: Iterable[Point], now_ms: int, resource: Mapping[str, str]) -> bytes:
    """Return the bytes of MetricsData. `resource` has attributes of the client as a whole."""
    metrics = b"".join(_field(2, _metric(point, now_ms)) for point in points)
    attributes = b"".join(_field(1, _attribute(*each)) for each in resource.items())
    return _field(1, _field(1, attributes) + _field(2, metrics))


def _metric(point: Point, now_ms: int) -> bytes:
    data = _field(1, _data_point(point, now_ms))
    if not point.temporality:
        return _field(1, point.name.encode()) + _field(5, data)
    kind = _tag(2, 0) + bytes([point.temporality]) + _tag(3, 0) + _TRUE
    return _field(1, point.name.encode()) + _field(7, data + kind)


def _data_point(point: Point, now_ms: int) -> bytes:
    start = _tag(2, _FIXED64) + _fixed64(point.start_ms * NANOS) if point.start_ms else b""
    return b"".join(
        (
            start,
            _tag(3, _FIXED64) + _fixed64(now_ms * NANOS),
            _tag(4, _FIXED64) + _double(point.value),
            *(_field(7, _attribute(*each)) for each in point.tags.items()),
        )
    )


def _attribute(key: str, value: str) -> bytes:
    return _field(1, key.encode()) + _field(2, _field(1, value.encode()))


def _field(number: int, content: bytes) -> bytes:
    return _tag(number, _BYTES) + varint(len(content)) + content


def _tag(number: int, kind: int) -> bytes:
    return bytes([number << 3 | kind])
