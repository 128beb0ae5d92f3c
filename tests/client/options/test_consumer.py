"""Options of consumers: their defaults, and values that are read in their own way."""

from __future__ import annotations

import pytest

from kafkawire.client.options import ConsumerSettings, OffsetReset, settings
from kafkawire.client.options.consumer import read_assignors, read_interceptors, read_reset

DEFAULTS = {
    "group_id": None,
    "group_instance_id": None,
    "group_protocol": "auto",
    "group_remote_assignor": None,
    "partition_assignment_strategy": ("range", "cooperative-sticky"),
    "session_timeout_ms": 45_000,
    "heartbeat_interval_ms": 3_000,
    "auto_commit_interval_ms": 5_000,
    "allow_auto_create_topics": True,
    "fetch_min_bytes": 1,
    "fetch_max_bytes": 52_428_800,
    "fetch_max_wait_ms": 500,
    "max_partition_fetch_bytes": 1_048_576,
    "max_poll_records": 500,
    "max_poll_interval_ms": 300_000,
    "auto_offset_reset": ("latest", 0),
    "isolation_level": "read_uncommitted",
    "check_crcs": True,
    "exclude_internal_topics": True,
    "default_api_timeout_ms": 60_000,
    "client_rack": "",
    "fetch_memory_bytes": 67_108_864,
    "revocation_budget_ms": 240_000,
}


def test_defaults_are_those_of_kafka() -> None:
    found = settings(ConsumerSettings, {"bootstrap_servers": "a:1"})
    assert {name: getattr(found, name) for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("latest", OffsetReset("latest")),
        ("none", OffsetReset("none")),
        ("by_duration:P1DT2H3M4.5678S", OffsetReset("by_duration", 93_784_567)),
        ("by_duration:PT0.001S", OffsetReset("by_duration", 1)),
        ("by_duration:P2D", OffsetReset("by_duration", 172_800_000)),
    ],
)
def test_where_reading_begins(value: str, meant: OffsetReset) -> None:
    assert read_reset(value) == meant


@pytest.mark.parametrize(
    "value", ["Latest", "latest:", "by_duration", "by_duration:-P1D", "by_duration:P", "P1D", 5]
)
def test_a_policy_that_means_nothing_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="by_duration:PT1H"):
        read_reset(value)


def test_assignors_are_names_java_classes_or_objects() -> None:
    own = object()
    java = "org.apache.kafka.clients.consumer.CooperativeStickyAssignor"
    assert read_assignors(f"{java}, range") == ("cooperative-sticky", "range")
    assert read_assignors([own, "sticky"]) == (own, "sticky")


@pytest.mark.parametrize("value", ["first", [], "", 5])
def test_other_assignors_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"assignor|names of range"):
        read_assignors(value)


def test_interceptors_are_objects() -> None:
    own = object()
    assert read_interceptors([own]) == (own,)
    with pytest.raises(ValueError, match="Java"):
        read_interceptors("com.example.Interceptor")
