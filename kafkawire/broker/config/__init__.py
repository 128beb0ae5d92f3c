"""Kafka's configurations: definitions, values, and the configuration of one broker."""

from kafkawire.broker.config.broker_config import (
    BrokerConfig,
    broker_counterparts,
    definition_of,
)
from kafkawire.broker.config.definition import ConfigType, Definition
from kafkawire.broker.config.values import (
    ConfigError,
    UnknownConfig,
    Value,
    format_value,
    parse_value,
)

__all__ = [
    "BrokerConfig",
    "ConfigError",
    "ConfigType",
    "Definition",
    "UnknownConfig",
    "Value",
    "broker_counterparts",
    "definition_of",
    "format_value",
    "parse_value",
]
