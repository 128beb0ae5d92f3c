"""What a task does: one range of one partition, from Fetch answers to Arrow.

The end is known before the first request, so none is made that would wait at the end of the log.
Answers are decoded as they come, while the next one is under way.

When offsets are not there, the kinds of loss are told apart:

    retention     the log begins later: `retention.*` or DeleteRecords took them
    deletion      the topic is gone, or another one has its name (its id says so)
    truncation    the log ends earlier: what was read once has been taken back
    (none)        compaction or markers of transactions: the offsets had no records to show
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pyarrow as pa

from kafkawire.spark.cluster import (
    EndNotReached,
    Fetched,
    FetchLimits,
    FetchRangeError,
    TopicGone,
    TopicPartition,
)
from kafkawire.spark.columns import Asked, Wanted, decode
from kafkawire.spark.topics.errors import LOG, Losses, source_error
from kafkawire.spark.topics.logs import Broker
from kafkawire.spark.topics.offsets import EARLIEST, LATEST
from kafkawire.spark.topics.planning import OffsetRange

RANGE_ERRORS_MAX = 3
"""So many times in a row a broker may refuse an offset that is in its log: one that has just
become the leader does not know its log's end yet."""


class TaskPlan(NamedTuple):
    """What all tasks of a query have in common.

    `names` are the columns in the order they go out. Of each range only low <= offset < high is
    read, as filters say that were pushed down.
    """

    wanted: Wanted
    names: tuple[str, ...]
    limits: FetchLimits
    is_committed: bool = False
    checks_crcs: bool = True
    fails_on_loss: bool = True
    low: int = 0
    high: int | None = None


def read_range(broker: Broker, asked: OffsetRange, plan: TaskPlan) -> Iterator[pa.RecordBatch]:
    """The rows of a range. Raises DataLoss and other SourceErrors, ClusterErrors, RecordsErrors."""
    bound = _bound(broker, asked, plan)
    yield from _Reading(broker, bound, plan).batches()


def _bound(broker: Broker, asked: OffsetRange, plan: TaskPlan) -> OffsetRange:
    """With numbers; an end that users gave is compared with the log's, unless that is fatal."""
    found, _, start, end, is_checked = asked
    if start in (EARLIEST, LATEST):
        start = _listed(broker, found, start, plan)
    if end == LATEST:
        end = _listed(broker, found, LATEST, plan)
        if start > end:
            raise _start_behind_end(found, start, end)
    elif not is_checked and not plan.fails_on_loss:
        latest = _listed(broker, found, LATEST, plan)
        if latest < end:
            LOG.warning("%s: offsets [%d, %d) are not there", found, max(start, latest), end)
        end = min(end, latest)
    end = end if plan.high is None else min(end, plan.high)
    return asked._replace(start=max(start, plan.low), end=end)


def _listed(broker: Broker, found: TopicPartition, which: int, plan: TaskPlan) -> int:
    return broker.list_offsets({found: which}, plan.is_committed)[found]


def _start_behind_end(found: TopicPartition, start: int, end: int) -> Exception:
    return source_error(
        "RESOLVED_START_OFFSET_GREATER_THAN_END_OFFSET",
        f"The resolved start offset {start} is greater than the resolved end offset {end} for topic"
        f" {found.topic} partition {found.partition}: it was set beyond the end of the log, or the"
        " topic was deleted and created again.",
    )


class _Reading:
    """A range on its way: `_position` is behind what has been given out."""

    def __init__(self, broker: Broker, asked: OffsetRange, plan: TaskPlan) -> None:
        self._broker = broker
        self._asked = asked
        self._plan = plan
        self._position = asked.start
        self._range_errors = 0
        self._losses = Losses(fails=plan.fails_on_loss)

    def batches(self) -> Iterator[pa.RecordBatch]:
        while self._position < self._asked.end:
            try:
                for fetched in self._answers():
                    yield from self._decoded(fetched)
                    self._position = fetched.next_offset
                    self._range_errors = 0
            except FetchRangeError:
                self._range_errors += 1
                if self._range_errors > RANGE_ERRORS_MAX:
                    raise
                if not self._skipped():
                    return
            except TopicGone as error:
                self._lose(f"deletion: {error}")
                return
            except EndNotReached as error:
                self._position = max(self._position, error.position)
                self._end_early(error)
                return

    def _answers(self) -> Iterator[Fetched]:
        asked = self._asked
        return self._broker.fetch(
            asked.found,
            asked.topic_id,
            self._position,
            asked.end,
            is_committed=self._plan.is_committed,
            limits=self._plan.limits,
        )

    def _decoded(self, fetched: Fetched) -> Iterator[pa.RecordBatch]:
        plan, asked = self._plan, self._asked
        rows = decode(
            fetched.data,
            Asked(asked.found.topic, asked.found.partition, self._position, asked.end),
            plan.wanted,
            check_crcs=plan.checks_crcs,
            aborted=fetched.aborted if plan.is_committed else (),
        )
        is_in_order = list(plan.names) == plan.wanted.names
        for batch in rows:
            if batch.num_rows:
                yield batch if is_in_order else batch.select(list(plan.names))

    def _skipped(self) -> bool:
        """Go on where the log begins now, if that is in the range."""
        found = self._asked.found
        earliest = _listed(self._broker, found, EARLIEST, self._plan)
        latest = _listed(self._broker, found, LATEST, self._plan)
        if self._position < earliest:
            self._lose(
                f"retention: the log begins at {earliest} now; older records were removed by"
                " retention.ms, retention.bytes or DeleteRecords"
            )
            self._position = earliest
            return True
        if self._position > latest:
            self._lose(f"truncation: the log ends at {latest}")
            return False
        return True

    def _end_early(self, error: EndNotReached) -> None:
        """The log did not get to the end in time; say whether records are missing.

        A broker that is slow or away raises, whatever failOnDataLoss says: nothing is lost there.
        """
        found = self._asked.found
        latest = _listed(self._broker, found, LATEST, self._plan)
        if latest < self._asked.end:
            self._lose(f"truncation, or an end that was set too high: the log ends at {latest}")
            return
        if error.empty_until is None or error.empty_until < self._asked.end:
            raise error
        LOG.info(
            "%s: offsets [%d, %d) hold no records: compaction, or markers of transactions",
            found,
            self._position,
            self._asked.end,
        )

    def _lose(self, kind: str) -> None:
        asked = self._asked
        self._losses.report(
            "COULD_NOT_READ_OFFSET_RANGE",
            f"Could not read records in offset [{self._position}, {asked.end}) for topic partition"
            f" {asked.found}: {kind}",
        )
