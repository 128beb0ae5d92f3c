"""Offsets as Spark keeps and users write them: `{"topic": {"0": 23, "1": -1}}`.

That is the shape of the stock connector's checkpoints and options; -2 is earliest, -1 latest. What
goes into a checkpoint is sorted, since Spark takes offsets to be equal if their JSON is.

A stream can change from the stock connector to this one on the checkpoint it has, and back again:
tried with Spark 4.3.0 and the connector of 4.2.0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from kafkawire.spark.cluster import EARLIEST, LATEST, OptionError, TopicPartition

Offsets = dict[TopicPartition, int]
Json = dict[str, dict[str, int]]

OFFSETS_EXAMPLE = '{"topicA":{"0":23,"1":-1},"topicB":{"0":-2}}'
PARTITIONS_EXAMPLE = '{"topicA":[0,1],"topicB":[0,1]}'

__all__ = ["EARLIEST", "LATEST", "Json", "Offsets", "from_json", "parse_offsets", "to_json"]


def to_json(offsets: Mapping[TopicPartition, int]) -> Json:
    """For a checkpoint: sorted by topic and by number of partition."""
    found: Json = {}
    for each in sorted(offsets):
        found.setdefault(each.topic, {})[str(each.partition)] = offsets[each]
    return found


def from_json(found: Mapping[str, Mapping[str, int]]) -> Offsets:
    """From a checkpoint."""
    return {
        TopicPartition(topic, int(partition)): int(offset)
        for topic, partitions in found.items()
        for partition, offset in partitions.items()
    }


def parse_offsets(text: str) -> Offsets:
    """From an option: offsets or timestamps by partition. Raises OptionError."""
    found = _loaded(text, OFFSETS_EXAMPLE)
    try:
        offsets = from_json(found)
    except (AttributeError, TypeError, ValueError):
        raise _unexpected(OFFSETS_EXAMPLE, text) from None
    for topic, partitions in found.items():
        for partition, offset in partitions.items():
            _check_whole(f"topic {topic} partition {partition}", offset)
    if any(offset < EARLIEST for offset in offsets.values()):
        raise _unexpected(OFFSETS_EXAMPLE, text)
    return offsets


def parse_partitions(text: str) -> list[TopicPartition]:
    """From the option `assign`. Raises OptionError."""
    found = _loaded(text, PARTITIONS_EXAMPLE)
    try:
        parts = [(topic, each) for topic, partitions in found.items() for each in partitions]
        assigned = sorted({TopicPartition(topic, int(each)) for topic, each in parts})
    except (TypeError, ValueError):
        raise _unexpected(PARTITIONS_EXAMPLE, text) from None
    for topic, each in parts:
        _check_whole(f"a partition of topic {topic}", each)
    return assigned


def _check_whole(what: str, number: object) -> None:
    """JSON has one kind of numbers, and `int` cuts off what is behind the point."""
    if isinstance(number, float | bool):
        raise OptionError(f"{what}: {json.dumps(number)} is not a whole number")


def _loaded(text: str, example: str) -> dict[str, dict[str, int]]:
    try:
        found = json.loads(text)
    except ValueError:
        raise _unexpected(example, text) from None
    if not isinstance(found, dict):
        raise _unexpected(example, text)
    return found


def _unexpected(example: str, text: str) -> OptionError:
    return OptionError(f"Expected e.g. {example}, got {text}")
