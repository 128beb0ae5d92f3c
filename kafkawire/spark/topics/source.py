"""Format "kafkawire": Kafka topics as DataFrames and streams, and back, without a jar.

    spark.read.format("kafkawire").option("kafka.bootstrap.servers", ...).option("subscribe", ...)

Say which columns you need, by `.option("columns", "value,timestamp")` or by `.schema("value
binary")`: Spark does not tell a source, and what is not wanted costs half of the time or more.

Options are those of Spark's own Kafka source (`options` lists ours), and so are the rows:

    key binary, value binary, topic string, partition int, offset bigint,
    timestamp timestamp, timestampType int (0 create, 1 append, -1 none),
    headers array<struct<key string, value binary>>, with includeHeaders, null when empty

Needs pyspark 4.2 for streams. The module is imported whenever Spark looks formats up, so whatever
is large is imported where it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource
from pyspark.sql.types import StructType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyspark.sql.datasource import (
        DataSourceReader,
        DataSourceStreamReader,
        DataSourceStreamWriter,
        DataSourceWriter,
    )

    from kafkawire.spark.columns import Wanted
    from kafkawire.spark.topics.options import SourceOptions
    from kafkawire.spark.topics.reading import TaskPlan

NAME = "kafkawire"


class KafkaSource(DataSource):
    """What Spark makes of the format's name."""

    @classmethod
    def name(cls) -> str:
        """The format's."""
        return NAME

    def schema(self) -> StructType:
        """The columns of a row, as options ask for them. Raises OptionError."""
        from kafkawire.spark.topics.options import wanted_columns
        from kafkawire.spark.topics.schemas import row_schema

        return row_schema(wanted_columns(self.options))

    def reader(self, schema: StructType) -> DataSourceReader:
        """For a batch query. Raises OptionError."""
        from kafkawire.spark.topics import readers
        from kafkawire.spark.topics.options import pushes_filters

        kind = readers.KafkaBatchReader
        if pushes_filters(self.options):
            kind = readers.FilteringKafkaBatchReader
        return kind(*planned(self.options, schema, is_stream=False))

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:
        """For a streaming query. Raises OptionError."""
        from kafkawire.spark.topics.readers import KafkaStreamReader

        return KafkaStreamReader(*planned(self.options, schema, is_stream=True))

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceWriter:
        """For a batch; see `kafkawire.spark.sink`."""
        from kafkawire.spark.sink.writers import batch_writer

        return batch_writer(self.options, schema, overwrite=overwrite)

    def streamWriter(self, schema: StructType, overwrite: bool) -> DataSourceStreamWriter:
        """For a stream; see `kafkawire.spark.sink`."""
        from kafkawire.spark.sink.writers import stream_writer

        return stream_writer(self.options, schema)


def planned(
    options: Mapping[str, str], schema: StructType, *, is_stream: bool
) -> tuple[SourceOptions, TaskPlan]:
    """What readers are made of. Raises OptionError."""
    from kafkawire.spark.topics.options import read_options
    from kafkawire.spark.topics.reading import TaskPlan
    from kafkawire.spark.topics.schemas import names_of

    found = read_options(options, is_stream=is_stream)
    names = names_of(schema)
    plan = TaskPlan(
        wanted=_wanted(names),
        names=names,
        limits=found.limits,
        is_committed=found.settings.is_committed,
        checks_crcs=found.checks_crcs,
        fails_on_loss=found.fails_on_loss,
    )
    return found, plan


def _wanted(names: tuple[str, ...]) -> Wanted:
    from kafkawire.spark.columns import Wanted

    return Wanted.of(names)
