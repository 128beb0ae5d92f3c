"""Rows and their batches."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.spark.columns.frames import all_frames
from kafkawire.spark.columns.head_fields import fields_of_heads
from kafkawire.spark.columns.per_batch import PerBatch
from tests.support.log.batches import make_batch

COUNTS = st.lists(st.integers(0, 4), min_size=1, max_size=12).filter(any)


def laid_out(counts: list[int]) -> tuple[PerBatch, list[tuple[int, int, int]]]:
    """The batches; and of each row its batch, its number there, and its offset."""
    data, rows, offset = b"", [], 100
    for batch, count in enumerate(counts):
        data += make_batch(count, base_offset=offset)
        rows += [(batch, number, offset + number) for number in range(count)]
        offset += count + 3
    return PerBatch(fields_of_heads(data, list(all_frames(data)))), rows


@given(COUNTS, st.data())
def test_every_stretch_of_rows_knows_its_batches(counts: list[int], data: st.DataObject) -> None:
    batches, rows = laid_out(counts)
    low = data.draw(st.integers(0, len(rows) - 1))
    high = data.draw(st.integers(low + 1, len(rows)))
    stretch = rows[low:high]

    assert batches.numbers(low, high).offsets.tolist() == [offset for _, _, offset in stretch]
    parts = [
        (batch, number)
        for batch, start, stop in batches.parts(low, high)
        for number in range(start, stop)
    ]
    assert parts == [(batch, number) for batch, number, _ in stretch]
    ending, last_rows = batches.ending(low, high)
    assert list(zip(ending.tolist(), last_rows.tolist(), strict=True)) == [
        (batch, row)
        for row, (batch, number, _) in enumerate(rows)
        if low <= row < high and number == counts[batch] - 1
    ]
