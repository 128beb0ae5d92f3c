"""The settings of the group coordinator, read once: hardly any can change while it runs."""

from __future__ import annotations

from kafkawire.broker.groups.consumer.configs import (
    ASSIGNMENT_INTERVAL,
    HEARTBEAT_INTERVAL,
    SESSION_TIMEOUT,
    Range,
    assignors_of,
    check_ranges,
    range_of,
)
from kafkawire.broker.groups.migration_policy import MigrationPolicy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.config import BrokerConfig

MS_PER_MINUTE = 60_000

NEW_MEMBER_JOIN_TIMEOUT_MS = 300_000
"""A client whose first JoinGroup waits longer than this is taken for dead (groups B-30)."""


class GroupSettings:
    """Times in milliseconds, sizes in what their Kafka names say."""

    __slots__ = (
        "_config",
        "commit_timeout_ms",
        "compression",
        "consumer_assignors",
        "consumer_heartbeat_interval",
        "consumer_max_size",
        "consumer_regex_refresh_interval_ms",
        "consumer_session_timeout",
        "has_consumer_protocol",
        "initial_rebalance_delay_ms",
        "max_session_timeout_ms",
        "max_size",
        "metadata_units_max",
        "migration_policy",
        "min_session_timeout_ms",
        "partitions",
        "retention_check_interval_ms",
        "retention_ms",
    )

    def __init__(self, config: BrokerConfig) -> None:
        self.min_session_timeout_ms = config.int("group.min.session.timeout.ms")
        self.max_session_timeout_ms = config.int("group.max.session.timeout.ms")
        self.initial_rebalance_delay_ms = config.int("group.initial.rebalance.delay.ms")
        self.max_size = config.int("group.max.size")
        self.metadata_units_max = config.int("offset.metadata.max.bytes")
        """Despite its name it counts UTF-16 code units (groups C-9)."""
        self.commit_timeout_ms = config.int("offsets.commit.timeout.ms")
        self.retention_ms = config.int("offsets.retention.minutes") * MS_PER_MINUTE
        self.retention_check_interval_ms = config.int("offsets.retention.check.interval.ms")
        self.partitions = config.int("offsets.topic.num.partitions")
        self.compression = config.int("offsets.topic.compression.codec")
        self._config = config
        protocols = config.list("group.coordinator.rebalance.protocols")
        self.has_consumer_protocol = "consumer" in protocols
        check_ranges(config)
        self.consumer_assignors = assignors_of(config)
        """By name, the default one first."""
        policy = config.string("group.consumer.migration.policy")
        self.migration_policy = MigrationPolicy((policy or "").lower())
        self.consumer_max_size = config.int("group.consumer.max.size")
        self.consumer_session_timeout = range_of(config, SESSION_TIMEOUT)
        self.consumer_heartbeat_interval = range_of(config, HEARTBEAT_INTERVAL)
        self.consumer_regex_refresh_interval_ms = config.int(
            "group.consumer.regex.refresh.interval.ms"
        )

    @property
    def consumer_assignment_interval(self) -> Range:
        """The one that is dynamic."""
        return range_of(self._config, ASSIGNMENT_INTERVAL)
