"""What a segment notes of its batches."""

from __future__ import annotations

import pytest

from kafkawire.log.segment import Segment
from kafkawire.log.storage import MemoryStorage
from tests.support.log.batches import header_of, make_batch


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
        return [header.base_offset for header, _ in segment.batches_not_before(timestamp, 0)]

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


def test_a_segment_that_was_found_has_its_notes_filled_when_they_are_needed() -> None:
    """fetch H-40: once, and by whoever found it."""
    made = segment_of(1000, 3000, 2000)
    asked: list[str] = []

    def fill(segment: Segment, name: str) -> None:
        asked.append(name)
        if name in ("offset_index", "time_index"):
            segment.offset_index, segment.time_index = made.offset_index, made.time_index
        elif name == "modified_ms":
            segment.modified_ms = 77
        elif name != "strange":
            segment.fill_notes()

    segment = Segment.found(10, made.storage, 5, fill)
    assert (segment.size, segment.created_ms, asked) == (3 * SIZE, 5, [])
    assert (segment.modified_ms, asked) == (77, ["modified_ms"])
    assert segment.next_offset == 13
    assert (segment.first_timestamp, segment.max_timestamp) == (1000, 3000)
    assert segment.index_entries == 2
    assert asked == ["modified_ms", "next_offset", "time_index"]
    found = segment.newest_batch()
    assert found is not None
    assert found[0].base_offset == 11
    segment.forget_indexes()
    assert segment.locate(12) == made.locate(12)
    assert asked[3:] == ["offset_index"]
    with pytest.raises(AttributeError):
        _ = segment.strange


def test_the_time_index_of_a_sealed_segment_ends_with_the_newest_time() -> None:
    """fetch H-13: an interval may have ended before it came."""
    segment = segment_of(1000, 2000, 3000, index_interval_bytes=10_000)
    assert len(segment.time_index) == 0
    segment.seal()
    assert segment.time_index.last == (3000, 12)
    segment.seal()
    assert len(segment.time_index) == 1


def test_a_segment_without_anybody_to_ask_has_no_more_than_it_has() -> None:
    segment = Segment(0, 5)
    for name in ("_fill", "strange"):
        with pytest.raises(AttributeError):
            getattr(segment, name)
    segment = Segment.__new__(Segment)
    for name in ("storage", "base_offset"):
        with pytest.raises(AttributeError):
            getattr(segment, name)


def test_notes_of_a_segment_without_batches_are_those_of_an_empty_one() -> None:
    """fetch H-40: also where its indexes speak of batches that are gone."""
    indexed = segment_of(1000, 3000, 2000)
    segment = Segment(10, 5, MemoryStorage())
    segment.offset_index = indexed.offset_index
    segment.fill_notes()
    assert (segment.first_timestamp, segment.next_offset) == (None, 10)
