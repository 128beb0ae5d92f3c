"""Milliseconds as microseconds, or refused."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kafkawire.spark.columns.errors import MalformedTimestamp
from kafkawire.spark.columns.timestamps import number_column, timestamp_column

MS_MAX = 9_223_372_036_854_775


@example([MS_MAX, -MS_MAX])
@given(st.lists(st.integers(-MS_MAX, MS_MAX)))
def test_milliseconds_become_microseconds(timestamps: list[int]) -> None:
    column = timestamp_column(np.array(timestamps, dtype=np.int64))

    assert column.type == pa.timestamp("us", tz="UTC")
    assert column.cast(pa.int64()).to_pylist() == [each * 1000 for each in timestamps]


@pytest.mark.parametrize("timestamp", [MS_MAX + 1, -MS_MAX - 1, (1 << 63) - 1, -(1 << 63)])
def test_what_leaves_64_bits_is_refused_by_the_name_that_spark_gives_it(timestamp: int) -> None:
    with pytest.raises(
        MalformedTimestamp, match=f"KAFKA_MALFORMED_RECORD_TIMESTAMP.* {timestamp} ms"
    ):
        timestamp_column(np.array([0, timestamp, 0], dtype=np.int64))


def test_numbers_are_a_column_as_they_are() -> None:
    column = number_column(np.array([1, -2], dtype=np.int32), pa.int32())

    assert column.to_pylist() == [1, -2]
    assert column.null_count == 0
