"""Spark's two writer classes around a `SinkPlan`.

`writer()` and `streamWriter()` of the data source call `batch_writer` and `stream_writer`. The
objects are pickled to the tasks, and `commit` runs on a copy in another process; so they hold a
plan and nothing else. Which task it is, and of which query and batch, only the task's context says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from uuid import uuid4

from pyspark import TaskContext
from pyspark.sql.datasource import (
    DataSourceArrowWriter,
    DataSourceStreamArrowWriter,
    WriterCommitMessage,
)

from kafkawire.spark.cluster.errors import ClusterError, OptionError
from kafkawire.spark.sink.plan import Place, SinkPlan, Written

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.types import StructType

BATCH_ID = "streaming.sql.batchId"
QUERY_ID = "sql.streaming.queryId"
NOT_ALLOWED = (
    "Save mode Overwrite not allowed for Kafka. Allowed save modes are Append and ErrorIfExists"
    " (default)."
)


class WrittenMessage(WriterCommitMessage):
    """A task's outcome on its way to the driver."""

    def __init__(self, written: Written) -> None:
        self.written = written


class KafkaBatchWriter(DataSourceArrowWriter):
    """Of `df.write`; with exactlyOnce rows appear when all tasks are done, and not before.

    They appear task by task, and nothing is remembered of it: should the driver die meanwhile, some
    tasks' rows are there, and a write that is run again writes them again.
    """

    def __init__(self, plan: SinkPlan) -> None:
        self._plan = plan
        self._name = uuid4().hex

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WrittenMessage:
        """One task; see `SinkPlan.write`."""
        place = Place(_context().partitionId(), self._name)
        return WrittenMessage(self._plan.write(iterator, place))

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        """Commit the tasks' transactions, if there are any."""
        self._plan.commit(_written(messages))

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        """Abort them."""
        self._plan.abort(_written(messages))


class KafkaStreamWriter(DataSourceStreamArrowWriter):
    """Of `df.writeStream`; with exactlyOnce a batch that is replayed is written once."""

    def __init__(self, plan: SinkPlan) -> None:
        self._plan = plan

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WrittenMessage:
        """One task of one batch; see `SinkPlan.write`."""
        context = _context()
        query, batch = context.getLocalProperty(QUERY_ID), context.getLocalProperty(BATCH_ID)
        if self._plan.is_exactly_once and (query is None or batch is None):
            raise ClusterError("exactlyOnce: Spark does not say which batch of which query it is")
        place = Place(context.partitionId(), query or "", int(batch or -1))
        return WrittenMessage(self._plan.write(iterator, place))

    def commit(self, messages: list[WriterCommitMessage | None], batchId: int) -> None:
        """Decide for the batch and commit its transactions."""
        self._plan.commit(_written(messages), batchId)

    def abort(self, messages: list[WriterCommitMessage | None], batchId: int) -> None:
        """Abort them, unless they are decided."""
        self._plan.abort(_written(messages), batchId)


def batch_writer(
    options: Mapping[str, str], schema: StructType, *, overwrite: bool
) -> KafkaBatchWriter:
    """For `DataSource.writer`. Raises OptionError, in the words of Spark's connector."""
    if overwrite:
        raise OptionError(NOT_ALLOWED)
    return KafkaBatchWriter(SinkPlan.of(options, types_of(schema)))


def stream_writer(options: Mapping[str, str], schema: StructType) -> KafkaStreamWriter:
    """For `DataSource.streamWriter`; each output mode appends. Raises OptionError."""
    return KafkaStreamWriter(SinkPlan.of(options, types_of(schema)))


def types_of(schema: StructType) -> dict[str, str]:
    """Column names with simple type names, as `array<struct<key:string,value:binary>>`."""
    return {field.name: field.dataType.simpleString() for field in schema.fields}


def _context() -> TaskContext:
    context = TaskContext.get()
    assert context is not None, "write() belongs into a task"
    return context


def _written(messages: list[WriterCommitMessage | None]) -> list[Written]:
    return [each.written for each in messages if isinstance(each, WrittenMessage)]
