"""What a topic may be told about its storage: every setting at and beyond its bounds."""

from __future__ import annotations

from collections.abc import Mapping

from compat.oracle.scripts.configs import DELETE, ONE_BROKER, SET, TOPIC, alter, describe, shows
from compat.oracle.scripts.kit import World, create, new_topic
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)

INT32, INT64 = 2**31 - 1, 2**63 - 1
LEAST: Mapping[str, tuple[int, int]] = {
    "segment.bytes": (1 << 20, INT32),
    "segment.ms": (1, INT64),
    "segment.jitter.ms": (0, INT64),
    "segment.index.bytes": (4, INT32),
    "index.interval.bytes": (0, INT32),
    "flush.messages": (1, INT64),
    "flush.ms": (0, INT64),
    "retention.bytes": (-(1 << 63), INT64),
    "retention.ms": (-1, INT64),
    "max.message.bytes": (0, INT32),
    "file.delete.delay.ms": (0, INT64),
    "delete.retention.ms": (0, INT64),
    "min.compaction.lag.ms": (0, INT64),
    "max.compaction.lag.ms": (1, INT64),
    "message.timestamp.before.max.ms": (0, INT64),
    "message.timestamp.after.max.ms": (0, INT64),
}
"""Least and greatest value of each number."""

OTHERS: Mapping[str, tuple[str, ...]] = {
    "cleanup.policy": (
        "",
        " ",
        ",",
        "delete",
        "compact",
        "compact,delete",
        "delete, compact",
        "delete,delete",
        "compact,compact,delete",
        "none",
        "compact,none",
        "Compact",
        "delete,",
        ",delete",
    ),
    "min.cleanable.dirty.ratio": ("0", "1", "-0.1", "1.1", "0.50", "1e-3", "NaN", "half", ""),
    "preallocate": ("true", "false", "TRUE", "yes", "1", "", " true "),
    "message.timestamp.type": ("CreateTime", "LogAppendTime", "createtime", ""),
    "compression.type": ("producer", "uncompressed", "none", "zstd", "ZSTD", ""),
}

PAIRS: tuple[Mapping[str, str], ...] = (
    {"min.compaction.lag.ms": "10", "max.compaction.lag.ms": "10"},
    {"min.compaction.lag.ms": "11", "max.compaction.lag.ms": "10"},
    {"segment.ms": "10", "segment.jitter.ms": "11"},
    {"segment.bytes": "1048576", "max.message.bytes": "2000000"},
    {"segment.bytes": "1048576", "segment.index.bytes": "2147483647"},
    {"retention.bytes": "-2"},
    {"retention.ms": "-2", "segment.bytes": "1"},
    {"segment.bytes": "1", "retention.ms": "-2"},
    {"internal.segment.bytes": "100"},
    {"internal.segment.bytes": "x"},
    {"internal.segment.bytes": "-5"},
    {"cleanup.policy": "compact", "min.cleanable.dirty.ratio": "2"},
)


def values() -> list[tuple[str, str]]:
    """All settings with all values to be tried."""
    found = []
    for name, (least, most) in LEAST.items():
        numbers = (least - 1, least, least + 1, most, most + 1)
        found += [(name, str(number)) for number in numbers]
        found += [(name, text) for text in ("", " 5000000 ", "1.5", "0x10", "soon", "+7000000")]
    for name, texts in OTHERS.items():
        found += [(name, text) for text in texts]
    return found


def bounds(world: World) -> Script:
    """Each value by itself, of a topic that is there and of one that is to be made."""
    yield from create(world, "log")
    version = world.latest(IncrementalAlterConfigsRequest)
    creation = world.latest(CreateTopicsRequest)
    for name, value in values():
        yield Ask(alter((TOPIC, "log", [(name, SET, value)]), validate_only=True), version)
        topic = new_topic("new", configs={name: value})
        yield Ask(CreateTopicsRequest(topics=[topic], validate_only=True), creation)


def together(world: World) -> Script:
    """Values that go together or do not, at once and one after another."""
    yield from create(world, "log")
    version = world.latest(IncrementalAlterConfigsRequest)
    creation = world.latest(CreateTopicsRequest)
    for configs in PAIRS:
        changes = [(name, SET, value) for name, value in configs.items()]
        yield Ask(alter((TOPIC, "log", changes), validate_only=True), version)
        topic = new_topic("new", configs=configs)
        yield Ask(CreateTopicsRequest(topics=[topic], validate_only=True), creation)
    least, most = "min.compaction.lag.ms", "max.compaction.lag.ms"
    yield Ask(alter((TOPIC, "log", [(most, SET, "10")])), version)
    yield shows(most, "10", ONE_BROKER - 1)
    for value in ("10", "11"):
        yield Ask(alter((TOPIC, "log", [(least, SET, value)])), version)
    yield shows(least, "10", ONE_BROKER - 1)
    yield Ask(alter((TOPIC, "log", [(most, SET, "9")])), version)
    yield Ask(alter((TOPIC, "log", [(most, DELETE, None), (least, SET, "11")])), version)
    yield shows(least, "11", ONE_BROKER - 1)
    for value in ("delete,delete", "delete,compact,delete"):
        yield Ask(alter((TOPIC, "log", [("cleanup.policy", SET, value)])), version)
        yield shows("cleanup.policy", value, ONE_BROKER - 1)
    yield Ask(describe((TOPIC, "log"), include_synonyms=True), 4)


SCRIPTS = {
    "configs-storage-bounds": bounds,
    "configs-storage-together": together,
}
