"""Which configurations this broker acts upon.

All of Kafka's names are accepted and described, and many of them mean nothing to a broker that
stands alone: thread pools, replication, security, tiered storage, share and streams groups. A
start names those that somebody has set, since a setting without effect is a surprise.

A test compares the list of broker configurations with what the code reads. Those of topics are the
attributes of `LogConfig`.
"""

from __future__ import annotations

from kafkawire.broker.config.broker_config import SINGLE_NODE
from kafkawire.broker.config.definitions import TOPIC
from kafkawire.broker.config.dynamic_names import LISTENER, LISTENER_PREFIX
from kafkawire.broker.config.values import ConfigError, parse_value
from kafkawire.log.config import SETTINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.config.broker_config import BrokerConfig


READ_OF_LISTENER = frozenset(("max.connections", "max.connection.creation.rate"))

READ = frozenset(
    """
    advertised.listeners auto.create.topics.enable broker.id broker.rack connections.max.idle.ms
    controller.listener.names controller.quota.window.num controller.quota.window.size.seconds
    cordoned.log.dirs default.replication.factor delete.topic.enable fetch.max.bytes
    group.consumer.assignment.interval.ms group.consumer.assignors
    group.consumer.heartbeat.interval.ms group.consumer.max.assignment.interval.ms
    group.consumer.max.heartbeat.interval.ms group.consumer.max.session.timeout.ms
    group.consumer.max.size group.consumer.migration.policy
    group.consumer.min.assignment.interval.ms group.consumer.min.heartbeat.interval.ms
    group.consumer.min.session.timeout.ms group.consumer.regex.refresh.interval.ms
    group.consumer.session.timeout.ms group.coordinator.rebalance.protocols
    group.initial.rebalance.delay.ms group.max.session.timeout.ms group.max.size
    group.min.session.timeout.ms group.streams.max.standby.replicas
    group.streams.max.warmup.replicas group.streams.min.task.offset.interval.ms
    internal.metadata.log.segment.bytes listener.security.protocol.map listeners
    log.cleaner.backoff.ms log.cleaner.dedupe.buffer.size log.cleaner.enable
    log.cleaner.io.buffer.load.factor log.cleaner.io.max.bytes.per.second log.cleaner.threads
    log.dir log.dirs log.flush.offset.checkpoint.interval.ms
    log.flush.start.offset.checkpoint.interval.ms log.initial.task.delay.ms
    log.retention.check.interval.ms max.connection.creation.rate max.connections
    max.connections.per.ip max.connections.per.ip.overrides
    max.incremental.fetch.session.cache.slots max.request.partition.size.limit metadata.log.dir
    metadata.log.max.record.bytes.between.snapshots metadata.log.max.snapshot.interval.ms
    metadata.log.segment.bytes metadata.log.segment.ms metadata.max.retention.bytes
    metadata.max.retention.ms node.id num.partitions offset.metadata.max.bytes
    offsets.commit.timeout.ms offsets.retention.check.interval.ms offsets.retention.minutes
    offsets.topic.compression.codec offsets.topic.num.partitions offsets.topic.replication.factor
    offsets.topic.segment.bytes producer.id.expiration.check.interval.ms producer.id.expiration.ms
    quota.window.num quota.window.size.seconds replica.high.watermark.checkpoint.interval.ms
    replica.lag.time.max.ms replica.selector.class request.timeout.ms
    share.coordinator.state.topic.min.isr share.coordinator.state.topic.num.partitions
    share.coordinator.state.topic.replication.factor share.coordinator.state.topic.segment.bytes
    socket.request.max.bytes telemetry.max.bytes
    transaction.abort.timed.out.transaction.cleanup.interval.ms transaction.max.timeout.ms
    transaction.partition.verification.enable
    transaction.remove.expired.transaction.cleanup.interval.ms transaction.state.log.min.isr
    transaction.state.log.num.partitions transaction.state.log.replication.factor
    transaction.state.log.segment.bytes transaction.two.phase.commit.enable
    transactional.id.expiration.ms unstable.api.versions.enable
    """.split()
)
"""Broker configurations that are read, beside those that give topics their defaults."""

_NOT_OF_LOGS = {"internal.segment.bytes", "unclean.leader.election.enable"}
"""Topic configurations that have an effect although logs have no attribute of that name."""
_OF_OTHER_BROKERS = {"remote.storage.enable"}
"""Read only to judge the files that another broker left: its first segments may be elsewhere."""
TOPIC_WITHOUT_EFFECT = frozenset(
    (TOPIC.keys() - SETTINGS.keys() - _NOT_OF_LOGS) | _OF_OTHER_BROKERS
)
"""Topic configurations that change nothing."""


def without_effect(config: BrokerConfig, given: Iterable[str]) -> list[str]:
    """The names among `given` that have another value than by default, and that nothing reads."""
    topic_defaults = {
        name
        for topic_name in config.definitions.topic.keys() - TOPIC_WITHOUT_EFFECT
        for name, _ in config.broker_counterparts(topic_name)
    }
    return sorted(
        name
        for name in given
        if not _is_read(name, topic_defaults) and not _is_default(config, name)
    )


def _is_read(name: str, topic_defaults: set[str]) -> bool:
    if name.startswith(LISTENER_PREFIX):
        return name.removeprefix(LISTENER) in READ_OF_LISTENER
    return name in READ or name in topic_defaults


def _is_default(config: BrokerConfig, name: str) -> bool:
    definition = config.definitions.broker.get(name)
    if definition is None:  # of a listener
        return False
    default = SINGLE_NODE.get(name, definition.default)
    try:
        return config.value(name) == parse_value(definition, default)
    except ConfigError:  # a default of Kafka's may be one that it refuses as a value
        return False
