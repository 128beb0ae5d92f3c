"""The row's schema as Spark has it, and what users may make of it.

A schema of the user's own is how columns are left out: `.schema("value binary, offset long")`. Its
columns must be of the row's types, in any order.
"""

from __future__ import annotations

from pyspark.sql.types import DataType, StructField, StructType

from kafkawire.spark.cluster import OptionError
from kafkawire.spark.columns import Wanted
from kafkawire.spark.columns.wanted import TYPES as ARROW_TYPES
from kafkawire.spark.tables.column import spark_type

TYPES: dict[str, DataType] = {name: spark_type(kind) for name, kind in ARROW_TYPES.items()}

__all__ = ["TYPES", "names_of", "row_schema"]


def row_schema(wanted: Wanted) -> StructType:
    """Of the columns that are wanted, in the order of the row."""
    return StructType([StructField(name, TYPES[name]) for name in wanted.names])


def names_of(schema: StructType) -> tuple[str, ...]:
    """The columns of a query. Raises OptionError for such as the row does not have."""
    for field in schema.fields:
        kind = TYPES.get(field.name)
        if kind is None:
            raise OptionError(f"column '{field.name}' is none of {', '.join(TYPES)}")
        if field.dataType != kind or not field.nullable:
            raise OptionError(
                f"column '{field.name}' is {kind.simpleString()}, and may be null;"
                f" not {field.dataType.simpleString()}{'' if field.nullable else ' NOT NULL'}"
            )
    return tuple(field.name for field in schema.fields)
