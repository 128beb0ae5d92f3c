"""Settings of one group."""

from kafkawire.broker.groups.consumer.configs import (
    assignment_interval_ms,
    heartbeat_interval_ms,
    session_timeout_ms,
)
from tests.support.consumer_groups import ConsumerHarness

OVERRIDES = {
    "group.consumer.min.session.timeout.ms": "1000",
    "group.consumer.min.heartbeat.interval.ms": "500",
}


def test_what_is_set_for_a_group_counts_and_else_what_is_set_for_the_broker() -> None:
    """groups F-1, F-4, G 138."""
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
