"""Durations and partitions in the sentences of steps and notes."""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.dump.log.words import runs
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode

TOPICS_NAMED_MAX = 4
NUMBERS_NAMED_MAX = 64

_MILLISECOND = 1_000_000


def lasted(duration_ns: float) -> str:
    """`35 ms`, `4.2 s`, `3 min`, `2.5 h`."""
    ms = max(0, duration_ns) / _MILLISECOND
    for limit, size, unit in ((1000, 1, "ms"), (120_000, 1000, "s"), (7_200_000, 60_000, "min")):
        if ms < limit:
            return f"{_short(ms / size)} {unit}"
    return f"{_short(ms / 3_600_000)} h"


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}".removesuffix(".0")


def partitions_text(partitions: Iterable[TopicPartition]) -> str:
    """`orders 0-3, payments 1`; `nothing` if there are none; of many topics the first few."""
    by_topic: dict[str, list[int]] = {}
    for topic, partition in partitions:
        by_topic.setdefault(topic, []).append(partition)
    if not by_topic:
        return "nothing"
    parts = [_topic_text(topic, by_topic[topic]) for topic in list(by_topic)[:TOPICS_NAMED_MAX]]
    more = len(by_topic) - TOPICS_NAMED_MAX
    return ", ".join(parts) + (f" and {more:,} more topics" if more > 0 else "")


def _topic_text(topic: str, numbers: list[int]) -> str:
    more = len(numbers) - NUMBERS_NAMED_MAX
    return f"{topic} {runs(sorted(numbers)[:NUMBERS_NAMED_MAX])}" + (
        f" and {more:,} more" if more > 0 else ""
    )


def error_name(code: int) -> str:
    """`NOT_COORDINATOR`, or the number of an error that nobody knows."""
    known = ErrorCode._value2member_map_
    return known[code].name if code in known else str(code)
