"""A broker's configuration: Kafka's names and defaults, and what was set.

A value is looked up in Kafka's order: the broker's dynamic value, the cluster-wide dynamic value,
the static value (`overrides`: what a server.properties would say), the default. Names that this
broker does not act upon are accepted and described all the same, so that a properties file of
Apache Kafka can be used as it is. Names that Kafka does not have are refused: a misspelt name that
is silently ignored costs its author an hour. `broker.id` is the older name of `node.id`, and sets
it.

`SINGLE_NODE` is what our server.properties would say beside Kafka's defaults: the internal topics
of a broker that stands alone cannot have three replicas.
"""

from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.broker.config.definition import Definition
from kafkawire.broker.config.definitions import BROKER, TOPIC
from kafkawire.broker.config.dynamic_names import LISTENER_PREFIX
from kafkawire.broker.config.values import ConfigError, UnknownConfig, Value, parse_value

SINGLE_NODE: Mapping[str, str] = {
    "controller.listener.names": "CONTROLLER",
    "node.id": "1",
    "offsets.topic.replication.factor": "1",
    "process.roles": "broker,controller",
    "share.coordinator.state.topic.min.isr": "1",
    "share.coordinator.state.topic.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "transaction.state.log.replication.factor": "1",
}

_CLOSE = 0.8
"""How alike names must be for one to be meant by the other."""

_MS_PER_MINUTE = 60_000
_MS_PER_HOUR = 3_600_000

# Topic names whose broker counterpart goes by several names, first come first, and their units
# (Kafka's `ServerTopicConfigSynonyms`).
_TIMES: Mapping[str, tuple[tuple[str, int], ...]] = {
    "flush.ms": (("log.flush.interval.ms", 1), ("log.flush.scheduler.interval.ms", 1)),
    "retention.ms": (
        ("log.retention.ms", 1),
        ("log.retention.minutes", _MS_PER_MINUTE),
        ("log.retention.hours", _MS_PER_HOUR),
    ),
    "segment.jitter.ms": (("log.roll.jitter.ms", 1), ("log.roll.jitter.hours", _MS_PER_HOUR)),
    "segment.ms": (("log.roll.ms", 1), ("log.roll.hours", _MS_PER_HOUR)),
}


class Definitions(NamedTuple):
    """The names that a broker and its topics have, as Kafka or one release of it defines them."""

    broker: Mapping[str, Definition]
    topic: Mapping[str, Definition]


ALL_DEFINITIONS = Definitions(BROKER, TOPIC)


