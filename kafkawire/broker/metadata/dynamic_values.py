"""Single dynamic values of a broker: what Kafka refuses beyond a value's type (KIP-226, KIP-1161).

Lists without choices are checked here, since `schemas/configs.json` has no rule for them. A class
can only be one that this broker has, and it has those that are Kafka's defaults.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.config import ConfigError, ConfigType, parse_value
from kafkawire.protocol.errors import invalid_request

if TYPE_CHECKING:
    from kafkawire.broker.config import Definition

LISTENERS = "listeners"
_DISTINCT = frozenset(
    (
        LISTENERS,
        "log.cleanup.policy",
        "metric.reporters",
        "sasl.enabled.mechanisms",
        "sasl.kerberos.principal.to.local.rules",
        "ssl.cipher.suites",
        "ssl.enabled.protocols",
    )
)
"""Lists that may name a value once only; for cordoned directories see `cordoning`."""


def check_value(known: Definition, text: str) -> None:
    """Refuse a value that could not be parsed or used: `ApiError(INVALID_REQUEST)`."""
    if known.type is ConfigType.LIST:
        _check_list(known.name, [part.strip() for part in text.split(",") if text.strip()])
    try:
        parse_value(known, text)
    except ConfigError as error:
        raise invalid_request(str(error)) from None
    if known.type is ConfigType.CLASS and text.strip() != known.default:
        raise invalid_request(
            f"Invalid value {text} for configuration {known.name}: Class {text} could not be found."
        )


def _check_list(name: str, values: list[str]) -> None:
    if name == LISTENERS and not values:
        raise invalid_request(
            f"Configuration '{name}' must not be empty. Valid values include: any non-empty value"
        )
    if name in _DISTINCT and len(set(values)) != len(values):
        raise invalid_request(f"Configuration '{name}' values must not be duplicated.")
