"""Columns as data, and the schemas that come of them."""

from __future__ import annotations

import pytest

from kafkawire.spark.tables.catalogue import BY_NAME
from kafkawire.spark.tables.column import KINDS, Table


@pytest.mark.parametrize("table", BY_NAME.values(), ids=BY_NAME)
def test_spark_and_arrow_have_the_same_schema(table: Table) -> None:
    pandas_types = pytest.importorskip("pyspark.sql.pandas.types")
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
        "topic_id STRING, topic STRING, time TIMESTAMP, time_ns BIGINT"
    )


def test_no_rows_are_an_empty_batch() -> None:
    batch = BY_NAME["records"].batch([])
    assert batch.num_rows == 0
    assert batch.schema.equals(BY_NAME["records"].arrow)
