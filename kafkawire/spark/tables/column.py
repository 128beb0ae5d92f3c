"""A column and a table as data: what schemas, rows and their documentation are made from.

The types are few, and each is written down once with what Arrow and Spark call it. Spark compares
the schema of what a source yields with its own exactly, so times are microseconds in UTC, and the
nanoseconds of a capture stand beside them in a column of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

if TYPE_CHECKING:
    from pyspark.sql.types import DataType, StructType

Row = tuple[object, ...]
"""The values of a row, in the order of its table's columns."""


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


class Table(NamedTuple):
    """A table: what a row is, and its columns in order."""

    name: str
    about: str
    columns: tuple[Column, ...]
    is_by_api: bool = True
    """Whether its Parquet files stand apart by API, beside the date."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of its columns."""
        return tuple(column.name for column in self.columns)

    @property
    def arrow(self) -> pa.Schema:
        """As Arrow has it; what a column means is its description."""
        return _arrow(self)

    @property
    def ddl(self) -> str:
        """As Spark's `schema` takes it."""
        return ", ".join(f"{column.name} {KINDS[column.type].ddl}" for column in self.columns)

    @property
    def spark(self) -> StructType:
        """As Spark has it; needs pyspark, but no session."""
        return _spark(self)

    def batch(self, rows: Sequence[Row]) -> pa.RecordBatch:
        """Rows as Arrow holds them."""
        columns = list(zip(*rows, strict=True)) if rows else [()] * len(self.columns)
        arrays = [
            pa.array(values, type=field.type)
            for values, field in zip(columns, self.arrow, strict=True)
        ]
        return pa.RecordBatch.from_arrays(arrays, schema=self.arrow)


@cache
def _arrow(table: Table) -> pa.Schema:
    return pa.schema(
        [
            pa.field(
                column.name, KINDS[column.type].arrow(), metadata={"description": _told(column)}
            )
            for column in table.columns
        ]
    )


def _told(column: Column) -> str:
    return f"{column.about} ({column.unit})" if column.unit else column.about


@cache
def _spark(table: Table) -> StructType:
    from pyspark.sql.types import StructField, StructType

    return StructType(
        [
            StructField(
                column.name,
                _spark_type(KINDS[column.type].arrow()),
                metadata={"comment": _told(column)},
            )
            for column in table.columns
        ]
    )


def _spark_type(arrow: pa.DataType) -> DataType:
    from pyspark.sql import types

    if pa.types.is_list(arrow):
        return types.ArrayType(_spark_type(arrow.value_type))
    if pa.types.is_struct(arrow):
        inner = [types.StructField(each.name, _spark_type(each.type)) for each in arrow]
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
