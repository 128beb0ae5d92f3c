"""Rows that the heads of batches tell."""

from __future__ import annotations

import pytest

from kafkawire.records.batch import patch_timestamps
from kafkawire.records.errors import InvalidRecords
from kafkawire.spark.columns.frames import all_frames
from kafkawire.spark.columns.heads import suffice
from kafkawire.spark.columns.wanted import Wanted
from tests.support.log.batches import make_batch
from tests.support.spark.columns import declared, decoded, pruned, rows_of

OFFSETS = Wanted.of(["partition", "offset", "timestampType"])
TIMES = Wanted.of(["offset", "timestamp"])


def stamped(count: int, offset: int) -> bytes:
    data = bytearray(make_batch(count, base_offset=offset))
    patch_timestamps(data, 0, timestamp_type=1, max_timestamp=1234)
    return bytes(data)


def heads_suffice(data: bytes, wanted: Wanted) -> bool:
    return suffice(list(all_frames(data)), wanted)


def test_offsets_are_told_by_heads_where_none_is_missing() -> None:
    data = make_batch(5) + make_batch(0 + 1, base_offset=9) + make_batch(7, base_offset=10)

    assert heads_suffice(data, OFFSETS)
    assert not heads_suffice(data, TIMES)
    assert not heads_suffice(data, Wanted.of(["key"]))
    for start, end in ((0, 100), (2, 12), (4, 9), (6, 8)):
        assert decoded(data, OFFSETS, start=start, end=end) == pruned(
            rows_of(data), OFFSETS, start, end
        )


def test_times_are_told_by_heads_where_the_broker_stamped_them() -> None:
    data = stamped(3, 0) + stamped(2, 3)

    assert heads_suffice(data, TIMES)
    assert decoded(data, TIMES) == pruned(rows_of(data), TIMES)
    assert {row["timestamp"] for row in decoded(data, TIMES)} == {1_234_000}


def test_records_that_are_told_by_heads_are_not_looked_at() -> None:
    broken = declared(b"\xff" * 40, 5)

    assert [row["offset"] for row in decoded(broken, OFFSETS)] == list(range(5))


@pytest.mark.parametrize("count", [-1, 1 << 30])
def test_more_rows_than_bytes_are_not_believed(count: int) -> None:
    broken = declared(b"\xff" * 40, count)

    assert not heads_suffice(broken, OFFSETS)
    with pytest.raises(InvalidRecords):
        decoded(broken, OFFSETS, start=-100)
