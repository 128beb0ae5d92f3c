"""Columns as data, and the schemas that come of them."""

from __future__ import annotations

import pyarrow as pa
import pytest

from kafkawire.spark.tables.catalogue import BY_NAME
from kafkawire.spark.tables.column import KINDS, Column, Table

NO_PYSPARK = "pyspark is not installed: our types are not compared with those of Spark"


@pytest.mark.parametrize("table", BY_NAME.values(), ids=BY_NAME)
def test_spark_and_arrow_have_the_same_schema(table: Table) -> None:
    pandas_types = pytest.importorskip("pyspark.sql.pandas.types", reason=NO_PYSPARK)
    made = pandas_types.to_arrow_schema(table.spark, timezone="UTC")
    assert made.equals(table.arrow)
    assert [field.name for field in table.spark] == list(table.names)


@pytest.mark.parametrize("table", BY_NAME.values(), ids=BY_NAME)
def test_every_column_says_what_it_means_once(table: Table) -> None:
    assert len(set(table.names)) == len(table.names)
    for column in table.columns:
        assert column.type in KINDS
        assert column.about.rstrip(".")
        assert (table.arrow.field(column.name).metadata or {})[b"description"]


def test_the_ddl_names_every_column_with_its_type() -> None:
    assert BY_NAME["topics"].ddl == (
        "`topic_id` STRING, `topic` STRING, `time` TIMESTAMP, `time_ns` BIGINT"
    )


A, B = Column("a", "string", "A."), Column("b", "int", "B.")


@pytest.mark.parametrize("columns", [(A, B), (B, A)])
def test_values_reach_their_columns_by_name_whatever_the_order(columns: tuple[Column, ...]) -> None:
    table = Table("t", "A table.", columns)
    expected = [{"a": "x", "b": 1}, {"a": None, "b": 2}]
    assert table.batch([table.row(b=1, a="x"), table.row(a=None, b=2)]).to_pylist() == expected
    arrays = {"b": pa.array([1, 2], pa.int32()), "a": pa.array(["x", None], pa.string())}
    batch = table.batch_of(arrays)
    assert batch.to_pylist() == expected
    assert batch.schema.names == [column.name for column in columns]


def test_a_row_with_a_missing_or_unknown_column_is_refused() -> None:
    table = Table("t", "A table.", (A, B))
    with pytest.raises(TypeError, match="'b'"):
        table.row(a="x")
    with pytest.raises(TypeError, match="'c'"):
        table.row(a="x", b=1, c=2)
    with pytest.raises(AssertionError, match=r"missing or unknown: \['b'\]"):
        table.batch_of({"a": pa.array(["x"])})


def test_a_row_of_another_table_is_refused() -> None:
    table, other = Table("t", "A table.", (A, B)), Table("u", "Another.", (A, B))
    for foreign in (other.row(a="x", b=1), ("x", 1)):
        with pytest.raises(AssertionError, match="rows of t are made by"):
            table.batch([foreign])


def test_no_rows_are_an_empty_batch() -> None:
    batch = BY_NAME["records"].batch([])
    assert batch.num_rows == 0
    assert batch.schema.equals(BY_NAME["records"].arrow)
