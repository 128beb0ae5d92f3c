"""What clients are to send, from configurations."""

from __future__ import annotations

from kafkawire.broker.telemetry.subscriptions import (
    Wanted,
    subscription_id,
    subscriptions_of,
    wanted_by,
)
from kafkawire.protocol.messages.config_record import ConfigRecord
from tests.support.broker.metadata import image_of


def config(name: str, key: str, value: str, kind: int = 16) -> ConfigRecord:
    return ConfigRecord(resource_type=kind, resource_name=name, name=key, value=value)


def test_only_what_is_set_differs_from_the_defaults() -> None:
    """admin C-17."""
    image = image_of(
        config("m", "metrics", " a , b "),
        config("n", "interval.ms", "100"),
        config("t", "flush.ms", "1", kind=2),
    )
    first, second = subscriptions_of(image)
    assert (first.metrics, first.interval_ms, dict(first.patterns)) == (("a", "b"), 300_000, {})
    assert (second.metrics, second.interval_ms) == ((), 100)


def test_the_longest_interval_is_the_default() -> None:
    """admin D-54."""
    (rare,) = subscriptions_of(image_of(config("m", "interval.ms", "3600000")))
    assert wanted_by([rare], {}) == Wanted([], 300_000)
    assert wanted_by([], {}) == Wanted([], 300_000)


def test_the_number_depends_on_metrics_interval_and_client() -> None:
    """admin D-54: numbers of a running 4.4.0."""
    me, other = bytes(range(16)), bytes(15) + b"\xfe"
    assert subscription_id(Wanted([], 300_000), me) == -725132322
    assert subscription_id(Wanted([], 300_000), other) != -725132322
    assert subscription_id(Wanted(["a"], 300_000), me) != -725132322
    assert subscription_id(Wanted([], 300_001), me) != -725132322
