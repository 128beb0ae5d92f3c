"""Configurations of groups: what is refused, and what counts."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.config.definitions import GROUP
from kafkawire.broker.metadata.group_configs import check_group_configs, group_config
from kafkawire.broker.metadata.image import RESOURCE_GROUP, MetadataImage
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.config_record import ConfigRecord

CONFIG = BrokerConfig({})
SESSION = "consumer.session.timeout.ms"
HEARTBEAT = "consumer.heartbeat.interval.ms"
RESET = "share.auto.offset.reset"


def refusal(configs: dict[str, str], name: str = "g", config: BrokerConfig = CONFIG) -> ApiError:
    with pytest.raises(ApiError) as caught:
        check_group_configs(name, configs, config)
    return caught.value


def test_groups_have_names_and_known_configurations() -> None:
    """admin C-33, H 82."""
    assert refusal({}, "").code == 42
    assert refusal({}, "").message == "Default group resources are not allowed."
    assert refusal({"foo": "1"}).code == 40
    assert refusal({"foo": "1"}).message == "Unknown group config name: foo"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (SESSION, "5", f"{SESSION} must be in the range 45000 to 60000 inclusive."),
        (SESSION, "0", f"Invalid value 0 for configuration {SESSION}: Value must be at least 1"),
        (
            "share.record.lock.duration.ms",
            "60001",
            "share.record.lock.duration.ms must be in the range 15000 to 60000 inclusive.",
        ),
        (
            "share.delivery.count.limit",
            "11",
            "share.delivery.count.limit must be in the range 2 to 10 inclusive.",
        ),
        (
            "streams.num.standby.replicas",
            "3",
            "streams.num.standby.replicas must be less than or equal to 2",
        ),
        (
            "streams.task.offset.interval.ms",
            "9",
            "streams.task.offset.interval.ms must be greater than or equal to 15000",
        ),
        (
            "streams.assignor.name",
            "x",
            "streams.assignor.name 'x' is not a registered task assignor. Registered assignors "
            "are: [sticky].",
        ),
    ],
)
def test_the_broker_limits_what_a_group_may_have(name: str, value: str, message: str) -> None:
    """admin C-33, H 82."""
    error = refusal({name: value})
    assert (error.code, error.message) == (40, message)


def test_what_is_within_the_limits_is_taken_without_error() -> None:
    """admin C-33."""
    for configs in (
        {SESSION: "45000"},
        {SESSION: "60000", HEARTBEAT: "15000"},
        {"streams.num.warmup.replicas": "20", "streams.assignor.name": "sticky"},
    ):
        check_group_configs("g", configs, CONFIG)


def test_limits_that_are_set_are_those_that_count_without_error() -> None:
    """admin C-33."""
    config = BrokerConfig({"group.consumer.min.session.timeout.ms": "5"})
    check_group_configs("g", {SESSION: "6000"}, config)


def test_a_session_is_longer_than_the_time_between_heartbeats() -> None:
    """admin C-33: also where the broker says one of the two."""
    config = BrokerConfig({"group.consumer.min.session.timeout.ms": "5"})
    for configs in ({SESSION: "5000"}, {SESSION: "9000", HEARTBEAT: "9000"}):
        assert (
            refusal(configs, config=config).message == f"{SESSION} must be greater than {HEARTBEAT}"
        )


@pytest.mark.parametrize(
    ("value", "fine"),
    [
        ("earliest", True),
        ("latest", True),
        ("by_duration:P1D", True),
        ("by_duration:pt2h3.5s", True),
        ("by_duration:-P1D", False),
        ("by_duration:P", False),
        ("by_duration:P1DT", False),
        ("by_duration:", False),
        ("P1D", False),
        ("LATEST", False),
    ],
)
def test_where_a_share_group_begins(value: str, fine: bool) -> None:
    if fine:
        check_group_configs("g", {RESET: value}, CONFIG)
    else:
        text = f"Invalid value {value} for configuration {RESET}: Invalid value `{value}` for"
        assert (refusal({RESET: value}).message or "").startswith(text)


def test_a_groups_own_value_counts_before_the_brokers() -> None:
    """admin C-17."""
    image = MetadataImage()
    config = BrokerConfig({"group.consumer.session.timeout.ms": "50000"})
    assert group_config(image, config, "g", SESSION) == 50000
    config.set_dynamic("group.consumer.session.timeout.ms", "51000")
    assert group_config(image, config, "g", SESSION) == 51000
    own = ConfigRecord(resource_type=RESOURCE_GROUP, resource_name="g", name=SESSION, value="60000")
    image.apply(own, 0)
    assert group_config(image, config, "g", SESSION) == 60000
    assert group_config(image, config, "other", SESSION) == 51000
    assert group_config(image, config, "g", HEARTBEAT) == 5000


def test_every_group_configuration_has_a_value() -> None:
    for name in GROUP:
        assert group_config(MetadataImage(), CONFIG, "g", name) is not None, name


def test_of_two_bad_values_the_one_that_kafka_defines_first_is_told() -> None:
    """admin C-33: however they were set (seen on a running 4.4.0)."""
    bad = {"share.delivery.count.limit": "1", "share.auto.offset.reset": "nope"}
    for some in (bad, dict(reversed(bad.items()))):
        with pytest.raises(ApiError) as caught:
            check_group_configs("g", some, BrokerConfig({}))
        assert caught.value.message == (
            "Invalid value 1 for configuration share.delivery.count.limit: Value must be at least 2"
        )
