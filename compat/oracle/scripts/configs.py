"""DescribeConfigs and IncrementalAlterConfigs: topics, brokers, groups; good and bad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compat.oracle.scripts.kit import World, create
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.describe_configs_request import DescribeConfigsRequest
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)

TOPIC, BROKER, LOGGER = 2, 4, 8
ONE_BROKER, CLUSTER, DEFAULT = 2, 3, 5
"""Where a value comes from."""
SET, DELETE, APPEND, SUBTRACT = 0, 1, 2, 3
Change = tuple[str, int, str | None]


def describe(
    *resources: tuple[int, str], keys: Sequence[str] | None = None, **fields: bool
) -> DescribeConfigsRequest:
    """DescribeConfigs of some resources."""
    make = DescribeConfigsRequest.DescribeConfigsResource
    found = [
        make(
            resource_type=kind,
            resource_name=name,
            configuration_keys=None if keys is None else list(keys),
        )
        for kind, name in resources
    ]
    return DescribeConfigsRequest(resources=found, **fields)


def alter(
    *resources: tuple[int, str, Sequence[Change]], validate_only: bool = False
) -> IncrementalAlterConfigsRequest:
    """IncrementalAlterConfigs of some resources."""
    config = IncrementalAlterConfigsRequest.AlterableConfig
    make = IncrementalAlterConfigsRequest.AlterConfigsResource
    found = [
        make(
            resource_type=kind,
            resource_name=name,
            configs=[config(name=key, config_operation=how, value=to) for key, how, to in changes],
        )
        for kind, name, changes in resources
    ]
    return IncrementalAlterConfigsRequest(resources=found, validate_only=validate_only)


def shows(name: str, value: str, source: int, kind: int = TOPIC, resource: str = "log") -> Ask:
    """Wait until a changed value shows on the broker, which learns of it a little later."""

    def is_shown(found: object) -> bool:
        configs = found.results[0].configs  # type: ignore[attr-defined]
        return [(each.value, each.config_source) for each in configs] == [(value, source)]

    return Ask(describe((kind, resource), keys=[name]), 4, until=is_shown)


def describing(world: World) -> Script:
    """All of a topic, some of it, unknown ones; with and without synonyms and documentation."""
    changed = {"retention.ms": "-1", "cleanup.policy": "compact", "max.message.bytes": "777"}
    yield from create(world, "log", configs=changed)
    for version in world.versions(DescribeConfigsRequest):
        for synonyms in (False, True) if version else (False,):
            for documentation in (False, True) if version >= 3 else (False,):
                fields: Any = {
                    "include_synonyms": synonyms,
                    "include_documentation": documentation,
                }
                yield Ask(describe((TOPIC, "log"), **fields), version)
                some = ["retention.ms", "no.such", "cleanup.policy", "cleanup.policy"]
                yield Ask(describe((TOPIC, "log"), keys=some, **fields), version)
        yield Ask(describe((TOPIC, "log"), keys=[]), version)
        for name in ("nope", "", "a b", "x" * 250):
            yield Ask(describe((TOPIC, name)), version)
        yield Ask(describe((TOPIC, "log"), (TOPIC, "nope"), (TOPIC, "log")), version)
        for kind in (0, 1, 3, 5, 16, 64, -1):
            yield Ask(describe((kind, "log")), version)
        yield Ask(describe(), version)


def describing_brokers(world: World) -> Script:
    """A broker's own configuration, the cluster's default, and brokers that are not there."""
    names = [
        "num.partitions",
        "log.retention.ms",
        "log.retention.hours",
        "message.max.bytes",
        "node.id",
        "auto.create.topics.enable",
        "min.insync.replicas",
        "group.initial.rebalance.delay.ms",
        "compression.type",
        "log.cleanup.policy",
        "num.network.threads",
        "ssl.key.password",
        "no.such.config",
    ]
    for version in world.versions(DescribeConfigsRequest):
        for synonyms in (False, True) if version else (False,):
            fields: Any = {"include_synonyms": synonyms}
            for name in ("1", ""):
                yield Ask(describe((BROKER, name), keys=names, **fields), version)
        for name in ("2", "x", "-1", "1 "):
            yield Ask(describe((BROKER, name), keys=["num.partitions"]), version)
        yield Ask(describe((BROKER, "")), version)


def whole_broker(world: World) -> Script:
    """Every configuration that a broker shows: names, types, values, sources, in their order."""
    yield Ask(describe((BROKER, "1"), include_synonyms=True), 4)


def altering_topics(world: World) -> Script:
    """All operations on a topic's configs, and what they lead to."""
    yield from create(world, "log")
    for version in world.versions(IncrementalAlterConfigsRequest):
        changes: tuple[tuple[str, int, str | None, str, int], ...] = (
            ("retention.ms", SET, "5000000", "5000000", 1),
            ("cleanup.policy", SET, "compact", "compact", 1),
            ("cleanup.policy", APPEND, "delete", "compact,delete", 1),
            ("cleanup.policy", APPEND, "delete", "compact,delete", 1),
            ("cleanup.policy", SUBTRACT, "compact", "delete", 1),
            ("cleanup.policy", DELETE, None, "delete", 5),
            ("max.message.bytes", SET, " 123456 ", "123456", 1),
            ("max.message.bytes", DELETE, "ignored", "1048588", 5),
            ("preallocate", SET, "TRUE", "true", 1),
            ("preallocate", SET, "false", "false", 1),
            ("retention.ms", SET, "-1", "-1", 1),
        )
        for name, how, value, shown, source in changes:
            yield Ask(alter((TOPIC, "log", [(name, how, value)])), version)
            yield shows(name, shown, source)
            yield Ask(describe((TOPIC, "log"), keys=[name], include_synonyms=True), 4)


