"""Dynamic values for one listener of this broker (KIP-103, KIP-612).

A listener that the broker does not have takes any value: it might be added later. One that it has
is checked as Kafka does when it applies the value (`DynamicListenerConfig`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.config import ConfigError, parse_value
from kafkawire.broker.config.dynamic_names import LISTENER_PREFIX
from kafkawire.broker.metadata.dynamic_requirements import (
    CONNECTION_LIMITS,
    LISTENERS,
    check_thread_count,
    unchangeable,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.broker.config import BrokerConfig

NETWORK_THREADS = "num.network.threads"


def check_listener_values(config: BrokerConfig, values: Mapping[str, str]) -> None:
    """Refuse values that a listener of this broker could not take: `ApiError(INVALID_REQUEST)`."""
    for listener in config.list(LISTENERS):
        prefix = f"{LISTENER_PREFIX}{listener.partition('://')[0].lower()}."
        for name, text in values.items():
            if name.startswith(prefix):
                _check(config, name.removeprefix(prefix), text)


def _check(config: BrokerConfig, base: str, text: str) -> None:
    known = config.definitions.broker.get(base)
    if known is None:
        return
    try:
        value = parse_value(known, text)
    except ConfigError as error:
        raise unchangeable(str(error)) from None
    if base in CONNECTION_LIMITS and value == 0:
        raise unchangeable(f"Invalid {base} 0")
    if base == NETWORK_THREADS and isinstance(value, int):
        check_thread_count(base, config.int(base), value)
