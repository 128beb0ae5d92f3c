"""A column and a table as data: what schemas, rows and their documentation are made from.

The types are few, and each is written down once with what Arrow and Spark call it. Spark compares
the schema of what a source yields with its own exactly, so times are microseconds in UTC, and the
nanoseconds of a capture stand beside them in a column of their own.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

if TYPE_CHECKING:
    from pyspark.sql.types import DataType, StructType

Row = tuple[object, ...]
"""A row of a table, made by that table's `row`."""


class Kind(NamedTuple):
    """A type of columns."""

    arrow: Callable[[], pa.DataType]
    ddl: str
    """As Spark's DDL has it."""


def _list_of(inner: pa.DataType) -> pa.DataType:
    """Spark calls what is in a list `element`."""
    return pa.list_(pa.field("element", inner))


def _headers() -> pa.DataType:
    return _list_of(pa.struct([pa.field("key", pa.string()), pa.field("value", pa.binary())]))


def _partitions() -> pa.DataType:
    fields = [pa.field("topic", pa.string()), pa.field("partition", pa.int32())]
    return _list_of(pa.struct(fields))


KINDS = {
    "string": Kind(pa.string, "STRING"),
    "int": Kind(pa.int32, "INT"),
    "long": Kind(pa.int64, "BIGINT"),
    "double": Kind(pa.float64, "DOUBLE"),
    "boolean": Kind(pa.bool_, "BOOLEAN"),
    "binary": Kind(pa.binary, "BINARY"),
    "timestamp": Kind(lambda: pa.timestamp("us", tz="UTC"), "TIMESTAMP"),
    "strings": Kind(lambda: _list_of(pa.string()), "ARRAY<STRING>"),
    "ints": Kind(lambda: _list_of(pa.int32()), "ARRAY<INT>"),
    "headers": Kind(_headers, "ARRAY<STRUCT<key: STRING, value: BINARY>>"),
    "partitions": Kind(_partitions, "ARRAY<STRUCT<topic: STRING, partition: INT>>"),
}


class Column(NamedTuple):
    """A column; any value may be null, and `about` says when, where it is not plain."""

    name: str
    type: str
    """A key of `KINDS`."""
    about: str
    unit: str = ""
    """What the number counts: `ns`, `bytes`, `ms` ...; empty where it is a name or a number."""
    field: str = ""
    """The field of Kafka's whose value it has: `FetchResponse.responses.partitions.errorCode`."""

    @property
    def ddl(self) -> str:
        """The column in a DDL string, with a quoted name: some names are words of SQL."""
        return f"`{self.name}` {KINDS[self.type].ddl}"


class Table:
    """A table, declared once: the meaning of a row, and the columns in their order.

    Schemas of Arrow and Spark, DDL, rows and batches all follow from the columns. A row and a batch
    are made from values by column name, so no other module depends on the order of columns.
    """

    def __init__(
        self, name: str, about: str, columns: tuple[Column, ...], *, is_by_api: bool = True
    ) -> None:
        self.name = name
        self.about = about
        self.columns = columns
        self.is_by_api = is_by_api
        """Whether the directories of its Parquet files name the API below the date."""
        self.names = tuple(column.name for column in columns)
        self._row_type = namedtuple(f"{name}_row", self.names)  # type: ignore[misc]
        self.row: Callable[..., Row] = self._row_type
        """Make a row from keyword arguments; a missing or unknown column raises TypeError."""

    @cached_property
    def arrow(self) -> pa.Schema:
        """The schema of Arrow; the meaning of a column is its description."""
        return pa.schema(
            [
                pa.field(
                    column.name, KINDS[column.type].arrow(), metadata={"description": _told(column)}
                )
                for column in self.columns
            ]
        )

    @property
    def ddl(self) -> str:
        """The schema as a DDL string."""
        return ", ".join(column.ddl for column in self.columns)

    @cached_property
    def spark(self) -> StructType:
        """The schema of Spark; requires pyspark, but no session."""
        return _spark(self)

    def batch(self, rows: Sequence[Row]) -> pa.RecordBatch:
        """Make a record batch of rows that this table's `row` has made."""
        foreign = {type(row) for row in rows} - {self._row_type}
        assert not foreign, f"rows of {self.name} are made by its row(), not as {foreign}"
        columns = zip(*rows, strict=True) if rows else [()] * len(self.names)
        return self.batch_of(
            {
                column.name: pa.array(values, KINDS[column.type].arrow())
                for column, values in zip(self.columns, columns, strict=True)
            }
        )

    def batch_of(self, arrays: Mapping[str, pa.Array]) -> pa.RecordBatch:
        """Make a record batch of arrays by column name."""
        missing = set(self.names) ^ set(arrays)
        assert not missing, f"columns of {self.name} are missing or unknown: {sorted(missing)}"
        return pa.RecordBatch.from_arrays([arrays[name] for name in self.names], schema=self.arrow)


def _told(column: Column) -> str:
    return f"{column.about} ({column.unit})" if column.unit else column.about


def _spark(table: Table) -> StructType:
    from pyspark.sql.types import StructField, StructType

    return StructType(
        [
            StructField(
                column.name,
                spark_type(KINDS[column.type].arrow()),
                metadata={"comment": _told(column)},
            )
            for column in table.columns
        ]
    )


def spark_type(arrow: pa.DataType) -> DataType:
    """Return the type that Spark has for a type of Arrow."""
    from pyspark.sql import types

    if pa.types.is_list(arrow):
        return types.ArrayType(spark_type(arrow.value_type))
    if pa.types.is_struct(arrow):
        inner = [types.StructField(each.name, spark_type(each.type)) for each in arrow]
        return types.StructType(inner)
    simple: dict[pa.DataType, type[DataType]] = {
        pa.string(): types.StringType,
        pa.int32(): types.IntegerType,
        pa.int64(): types.LongType,
        pa.float64(): types.DoubleType,
        pa.bool_(): types.BooleanType,
        pa.binary(): types.BinaryType,
        pa.timestamp("us", tz="UTC"): types.TimestampType,
    }
    return simple[arrow]()