def refused_alterations(world: World) -> Script:
    """Every refusal that topics, brokers and other resources can show."""
    yield from create(world, "log")
    bad: tuple[list[Change], ...] = (
        [("no.such.config", SET, "1")],
        [("retention.ms", SET, "soon")],
        [("retention.ms", SET, None)],
        [("retention.ms", SET, "-2")],
        [("retention.ms", APPEND, "5")],
        [("retention.ms", SUBTRACT, "5")],
        [("retention.ms", SET, "1"), ("retention.ms", SET, "2")],
        [("retention.ms", SET, "1"), ("retention.ms", DELETE, None)],
        [("cleanup.policy", SET, "shred")],
        [("cleanup.policy", APPEND, "shred")],
        [("cleanup.policy", APPEND, None)],
        [("cleanup.policy", SUBTRACT, "delete")],
        [("cleanup.policy", SET, "")],
        [("min.compaction.lag.ms", SET, "10"), ("max.compaction.lag.ms", SET, "5")],
        [("local.retention.ms", SET, "10")],
        [("segment.bytes", SET, "13")],
        [("", SET, "13")],
        [],
    )
    for version in world.versions(IncrementalAlterConfigsRequest):
        for changes in bad:
            yield Ask(alter((TOPIC, "log", changes), validate_only=True), version)
            yield Ask(alter((TOPIC, "nope", changes), validate_only=True), version)
        good: list[Change] = [("retention.ms", SET, "7")]
        for name in ("nope", "", "a b"):
            yield Ask(alter((TOPIC, name, good)), version)
        twice = alter((TOPIC, "log", good), (TOPIC, "log", good), (TOPIC, "nope", good))
        yield Ask(twice, version)
        mixed = alter((TOPIC, "log", good), (TOPIC, "nope", good), validate_only=True)
        yield Ask(mixed, version)
        for kind in (0, 1, 3, 64, -1):
            yield Ask(alter((kind, "log", good), validate_only=True), version)
        yield Ask(alter(), version)
    yield Ask(describe((TOPIC, "log"), keys=["retention.ms"], include_synonyms=True), 4)
    # Last, since Kafka's controller takes it for a bug of its own and resigns for a second.
    yield Ask(alter((TOPIC, "log", [("retention.ms", 9, "5")]), validate_only=True), 1)


