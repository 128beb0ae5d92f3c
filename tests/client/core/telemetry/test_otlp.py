"""MetricsData as Google's own protobuf reads it."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from kafkawire.client.core.telemetry.otlp import Point, metrics_data

DOUBLE, FIXED64, BOOL, STRING, MESSAGE, ENUM_AS_INT32 = 1, 6, 8, 9, 11, 5
REPEATED, OPTIONAL = 3, 1
FIELDS: dict[str, list[tuple[str, int, int, str]]] = {
    "AnyValue": [("string_value", 1, STRING, "")],
    "KeyValue": [("key", 1, STRING, ""), ("value", 2, MESSAGE, "AnyValue")],
    "Resource": [("attributes", 1, MESSAGE, "*KeyValue")],
    "NumberDataPoint": [
        ("start_time_unix_nano", 2, FIXED64, ""),
        ("time_unix_nano", 3, FIXED64, ""),
        ("as_double", 4, DOUBLE, ""),
        ("attributes", 7, MESSAGE, "*KeyValue"),
    ],
    "Gauge": [("data_points", 1, MESSAGE, "*NumberDataPoint")],
    "Sum": [
        ("data_points", 1, MESSAGE, "*NumberDataPoint"),
        ("aggregation_temporality", 2, ENUM_AS_INT32, ""),
        ("is_monotonic", 3, BOOL, ""),
    ],
    "Metric": [("name", 1, STRING, ""), ("gauge", 5, MESSAGE, "Gauge"), ("sum", 7, MESSAGE, "Sum")],
    "ScopeMetrics": [("metrics", 2, MESSAGE, "*Metric")],
    "ResourceMetrics": [
        ("resource", 1, MESSAGE, "Resource"),
        ("scope_metrics", 2, MESSAGE, "*ScopeMetrics"),
    ],
    "MetricsData": [("resource_metrics", 1, MESSAGE, "*ResourceMetrics")],
}
"""Messages of opentelemetry.proto.metrics.v1, as far as numbers need them; * is repeated."""


@pytest.fixture(scope="module")
def parse() -> Any:
    file = descriptor_pb2.FileDescriptorProto(name="otlp.proto", package="t", syntax="proto3")
    for name, fields in FIELDS.items():
        message = file.message_type.add(name=name)
        for field, number, kind, of in fields:
            message.field.add(
                name=field,
                number=number,
                type=kind,
                label=REPEATED if of.startswith("*") else OPTIONAL,
                type_name=f".t.{of.removeprefix('*')}" if of else None,
            )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    kind = message_factory.GetMessageClass(pool.FindMessageTypeByName("t.MetricsData"))
    return kind.FromString


def metrics(data: Any) -> Any:
    (resource,) = data.resource_metrics
    (scope,) = resource.scope_metrics
    return scope.metrics


def attributes(of: Any) -> dict[str, str]:
    return {each.key: each.value.string_value for each in of.attributes}


def test_a_gauge_has_its_value_time_and_attributes(parse: Any) -> None:
    """client K-20."""
    point = Point("a.b", {"client_id": "c", "topic": "t\u00e9" * 100}, -1.5)
    data = parse(metrics_data([point], 1_700_000_000_123, {"client_rack": "r"}))
    (metric,) = metrics(data)
    (found,) = metric.gauge.data_points
    assert (metric.name, found.as_double) == ("a.b", -1.5)
    assert found.time_unix_nano == 1_700_000_000_123_000_000
    assert found.start_time_unix_nano == 0
    assert attributes(found) == {"client_id": "c", "topic": "t\u00e9" * 100}
    assert attributes(data.resource_metrics[0].resource) == {"client_rack": "r"}
    assert not metric.HasField("sum")


@pytest.mark.parametrize("temporality", [1, 2])
def test_a_sum_says_since_when_it_counts(parse: Any, temporality: int) -> None:
    """client K-20."""
    point = Point("a.total", {}, 7.0, 1_000, temporality)
    (metric,) = metrics(parse(metrics_data([point], 5_000, {})))
    assert (metric.sum.aggregation_temporality, metric.sum.is_monotonic) == (temporality, True)
    (found,) = metric.sum.data_points
    assert (found.start_time_unix_nano, found.time_unix_nano) == (1_000_000_000, 5_000_000_000)
    assert not metric.HasField("gauge")


def test_all_metrics_are_there_and_nothing_is_unknown(parse: Any) -> None:
    points = [Point(f"m.{number}", {"n": str(number)}, float(number)) for number in range(500)]
    data = parse(metrics_data(points, 1, {}))
    assert [metric.name for metric in metrics(data)] == [point.name for point in points]
    again = parse(data.SerializeToString())
    assert again == data
