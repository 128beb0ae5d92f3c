"""Rows one by one."""

from __future__ import annotations

import pyarrow as pa
import pytest

from kafkawire.records.message_set import encode_message_set
from kafkawire.spark.columns.errors import MalformedTimestamp
from kafkawire.spark.columns.frames import Asked, all_frames
from kafkawire.spark.columns.plainly import Row, batch_of, rows_of, without_columns
from kafkawire.spark.columns.wanted import EVERYTHING, Wanted, schema
from tests.support.log.batches import NOW_MS, make_batch

ASKED = Asked("t", 1, 5, 8)
ROWS = [Row(b"k", None, offset, 2, 0, [("a", None)] if offset == 6 else []) for offset in range(10)]


def test_only_rows_that_are_asked_for_are_there() -> None:
    batch = batch_of(ROWS, ASKED, EVERYTHING)

    assert batch is not None
    assert batch.schema.equals(schema(EVERYTHING))
    assert batch.column("offset").to_pylist() == [5, 6, 7]
    assert batch.column("headers").to_pylist() == [None, [{"key": "a", "value": None}], None]
    assert batch.column("timestamp").cast(pa.int64()).to_pylist() == [2000] * 3
    assert batch_of(ROWS[:5], ASKED, EVERYTHING) is None


def test_nothing_but_a_count_is_a_batch_too() -> None:
    batch = batch_of(ROWS, ASKED, Wanted.of([]))

    assert batch is not None
    assert batch.num_rows == 3
    assert without_columns(0).num_rows == 0


def test_a_timestamp_that_does_not_fit_is_refused() -> None:
    with pytest.raises(MalformedTimestamp):
        batch_of([Row(b"", b"", 5, 1 << 62, 0, [])], ASKED, EVERYTHING)


@pytest.mark.parametrize(("magic", "kind", "time"), [(0, -1, -1), (1, 0, NOW_MS)])
def test_old_messages_have_their_kind_of_time(magic: int, kind: int, time: int) -> None:
    data = encode_message_set([(NOW_MS, b"k", b"v", [])], magic=magic, base_offset=4)
    (frame,) = all_frames(data)

    assert list(rows_of(data, frame)) == [Row(b"k", b"v", 4, time, kind, [])]


def test_records_are_rows() -> None:
    data = make_batch(2, base_offset=7)
    (frame,) = all_frames(data)

    assert list(rows_of(data, frame)) == [Row(b"k", b"v", at, NOW_MS, 0, []) for at in (7, 8)]