def altering_brokers(world: World) -> Script:
    """Dynamic broker configs: of one broker and of the whole cluster."""
    yield from create(world, "log")
    cases: tuple[list[Change], ...] = (
        [("message.max.bytes", SET, "2000000")],
        [("message.max.bytes", SET, "nonsense")],
        [("message.max.bytes", SET, "-1")],
        [("node.id", SET, "7")],
        [("num.partitions", SET, "3")],
        [("no.such.config", SET, "3")],
        [("log.cleanup.policy", APPEND, "compact")],
        [("log.retention.ms", SET, "60000")],
        [("num.io.threads", SET, "100")],
    )
    for name in ("1", "", "2", "x"):
        for changes in cases:
            yield Ask(alter((BROKER, name, changes), validate_only=True), 1)
    for name, value, source in (("", "2000000", CLUSTER), ("1", "3000000", ONE_BROKER)):
        yield Ask(alter((BROKER, name, [("message.max.bytes", SET, value)])), 1)
        yield shows("message.max.bytes", value, source, BROKER, name)
        yield shows("max.message.bytes", value, source)
        yield Ask(describe((TOPIC, "log"), keys=["max.message.bytes"], include_synonyms=True), 4)
        yield Ask(describe((BROKER, name), include_synonyms=True, keys=["message.max.bytes"]), 4)
    for name, value, source in (("1", "2000000", CLUSTER), ("", "1048588", DEFAULT)):
        yield Ask(alter((BROKER, name, [("message.max.bytes", DELETE, None)])), 1)
        yield shows("max.message.bytes", value, source)
        yield Ask(describe((TOPIC, "log"), keys=["max.message.bytes"], include_synonyms=True), 4)
    yield Ask(describe((BROKER, "")), 4)


def loggers(world: World) -> Script:
    """Admin C-16, C-43: the root logger, which both have, and what is refused."""
    key = ["root"]
    for name in ("1", "", "2", "x"):
        for value in ("DEBUG", "debug", " INFO ", "OFF", "", None):
            yield Ask(alter((LOGGER, name, [("root", SET, value)]), validate_only=True), 1)
        yield Ask(describe((LOGGER, name), keys=["no.such"]), 4)
    bad: tuple[list[Change], ...] = (
        [("root", DELETE, None)],
        [("root", APPEND, "DEBUG")],
        [("root", SUBTRACT, "DEBUG")],
        [("root", 7, "DEBUG")],
        [("root", SET, "DEBUG"), ("root", DELETE, None)],
        [("root", SET, "DEBUG"), ("no.such", SET, "DEBUG")],
        [("no.such", SET, "DEBUG")],
        [("no.such", DELETE, None)],
        [("ROOT", SET, "DEBUG")],
        [("", SET, "DEBUG")],
        [],
    )
    for changes in bad:
        yield Ask(alter((LOGGER, "1", changes)), 1)
    for level in ("FATAL", "ERROR", "WARN", "INFO"):
        yield Ask(alter((LOGGER, "1", [("root", SET, level)])), 1)
        yield Ask(describe((LOGGER, "1"), keys=key, include_synonyms=True), 4)
    yield Ask(alter((LOGGER, "1", [("root", SET, "WARN")])), 1)


SCRIPTS = {
    "configs-describe-topics": describing,
    "configs-describe-brokers": describing_brokers,
    "configs-whole-broker": whole_broker,
    "configs-alter-topics": altering_topics,
    "configs-refused": refused_alterations,
    "configs-alter-brokers": altering_brokers,
    "configs-loggers": loggers,
}
