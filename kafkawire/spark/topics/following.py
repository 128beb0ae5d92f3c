"""How a stream follows its topics, without Spark: starts, ends, limits and what each batch reads.

Three things differ from the stock connector, on purpose:

* Ends are asked for at most every IDLE_MS while nothing comes: the default trigger asks 87 times a
  second. A question that comes too early waits, so that the answer is never an old one.
* A topic that was deleted and created again is told by its id. With failOnDataLoss=false its new
  records are read from the beginning; the stock connector skips as many as it had read before.
  Where no id is known (a restart without `stateFile`), a log that ends before the checkpoint is
  taken for such a topic: better some records twice than some never.
* What a stream began with is kept (see `memory`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from kafkawire.spark.cluster import NO_TOPIC_ID, TopicPartition
from kafkawire.spark.topics.available import check_taken, check_there
from kafkawire.spark.topics.errors import LOG, Losses, shown
from kafkawire.spark.topics.logs import Found, Logs, Pause, UnknownTopic, pause_s
from kafkawire.spark.topics.memory import Change, Memory
from kafkawire.spark.topics.offsets import Offsets
from kafkawire.spark.topics.options import SourceOptions
from kafkawire.spark.topics.planning import OffsetRange, Splitting, rate_limited, split

IDLE_MS = 100
TOPICS_EVERY_MS = 500
"""New partitions need not be seen at once."""


class Limit(NamedTuple):
    """Of one batch, in offsets; None is no limit."""

    rows_max: int | None = None
    rows_min: int | None = None


NO_LIMIT = Limit()


class Clock(NamedTuple):
    """Time, for tests to replace."""

    now_ms: Callable[[], float] = lambda: time.monotonic() * 1_000
    pause_s: Pause = pause_s


class Follower:
    """One query's source on the driver, from its start to its stop."""

    def __init__(
        self, logs: Logs, options: SourceOptions, memory: Memory, clock: Clock | None = None
    ) -> None:
        self._logs = logs
        self._options = options
        self._memory = memory
        self._clock = clock or Clock()
        self._losses = Losses(fails=options.fails_on_loss)
        self._found = Found([], {})
        self._found_at_ms: float | None = None
        self._asked_at_ms = 0.0
        self._is_idle = False
        self._batch_at_ms: float | None = None
        self._available: Offsets | None = None
        self._is_within = False
        self._truncated: set[tuple[TopicPartition, int, int]] = set()
        self.reported: Offsets | None = None
        """Ends as they were told last."""

    # Where it begins

    def initial(self) -> Offsets:
        """The same as long as the memory lasts. Raises SourceError and ClusterError."""
        if self._memory.initial is None:
            found = self._partitions(is_new=True)
            bound = self._logs.bound(self._options.start, found.partitions, is_start=True)
            self._memory.learn(found.topic_ids)
            self._memory.keep_initial(self._logs.resolved(bound))
        assert self._memory.initial is not None
        return dict(self._memory.initial)

    # How far it goes

    def prepare_available_now(self) -> None:
        """From here on nothing beyond the present ends is read."""
        self._available = self._logs.latest(self._partitions(is_new=True).partitions)

    def latest(self, start: Offsets, limit: Limit) -> Offsets:
        """The end of the next batch; equal to `start` if there is none to be made.

        Raises DataLoss, unless failOnDataLoss is false, and ClusterError.
        """
        ends = self._ends(start)
        self.reported = dict(ends)
        others = self._other_topics(start, ends)
        self._report_changes(start, ends, others)
        begins = self._begins(start, ends, others)
        backlog = sum(max(0, end - begins.get(each, end)) for each, end in ends.items())
        self._is_idle = not backlog
        if limit.rows_min is not None and self._is_delayed(backlog, limit.rows_min):
            return start
        if limit.rows_max is not None:
            ends = rate_limited(limit.rows_max, begins, ends)
        self._tell_lag(ends)
        return self._changed_over(start, ends, begins, others)

    def _ends(self, start: Offsets) -> Offsets:
        if self._available is not None:
            self._is_within = True
            return dict(self._available)
        self._pace()
        ends = self._asked_ends(self._partitions(), start)
        if any(end < start.get(each, 0) for each, end in ends.items()):
            # Whether it is another topic is judged by an id of now.
            ends = self._asked_ends(self._partitions(is_new=True), start)
        return ends

    def _asked_ends(self, found: Found, start: Offsets) -> Offsets:
        known = {
            each: offset
            for each, offset in start.items()
            if not self._memory.is_other(each.topic, found.topic_ids.get(each.topic, NO_TOPIC_ID))
        }
        return self._logs.latest(found.partitions, known)

    def _pace(self) -> None:
        """While nothing comes, no more than one question every IDLE_MS."""
        early_ms = self._asked_at_ms + IDLE_MS - self._clock.now_ms()
        if self._is_idle and early_ms > 0:
            self._clock.pause_s(early_ms / 1_000)
        self._asked_at_ms = self._clock.now_ms()

    def _partitions(self, *, is_new: bool = False) -> Found:
        now_ms = self._clock.now_ms()
        at_ms = self._found_at_ms
        if is_new or at_ms is None or now_ms - at_ms >= TOPICS_EVERY_MS:
            try:
                self._found = self._logs.found()
            except UnknownTopic as error:
                if self._losses.fails or at_ms is None:
                    raise
                LOG.warning("%s", error)
                self._found = Found([], {})
            self._found_at_ms = now_ms
        return self._found

    def _other_topics(self, start: Offsets, ends: Offsets) -> set[str]:
        """Names that stand for another topic than before, as far as that can be known."""
        ids, memory = self._found.topic_ids, self._memory
        others = {name for name, topic_id in ids.items() if memory.is_other(name, topic_id)}
        shorter = {each.topic for each in start if ends.get(each, start[each]) < start[each]}
        others |= {name for name in shorter if name in ids and name not in memory.topic_ids}
        memory.learn(ids)
        return others

    def _report_changes(self, start: Offsets, ends: Offsets, others: set[str]) -> None:
        for each, end in ends.items():
            if each not in start:
                continue
            if each.topic in others:
                self._report_change(each, start[each], end, "deletion: it was created again since")
            elif end < start[each]:
                self._report_change(each, start[each], end, "truncation: its topic is the same")
                self._truncated.add((each, start[each], end))

    def _report_change(self, each: TopicPartition, old: int, new: int, kind: str) -> None:
        text = f"Partition {each} offset was changed from {old} to {new}. {kind}"
        self._losses.report("PARTITION_OFFSET_CHANGED", text)

    def _begins(self, start: Offsets, ends: Offsets, others: set[str]) -> Offsets:
        """Where the next batch begins: new partitions, and those of other topics, at earliest."""
        fresh = [each for each in ends if each not in start or each.topic in others]
        return {**start, **self._logs.earliest(fresh)}

    def _is_delayed(self, backlog: int, rows_min: int) -> bool:
        """Wait for more, but not longer than maxTriggerDelay (and not with AvailableNow)."""
        now_ms, last_ms = self._clock.now_ms(), self._batch_at_ms
        delay_max_ms = self._options.stream.trigger_delay_max_ms
        is_due = last_ms is None or now_ms - last_ms >= delay_max_ms
        if self._available is None and not is_due and backlog < rows_min:
            return True
        self._batch_at_ms = now_ms
        return False

    def _changed_over(
        self, start: Offsets, ends: Offsets, begins: Offsets, others: set[str]
    ) -> Offsets:
        """Ends; those of other topics differ from the starts, or the batch would look empty."""
        if not others:
            return ends
        changes = {}
        for each in [each for each in ends if each in start and each.topic in others]:
            if ends[each] == start[each] and ends[each] > begins[each]:
                ends[each] -= 1
            changes[each] = Change(start[each], ends[each])
        ids = {name: self._found.topic_ids[name] for name in others}
        self._memory.keep_changes(ids, changes)
        return ends

    def _tell_lag(self, ends: Offsets) -> None:
        """Spark shows these numbers for its own source; a Python source has no place for them."""
        lags = [end - ends[each] for each, end in (self.reported or {}).items()]
        if not self._is_idle and lags:
            LOG.info(
                "minOffsetsBehindLatest=%d maxOffsetsBehindLatest=%d avgOffsetsBehindLatest=%.1f",
                min(lags),
                max(lags),
                sum(lags) / len(lags),
            )

    # What a batch reads

    def plan(self, start: Offsets, end: Offsets) -> list[OffsetRange]:
        """The ranges of a batch, also of one that was planned before a restart.

        Raises DataLoss, unless failOnDataLoss is false, and ClusterError.
        """
        self._check_available(end)
        if deleted := self._deleted(start.keys() - end.keys()):
            self._report_deleted(deleted)
        if start == end:
            return []
        ids = self._partitions().topic_ids
        ranges = [
            OffsetRange(each, ids.get(each.topic, NO_TOPIC_ID), begin, stop, True)
            for each, begin, stop in self._spans(start, end)
        ]
        options = self._options
        return split(ranges, Splitting(options.partitions_min, options.records_max))

    def _spans(self, start: Offsets, end: Offsets) -> Iterator[tuple[TopicPartition, int, int]]:
        rereads = [each for each in start if each in end and self._is_reread(each, start, end)]
        added = self._added(end.keys() - start.keys())
        earliest = self._logs.earliest(rereads)
        for each, stop in sorted(end.items()):
            if each in start and start[each] == stop:
                continue
            if each in earliest:
                yield each, earliest[each], stop
            elif each in added:
                yield each, added[each], stop
            elif each in start and self._is_there(each, start[each], stop):
                yield each, start[each], stop

    def _is_reread(self, each: TopicPartition, start: Offsets, end: Offsets) -> bool:
        """Whether the batch goes over to another topic, and so reads that from the beginning."""
        change = Change(start[each], end[each])
        if self._memory.changes.get(each) == change:
            return True
        if change.end >= change.start or (each, *change) in self._truncated:
            return False
        self._report_change(each, *change, "deletion, most likely: it ends before it was read to")
        return True

    def _is_there(self, each: TopicPartition, begin: int, stop: int) -> bool:
        topic_id = self._found.topic_ids.get(each.topic, NO_TOPIC_ID)
        if not self._memory.is_other(each.topic, topic_id):
            return stop > begin
        self._losses.report(
            "COULD_NOT_READ_OFFSET_RANGE",
            f"Could not read records in offset [{begin}, {stop}) for topic partition {each}:"
            " deletion: its topic was created again since",
        )
        return False

    def _added(self, added: set[TopicPartition]) -> Offsets:
        """Partitions that came into being since the last batch are read from their beginning."""
        if not added:
            return {}
        there = added.intersection(self._partitions().partitions)
        if missing := added - there:
            self._losses.report(
                "INITIAL_OFFSET_NOT_FOUND_FOR_PARTITIONS",
                f"Cannot find initial offsets for partitions {shown(missing)}."
                " deletion: they are not there",
            )
        found = self._logs.earliest(there)
        for each, offset in sorted(found.items()):
            if offset:
                self._losses.report(
                    "ADDED_PARTITION_DOES_NOT_START_FROM_OFFSET_ZERO",
                    f"Added partition {each} starts from {offset} instead of 0."
                    " retention: older records were removed before they were read",
                )
        return found

    def _deleted(self, missing: set[TopicPartition]) -> set[TopicPartition]:
        """Without those that came later than the batch's end: its start was asked for again.

        So it is with the first batch after a restart without `stateFile`; the next one has them.
        """
        if not missing:
            return missing
        found, known = self._partitions(is_new=True), self._memory.topic_ids
        there = missing.intersection(found.partitions)
        return missing - {
            each for each in there if known.get(each.topic) == found.topic_ids[each.topic]
        }

    def _report_deleted(self, deleted: set[TopicPartition]) -> None:
        name, more = "PARTITIONS_DELETED", ""
        if self._options.group_id is not None:
            name += "_AND_GROUP_ID_CONFIG_PRESENT"
            more = " Kafka option 'kafka.group.id' has been set on this query."
        text = f"Partitions {shown(deleted)} have been deleted.{more} deletion"
        self._losses.report(name, text)

    def _check_available(self, end: Offsets) -> None:
        """That a batch of AvailableNow can be read whole; one from before this run is what it is.

        Other topics of the same names are told where ranges are made.
        """
        if self._available is None or not self._is_within or not self._losses.fails:
            return
        check_taken(self._available, end)
        found = self._partitions(is_new=True)
        ids, is_other = found.topic_ids, self._memory.is_other
        same = {
            each: offset
            for each, offset in end.items()
            if not is_other(each.topic, ids.get(each.topic, NO_TOPIC_ID))
        }
        there = [each for each in found.partitions if each in same]
        check_there(self._logs.latest(there, same), same)
