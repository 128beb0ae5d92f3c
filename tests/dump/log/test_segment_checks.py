"""Indexes beside the batches that they are of."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from kafkawire.dump.log.segment_checks import Complaints
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.index_files import encode_offsets, encode_times
from tests.support.log.segments import placed, problems_of, write_segment

PROBLEMS_SHOWN_MAX = 10

LOG = "00000000000000000100"
# Offsets 100-101, 102-104, 105, 106-109.
BATCHES = placed(
    [
        make_batch(2, timestamps=[NOW_MS, NOW_MS + 5]),
        make_batch(3, timestamps=[NOW_MS + 4, NOW_MS + 1, NOW_MS + 2]),
        make_batch(1, timestamps=[NOW_MS + 9]),
        make_batch(4, timestamps=[NOW_MS + 9, NOW_MS + 20, NOW_MS, NOW_MS]),
    ],
    base_offset=100,
)
AT = [sum(map(len, BATCHES[:count])) for count in range(5)]


@pytest.fixture
def partition(tmp_path: Path) -> Path:
    write_segment(tmp_path / "t-0", BATCHES, base_offset=100)
    return tmp_path / "t-0"


def test_true_indexes_pass(partition: Path) -> None:
    """fetch H-10, H-11, H-13."""
    assert problems_of(partition) == []


def with_offsets(
    partition: Path, entries: Iterable[tuple[int, int]]
) -> list[tuple[int | None, str]]:
    file = f"{LOG}.index"
    (partition / file).write_bytes(encode_offsets(entries, 100))
    found = problems_of(partition)
    assert {name for name, _, _ in found} <= {file}
    assert found == [] or problems_of(partition / file) == found
    return [(position, what) for _, position, what in found]


def with_times(partition: Path, entries: Iterable[tuple[int, int]]) -> list[tuple[int | None, str]]:
    file = f"{LOG}.timeindex"
    (partition / file).write_bytes(encode_times(entries, 100))
    found = problems_of(partition)
    assert {name for name, _, _ in found} <= {file}
    return [(position, what) for _, position, what in found]


def test_an_entry_may_be_of_several_batches_appended_together(partition: Path) -> None:
    """fetch H-10: the last offset of the append, and where it began."""
    assert with_offsets(partition, [(105, AT[1]), (109, AT[3])]) == []
    assert with_offsets(partition, [(109, AT[1])]) == []
    assert with_offsets(partition, []) == []


def test_false_offset_entries_are_found(partition: Path) -> None:
    """fetch H-10: an entry points at a batch that holds its offset."""
    assert with_offsets(partition, [(104, AT[1] + 1), (109, AT[3])]) == [
        (0, f"at position {AT[1] + 1} no batch begins")
    ]
    assert with_offsets(partition, [(101, AT[1])]) == [(0, f"offset 101 is not at {AT[1]}: 102 is")]
    assert with_offsets(partition, [(103, AT[1])]) == [
        (0, "offset 103 is not the last of its batch: 104 is")
    ]
    assert with_offsets(partition, [(107, AT[1])]) == [(0, "no batch ends with offset 107")]


def test_offset_entries_beyond_the_log_are_found(partition: Path) -> None:
    """fetch H-10."""
    assert with_offsets(partition, [(104, AT[1]), (110, AT[3])]) == [
        (8, "offset 110 is beyond the log")
    ]
    assert with_offsets(partition, [(104, AT[1]), (110, AT[4])]) == [
        (8, f"position {AT[4]} is beyond the log")
    ]


def test_offset_entries_rise(partition: Path) -> None:
    """fetch H-10: strictly, both of their columns."""
    for second in ((104, AT[2]), (105, AT[1])):
        found = with_offsets(partition, [(104, AT[1]), second])
        assert (8, "offset and position do not rise") in found


def test_false_time_entries_are_found(partition: Path) -> None:
    """fetch H-13: nothing up to the entry's offset is younger than its timestamp."""
    assert with_times(partition, [(NOW_MS + 4, 104)]) == [
        (0, f"up to offset 104 the greatest timestamp is {NOW_MS + 5}, not {NOW_MS + 4}")
    ]
    assert with_times(partition, [(NOW_MS + 5, 101), (NOW_MS + 21, 109)]) == [
        (12, f"up to offset 109 the greatest timestamp is {NOW_MS + 20}, not {NOW_MS + 21}")
    ]
    # The batch that holds the offset counts, though the record be younger.
    assert with_times(partition, [(NOW_MS + 5, 100), (NOW_MS + 20, 106)]) == []


def test_time_entries_beyond_the_log_or_out_of_order_are_found(partition: Path) -> None:
    """fetch H-13."""
    assert with_times(partition, [(NOW_MS + 20, 110)]) == [(0, "offset 110 is beyond the log")]
    found = with_times(partition, [(NOW_MS + 5, 101), (NOW_MS + 5, 104)])
    assert found == [(12, "timestamp and offset do not rise")]


def test_an_index_whose_length_is_wrong_is_found(partition: Path) -> None:
    """fetch H-10, H-13."""
    for kind, size in (("index", 8), ("timeindex", 12)):
        file = f"{LOG}.{kind}"
        (partition / file).write_bytes(bytes(size + 1))
        what = f"{size + 1} bytes are not whole entries of {size}"
        assert problems_of(partition) == [(file, None, what)]
        write_segment(partition, BATCHES, base_offset=100)


def test_of_many_things_wrong_some_are_told() -> None:
    complaints = Complaints()
    for at in range(PROBLEMS_SHOWN_MAX + 5):
        complaints.add(at, "wrong")
    assert len(complaints.shown) == PROBLEMS_SHOWN_MAX
    assert complaints.count == PROBLEMS_SHOWN_MAX + 5


def test_a_wholly_false_index_is_told_of_in_few_lines(partition: Path) -> None:
    found = with_offsets(partition, [(200 + at, AT[4] + at) for at in range(50)])
    assert len(found) == PROBLEMS_SHOWN_MAX + 1
    assert found[-1] == (None, "40 more of this kind")
