"""Records of share groups: which were acquired, and what became of which (KIP-932).

Both are ranges of offsets in the values of a message; here they are ranges that people can read,
the first of them, and how many records they are in all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from kafkawire.dump.state.share_step import Acknowledged, Acquired
from kafkawire.log.topic_partition import TopicPartition

RANGES_NAMED_MAX = 64

_TYPES = {0: "gap", 1: "accept", 2: "release", 3: "reject", 4: "renew"}

Key = tuple[str, int]
"""A topic id as `Message.values` has it, and a partition."""
Values = dict[str, Any]
Shown = Callable[[Key], TopicPartition]


def partitions_of(topics: list[Values]) -> Iterator[tuple[Key, Values]]:
    """The partitions of either message."""
    for topic in topics:
        for partition in topic["partitions"]:
            yield (topic["topicId"], partition["partitionIndex"]), partition


def acquired_in(
    partitions: Iterable[tuple[Key, Values]], shown: Shown
) -> tuple[tuple[Acquired, ...], dict[int, int]]:
    """The first ranges that an answer locks for the member, and all records by delivery count."""
    ranges: list[Acquired] = []
    records: Counter[int] = Counter()
    for key, partition in partitions:
        for each in partition.get("acquiredRecords", ()):
            first, last, count = each["firstOffset"], each["lastOffset"], each["deliveryCount"]
            records[count] += max(0, last - first + 1)
            if len(ranges) < RANGES_NAMED_MAX:
                ranges.append(Acquired(*shown(key), first, last, count))
    return tuple(ranges), dict(sorted(records.items()))


def acknowledged_in(
    partitions: Iterable[tuple[Key, Values]], shown: Shown
) -> tuple[tuple[Acknowledged, ...], dict[str, int]]:
    """The first ranges of which a request says what became of them, and all records by that."""
    ranges: list[Acknowledged] = []
    records: Counter[str] = Counter()
    for key, partition in partitions:
        for batch in partition["acknowledgementBatches"]:
            for first, last, name in _runs(batch):
                records[name] += last - first + 1
                if len(ranges) < RANGES_NAMED_MAX:
                    ranges.append(Acknowledged(*shown(key), first, last, name))
    return tuple(ranges), dict(records)


def _runs(batch: Values) -> Iterator[tuple[int, int, str]]:
    """Ranges of a batch to which the same happened: one type is all's, else each has its own."""
    first, last, types = batch["firstOffset"], batch["lastOffset"], batch["acknowledgeTypes"]
    size = max(0, last - first + 1)
    if len(types) == 1 and size:
        yield first, last, _type_name(types[0])
        return
    for each, run in groupby(types[:size]):
        end = first + sum(1 for _ in run)
        yield first, end - 1, _type_name(each)
        first = end


def _type_name(number: int) -> str:
    return _TYPES.get(number, f"type {number}")
