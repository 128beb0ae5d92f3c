"""Apache Kafka's own command line tools: what operators do, and what they are shown."""

from __future__ import annotations

from compat.matrix.scenarios.base import Scenario, Seen, Topic, World


def _shown(seen: Seen, step: str, *words: str) -> None:
    """The tool ended well, and one of its lines has all these words."""
    line = seen.one(step)
    assert line["exit"] == 0, line
    found = [text for text in line["lines"] if all(word in text for word in words)]
    assert found or not words, f"{words} in {line}"


def _topics(seen: Seen, world: World) -> None:
    name = f"{world.prefix}-a"
    _shown(seen, "created", "Created topic", name)
    _shown(seen, "grown")
    _shown(seen, "described", name, "PartitionCount: 5", "ReplicationFactor: 1")
    _shown(seen, "described", "Partition: 4", "Leader: 1", "Replicas: 1", "Isr: 1")
    _shown(seen, "reassigned", "Successfully started")
    _shown(seen, "verified", f"{name}-0 is completed")
    _shown(seen, "elected", name)
    _shown(seen, "deleted")
    assert name not in world.raw.topics()


def _groups(seen: Seen, world: World) -> None:
    name = world.prefix
    _shown(seen, "consumed", ", 20, ")
    _shown(seen, "listed", name, "Classic", "Empty")
    _shown(seen, "described", "has no active members")
    for partition in "01":
        _shown(seen, "described", f"{partition}          10              10              0")
        _shown(seen, "reset", f"{partition}          4")
        _shown(seen, "forgotten", f"{partition}          Successful")
    _shown(seen, "deleted", "was successful")
    _shown(seen, "records", f"{name}-0", "low_watermark: 3")
    _shown(seen, "offsets", f"{name}:0:3")


def _configs(seen: Seen, world: World) -> None:
    name = world.prefix
    _shown(seen, "topic", "Completed updating config")
    _shown(seen, "topic-described", "retention.ms=3600000", "DYNAMIC_TOPIC_CONFIG")
    bad = seen.one("bad")
    assert bad["exit"] == 1
    assert any("InvalidConfigurationException" in text for text in bad["lines"]), bad
    _shown(seen, "broker-described", "log.retention.hours=168", "sensitive=false")
    _shown(seen, "group", "Completed updating config")
    _shown(seen, "group-described", "consumer.session.timeout.ms=50000")
    _shown(seen, "metrics")
    _shown(seen, "metrics-described", "interval.ms=60000")
    _shown(seen, "metrics-described", "metrics=org.apache.kafka.producer.")
    _shown(seen, "metrics-deleted")
    assert name in world.raw.topics()


def _transactions(seen: Seen, world: World) -> None:
    name = world.prefix
    _shown(seen, "produced", "200 records sent")
    _shown(seen, "listed", name, "CompleteCommit")
    _shown(seen, "described", name, "CompleteCommit")
    _shown(seen, "producers", "None")
    _shown(seen, "hanging")


def _cluster(seen: Seen, world: World) -> None:
    _shown(seen, "id", "Cluster ID: ")
    host, _, port = world.bootstrap.rpartition(":")
    _shown(seen, "endpoints", host, port, "broker")
    for feature in ("metadata.version", "group.version", "transaction.version"):
        _shown(seen, "features", feature, "FinalizedVersionLevel")
    _shown(seen, "quorum", "LeaderId:", "1")
    _shown(seen, "versions", "Produce(0): ", "usable: ")
    _shown(seen, "directories", f'"partition":"{world.prefix}-0"', '"error":null')


SCENARIOS = (
    Scenario("tools-topics", _topics, for_applications=True),
    Scenario("tools-groups", _groups, (Topic(partitions=2, preloaded=10),), for_applications=True),
    Scenario("tools-configs", _configs, (Topic(),), for_applications=True),
    Scenario("tools-transactions", _transactions, (Topic(),), for_applications=True),
    Scenario("tools-cluster", _cluster, (Topic(),), for_applications=True),
)
