"""Whole sets of configurations that Kafka would refuse."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata.config_checks import (
    check_client_metrics,
    check_lengths,
    check_topic_configs,
    check_topic_resource,
)
from kafkawire.protocol.errors import ApiError

CONFIG = BrokerConfig({})


@pytest.mark.parametrize(
    ("configs", "message"),
    [
        ({"retention.ms": "bar", "foo": "1"}, "Unknown topic config name: foo"),
        (
            {"retention.ms": "bar"},
            "Invalid value bar for configuration retention.ms: Not a number of type LONG",
        ),
        (
            {"retention.ms": "-2"},
            "Invalid value -2 for configuration retention.ms: Value must be at least -1",
        ),
        (
            {"segment.bytes": "1"},
            "Invalid value 1 for configuration segment.bytes: Value must be at least 1048576",
        ),
        (
            {"cleanup.policy": "foo"},
            "Invalid value foo for configuration cleanup.policy: String must be one of: compact, "
            "delete",
        ),
        (
            {"min.compaction.lag.ms": "2", "max.compaction.lag.ms": "1"},
            "conflict topic config setting min.compaction.lag.ms (2) > max.compaction.lag.ms (1)",
        ),
        (
            {"remote.storage.enable": "true"},
            "Tiered Storage functionality is disabled in the broker. Topic cannot be configured "
            "with remote log storage.",
        ),
    ],
)
def test_bad_topic_configurations(configs: dict[str, str], message: str) -> None:
    """admin C-32: unknown names first, then values, then what does not go together."""
    with pytest.raises(ApiError) as caught:
        check_topic_configs(configs, CONFIG)
    assert (caught.value.code, caught.value.message) == (40, message)


def test_good_topic_configurations_are_taken_without_error() -> None:
    check_topic_configs({"cleanup.policy": "compact,delete", "retention.ms": "-1"}, CONFIG)
    check_topic_configs({"cleanup.policy": ""}, CONFIG)


def test_one_side_of_a_cross_check_may_be_the_brokers() -> None:
    config = BrokerConfig({"log.cleaner.max.compaction.lag.ms": "5"})
    with pytest.raises(ApiError):
        check_topic_configs({"min.compaction.lag.ms": "6"}, config)


def test_topic_resources_must_be_topics() -> None:
    """admin C-32."""
    with pytest.raises(ApiError) as caught:
        check_topic_resource("")
    assert caught.value.code == 42
    assert caught.value.message == "Default topic resources are not allowed."
    with pytest.raises(ApiError) as caught:
        check_topic_resource("a b")
    assert caught.value.code == 17
    check_topic_resource("a")


@pytest.mark.parametrize(
    ("name", "configs", "code", "message"),
    [
        ("", {}, 42, "Subscription name can't be empty"),
        ("m", {"foo": "1"}, 42, "Unknown client metrics configuration: foo"),
        ("m", {"match": "foo=bar"}, 40, "Illegal client matching pattern: foo=bar"),
        ("m", {"match": "client_id"}, 40, "Illegal client matching pattern: client_id"),
        ("m", {"match": "client_id=["}, 40, "Illegal client matching pattern: client_id=["),
        ("m", {"match": "client_id=a=b"}, 40, "Illegal client matching pattern: client_id=a=b"),
        ("m", {"match": "client_id=a,foo"}, 40, "Illegal client matching pattern: foo"),
    ],
)
def test_bad_metrics_subscriptions(
    name: str, configs: dict[str, str], code: int, message: str
) -> None:
    """admin C-34, H 81."""
    with pytest.raises(ApiError) as caught:
        check_client_metrics(name, configs)
    assert (caught.value.code, caught.value.message) == (code, message)


@pytest.mark.parametrize(("value", "fine"), [("99", False), ("100", True), ("3600001", False)])
def test_the_interval_of_a_metrics_subscription_has_limits(value: str, fine: bool) -> None:
    """admin C-34."""
    if fine:
        check_client_metrics("m", {"interval.ms": value, "match": "client_id=a.*"})
        return
    with pytest.raises(ApiError) as caught:
        check_client_metrics("m", {"interval.ms": value})
    assert caught.value.code == 42


def test_values_fit_into_a_record() -> None:
    """admin C-30 (4)."""
    check_lengths({"a": "x" * 32767})
    with pytest.raises(ApiError) as caught:
        check_lengths({"a": "x" * 32768})
    assert caught.value.code == 40
