"""Configurations as DescribeConfigs shows them: value, where it comes from, and its synonyms.

A value may be set in several places. The places are asked in Kafka's order: the topic (or group,
or metrics subscription), this broker's dynamic values, those of all brokers, the static ones, the
default. A topic's name continues in that of its broker counterpart; what all of them say, in this
order, are the *synonyms*, and the source of an entry is the source of its first synonym (KIP-226,
admin C-7 to C-15).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.config import ConfigError, ConfigType, format_value, parse_value
from kafkawire.broker.config.definitions import CLIENT_METRICS, GROUP
from kafkawire.broker.config.dynamic_names import base_name, definition_behind
from kafkawire.broker.metadata.config_order import in_listed_order
from kafkawire.broker.metadata.image import (
    EVERY_BROKER,
    RESOURCE_BROKER,
    RESOURCE_CLIENT_METRICS,
    RESOURCE_GROUP,
    RESOURCE_TOPIC,
)
from kafkawire.java_order import java_hash_order, mutable_set_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kafkawire.broker.config import BrokerConfig, Definition
    from kafkawire.broker.metadata.image import MetadataImage

SOURCE_TOPIC = 1
SOURCE_DYNAMIC_BROKER = 2
SOURCE_DYNAMIC_DEFAULT = 3
SOURCE_STATIC = 4
SOURCE_DEFAULT = 5
SOURCE_LOGGER = 6
SOURCE_CLIENT_METRICS = 7
SOURCE_GROUP = 8

TYPE_UNKNOWN = 0

_TIME_NAMES = (
    ("log.roll.ms", "log.roll.hours"),
    ("log.roll.jitter.ms", "log.roll.jitter.hours"),
    ("log.retention.ms", "log.retention.minutes", "log.retention.hours"),
)
_SEVERAL_NAMES = {
    **{name: names for names in _TIME_NAMES for name in names},
    "log.flush.interval.ms": ("log.flush.interval.ms", "log.flush.scheduler.interval.ms"),
}
"""Broker configurations that go by several names, first come first."""


class Synonym(NamedTuple):
    """One place where a configuration has a value."""

    name: str
    value: str | None
    source: int


class ConfigEntry(NamedTuple):
    """One configuration of a resource; `type` as DescribeConfigs numbers it."""

    name: str
    value: str | None
    source: int
    type: int
    read_only: bool
    sensitive: bool
    synonyms: tuple[Synonym, ...]


class ConfigEntries:
    """Answers what is configured on one broker, from its image and its static configuration."""

    __slots__ = (
        "_broker",
        "_config",
        "_image",
        "_node_name",
        "_plain",
        "_plain_basis",
        "_static",
        "_topic",
    )

    def __init__(self, image: MetadataImage, config: BrokerConfig) -> None:
        self._image = image
        self._config = config
        self._broker, self._topic = config.definitions
        self._node_name = str(config.int("node.id"))
        # Kafka keeps the older name in step with the newer.
        self._static: dict[str, str] = {**config.overrides, "broker.id": self._node_name}
        self._plain: dict[str, ConfigEntry] = {}
        """The entries of a topic without overrides, valid while the dynamic values are these."""
        self._plain_basis: object = None

    def topic(self, name: str) -> list[ConfigEntry]:
        """All configurations of a topic, existing or not, in Kafka's order (admin A-56).

        Kafka's internal ones are shown where they are set, and come first.
        """
        overrides = self._image.config(RESOURCE_TOPIC, name)
        entries = self._topic_entries(overrides)
        internal = [key for key in overrides if not self._topic[key].described]
        return [entries[key] for key in internal + in_listed_order(self._topic)]

    def new_topic(self, overrides: Mapping[str, str]) -> list[ConfigEntry]:
        """All configurations of a topic that is being created, by name (admin B-20).

        Overrides are shown as the request has them.
        """
        return [
            entry._replace(value=overrides.get(name, entry.value))
            for name, entry in sorted(self._topic_entries(overrides).items())
        ]

    def group(self, name: str) -> list[ConfigEntry]:
        """All configurations of a group, whether it exists or not (admin C-17)."""
        overrides = self._image.config(RESOURCE_GROUP, name)
        return [self._group_entry(GROUP[key], overrides) for key in in_listed_order(GROUP)]

    def client_metrics(self, name: str) -> list[ConfigEntry]:
        """All configurations of a metrics subscription, whether it exists or not."""
        overrides = self._image.config(RESOURCE_CLIENT_METRICS, name)
        entries = []
        for key in in_listed_order(CLIENT_METRICS):
            synonyms = _own(key, overrides, SOURCE_CLIENT_METRICS)
            value = overrides.get(key, CLIENT_METRICS[key].default)
            entries.append(_entry(CLIENT_METRICS[key], value, synonyms, read_only=False))
        return entries

    def broker(self) -> list[ConfigEntry]:
        """All configurations of this broker.

        First come names outside of Kafka's table, in the order of a hash table of all names that
        are set (C-15).
        """
        dynamic = self._image.config(RESOURCE_BROKER, self._node_name)
        cluster = self._image.config(RESOURCE_BROKER, EVERY_BROKER)
        all_set = java_hash_order({**self._static, **cluster, **dynamic})
        return [self._other_entry(key) for key in all_set if key not in self._broker] + [
            self._broker_entry(self._broker[key]) for key in in_listed_order(self._broker)
        ]

    def cluster_default(self) -> list[ConfigEntry]:
        """What is set for all brokers (admin C-14)."""
        cluster = self._image.config(RESOURCE_BROKER, EVERY_BROKER)
        return [
            self._dynamic(key, _own(key, cluster, SOURCE_DYNAMIC_DEFAULT))
            for key in mutable_set_order(cluster)
        ]

    def _topic_entries(self, overrides: Mapping[str, str]) -> dict[str, ConfigEntry]:
        changed = {key: self._topic_entry(self._topic[key], overrides) for key in overrides}
        return {**self._plain_entries(), **changed}

    def _plain_entries(self) -> dict[str, ConfigEntry]:
        basis = [
            dict(self._image.config(RESOURCE_BROKER, name))
            for name in (self._node_name, EVERY_BROKER)
        ]
        if basis != self._plain_basis:
            self._plain = {
                name: self._topic_entry(known, {})
                for name, known in self._topic.items()
                if known.described
            }
            self._plain_basis = basis
        return self._plain

    def _topic_entry(self, known: Definition, overrides: Mapping[str, str]) -> ConfigEntry:
        counterparts = [name for name, _ in self._config.broker_counterparts(known.name)]
        synonyms = [
            synonym._replace(value=_shown(known, synonym.value))
            for synonym in _own(known.name, overrides, SOURCE_TOPIC)
        ]
        if counterparts:
            synonyms += self._broker_synonyms(counterparts[0], counterparts)
        value = overrides.get(known.name)
        if value is None:
            value = self._config.topic_default(known.name)
        return _entry(known, value, synonyms, read_only=False)

    def _group_entry(self, known: Definition, overrides: Mapping[str, str]) -> ConfigEntry:
        synonyms = _own(known.name, overrides, SOURCE_GROUP)
        counterpart = known.broker_name or known.name
        value = overrides.get(known.name)
        if counterpart in self._broker:
            synonyms += self._broker_synonyms(counterpart, (counterpart,))
            value = self._config.text(counterpart) if value is None else value
        elif known.default is not None:
            synonyms.append(Synonym(known.name, known.default, SOURCE_DEFAULT))
        return _entry(known, known.default if value is None else value, synonyms, read_only=False)

    def _broker_entry(self, known: Definition) -> ConfigEntry:
        name = known.name
        synonyms = self._broker_synonyms(name, _SEVERAL_NAMES.get(name, (name,)))
        value = self._node_name if name == "broker.id" else self._config.text(name)
        return _entry(known, value, synonyms, read_only=known.read_only)

    def _other_entry(self, name: str) -> ConfigEntry:
        """A name outside of the table: a rate, a listener's, or one of an unknown type."""
        names = tuple(dict.fromkeys((name, base_name(name))))
        return self._dynamic(name, self._broker_synonyms(name, names))

    def _dynamic(self, name: str, synonyms: Sequence[Synonym]) -> ConfigEntry:
        """A value as it was set, by the type that Kafka has for its name."""
        known = definition_behind(name, self._broker)
        if known is None:
            return _unknown(name, synonyms)
        hidden = [synonym._replace(value=None) for synonym in synonyms]
        shown = hidden if known.sensitive else synonyms
        return ConfigEntry(
            name,
            shown[0].value,
            synonyms[0].source,
            known.type,
            known.read_only or known.name != name,
            known.sensitive,
            tuple(shown),
        )

    def _broker_synonyms(self, name: str, names: Sequence[str]) -> list[Synonym]:
        """What the brokers say of `names`, without what comes before `name` itself (C-9)."""
        found = []
        for layer, source in (
            (self._image.config(RESOURCE_BROKER, self._node_name), SOURCE_DYNAMIC_BROKER),
            (self._image.config(RESOURCE_BROKER, EVERY_BROKER), SOURCE_DYNAMIC_DEFAULT),
            (self._static, SOURCE_STATIC),
        ):
            found += [Synonym(key, layer[key], source) for key in names if key in layer]
        for key in names:
            default = self._broker[key].default if key in self._broker else None
            if default is not None:
                found.append(Synonym(key, default, SOURCE_DEFAULT))
        own = [at for at, synonym in enumerate(found) if synonym.name == name]
        return found[own[0] :] if own else []


