"""Format "kafkawire-log": segment files as a DataFrame.

    spark.read.format("kafkawire-log").option("topic", "orders").load(data_directory)

Options are in `options`, the rows are those of format "kafkawire". Say which columns you need, by
`.option("columns", "value,timestamp")` or `.schema("value binary")`: Spark does not tell a source,
and what is not wanted costs half of the time or more. Offsets alone are told by the heads of
batches. Directories are read where tasks run: on a cluster the path must be the same everywhere.

The module is imported whenever Spark looks formats up, so whatever is large is imported where it
is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StructType

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

    from kafkawire.spark.log.options import LogOptions
    from kafkawire.spark.log.reading import Reading

NAME = "kafkawire-log"


class KafkaLogSource(DataSource):
    """What Spark makes of the format's name."""

    @classmethod
    def name(cls) -> str:
        """The format's."""
        return NAME

    def schema(self) -> StructType:
        """The columns of a row, as options ask for them. Raises LogOptionError."""
        from kafkawire.spark.log.options import wanted_columns
        from kafkawire.spark.topics.schemas import row_schema

        return row_schema(wanted_columns(self.options))

    def reader(self, schema: StructType) -> DataSourceReader:
        """For a batch query. Raises LogOptionError, and OptionError for a wrong schema."""
        from kafkawire.spark.columns import Wanted
        from kafkawire.spark.log.options import read_options
        from kafkawire.spark.log.reading import Reading
        from kafkawire.spark.topics.schemas import names_of

        names = names_of(schema)
        options = read_options(self.options)
        how = Reading(
            Wanted.of(names), checks_crcs=options.checks_crcs, is_committed=options.is_committed
        )
        return KafkaLogReader(options, how, names)


class SplitInput(InputPartition):
    """What one task reads; its value is a Split."""


class KafkaLogReader(DataSourceReader):
    """Of one batch query. It is made of options only, so that it can be sent to tasks."""

    def __init__(self, options: LogOptions, how: Reading, names: tuple[str, ...]) -> None:
        self._options = options
        self._how = how
        self._names = names

    def partitions(self) -> list[SplitInput]:
        """Raises NothingThere, OSError and CorruptFile."""
        from kafkawire.spark.log.planning import plan

        return [SplitInput(split) for split in plan(self._options)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Arrow batches, in the order of columns that the query's schema has."""
        from kafkawire.spark.log.reading import read_split

        if partition.value is None:  # Spark's stand-in for an empty list of partitions
            return
        for batch in read_split(partition.value, self._how):
            yield batch.select(self._names)
