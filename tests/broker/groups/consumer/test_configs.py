"""Settings of one group."""

import pytest

from kafkawire.broker.config import BrokerConfig, ConfigError
from kafkawire.broker.groups.consumer.configs import (
    assignment_interval_ms,
    assignors_of,
    check_ranges,
    heartbeat_interval_ms,
    session_timeout_ms,
)
from tests.support.requests.consumer_groups import ConsumerHarness

OVERRIDES = {
    "group.consumer.min.session.timeout.ms": "1000",
    "group.consumer.min.heartbeat.interval.ms": "500",
}


def test_what_is_set_for_a_group_counts_and_else_what_is_set_for_the_broker() -> None:
    """groups F-1, F-4, D-78, G 138."""
    harness = ConsumerHarness(OVERRIDES)
    shard = harness.broker.groups.shard_of("g")
    assert session_timeout_ms(shard, "g") == 45_000
    assert heartbeat_interval_ms(shard, "g") == 5_000
    assert assignment_interval_ms(shard, "g") == 1_000
    client = harness.joiner()
    assert client.answer.heartbeat_interval_ms == 5_000
    harness.set_group_config("g", "consumer.session.timeout.ms", "6000")
    assert heartbeat_interval_ms(shard, "g") == 5_000
    harness.set_group_config("g", "consumer.heartbeat.interval.ms", "777")
    harness.set_group_config("g", "consumer.assignment.interval.ms", "5")
    assert session_timeout_ms(shard, "g") == 6_000
    assert assignment_interval_ms(shard, "g") == 5
    assert client.beat().heartbeat_interval_ms == 777
    assert session_timeout_ms(shard, "other") == 45_000
    harness.set_group_config("g", "consumer.heartbeat.interval.ms", None)
    assert client.beat().heartbeat_interval_ms == 5_000


def test_a_value_out_of_bounds_is_moved_to_the_nearest_one() -> None:
    """groups F-2."""
    harness = ConsumerHarness(OVERRIDES)
    shard = harness.broker.groups.shard_of("g")
    for value, expected in (("1", 1_000), ("99999999", 60_000), ("1000", 1_000)):
        harness.set_group_config("g", "consumer.session.timeout.ms", value)
        assert session_timeout_ms(shard, "g") == expected


def test_the_interval_between_assignments_is_dynamic() -> None:
    harness = ConsumerHarness()
    shard = harness.broker.groups.shard_of("g")
    harness.broker.config.set_dynamic("group.consumer.assignment.interval.ms", "7")
    assert assignment_interval_ms(shard, "g") == 7


@pytest.mark.parametrize(
    ("name", "value", "relation"),
    [
        ("max.heartbeat.interval.ms", "4999", "must be greater than or equal to"),
        ("heartbeat.interval.ms", "4999", "must be greater than or equal to"),
        ("heartbeat.interval.ms", "15001", "must be less than or equal to"),
        ("max.session.timeout.ms", "44999", "must be greater than or equal to"),
        ("session.timeout.ms", "44999", "must be greater than or equal to"),
        ("session.timeout.ms", "60001", "must be less than or equal to"),
        ("min.assignment.interval.ms", "1001", "must be greater than or equal to"),
        ("assignment.interval.ms", "15001", "must be less than or equal to"),
    ],
)
def test_settings_must_not_contradict_each_other(name: str, value: str, relation: str) -> None:
    """groups F-5: a broker does not start with them."""
    with pytest.raises(ConfigError, match=f"group.consumer.[a-z.]+ {relation} group.consumer."):
        ConsumerHarness({f"group.consumer.{name}": value})


def test_a_member_must_be_able_to_heartbeat_in_time() -> None:
    """groups F-5."""
    low = {
        "group.consumer.min.session.timeout.ms": "1",
        "group.consumer.session.timeout.ms": "5000",
    }
    with pytest.raises(ConfigError, match=r"must be less than group\.consumer\.session"):
        check_ranges(BrokerConfig(low))
    check_ranges(BrokerConfig({**low, "group.consumer.session.timeout.ms": "5001"}))


def test_assignors_are_known_by_name_or_class() -> None:
    """groups D-35: the first one is the default."""

    def found(given: str) -> tuple[str, ...]:
        return assignors_of(BrokerConfig({"group.consumer.assignors": given}))

    assert found("range") == ("range",)
    classes = "org.apache.kafka.coordinator.group.assignor.RangeAssignor,uniform"
    assert found(classes) == ("range", "uniform")
    for wrong in ("Uniform", "range,range", "a.b.C"):
        with pytest.raises(ConfigError):
            found(wrong)
    harness = ConsumerHarness({"group.consumer.assignors": "range"})
    harness.joiner("m1")
    assert harness.described().assignor_name == "range"
