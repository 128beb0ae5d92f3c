"""The row as Spark has it, and schemas of users' own."""

from __future__ import annotations

import pytest
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import BinaryType, LongType, StringType, StructField, StructType

from kafkawire.spark.cluster import OptionError
from kafkawire.spark.columns import EVERYTHING, Wanted, schema
from kafkawire.spark.topics.schemas import names_of, row_schema


def test_the_row_is_that_of_the_stock_connector() -> None:
    """As `printSchema` shows it of the stock connector 4.2.0."""
    assert row_schema(EVERYTHING).simpleString() == (
        "struct<key:binary,value:binary,topic:string,partition:int,offset:bigint,"
        "timestamp:timestamp,timestampType:int,headers:array<struct<key:string,value:binary>>>"
    )
    assert all(field.nullable for field in row_schema(EVERYTHING))
    assert row_schema(Wanted()).names == [*Wanted().names]


def test_arrow_batches_are_of_exactly_that_schema() -> None:
    """Spark 4.2 and later compares the schema of the first batch with this one, strictly."""
    assert to_arrow_schema(row_schema(EVERYTHING), timezone="UTC").equals(schema(EVERYTHING))


def test_users_may_leave_columns_out_in_any_order() -> None:
    found = StructType([StructField("offset", LongType()), StructField("value", BinaryType())])
    assert names_of(found) == ("offset", "value")


@pytest.mark.parametrize(
    ("field", "words"),
    [
        (StructField("colour", LongType()), "column 'colour' is none of key, value"),
        (StructField("value", StringType()), r"column 'value' is binary, .* not string"),
        (StructField("offset", LongType(), nullable=False), "not bigint NOT NULL"),
    ],
)
def test_other_columns_are_refused(field: StructField, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        names_of(StructType([field]))
