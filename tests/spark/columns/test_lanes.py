"""Lanes find what a walk over each batch finds, and leave to it what they cannot."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.errors import InvalidRecords
from kafkawire.records.varint import encode_zigzag
from kafkawire.spark.columns.lanes import record_starts

LANES_MIN = 24

sizes = st.sampled_from((0, 1, 62, 63, 64, 65, 8191, 8192, 8193)) | st.integers(0, 300)
batches = st.lists(st.lists(sizes, max_size=20), min_size=1, max_size=4 * LANES_MIN)


def laid_out(batches: list[list[int]]) -> tuple[bytearray, list[int], list[int], list[int]]:
    data, starts = bytearray(b"gap"), []
    begins, ends = [], []
    for batch in batches:
        begins.append(len(data))
        for size in batch:
            starts.append(len(data))
            data += encode_zigzag(size) + b"\xff" * size
        ends.append(len(data))
        data += b"gap"
    return data, begins, ends, starts


def found(data: bytearray, begins: list[int], ends: list[int], counts: list[int]) -> list[int]:
    octets = np.frombuffer(data, dtype=np.uint8)
    starts: list[int] = record_starts(
        octets, *(np.array(each, dtype=np.int64) for each in (begins, ends, counts))
    ).tolist()
    return starts


@given(batches)
def test_records_begin_where_they_were_laid(batches: list[list[int]]) -> None:
    data, begins, ends, starts = laid_out(batches)

    assert found(data, begins, ends, [len(batch) for batch in batches]) == starts


@given(batches.filter(lambda batches: any(batches)), st.data())
def test_a_wrong_count_or_length_anywhere_is_refused(
    batches: list[list[int]], data: st.DataObject
) -> None:
    octets, begins, ends, _ = laid_out(batches)
    counts = [len(batch) for batch in batches]
    index = data.draw(st.sampled_from([at for at, batch in enumerate(batches) if batch]))
    kind = data.draw(st.sampled_from(("more", "fewer", "negative", "long")))
    if kind == "negative":
        octets[begins[index]] |= 1
    elif kind == "long":
        octets[begins[index] : begins[index] + 2] = b"\xfe\x7f"
    else:
        counts[index] += 1 if kind == "more" else -1

    if kind == "long" and batches[index][0] == 8191:
        return
    with pytest.raises(InvalidRecords):
        found(octets, begins, ends, counts)


def test_a_lane_that_leaves_the_bytes_is_refused() -> None:
    data, begins, ends, _ = laid_out([[10, 10]] * 2 * LANES_MIN)
    data[begins[-1] : begins[-1] + 2] = b"\xfe\x7f"

    with pytest.raises(InvalidRecords):
        found(data, begins, ends, [2] * 2 * LANES_MIN)


def test_batches_of_very_different_counts_are_walked_to_their_ends() -> None:
    batches = [[5] * count for count in (*range(LANES_MIN), 1000, 2000, 0, 1)]
    data, begins, ends, starts = laid_out(batches)

    assert found(data, begins, ends, [len(batch) for batch in batches]) == starts
