"""Spark's classes around `batch`, `following` and `reading`.

Spark makes several copies of these: one plans a batch, one follows a stream for as long as it runs,
and one, which never saw a cluster, is pickled once and reads in the tasks. So what they are made of
is options only, and connections are made where they are used.

A reader that has `pushFilters` fails every query unless Spark was told to push filters down; so
there are two classes of batch readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypedDict

import pyarrow as pa
from pyspark.sql.datasource import (
    DataSourceReader,
    DataSourceStreamReader,
    Filter,
    InputPartition,
)
from pyspark.sql.streaming.datasource import (
    ReadAllAvailable,
    ReadLimit,
    ReadMaxRows,
    ReadMinRows,
    SupportsTriggerAvailableNow,
)

from kafkawire.spark.cluster import Cluster, ClusterError
from kafkawire.spark.cluster.groups import Committed
from kafkawire.spark.topics.batch import ALL, plan_batch
from kafkawire.spark.topics.errors import LOG
from kafkawire.spark.topics.following import NO_LIMIT, Follower, Limit
from kafkawire.spark.topics.logs import Logs
from kafkawire.spark.topics.memory import Memory
from kafkawire.spark.topics.offsets import Json, from_json, to_json
from kafkawire.spark.topics.options import SourceOptions
from kafkawire.spark.topics.pushdown import narrow
from kafkawire.spark.topics.reading import TaskPlan, read_range


class RangeInput(InputPartition):
    """What one task reads; its value is an OffsetRange."""


def _read(
    options: SourceOptions, plan: TaskPlan, partition: InputPartition
) -> Iterator[pa.RecordBatch]:
    if partition.value is None:  # Spark's stand-in for an empty list of partitions
        return
    with Cluster(options.settings) as cluster:
        yield from read_range(cluster, partition.value, plan)


class KafkaBatchReader(DataSourceReader):
    """Of one batch query."""

    def __init__(self, options: SourceOptions, plan: TaskPlan) -> None:
        self._options = options
        self._plan = plan
        self._narrowed = ALL

    def partitions(self) -> list[RangeInput]:
        """Raises SourceError and ClusterError."""
        with Cluster(self._options.settings) as cluster:
            ranges = plan_batch(Logs(cluster, self._options), self._options, self._narrowed)
        return [RangeInput(each) for each in ranges]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Arrow batches of the columns that are wanted."""
        return _read(self._options, self._plan, partition)


class FilteringKafkaBatchReader(KafkaBatchReader):
    """With filters; needs `spark.sql.python.filterPushdown.enabled`."""

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:
        """Spare what cannot match; Spark looks at all rows again."""
        self._narrowed, (low, high) = narrow(filters)
        self._plan = self._plan._replace(low=low, high=high)
        return filters


class KafkaStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Of one streaming query. Offsets are dicts of Kafka's shape."""

    def __init__(self, options: SourceOptions, plan: TaskPlan) -> None:
        self._options = options
        self._plan = plan
        self._cluster: Cluster | None = None
        self._following: Follower | None = None

    def __getstate__(self) -> _State:
        """Tasks get what they read with, and none of the driver's connections."""
        return _State(_options=self._options, _plan=self._plan, _cluster=None, _following=None)

    @property
    def _follower(self) -> Follower:
        if self._following is None:
            self._cluster = Cluster(self._options.settings)
            memory = Memory(self._options.stream.state_file)
            self._following = Follower(Logs(self._cluster, self._options), self._options, memory)
        return self._following

    def initialOffset(self) -> Json:
        """The same for as long as `stateFile` is there."""
        return to_json(self._follower.initial())

    def prepareForTriggerAvailableNow(self) -> None:
        """Take the present ends as those of the whole run."""
        self._follower.prepare_available_now()

    def latestOffset(self, start: Json, limit: ReadLimit) -> Json:
        """The end of the next batch."""
        return to_json(self._follower.latest(from_json(start), self._limit(limit)))

    def getDefaultReadLimit(self) -> ReadLimit:
        """What options say; with both limits the lower one is added in `latestOffset`."""
        stream = self._options.stream
        if stream.rows_max is not None:
            return ReadMaxRows(stream.rows_max)
        if stream.rows_min is not None:
            return ReadMinRows(stream.rows_min)
        return ReadAllAvailable()

    def reportLatestOffset(self) -> Json | None:
        """The ends of the logs, for the query's progress; no request is made for it."""
        reported = self._follower.reported
        return None if reported is None else to_json(reported)

    def partitions(self, start: Json, end: Json) -> list[RangeInput]:
        """What a batch reads."""
        ranges = self._follower.plan(from_json(start), from_json(end))
        return [RangeInput(each) for each in ranges]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Arrow batches of the columns that are wanted."""
        return _read(self._options, self._plan, partition)

    def commit(self, end: Json) -> None:
        """With `commitOffsets` tell the group, as well as that goes: one batch late, never twice.

        Spark calls this when the next batch begins, so for the last one of a run it never does.
        """
        group_id = self._options.group_id
        if not self._options.stream.commits_offsets or group_id is None:
            return
        offsets = {each: Committed(offset) for each, offset in from_json(end).items()}
        try:
            assert self._follower is not None
            assert self._cluster is not None
            self._cluster.offset_commit(group_id, offsets)
        except ClusterError as error:
            LOG.warning("offsets of group %s were not committed: %s", group_id, error)

    def stop(self) -> None:
        """Close what this process has open."""
        if self._cluster is not None:
            self._cluster.close()

    def _limit(self, limit: ReadLimit) -> Limit:
        rows_min = self._options.stream.rows_min
        if isinstance(limit, ReadMaxRows):
            return Limit(limit.max_rows, rows_min)
        if isinstance(limit, ReadMinRows):
            return Limit(None, limit.min_rows)
        return NO_LIMIT


class _State(TypedDict):
    _options: SourceOptions
    _plan: TaskPlan
    _cluster: None
    _following: None
