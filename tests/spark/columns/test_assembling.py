"""The row put together."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from kafkawire.spark.columns.assembling import Numbers, assemble, constant_column
from kafkawire.spark.columns.frames import Asked
from kafkawire.spark.columns.wanted import ALL, Wanted

CONSTANT_ROWS = 1 << 15

NUMBERS = Numbers(np.array([5, 6, 9]), np.array([1, -1, 2]), np.array([0, 0, 1], dtype=np.int32))
ASKED = Asked("t", 3, 0, 10)
KEYS = pa.array([b"a", None, b""], pa.binary())


def test_columns_are_in_the_order_of_the_row_whatever_order_they_came_in() -> None:
    batch = assemble(NUMBERS, {"value": KEYS, "key": KEYS}, ASKED, ALL)

    assert batch.schema.names == ALL.names
    assert batch.column("topic").to_pylist() == ["t"] * 3
    assert batch.column("partition").to_pylist() == [3] * 3
    assert batch.column("offset").to_pylist() == [5, 6, 9]
    assert batch.column("timestamp").cast(pa.int64()).to_pylist() == [1000, -1000, 2000]
    assert batch.column("timestampType").to_pylist() == [0, 0, 1]


def test_rows_of_no_columns_are_still_counted() -> None:
    assert assemble(NUMBERS, {}, ASKED, Wanted.of([])).num_rows == 3


def test_some_rows_can_be_chosen() -> None:
    assert NUMBERS.only(np.array([0, 2])).offsets.tolist() == [5, 9]


@pytest.mark.parametrize("count", [0, 1, CONSTANT_ROWS, CONSTANT_ROWS + 1])
def test_constants_have_any_length(count: int) -> None:
    assert constant_column("topic", "topic", count).equals(pa.array(["topic"] * count, pa.string()))
    assert constant_column(7, "partition", count).equals(pa.array([7] * count, pa.int32()))
