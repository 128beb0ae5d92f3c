"""Configurations, and what might be set: good values, bad ones, and keys that nobody has.

What would let logs differ is left out: compression by the broker, whose encoders are its own, and
segments that end soon and could be compacted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

TOPIC, BROKER, LOGGER, METRICS, GROUP = 2, 4, 8, 16, 32

TOPIC_VALUES: Mapping[str, Sequence[str]] = {
    "retention.ms": ("-1", "5000000", " 7000000 ", "x", "-2", ""),
    "retention.bytes": ("-1", "1000000", "1e6"),
    "cleanup.policy": ("compact", "delete", "compact,delete", "delete, compact", "", "shred"),
    "max.message.bytes": ("100000", "0", "-1", "99999999999"),
    "min.insync.replicas": ("1", "2", "0"),
    "flush.ms": ("7", "x"),
    "flush.messages": ("9", "0"),
    "index.interval.bytes": ("0", "4096", "-1"),
    "segment.bytes": ("2000000", "1"),
    "segment.ms": ("9000000000000", "0"),
    "preallocate": ("false", "TRUE", "maybe"),
    "min.cleanable.dirty.ratio": ("0.25", "1", "1.5", "x"),
    "message.timestamp.type": ("CreateTime", "LogAppendTime", "Never"),
    "leader.replication.throttled.replicas": ("*", "0:1,1:1", "0:x", "none", ""),
    "unclean.leader.election.enable": ("true", "false"),
    "delete.retention.ms": ("1000", "-1"),
    "local.retention.ms": ("-2", "10", "-3"),
    "remote.storage.enable": ("true", "false"),
    "compression.type": ("producer", "rar"),
    "compression.zstd.level": ("3", "30", "0"),
    "max.compaction.lag.ms": ("8000000000000", "0"),
    "min.compaction.lag.ms": ("9000000000000", "-1"),
    "no.such.config": ("1",),
    "": ("1",),
}
FIXED = "num.partitions"
"""It may not change. Of several such ones Kafka tells in an order of its tables, so it is alone."""

BROKER_VALUES: Mapping[str, Sequence[str]] = {
    "message.max.bytes": ("2000000", "3000000", "x", "-1"),
    "log.retention.ms": ("60000000", "x", "0"),
    "log.cleanup.policy": ("compact", "delete", "compact,delete", "shred"),
    "log.segment.bytes": ("3000000", "1"),
    "min.insync.replicas": ("1", "2", "0"),
    "unclean.leader.election.enable": ("true", "false", "x"),
    "log.message.timestamp.type": ("LogAppendTime", "CreateTime", "Never"),
    "log.flush.interval.ms": ("5000", "x"),
    "log.index.interval.bytes": ("8192", "-1"),
    "log.cleaner.dedupe.buffer.size": ("100000000", "x"),
    "compression.type": ("producer", "rar"),
    FIXED: ("3",),
    "no.such.config": ("3",),
}
METRICS_VALUES: Mapping[str, Sequence[str]] = {
    "interval.ms": ("1000", "100", "99", "3600001", "x"),
    "metrics": ("a.b,c", "*", ""),
    "match": ("client_id=a.*", "client_id=[", "foo=bar", "client_id", ""),
    "foo": ("5",),
}
GROUP_VALUES: Mapping[str, Sequence[str]] = {
    "consumer.session.timeout.ms": ("45000", "50000", "60001", "5", "x"),
    "consumer.heartbeat.interval.ms": ("5000", "6000", "60000"),
    "share.auto.offset.reset": ("earliest", "by_duration:PT5M", "nope"),
    "share.isolation.level": ("read_committed", "x"),
    "share.delivery.count.limit": ("5", "11", "1"),
    "streams.num.standby.replicas": ("1", "99"),
    "foo": ("5",),
}
VALUES: Mapping[int, Mapping[str, Sequence[str]]] = {
    TOPIC: TOPIC_VALUES,
    BROKER: BROKER_VALUES,
    METRICS: METRICS_VALUES,
    GROUP: GROUP_VALUES,
}
NAMES: Mapping[int, Sequence[str]] = {
    BROKER: ("", "", "1", "1", "2", "x"),
    METRICS: ("walk-m", "walk-n", ""),
    GROUP: ("walk-g", "walk-h", ""),
    LOGGER: ("", "2", "x"),
}
"""Of resources that are no topics; those that begin with "walk-" are taken away after a walk."""
