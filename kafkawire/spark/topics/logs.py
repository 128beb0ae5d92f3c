"""What a driver asks a cluster: which partitions there are, and where their logs begin and end.

Each question is asked again up to `fetchOffset.numRetries` times, since brokers learn of topics one
after the other. Ends that lie before what has been read already are asked for again, too, since a
broker that has just become a leader may not know better yet; if they stay there, it is so.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol, TypeVar

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.spark.cluster import (
    ClusterError,
    Fetched,
    FetchLimits,
    OutOfTime,
    TopicInfo,
    TopicPartition,
)
from kafkawire.spark.topics.bounds import Bound
from kafkawire.spark.topics.errors import LOG, SourceError, shown, source_error
from kafkawire.spark.topics.offsets import EARLIEST, LATEST, Offsets
from kafkawire.spark.topics.options import SourceOptions

T = TypeVar("T")
Pause = Callable[[float], None]


def pause_s(seconds: float) -> None:
    """Let time pass: brokers need it."""
    time.sleep(seconds)  # noqa: TID251 - there is nothing to wait for but time


class Broker(Protocol):
    """What is needed of `kafkawire.spark.cluster.Cluster`; tests have others."""

    def topics(self, names: Iterable[str] | None = None) -> dict[str, TopicInfo]:
        """Topics by name, all without names."""

    def list_offsets(
        self, wanted: Mapping[TopicPartition, int], is_committed: bool = False
    ) -> dict[TopicPartition, int]:
        """Offsets by EARLIEST, LATEST or time; -1 where nothing is as late."""

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
        """Record batches."""


class UnknownTopic(SourceError):
    """A topic that was asked for by name is not there."""


class Found(NamedTuple):
    """The partitions that are selected, and the ids of their topics."""

    partitions: list[TopicPartition]
    topic_ids: dict[str, bytes]


class Logs:
    """Answers of one query's cluster."""

    def __init__(self, broker: Broker, options: SourceOptions, pause: Pause = pause_s) -> None:
        self._broker = broker
        self._options = options
        self._pause = pause

    def found(self) -> Found:
        """What is selected and exists. Raises UnknownTopic and ClusterError."""
        return self._retried(self._found)

    def earliest(self, partitions: Iterable[TopicPartition]) -> Offsets:
        """Where the logs begin."""
        return self._listed(dict.fromkeys(partitions, EARLIEST))

    def latest(self, partitions: Iterable[TopicPartition], known: Offsets | None = None) -> Offsets:
        """Where the logs end; asked again as long as that is before what is known of them."""
        wanted = dict.fromkeys(partitions, LATEST)
        found = self._listed(wanted)
        for _ in range(self._options.retries - 1 if known else 0):
            if not _backwards(found, known or {}):
                break
            self._pause(self._options.retry_interval_ms / 1_000)
            found = self._listed(wanted)
        return found

    def bound(
        self, bound: Bound, partitions: Iterable[TopicPartition], *, is_start: bool
    ) -> Offsets:
        """Each partition's offset; EARLIEST and LATEST stay as they are.

        Raises SourceError where partitions are named that are not the selected ones, or the other
        way round, and where no record is as late as a time.
        """
        assigned = set(partitions)
        if bound.everywhere is not None:
            return dict.fromkeys(assigned, bound.everywhere)
        if bound.offsets is not None:
            if bound.offsets.keys() != assigned:
                raise _other_offsets(bound.offsets, assigned, is_start=is_start)
            return dict(bound.offsets)
        times = bound.timestamps
        if times is None:
            times = dict.fromkeys(assigned, bound.timestamp or 0)
        if times.keys() != assigned:
            raise _other_times(times, assigned, is_start=is_start)
        return self._retried(lambda: self._by_time(times, is_start=is_start))

    def resolved(self, offsets: Offsets) -> Offsets:
        """With EARLIEST and LATEST looked up."""
        symbols = {each: offset for each, offset in offsets.items() if offset < 0}
        return {**offsets, **(self._listed(symbols) if symbols else {})}

    def _by_time(self, times: Mapping[TopicPartition, int], *, is_start: bool) -> Offsets:
        found = self._broker.list_offsets(times, self._options.settings.is_committed)
        missing = sorted(each for each, offset in found.items() if offset < 0)
        if missing and is_start and not self._options.takes_latest:
            raise SourceError(
                "No offset matched from request of topic-partition"
                f" {missing[0]} and timestamp {times[missing[0]]}."
                " Set 'startingOffsetsByTimestampStrategy' to 'latest' to start at the end there."
            )
        return {each: LATEST if offset < 0 else offset for each, offset in found.items()}

    def _listed(self, wanted: Mapping[TopicPartition, int]) -> Offsets:
        if not wanted:
            return {}
        is_committed = self._options.settings.is_committed
        return self._retried(lambda: self._broker.list_offsets(wanted, is_committed))

    def _found(self) -> Found:
        names, pattern, assigned = self._options.selection
        if assigned is not None:
            names = tuple(dict.fromkeys(each.topic for each in assigned))
        topics = self._broker.topics(names)
        if pattern is not None:
            matches = re.compile(pattern).fullmatch
            topics = {
                name: info
                for name, info in topics.items()
                if matches(name) and not info.is_internal and not info.error
            }
        for name, info in topics.items():
            _check(name, info)
        there = [TopicPartition(name, each) for name in topics for each in topics[name].partitions]
        if assigned is not None:
            there = _existing(assigned, there)
        return Found(sorted(there), {name: info.topic_id for name, info in topics.items()})

    def _retried(self, attempt: Callable[[], T]) -> T:
        for left in reversed(range(max(1, self._options.retries))):
            try:
                return attempt()
            except (ClusterError, SourceError) as error:
                if not left or isinstance(error, OutOfTime):
                    raise
                LOG.warning("asked again in %d ms: %s", self._options.retry_interval_ms, error)
                self._pause(self._options.retry_interval_ms / 1_000)
        raise AssertionError("unreachable")


