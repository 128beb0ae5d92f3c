"""Kafka's configurations: definitions, values, and the configuration of one broker."""

from kafkawire.broker.config.broker_config import BrokerConfig, Definitions
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
    "Definitions",
    "UnknownConfig",
    "Value",
    "format_value",
    "parse_value",
]
