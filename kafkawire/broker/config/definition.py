"""What Kafka declares about one configuration name.

The tables in `definitions` are generated from `schemas/configs.json`: the names, types, defaults
and limits of Apache Kafka's own broker, topic, group and client-metrics configurations. Defaults
are kept as the text that DescribeConfigs shows, since text is what travels and what people write;
`values.parse_value` turns text into a Python value.
"""

from enum import IntEnum
from typing import NamedTuple


class ConfigType(IntEnum):
    """Kafka's `ConfigDef.Type`, numbered as DescribeConfigs numbers it (KIP-569)."""

    BOOLEAN = 1
    STRING = 2
    INT = 3
    SHORT = 4
    LONG = 5
    DOUBLE = 6
    LIST = 7
    CLASS = 8
    PASSWORD = 9


class Definition(NamedTuple):
    """One configuration name, as Kafka's `ConfigDef.ConfigKey` describes it."""

    name: str
    type: ConfigType
    default: str | None = None
    """The default as text; None where Kafka's default is null or the name is required."""
    valid: str | None = None
    """The accepted values in Kafka's notation: `[0,...]`, `[1,...,9] or -1`, `[a, b]` ..."""
    importance: str = "MEDIUM"
    read_only: bool = True
    """Not to be changed while the broker runs."""
    described: bool = True
    """Listed by DescribeConfigs."""
    internal: bool = False
    broker_name: str | None = None
    """Of a topic or group name: its counterpart on the broker, where that is called otherwise."""

    @property
    def sensitive(self) -> bool:
        """Whether the value must never be shown."""
        return self.type is ConfigType.PASSWORD
