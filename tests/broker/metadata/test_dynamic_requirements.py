"""What a configuration with new dynamic values must meet as a whole."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata.dynamic_requirements import check_requirements
from kafkawire.protocol.errors import ApiError

BEGIN = "Invalid value org.apache.kafka.common.config.ConfigException: "
END = " for configuration Invalid dynamic configuration"


def check(values: Mapping[str, str], *, cluster_wide: bool = False, **node: str) -> None:
    config = BrokerConfig({})
    for name, value in node.items():
        config.set_dynamic(name.replace("_", "."), value)
    check_requirements(config, config.proposed(values, cluster_wide=cluster_wide))


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (
            {"group.share.assignment.interval.ms": "15001"},
            "group.share.assignment.interval.ms must be less than or equal to "
            "group.share.max.assignment.interval.ms",
        ),
        (
            {"log.roll.ms": "0"},
            "requirement failed: log.roll.ms must be greater than or equal to 1",
        ),
        (
            {"log.roll.jitter.ms": "-1"},
            "requirement failed: log.roll.jitter.ms must be greater than or equal to 0",
        ),
        (
            {"log.cleaner.dedupe.buffer.size": "2097153", "log.cleaner.threads": "2"},
            "requirement failed: log.cleaner.dedupe.buffer.size must be at least 1MB per cleaner "
            "thread.",
        ),
        ({"log.cleaner.threads": "0"}, "/ by zero"),
        (
            {"listeners": "a,b"},
            "Error creating broker listeners from '[a, b]': Unable to parse a to a broker endpoint",
        ),
        (
            {"max.connections.per.ip": "0"},
            "requirement failed: max.connections.per.ip can be set to zero only if "
            "max.connections.per.ip.overrides property is set.",
        ),
        (
            {"max.connections.per.ip.overrides": "a:1,bc"},
            "Error parsing configuration property 'max.connections.per.ip.overrides': begin 0, "
            "end -1, length 2",
        ),
        ({"max.connections.per.ip.overrides": "a:b"}, 'For input string: "b"'),
        (
            {"remote.log.reader.threads": " 4 "},
            f"{BEGIN}Dynamic thread count update validation failed for remote.log.reader.threads=4"
            f", value should be at least half the current value 10{END}",
        ),
        (
            {"log.local.retention.ms": "-1"},
            f"{BEGIN}Invalid value -1 for configuration log.local.retention.ms: Value must not be "
            f"-1 as log.retention.ms value is set as 604800000.{END}",
        ),
        (
            {"log.local.retention.bytes": "6", "log.retention.bytes": "5"},
            f"{BEGIN}Invalid value 6 for configuration log.local.retention.bytes: Value must not "
            f"be more than log.retention.bytes property value: 5{END}",
        ),
        (
            {"log.remote.copy.lag.ms": "6", "log.retention.ms": "5"},
            f"{BEGIN}Invalid value 6 for configuration log.remote.copy.lag.ms: Value must not "
            f"exceed log.local.retention.ms (effective value: 5){END}",
        ),
        ({"max.connections": "0"}, f"{BEGIN}Invalid max.connections 0{END}"),
        (
            {"metric.reporters": "x"},
            f"{BEGIN}Validation of dynamic config update of Set(metric.reporters) failed with "
            f"class class kafka.server.DynamicMetricsReporters{END}",
        ),
    ],
)
def test_what_is_unmet_is_told_with_kafkas_words(values: Mapping[str, str], why: str) -> None:
    """admin C-40: seen on a running 4.4.0, for one broker and for all."""
    for cluster_wide in (False, True):
        with pytest.raises(ApiError) as caught:
            check(values, cluster_wide=cluster_wide)
        assert (int(caught.value.code), caught.value.message) == (42, why)


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"log.retention.ms": "-2"},
        {"log.local.retention.bytes": "50"},
        {"max.connections.per.ip": "0", "max.connections.per.ip.overrides": "127.0.0.1:5,,"},
        {"log.cleaner.dedupe.buffer.size": "1048577"},
        {"metric.reporters": "org.apache.kafka.common.metrics.JmxReporter"},
    ],
)
def test_what_goes_together_is_taken_without_error(values: Mapping[str, str]) -> None:
    check(values)


def test_values_that_the_broker_hides_are_taken_without_error() -> None:
    """admin C-42."""
    check({"max.connections.per.ip": "0"}, cluster_wide=True, max_connections_per_ip="5")


def test_a_value_taken_back_is_a_change_too() -> None:
    """admin C-40: sixteen threads become eight, which is half."""
    check({}, num_io_threads="16")
    with pytest.raises(ApiError, match="at least half the current value 20"):
        check({}, num_io_threads="20")
