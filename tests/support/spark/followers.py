"""Streams over pretended logs, in a time that moves as tests say."""

from __future__ import annotations

from typing import Any

from kafkawire.spark.cluster import TopicPartition
from kafkawire.spark.topics.following import Clock, Follower
from kafkawire.spark.topics.logs import Logs
from kafkawire.spark.topics.memory import Memory
from kafkawire.spark.topics.planning import OffsetRange
from tests.support.spark.pretended_logs import PretendedLogs, stream_options

FORGIVING: dict[str, Any] = {"failOnDataLoss": "false"}


class Time:
    """Moves by what is waited, and by hand."""

    def __init__(self) -> None:
        self.now_ms = 1_000.0
        self.waited_ms = 0.0

    def pause_s(self, seconds: float) -> None:
        self.waited_ms += seconds * 1_000
        self.now_ms += seconds * 1_000

    @property
    def clock(self) -> Clock:
        return Clock(lambda: self.now_ms, self.pause_s)


def follower(cluster: PretendedLogs, time: Time | None = None, **options: object) -> Follower:
    found = stream_options(**options)
    memory = Memory(found.stream.state_file)
    clock = (time or Time()).clock
    return Follower(Logs(cluster, found, clock.pause_s), found, memory, clock)


def spans(ranges: list[OffsetRange]) -> list[tuple[TopicPartition, int, int]]:
    return [(each.found, each.start, each.end) for each in ranges]
