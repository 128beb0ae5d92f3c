"""What a segment notes of its batches."""

from __future__ import annotations

from kafkawire.log.segment import Segment
from tests.support.batches import header_of, make_batch


def segment_of(*timestamps: int, index_interval_bytes: int = 0) -> Segment:
    """One batch of one record for each timestamp, at offsets 10, 11, ..."""
    segment = Segment(10, now_ms=5)
    for at, timestamp in enumerate(timestamps):
        batch = make_batch(timestamps=[timestamp], base_offset=10 + at)
        segment.append(batch, header_of(batch), now_ms=6, index_interval_bytes=index_interval_bytes)
    return segment


SIZE = len(make_batch())


def test_an_empty_segment_has_neither_timestamps_nor_batches() -> None:
    segment = Segment(10, now_ms=5)

    assert (segment.first_timestamp, segment.max_timestamp, segment.size) == (None, -1, 0)
    assert segment.locate(10) is None
    assert segment.position_of(10) == 0
    assert segment.newest_batch() is None


def test_timestamps_and_ends_are_noted() -> None:
    segment = segment_of(1000, 3000, 2000)

    assert (segment.first_timestamp, segment.max_timestamp) == (1000, 3000)
    assert (segment.next_offset, segment.modified_ms) == (13, 6)


def test_the_first_batch_is_never_indexed_and_each_interval_has_one_entry() -> None:
    """fetch H-10, H-11: an entry once more than the interval has been written since the last."""
    every = segment_of(1, 2, 3)
    some = segment_of(1, 2, 3, 4, 5, index_interval_bytes=SIZE)

    assert (len(every.offset_index), len(every.time_index)) == (2, 2)
    assert [some.offset_index.position_before(at) // SIZE for at in range(10, 15)] == [
        0,
        0,
        2,
        2,
        4,
    ]


def test_batches_not_older_than_a_time_are_found_in_any_order() -> None:
    """produce D-13."""
    segment = segment_of(1000, 3000, 2000, 5000, 4000)

    def offsets(timestamp: int) -> list[int]:
        return [header.base_offset for header, _ in segment.batches_not_before(timestamp)]

    assert offsets(1001) == [11, 12, 13, 14]
    assert offsets(3001) == [13, 14]
    assert offsets(5001) == []


def test_the_newest_batch_is_the_first_with_the_greatest_time() -> None:
    """produce D-14."""
    found = segment_of(1000, 3000, 3000).newest_batch()

    assert found is not None
    assert found[0].base_offset == 11


def test_truncation_takes_all_notes_back() -> None:
    """fetch H-55: cut at the first batch whose last offset reaches the cut."""
    segment = segment_of(1000, 3000, 2000)
    segment.truncate(11)

    assert (segment.size, segment.next_offset) == (SIZE, 11)
    assert (segment.first_timestamp, segment.max_timestamp) == (1000, 1000)
    assert len(segment.offset_index) == 0
    segment.truncate(10)
    assert (segment.first_timestamp, segment.max_timestamp) == (None, -1)
