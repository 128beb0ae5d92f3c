"""The settings of one consumer group: what is set for it, else what is set for the broker.

A group's configuration is a resource of its own, named like the group, which need not exist
(KIP-848, groups F-1). A value that the broker's bounds have left behind is moved to the nearest one
(F-2).
"""

from __future__ import annotations

from typing import NamedTuple

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


def range_of(config: BrokerConfig, setting: GroupSetting) -> Range:
    """What the broker says of a setting of groups."""
    return Range(
        config.int(setting.broker_name), config.int(setting.min_name), config.int(setting.max_name)
    )


def session_timeout_ms(shard: GroupShard, group_id: str) -> int:
    """How long a member may be silent."""
    configs = shard.metadata.configs.get((RESOURCE_GROUP, group_id))
    known = shard.settings.consumer_session_timeout
    return known.default if configs is None else _of(configs, SESSION_TIMEOUT, known)


def heartbeat_interval_ms(shard: GroupShard, group_id: str) -> int:
    """How often a member is to show that it lives."""
    configs = shard.metadata.configs.get((RESOURCE_GROUP, group_id))
    known = shard.settings.consumer_heartbeat_interval
    return known.default if configs is None else _of(configs, HEARTBEAT_INTERVAL, known)


def assignment_interval_ms(shard: GroupShard, group_id: str) -> int:
    """How long a target assignment stands before there may be another one; dynamic."""
    configs = shard.metadata.config(RESOURCE_GROUP, group_id)
    return _of(configs, ASSIGNMENT_INTERVAL, shard.settings.consumer_assignment_interval)


def _of(configs: dict[str, str], setting: GroupSetting, known: Range) -> int:
    value = configs.get(setting.name)
    return known.default if value is None else min(max(int(value), known.least), known.most)
