"""Which segments become one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.compaction.grouping import groups
from kafkawire.log.config import LogConfig
from kafkawire.log.segment import Segment
from tests.support.log.batches import header_of, make_batch

INDEX_ENTRIES_MAX = 3


def segment_of(base_offset: int, batches: int) -> Segment:
    segment = Segment(base_offset, 0)
    for at in range(batches):
        batch = make_batch(size=30, base_offset=base_offset + at)
        segment.append(batch, header_of(batch), now_ms=0, index_interval_bytes=0)
    return segment


def config_of(segment_bytes: int, index_bytes: int = 1 << 20) -> LogConfig:
    return LogConfig.from_mapping(
        {
            "internal.segment.bytes": str(segment_bytes),
            "segment.index.bytes": str(index_bytes),
        }
    )


@given(st.lists(st.integers(0, 6), max_size=12), st.integers(1, 1500))
def test_neighbours_become_one_as_long_as_they_fit(sizes: list[int], segment_bytes: int) -> None:
    """fetch H-65: none is lost, none is too large but by itself, and no two could have been one."""
    segments = [segment_of(at * 10, size) for at, size in enumerate(sizes)]
    made = list(groups(segments, config_of(segment_bytes), len(sizes) * 10))
    assert [each for group in made for each in group] == segments
    held = [sum(each.size for each in group) for group in made]
    for group, size in zip(made, held, strict=True):
        assert len(group) == 1 or size <= segment_bytes
    for size, following in zip(held, made[1:], strict=False):
        assert size + following[0].size > segment_bytes


def test_indexes_have_to_fit_too() -> None:
    """fetch H-65: what they hold now, at eight bytes an entry."""
    segments = [segment_of(0, 3), segment_of(10, 3), segment_of(20, 3)]
    assert [len(each.offset_index) for each in segments] == [2, 2, 2]
    made = list(groups(segments, config_of(1 << 20, 4 * 8), 30))
    assert made == [segments[:2], segments[2:]]


def test_offsets_have_to_fit_31_bits_behind_the_first() -> None:
    """fetch H-65, H-12: but for empty segments, which may go anywhere."""
    far = 1 << 31
    segments = [
        segment_of(0, 1),
        segment_of(far - 1, 1),
        segment_of(far, 1),
        segment_of(far + 9, 0),
    ]
    made = list(groups(segments, config_of(1 << 20), far + 10))
    assert made == [segments[:2], segments[2:]]
    empty = [segment_of(0, 1), segment_of(far + 5, 0)]
    assert list(groups(empty, config_of(1 << 20), far + 10)) == [empty]
