"""Format "kafkawire-capture": captures as DataFrames.

    spark.read.format("kafkawire-capture").option("level", "frames").load("day.pcapng")

Options are in `options`. Parts of a capture are found by whoever plans the query, in one process,
at some 200 to 300 MB/s, and decoded by all. For captures that are too large for that,
`kafkawire.spark.captures.plan.read` has Spark do all of it.

The module is imported whenever Spark looks formats up, so whatever is large is imported where it
is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql.datasource import (
    DataSource,
    DataSourceReader,
    DataSourceStreamReader,
    InputPartition,
)
from pyspark.sql.types import StructType

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa

    from kafkawire.spark.captures.options import CaptureOptions

NAME = "kafkawire-capture"


class CaptureSource(DataSource):
    """What Spark makes of the format's name."""

    @classmethod
    def name(cls) -> str:
        """The format's."""
        return NAME

    def schema(self) -> StructType:
        """The columns of the table that options ask for. Raises CaptureOptionError."""
        from kafkawire.spark.captures.options import read_options

        return table_schema(read_options(self.options).table)

    def reader(self, schema: StructType) -> DataSourceReader:
        """For a batch query. Raises CaptureOptionError."""
        from kafkawire.spark.captures.options import read_options

        options = read_options(self.options)
        return CaptureReader(options, names_of(schema, options.table))

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:
        """For a streaming query. Raises CaptureOptionError."""
        from kafkawire.spark.captures.stream import CaptureStreamReader, read_stream_options

        options, state = read_stream_options(self.options)
        return CaptureStreamReader(options, state, names_of(schema, options.table))


def table_schema(table: str) -> StructType:
    """As Spark has it."""
    from kafkawire.spark.captures.packet_rows import PACKETS
    from kafkawire.spark.tables.catalogue import BY_NAME

    return PACKETS.spark if table == PACKETS.name else BY_NAME[table].spark


def names_of(schema: StructType, table: str) -> tuple[str, ...]:
    """The columns of a query. Raises CaptureOptionError for such as the table does not have."""
    from kafkawire.spark.captures.options import CaptureOptionError

    types = {field.name: field.dataType for field in table_schema(table).fields}
    for field in schema.fields:
        kind = types.get(field.name)
        if kind is None:
            raise CaptureOptionError(
                f"column {field.name!r} is none of {table}, which has {', '.join(types)}"
            )
        if field.dataType != kind:
            raise CaptureOptionError(
                f"column {field.name!r} of {table} is {kind.simpleString()},"
                f" not {field.dataType.simpleString()}"
            )
    return tuple(schema.fieldNames())


class PartInput(InputPartition):
    """What one task reads; its value is a Part."""


class CaptureReader(DataSourceReader):
    """Of one batch query. It is made of options only, so that it can be sent to tasks."""

    def __init__(self, options: CaptureOptions, names: tuple[str, ...]) -> None:
        self._options = options
        self._names = names

    def partitions(self) -> list[PartInput]:
        """Raises OSError, CaptureOptionError."""
        from kafkawire.spark.captures.planning import parts_of

        return [PartInput(part) for part in parts_of(self._options)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Arrow batches, in the order of columns that the query's schema has."""
        from kafkawire.spark.captures.planning import batches_of

        if partition.value is None:  # Spark's stand-in for an empty list of partitions
            return
        for batch in batches_of(partition.value, self._options):
            yield batch.select(self._names)
