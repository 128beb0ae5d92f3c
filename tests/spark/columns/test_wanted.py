"""Columns by name, in the order and of the types of Spark's row."""

from __future__ import annotations

import pyarrow as pa
import pytest

from kafkawire.spark.columns.wanted import ALL, EVERYTHING, TYPES, Wanted, schema

NO_PYSPARK = "pyspark is not installed: our types are not compared with those of Spark"


def test_the_row_is_that_of_the_stock_connector() -> None:
    assert ALL.names == "key value topic partition offset timestamp timestampType".split()
    assert EVERYTHING.names == [*ALL.names, "headers"]


def test_columns_are_asked_for_by_name_and_keep_their_order() -> None:
    assert Wanted.of(["offset", "key"]).names == ["key", "offset"]
    assert Wanted.of(TYPES) == EVERYTHING
    with pytest.raises(ValueError, match="no such columns: color, size"):
        Wanted.of(["key", "size", "color"])


def test_types_are_exactly_what_spark_makes_of_its_own() -> None:
    types = pytest.importorskip("pyspark.sql.types", reason=NO_PYSPARK)
    to_arrow_schema = pytest.importorskip(
        "pyspark.sql.pandas.types", reason=NO_PYSPARK
    ).to_arrow_schema
    header = types.StructType().add("key", types.StringType()).add("value", types.BinaryType())
    row = (
        types.StructType()
        .add("key", types.BinaryType())
        .add("value", types.BinaryType())
        .add("topic", types.StringType())
        .add("partition", types.IntegerType())
        .add("offset", types.LongType())
        .add("timestamp", types.TimestampType())
        .add("timestampType", types.IntegerType())
        .add("headers", types.ArrayType(header))
    )

    assert schema(EVERYTHING).equals(to_arrow_schema(row, timezone="UTC"))


def test_offsets_and_stamped_times_need_no_records() -> None:
    heads = Wanted.of(["topic", "partition", "offset", "timestamp", "timestampType"])
    assert not heads.needs_records(is_append_time=True)
    assert heads.needs_records(is_append_time=False)
    for name in ("key", "value", "headers"):
        assert Wanted.of([name]).needs_records(is_append_time=True)


def test_nothing_wanted_is_a_schema_of_nothing() -> None:
    assert schema(Wanted.of([])) == pa.schema([])