class BrokerConfig:
    """The configuration of one broker; `overrides` are its static values, as text.

    Raises `ConfigError` for a value that Kafka refuses, `UnknownConfig` for a name it lacks.
    """

    __slots__ = ("_cluster", "_node", "_values", "definitions", "overrides")

    def __init__(
        self,
        overrides: Mapping[str, str] | None = None,
        *,
        definitions: Definitions = ALL_DEFINITIONS,
    ) -> None:
        self.definitions = definitions
        self.overrides: dict[str, str] = {**SINGLE_NODE, **_with_node_id(overrides or {})}
        self._cluster: dict[str, str] = {}
        self._node: dict[str, str] = {}
        self._values: dict[str, Value] = {}
        for name, text in self.overrides.items():
            if not name.startswith(LISTENER_PREFIX):
                parse_value(self.definition_of(name), text)

    def broker_counterparts(self, topic_name: str) -> tuple[tuple[str, int], ...]:
        """The broker names that give a topic-level name its default, and their units in its."""
        if topic_name in _TIMES:
            return _TIMES[topic_name]
        name = self.definitions.topic[topic_name].broker_name or topic_name
        return ((name, 1),) if name in self.definitions.broker else ()

    def int(self, name: str) -> int:
        """The value of a SHORT, INT or LONG that has a default."""
        value = self.value(name)
        assert type(value) is int, name
        return value

    def boolean(self, name: str) -> bool:
        """The value of a BOOLEAN."""
        value = self.value(name)
        assert type(value) is bool, name
        return value

    def string(self, name: str) -> str | None:
        """The value of a STRING, CLASS or PASSWORD; None where Kafka's is null."""
        value = self.value(name)
        assert value is None or type(value) is str, name
        return value

    def list(self, name: str) -> tuple[str, ...]:
        """The value of a LIST; null counts as empty."""
        value = self.value(name)
        assert value is None or type(value) is tuple, name
        return value or ()

    def value(self, name: str) -> Value:
        """The effective value, parsed."""
        try:
            return self._values[name]
        except KeyError:
            value = self._values[name] = parse_value(self.definition_of(name), self.text(name))
            return value

    def text(self, name: str) -> str | None:
        """The effective value as text; None where it has none."""
        for layer in (self._node, self._cluster, self.overrides):
            if name in layer:
                return layer[name]
        return self.definition_of(name).default

    def static_text(self, name: str) -> str:
        """What the name's value would be if nothing were set while the broker runs."""
        text = self.overrides.get(name, self.definition_of(name).default)
        assert text is not None, name
        return text

    def is_set(self, name: str) -> bool:
        """Whether the name has a value other than by default."""
        return name in self._node or name in self._cluster or name in self.overrides

    def set_dynamic(self, name: str, value: str | None, *, cluster_wide: bool = False) -> None:
        """Apply a dynamic change (KIP-226); None removes it.

        Names that Kafka lacks may be stored (admin C-41) and have no effect. The value was
        validated when the change was decided.
        """
        layer = self._cluster if cluster_wide else self._node
        if value is None:
            layer.pop(name, None)
        else:
            layer[name] = value
        self._values.pop(name, None)

    def proposed(self, values: Mapping[str, str], *, cluster_wide: bool) -> "BrokerConfig":
        """A copy in which one layer of dynamic values is `values`."""
        copy = BrokerConfig(self.overrides, definitions=self.definitions)
        copy._cluster = dict(values if cluster_wide else self._cluster)
        copy._node = dict(self._node if cluster_wide else values)
        return copy

    def topic_defaults(self) -> Mapping[str, str]:
        """What a topic without overrides has: topic-level names, values as text."""
        defaults = {}
        for name in self.definitions.topic:
            text = self.topic_default(name)
            if text is not None:
                defaults[name] = text
        return defaults

    def topic_default(self, topic_name: str) -> str | None:
        """The value of one topic-level name for topics that do not set it themselves.

        A negative time means "for ever" in each of its units.
        """
        for name, unit_ms in self.broker_counterparts(topic_name):
            text = self.text(name)
            if text is not None:
                return text if unit_ms == 1 or text.startswith("-") else str(int(text) * unit_ms)
        return self.definitions.topic[topic_name].default

    def definition_of(self, name: str) -> Definition:
        """The definition of a broker configuration; raises `UnknownConfig`."""
        definition = self.definitions.broker.get(name)
        if definition is None:
            raise UnknownConfig(name, _suggestion(name, self.definitions.broker))
        return definition


def _with_node_id(overrides: Mapping[str, str]) -> Mapping[str, str]:
    """As Kafka (`AbstractKafkaConfig.populateSynonyms`): one of the two names is enough."""
    node_id = overrides.get("broker.id")
    if node_id is None:
        return overrides
    if overrides.get("node.id", node_id) != node_id:
        why = f"It must be that of node.id, which is {overrides['node.id']}"
        raise ConfigError("broker.id", node_id, why)
    return {**overrides, "node.id": node_id}


def _suggestion(name: str, known: Mapping[str, Definition]) -> str:
    import difflib

    close = difflib.get_close_matches(name, known, n=1, cutoff=_CLOSE)
    return f" (did you mean {close[0]}?)" if close else ""


__all__ = ["SINGLE_NODE", "BrokerConfig", "ConfigError", "Definitions"]
