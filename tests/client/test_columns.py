"""A batch of records as Arrow columns."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given

from kafkawire.client.codecs import JSON, Deserializers
from kafkawire.client.core.collecting import Completed
from kafkawire.client.values import TopicPartition
from kafkawire.records.builder import encode_batch
from tests.client.support.answers import Messages, Written, logs, written

pytest.importorskip("pyarrow", reason="pyarrow is not installed: batches as columns are not made")

PARTITION = TopicPartition("orders", 3)


@given(logs())
def test_columns_have_what_the_records_have(log: Written) -> None:
    """client B-10, N 56."""
    answer = Completed(PARTITION, log.data, 0)
    while (batch := answer.next_batch(7)) is not None:
        found, records = batch.columns(), list(batch)
        assert found.num_rows == len(records)
        for name in ("topic", "partition", "offset", "leader_epoch", "key", "value"):
            assert found[name].to_pylist() == [getattr(record, name) for record in records]
        assert found["headers"].to_pylist() == [
            [{"key": name, "value": value} for name, value in record.headers] for record in records
        ]
        assert [value.value for value in found["timestamp"]] == [
            None if record.timestamp < 0 else record.timestamp for record in records
        ]
        assert found["timestamp_type"].to_pylist() == [record.timestamp_type for record in records]


def test_times_are_times_and_null_where_there_is_none() -> None:
    rows = [(1_700_000_000_123, None, b"[1]", ()), (-1, b"k", None, ())]
    batch = Completed(PARTITION, bytes(encode_batch(rows)), 0).next_batch(9)
    assert batch is not None
    at = datetime(2023, 11, 14, 22, 13, 20, 123_000, tzinfo=UTC)

    assert batch.columns()["timestamp"].to_pylist() == [at, None]
    assert batch.through(Deserializers(value=JSON)).columns()["value"].to_pylist() == [b"[1]", None]


def test_messages_of_magic_0_have_no_type_of_timestamp() -> None:
    log = written([Messages([(5, None, b"v", ())], 0)])
    batch = Completed(PARTITION, log.data, 0).next_batch(9)
    assert batch is not None
    assert batch.columns()["timestamp_type"].to_pylist() == [-1]
