"""The settings of one consumer group: what is set for it, else what is set for the broker.

A group's configuration is a resource of its own, named like the group, which need not exist
(KIP-848, groups F-1). A value that the broker's bounds have left behind is moved to the nearest one
(F-2).
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.broker.config import ConfigError
from kafkawire.broker.metadata.image import RESOURCE_GROUP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.groups.shard import GroupShard


class GroupSetting(NamedTuple):
    """A setting of groups, and those of the broker that give its default and its bounds."""

    name: str
    broker_name: str
    min_name: str
    max_name: str


SESSION_TIMEOUT = GroupSetting(
    "consumer.session.timeout.ms",
    "group.consumer.session.timeout.ms",
    "group.consumer.min.session.timeout.ms",
    "group.consumer.max.session.timeout.ms",
)
HEARTBEAT_INTERVAL = GroupSetting(
    "consumer.heartbeat.interval.ms",
    "group.consumer.heartbeat.interval.ms",
    "group.consumer.min.heartbeat.interval.ms",
    "group.consumer.max.heartbeat.interval.ms",
)
ASSIGNMENT_INTERVAL = GroupSetting(
    "consumer.assignment.interval.ms",
    "group.consumer.assignment.interval.ms",
    "group.consumer.min.assignment.interval.ms",
    "group.consumer.max.assignment.interval.ms",
)


class Range(NamedTuple):
    """A default and its bounds, in milliseconds."""

    default: int
    least: int
    most: int


ASSIGNORS = "group.consumer.assignors"
_ASSIGNOR_CLASSES = {
    "uniform": "uniform",
    "range": "range",
    "org.apache.kafka.coordinator.group.assignor.UniformAssignor": "uniform",
    "org.apache.kafka.coordinator.group.assignor.RangeAssignor": "range",
}
"""What may stand in the list of assignors, a name or a class, and whose name that is."""


def check_ranges(config: BrokerConfig) -> None:
    """Raise `ConfigError` for settings of the broker that contradict each other (groups F-5)."""
    for setting in (HEARTBEAT_INTERVAL, SESSION_TIMEOUT, ASSIGNMENT_INTERVAL):
        known = range_of(config, setting)
        if known.most < known.least:
            raise _contradicts(
                config, setting.max_name, "greater than or equal to", setting.min_name
            )
        if known.default < known.least:
            raise _contradicts(
                config, setting.broker_name, "greater than or equal to", setting.min_name
            )
        if known.default > known.most:
            raise _contradicts(
                config, setting.broker_name, "less than or equal to", setting.max_name
            )
    heartbeat, session = HEARTBEAT_INTERVAL.broker_name, SESSION_TIMEOUT.broker_name
    if config.int(heartbeat) >= config.int(session):
        raise _contradicts(config, heartbeat, "less than", session)


def _contradicts(config: BrokerConfig, name: str, how: str, other: str) -> ConfigError:
    return ConfigError(name, config.int(name), f"{name} must be {how} {other}")


def assignors_of(config: BrokerConfig) -> tuple[str, ...]:
    """The names of the broker's assignors, the default one first; raises `ConfigError`."""
    given = config.list(ASSIGNORS)
    for each in given:
        if each not in _ASSIGNOR_CLASSES:
            raise ConfigError(ASSIGNORS, each, "there is no such assignor here")
    names = tuple(_ASSIGNOR_CLASSES[each] for each in given)
    if not names or len({*names}) < len(names):
        raise ConfigError(ASSIGNORS, ",".join(given), "assignors, each once")
    return names


def range_of(config: BrokerConfig, setting: GroupSetting) -> Range:
    """What the broker says of a setting of groups."""
    return Range(
        config.int(setting.broker_name), config.int(setting.min_name), config.int(setting.max_name)
    )


def session_timeout_ms(shard: GroupShard, group_id: str) -> int:
    """How long a member may be silent."""
    return _of(shard, group_id, SESSION_TIMEOUT, shard.settings.consumer_session_timeout)


def heartbeat_interval_ms(shard: GroupShard, group_id: str) -> int:
    """How often a member is to show that it lives."""
    return _of(shard, group_id, HEARTBEAT_INTERVAL, shard.settings.consumer_heartbeat_interval)


def assignment_interval_ms(shard: GroupShard, group_id: str) -> int:
    """How long a target assignment stands before there may be another one; dynamic."""
    return _of(shard, group_id, ASSIGNMENT_INTERVAL, shard.settings.consumer_assignment_interval)


def _of(shard: GroupShard, group_id: str, setting: GroupSetting, known: Range) -> int:
    """Return the group's value within the bounds of the broker, or the broker's default."""
    configs = shard.metadata.configs.get((RESOURCE_GROUP, group_id))
    value = None if configs is None else configs.get(setting.name)
    return known.default if value is None else min(max(int(value), known.least), known.most)