def _own(name: str, overrides: Mapping[str, str], source: int) -> list[Synonym]:
    return [Synonym(name, overrides[name], source)] if name in overrides else []


def _entry(
    known: Definition, value: str | None, synonyms: Sequence[Synonym], *, read_only: bool
) -> ConfigEntry:
    source = synonyms[0].source if synonyms else SOURCE_DEFAULT
    # Some defaults are none that Kafka would accept: they are shown as they are.
    shown = value if value == known.default else _shown(known, value)
    if known.type is ConfigType.PASSWORD:
        shown = None
        synonyms = [synonym._replace(value=None) for synonym in synonyms]
    return ConfigEntry(
        known.name, shown, source, known.type, read_only, known.sensitive, tuple(synonyms)
    )


def _shown(known: Definition, value: str | None) -> str | None:
    """The value as Kafka shows it, or as it stands if it is none that is accepted now.

    An older release may have put that into the metadata log: segments below 1 MiB, say (KIP-1030).
    """
    try:
        return format_value(parse_value(known, value))
    except ConfigError:
        return value


def _unknown(name: str, synonyms: Sequence[Synonym]) -> ConfigEntry:
    """Nothing is known of it, so it might be a secret."""
    source = synonyms[0].source if synonyms else SOURCE_DEFAULT
    hidden = tuple(synonym._replace(value=None) for synonym in synonyms)
    return ConfigEntry(name, None, source, TYPE_UNKNOWN, True, True, hidden)