def _check(name: str, info: TopicInfo) -> None:
    if info.error == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
        raise UnknownTopic(
            f"UnknownTopicOrPartitionException: topic {name}:"
            " This server does not host this topic-partition."
        )
    if info.error:
        code = ErrorCode._value2member_map_.get(info.error)
        shown_code = code.name if isinstance(code, ErrorCode) else info.error
        raise SourceError(f"Metadata of topic {name}: {shown_code} ({info.error})")


def _existing(
    assigned: Iterable[TopicPartition], there: Iterable[TopicPartition]
) -> list[TopicPartition]:
    wanted = set(assigned)
    if missing := wanted.difference(there):
        LOG.warning("option 'assign' names partitions that do not exist: %s", shown(missing))
    return sorted(wanted.intersection(there))


def _backwards(found: Offsets, known: Offsets) -> bool:
    return any(offset < known.get(each, 0) for each, offset in found.items())


def _other_offsets(
    offsets: Offsets, assigned: Iterable[TopicPartition], *, is_start: bool
) -> SourceError:
    which = "start" if is_start else "end"
    return source_error(
        "KAFKA_START_OFFSET_DOES_NOT_MATCH_ASSIGNED",
        f"Partitions specified for Kafka {which} offsets don't match what are assigned. Use -1 for"
        f" latest, -2 for earliest. Specified: {shown(offsets)} Assigned: {shown(assigned)}",
    )


def _other_times(
    times: Mapping[TopicPartition, int], assigned: Iterable[TopicPartition], *, is_start: bool
) -> SourceError:
    which = "starting" if is_start else "ending"
    return source_error(
        "KAFKA_TIMESTAMP_OFFSET_DOES_NOT_MATCH_ASSIGNED",
        f"Partitions specified for Kafka timestamp based {which} offsets don't match what are"
        f" assigned. Specified: {shown(times)} Assigned: {shown(assigned)}",
    )
