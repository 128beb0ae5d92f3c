"""Which of its configurations a running broker lets change."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata.config_changes import Alteration, Operation
from kafkawire.broker.metadata.dynamic_checks import check_broker_alteration
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.config_record import ConfigRecord
from tests.support.broker.metadata import image_of


def refusal(
    name: str, *operations: Operation, config: BrokerConfig | None = None
) -> tuple[int, str | None]:
    alteration = Alteration(4, name, operations)
    with pytest.raises(ApiError) as caught:
        check_broker_alteration(image_of(), config or BrokerConfig({}), alteration)
    return int(caught.value.code), caught.value.message


def accept(name: str, *operations: Operation) -> None:
    check_broker_alteration(image_of(), BrokerConfig({}), Alteration(4, name, operations))


def test_some_configurations_are_fixed() -> None:
    """admin H 78, C-40."""
    assert refusal("1", Operation("broker.id", 0, "2")) == (
        42,
        "Cannot update these configs dynamically: [broker.id]",
    )


def test_some_belong_to_one_broker() -> None:
    """admin H 78, C-40."""
    assert refusal("", Operation("listeners", 0, "x")) == (
        42,
        "Cannot update these configs at default cluster level, broker id must be specified: "
        "[listeners]",
    )
    accept("1", Operation("listeners", 0, "PLAINTEXT://:1"))


def test_security_goes_by_listener() -> None:
    """admin C-40."""
    code, message = refusal("1", Operation("ssl.keystore.location", 0, "x"))
    assert code == 42
    assert message is not None
    assert message.startswith("These security configs can be dynamically updated only per-listener")
    accept("1", Operation("listener.name.x.ssl.keystore.location", 0, "x"))


def test_bad_values_are_bad_requests_here() -> None:
    """admin H 78, C-40: 42, where a topic says 40."""
    assert refusal("", Operation("log.cleaner.threads", 0, "x")) == (
        42,
        "Invalid value x for configuration log.cleaner.threads: Not a number of type INT",
    )


def test_pools_grow_to_double_at_most() -> None:
    """admin C-40."""
    config = BrokerConfig({"log.cleaner.threads": "2"})
    too_many = Operation("log.cleaner.threads", 0, "5")
    assert refusal("1", too_many, config=config) == (
        42,
        "Invalid value org.apache.kafka.common.config.ConfigException: Log cleaner threads cannot "
        "be increased to more than double the current value 2 for configuration Invalid dynamic "
        "configuration",
    )
    code, message = refusal("1", Operation("num.io.threads", 0, "1"))
    assert code == 42
    assert message is not None
    assert "at least half the current value 8" in message
    accept("1", Operation("num.io.threads", 0, "16"))


def test_unknown_names_may_be_stored() -> None:
    """admin H 79, C-41: but there is nothing to append to."""
    accept("1", Operation("foo", 0, "1"))
    assert refusal("1", Operation("foo", 2, "1")) == (40, "Unknown config name: foo")


def test_only_lists_can_be_appended_to() -> None:
    """admin C-41: other words than the controller's."""
    assert refusal("1", Operation("log.cleaner.threads", 2, "1")) == (
        40,
        "Config value append is not allowed for config key: log.cleaner.threads",
    )
    accept("1", Operation("log.cleanup.policy", 2, "compact"))


def test_unknown_operations_are_named() -> None:
    """admin H 76, C-24."""
    assert refusal("1", Operation("foo", 7, "1")) == (42, "Unknown operations type 7")


def test_a_value_that_was_good_is_removed_without_error() -> None:
    image = image_of(
        ConfigRecord(resource_type=4, resource_name="1", name="num.io.threads", value="9")
    )
    check_broker_alteration(
        image, BrokerConfig({}), Alteration(4, "1", [Operation("num.io.threads", 1, None)])
    )


def test_checks_come_in_their_order() -> None:
    """admin C-40: fixed ones, security, values as Kafka defines them, one broker's, and bounds."""
    steps = (
        Operation("num.partitions", 0, "3"),
        Operation("ssl.keystore.type", 0, "x"),
        Operation("message.max.bytes", 0, "x"),
        Operation("log.flush.interval.ms", 0, "x"),
        Operation("listeners", 0, "x"),
        Operation("log.retention.ms", 0, " 0 "),
    )
    texts = (
        "Cannot update these configs dynamically: [num.partitions]",
        "These security configs can be dynamically updated only per-listener using the listener "
        "prefix: [ssl.keystore.type]",
        "Invalid value x for configuration message.max.bytes: Not a number of type INT",
        "Invalid value x for configuration log.flush.interval.ms: Not a number of type LONG",
        "Cannot update these configs at default cluster level, broker id must be specified: "
        "[listeners]",
        "requirement failed: log.retention.ms must be unlimited (-1) or, greater than or equal "
        "to 1",
    )
    for at, text in enumerate(texts):
        assert refusal("", *steps[at:]) == (42, text)
        assert refusal("", *reversed(steps[at:])) == (42, text)


def test_several_fixed_ones_are_told_in_hash_order() -> None:
    """admin C-40."""
    fixed = [Operation(name, 0, "3") for name in ("broker.id", "num.partitions")]
    text = "Cannot update these configs dynamically: [num.partitions, broker.id]"
    assert refusal("1", *fixed) == (42, text)


def test_operations_are_done_in_the_order_of_the_request() -> None:
    """admin C-41: so it is the first wrong one that is told."""
    steps = [Operation("min.insync.replicas", 2, "2"), Operation("log.retention.ms", 3, "x")]
    for some, name, verb in (
        (steps, "min.insync.replicas", "append"),
        (steps[::-1], "log.retention.ms", "subtract"),
    ):
        text = f"Config value {verb} is not allowed for config key: {name}"
        assert refusal("1", *some) == (40, text)


def test_rates_and_listeners_values_have_the_types_of_their_names() -> None:
    """admin C-40."""
    for name, base in (
        ("leader.replication.throttled.rate", "leader.replication.throttled.rate"),
        ("listener.name.x.max.connections", "max.connections"),
    ):
        why = f"Invalid value -1 for configuration {base}: Value must be at least 0"
        assert refusal("1", Operation(name, 0, "-1")) == (42, why)
        accept("", Operation(name, 0, "5"))


def test_of_a_listeners_values_few_can_be_those_of_all() -> None:
    """admin C-40."""
    name = "listener.name.x.message.max.bytes"
    why = (
        "Cannot update these configs at default cluster level, broker id must be specified: "
        f"[{name}]"
    )
    assert refusal("", Operation(name, 0, "5")) == (42, why)
    accept("1", Operation(name, 0, "5"))


def test_security_names_without_a_listener_are_taken_without_error_unless_they_are_stores() -> None:
    """admin C-40: seen on a running 4.4.0."""
    accept("1", Operation("ssl.provider", 0, "x"))
