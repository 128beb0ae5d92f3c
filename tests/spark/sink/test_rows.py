"""Columns and their types, in the words of Spark's connector; batches taken apart."""

from __future__ import annotations

import pyarrow as pa
import pytest

from kafkawire.spark.cluster import ClusterError, OptionError
from kafkawire.spark.sink.rows import check_columns, rows_by_topic

HEADERS = pa.list_(pa.struct([("key", pa.string()), ("value", pa.binary())]))


def test_without_topic_or_value_nothing_is_begun() -> None:
    with pytest.raises(OptionError, match="topic option required when no 'topic' attribute is"):
        check_columns({"value": "string"}, None)
    with pytest.raises(OptionError, match="Required attribute 'value' not found"):
        check_columns({"key": "string"}, "t")


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("topic", "int", "topic must be a(n) string"),
        ("value", "bigint", "value must be a(n) string or binary"),
        ("key", "double", "key must be a(n) string or binary"),
        ("partition", "bigint", "partition must be a(n) int"),
        ("headers", "map<string,binary>", "headers must be a(n) array<struct<key:string,value:"),
    ],
)
def test_wrong_types_are_told_with_those_that_would_do(name: str, kind: str, words: str) -> None:
    types = {"topic": "string", "value": "binary", name: kind}
    with pytest.raises(OptionError) as caught:
        check_columns(types, None)
    assert words in str(caught.value)
    assert f"{name} attribute unsupported type {kind}." in str(caught.value)


def test_a_topic_column_of_any_type_is_taken_without_error_if_the_option_overrides_it() -> None:
    check_columns({"topic": "int", "value": "string", "other": "date"}, "t")


def test_text_and_bytes_nulls_and_headers_become_records() -> None:
    batch = pa.record_batch(
        {
            "value": pa.array(["a", None, "ä"]),
            "key": pa.array([b"k", None, b""]),
            "headers": pa.array([[{"key": "h", "value": None}], None, []], HEADERS),
            "ignored": [1, 2, 3],
        }
    )
    (rows,) = rows_by_topic(batch, "t")
    assert rows.topic == "t"
    assert rows.partitions is None
    assert rows.parts == [
        (b"k", b"a", [("h", None)]),
        (None, None, []),
        (b"", "ä".encode(), []),
    ]


def test_rows_go_to_the_topics_of_their_column_unless_the_option_overrides_it() -> None:
    batch = pa.record_batch({"topic": ["a", "b", "a"], "value": [b"1", b"2", b"3"]})
    found = {rows.topic: [part[1] for part in rows.parts] for rows in rows_by_topic(batch, None)}
    assert found == {"a": [b"1", b"3"], "b": [b"2"]}
    (rows,) = rows_by_topic(batch, "c")
    assert (rows.topic, len(rows.parts)) == ("c", 3)


def test_a_null_topic_is_an_error_with_its_class_and_words() -> None:
    batch = pa.record_batch({"topic": ["a", None], "value": [b"1", b"2"]})
    words = r"KAFKA_NULL_TOPIC_IN_DATA.*null topic present in the data"
    with pytest.raises(ClusterError, match=words):
        list(rows_by_topic(batch, None))


def test_a_negative_partition_is_refused_and_a_null_one_is_open() -> None:
    def batch(*partitions: int | None) -> pa.RecordBatch:
        column = pa.array(partitions, pa.int32())
        return pa.record_batch({"value": [b""] * len(partitions), "partition": column})

    (rows,) = rows_by_topic(batch(3, None), "t")
    assert rows.partitions is not None
    assert rows.partitions.tolist() == [3, -1]
    with pytest.raises(ClusterError, match="Invalid partition: -1"):
        list(rows_by_topic(batch(0, -1), "t"))


def test_a_header_without_a_name_is_refused() -> None:
    headers = pa.array([[{"key": None, "value": b""}]], HEADERS)
    batch = pa.record_batch({"value": [b""], "headers": headers})
    with pytest.raises(ClusterError, match="Null header keys"):
        list(rows_by_topic(batch, "t"))
