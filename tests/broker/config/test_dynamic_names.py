"""Names beyond the table of a broker's configurations, and the definitions behind them."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import ConfigType
from kafkawire.broker.config.definitions import BROKER
from kafkawire.broker.config.dynamic_names import (
    base_name,
    definition_behind,
    without_listener,
)


@pytest.mark.parametrize(
    ("name", "base"),
    [
        ("listener.name.plaintext.max.connections", "max.connections"),
        ("listener.name.sasl_ssl.plain.sasl.jaas.config", "sasl.jaas.config"),
        ("listener.name.x.no.such", "no.such"),
        ("listener.name.max", "listener.name.max"),
        ("plain.sasl.jaas.config", "plain.sasl.jaas.config"),
        ("max.connections", "max.connections"),
    ],
)
def test_a_listeners_name_ends_in_the_name_that_it_overrides(name: str, base: str) -> None:
    """admin C-15: a mechanism counts only behind a listener."""
    assert base_name(name) == base


def test_a_mechanism_stays_where_only_the_listener_is_taken_away() -> None:
    name = "listener.name.x.plain.sasl.jaas.config"
    assert without_listener(name) == "plain.sasl.jaas.config"


def test_rates_of_replication_have_a_type() -> None:
    """admin C-15, C-40."""
    found = definition_behind("leader.replication.throttled.rate", BROKER)
    assert found is not None
    assert found.type is ConfigType.LONG
    assert not found.read_only


@pytest.mark.slow
def test_what_kafka_lacks_has_no_definition() -> None:
    """admin C-15."""
    for name in ("no.such", "listener.name.x.no.such", "listener.name.a.b.max.connections"):
        assert definition_behind(name, BROKER) is None
