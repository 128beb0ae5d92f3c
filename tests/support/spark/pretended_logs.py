"""A cluster of numbers, for tests of what asks it: logs begin and end somewhere, without records.

`asked` counts questions by kind; `late` has ends that are told once before the true ones, as a
broker does that has just become a leader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster import (
    EARLIEST,
    LATEST,
    Fetched,
    FetchLimits,
    TopicInfo,
    TopicPartition,
)
from kafkawire.spark.topics.offsets import Offsets
from kafkawire.spark.topics.options import SourceOptions, read_options

BOOTSTRAP = {"kafka.bootstrap.servers": "127.0.0.1:9"}
T0, T1, T2 = (TopicPartition("t", partition) for partition in range(3))


def topic_id(number: int) -> bytes:
    return number.to_bytes(16, "big")


def stream_options(**options: object) -> SourceOptions:
    return options_of(is_stream=True, **{"startingOffsets": "earliest", **options})


def options_of(*, is_stream: bool = False, **options: object) -> SourceOptions:
    """As of a query over topic `t`, unless something else is selected."""
    given = {name: str(value) for name, value in options.items()}
    if not {"assign", "subscribePattern"} & given.keys():
        given.setdefault("subscribe", "t")
    return read_options(
        {**BOOTSTRAP, "fetchOffset.retryIntervalMs": "0", **given}, is_stream=is_stream
    )


class PretendedLogs:
    """A `Broker` of `kafkawire.spark.topics.logs`; change its attributes as the test goes."""

    def __init__(self, *ends: int) -> None:
        self.infos: dict[str, TopicInfo] = {}
        self.begins: Offsets = {}
        self.ends: Offsets = {}
        self.late: list[Offsets] = []
        self.times: Offsets = {}
        self.asked: Counter[str] = Counter()
        self.create("t", *ends)

    def create(self, name: str, *ends: int, number: int = 1, is_internal: bool = False) -> None:
        """A topic with logs of these ends, or the same with others."""
        self.infos[name] = TopicInfo(
            topic_id(number), dict.fromkeys(range(len(ends)), 1), 0, is_internal
        )
        for partition, end in enumerate(ends):
            self.begins[TopicPartition(name, partition)] = 0
            self.ends[TopicPartition(name, partition)] = end

    def delete(self, name: str) -> None:
        del self.infos[name]
        for each in [each for each in self.ends if each.topic == name]:
            del self.ends[each], self.begins[each]

    def topics(self, names: Iterable[str] | None = None) -> dict[str, TopicInfo]:
        self.asked["topics"] += 1
        missing = TopicInfo(bytes(16), {}, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        wanted = self.infos if names is None else names
        return {name: self.infos.get(name, missing) for name in wanted}

    def list_offsets(
        self, wanted: Mapping[TopicPartition, int], is_committed: bool = False
    ) -> dict[TopicPartition, int]:
        self.asked["offsets"] += 1
        ends = self.ends
        if LATEST in wanted.values() and self.late:
            ends = {**ends, **self.late.pop(0)}
        by_kind = {EARLIEST: self.begins, LATEST: ends}
        return {each: by_kind.get(when, self.times)[each] for each, when in wanted.items()}

    def fetch(
        self,
        found: TopicPartition,
        topic_id: bytes,
        start: int,
        end: int,
        *,
        is_committed: bool = False,
        limits: FetchLimits | None = None,
    ) -> Iterator[Fetched]:
        raise AssertionError("there are no records")
