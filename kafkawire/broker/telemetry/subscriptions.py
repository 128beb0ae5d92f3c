"""Who is to send which metrics how often: configurations of type CLIENT_METRICS (KIP-714).

A client has every subscription whose patterns all match what is known of it; without patterns a
subscription is everybody's. Its interval is the shortest of them, its metrics are all of theirs.
Told apart are the sets of different clients by a number that Kafka derives from their text, their
interval and the client's id (`ClientMetricsManager`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.config import parse_value
from kafkawire.broker.config.definitions import CLIENT_METRICS
from kafkawire.broker.metadata.config_checks import match_pattern
from kafkawire.broker.metadata.image import RESOURCE_CLIENT_METRICS
from kafkawire.java_order import java_hash_order, java_uuid_hash
from kafkawire.records.crc32c import crc32c

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from re import Pattern

    from kafkawire.broker.telemetry.observed import Configured

EVERYTHING = "*"
INTERVAL_MS = int(CLIENT_METRICS["interval.ms"].default or 0)
"""The interval of a client without subscriptions."""
_SIGN = 1 << 31
_MASK = (1 << 32) - 1


class Subscription(NamedTuple):
    """One resource of type CLIENT_METRICS."""

    metrics: tuple[str, ...]
    interval_ms: int
    patterns: Mapping[str, Pattern[str]]

    def matches(self, attributes: Mapping[str, str]) -> bool:
        """Whether it is for the client of which this is known."""
        return all(
            pattern.fullmatch(attributes[key]) is not None for key, pattern in self.patterns.items()
        )


class Wanted(NamedTuple):
    """What one client is to send: prefixes of names, [] for nothing; and how often."""

    metrics: list[str]
    interval_ms: int


def subscriptions_of(image: Configured) -> list[Subscription]:
    """All that are configured."""
    return [
        _subscription(configs)
        for (kind, _), configs in image.configs.items()
        if kind == RESOURCE_CLIENT_METRICS
    ]


def _subscription(configs: Mapping[str, str]) -> Subscription:
    values = {
        name: parse_value(known, configs.get(name, known.default))
        for name, known in CLIENT_METRICS.items()
    }
    metrics, interval_ms, match = values["metrics"], values["interval.ms"], values["match"]
    assert isinstance(interval_ms, int)
    patterns = dict(match_pattern(each) for each in match or ())  # type: ignore[union-attr]
    return Subscription(tuple(metrics or ()), interval_ms, patterns)  # type: ignore[arg-type]


def wanted_by(subscriptions: Iterable[Subscription], attributes: Mapping[str, str]) -> Wanted:
    """What the client of which this is known is to send."""
    names: dict[str, None] = {}
    interval_ms = INTERVAL_MS
    for each in subscriptions:
        if each.matches(attributes):
            names.update(dict.fromkeys(each.metrics))
            interval_ms = min(interval_ms, each.interval_ms)
    if EVERYTHING in names:
        return Wanted([EVERYTHING], interval_ms)
    return Wanted(java_hash_order(names), interval_ms)


def subscription_id(wanted: Wanted, client_instance_id: bytes) -> int:
    """The number, signed 32 bits, by which a push says what it follows."""
    text = f"[{', '.join(wanted.metrics)}]{wanted.interval_ms}"
    value = (crc32c(text.encode()) ^ java_uuid_hash(client_instance_id)) & _MASK
    return (value ^ _SIGN) - _SIGN
