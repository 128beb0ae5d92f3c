"""Dynamic values for one listener."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata.dynamic_listeners import check_listener_values
from kafkawire.protocol.errors import ApiError

BEGIN = "Invalid value org.apache.kafka.common.config.ConfigException: "
END = " for configuration Invalid dynamic configuration"


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("max.connections", "0", "Invalid max.connections 0"),
        (
            "connections.max.idle.ms",
            "x",
            "Invalid value x for configuration connections.max.idle.ms: Not a number of type LONG",
        ),
        (
            "num.network.threads",
            "7",
            "Dynamic thread count update validation failed for num.network.threads=7, value "
            "should not be greater than double the current value 3",
        ),
    ],
)
def test_a_listener_that_is_there_must_be_able_to_take_its_values(
    name: str, value: str, why: str
) -> None:
    """admin C-40: seen on a running 4.4.0; a listener that is not there takes anything."""
    config = BrokerConfig({})
    with pytest.raises(ApiError) as caught:
        check_listener_values(config, {f"listener.name.plaintext.{name}": value})
    assert (int(caught.value.code), caught.value.message) == (42, f"{BEGIN}{why}{END}")
    check_listener_values(config, {f"listener.name.other.{name}": value})


def test_good_and_unknown_values_are_taken_without_error() -> None:
    config = BrokerConfig({"listeners": "INSIDE://:1"})
    for name, value in (("max.connections", "5"), ("no.such", "x")):
        check_listener_values(config, {f"listener.name.inside.{name}": value})
