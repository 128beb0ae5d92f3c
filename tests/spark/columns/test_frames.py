"""From head to head."""

from __future__ import annotations

import pytest

from kafkawire.records.errors import CorruptRecord
from kafkawire.records.message_set import encode_message_set
from kafkawire.spark.columns.frames import Asked, all_frames, last_offset, wanted_frames
from tests.support.log.batches import make_batch
from tests.support.spark.columns import with_wrong_crc

OLD = bytes(encode_message_set([(0, b"k", b"v", [])] * 2, magic=1, base_offset=3))
DATA = make_batch(3) + OLD + make_batch(2, base_offset=5)


def offsets(data: bytes, start: int, end: int, *, check_crcs: bool = True) -> list[int]:
    asked = Asked("t", 0, start, end)
    frames = wanted_frames(data, asked, check_crcs=check_crcs, aborted=())
    return [last_offset(data, frame) for frame in frames]


def test_entries_of_all_magics_are_found_one_after_another() -> None:
    frames = list(all_frames(DATA))

    assert [frame.header is None for frame in frames] == [False, True, True, False]
    assert sum(frame.size for frame in frames) == len(DATA)
    assert [last_offset(DATA, frame) for frame in frames] == [2, 3, 4, 6]


def test_only_entries_that_may_have_wanted_rows_are_given() -> None:
    assert offsets(DATA, 0, 100) == [2, 3, 4, 6]
    assert offsets(DATA, 2, 4) == [2, 3]
    assert offsets(DATA, 3, 4) == [3]
    assert offsets(DATA, 5, 6) == [6]
    assert offsets(DATA, 7, 100) == []
    assert offsets(DATA, 0, 0) == []


def test_nobody_looks_at_what_is_not_asked_for() -> None:
    bad = with_wrong_crc(make_batch(2, base_offset=7))
    data = DATA + bad + b"\0" * 100

    assert offsets(data, 0, 7) == [2, 3, 4, 6]
    with pytest.raises(CorruptRecord, match=f"offset 7 at byte {len(DATA)}: Record is corrupt"):
        offsets(data, 0, 8)
    with pytest.raises(CorruptRecord, match="Record size 0 is less than"):
        offsets(data, 0, 100, check_crcs=False)


def test_a_batch_is_verified_before_it_is_left_out() -> None:
    """fetch F-37: as Kafka's consumer does; a damaged head may deny the offsets asked for."""
    bad = with_wrong_crc(make_batch(2, base_offset=7))

    with pytest.raises(CorruptRecord, match="offset 7 at byte 0: Record is corrupt"):
        offsets(bad, 9, 20)
    assert offsets(bad, 9, 20, check_crcs=False) == []


@pytest.mark.parametrize("cut", [1, 20, 60, 78])
def test_a_cut_entry_ends_it(cut: int) -> None:
    batch = make_batch(3)

    assert [frame.position for frame in all_frames((batch * 2)[:-cut])] == [0]


def test_a_batch_without_room_for_its_head_is_refused() -> None:
    data = bytearray(make_batch(1))
    data[8:12] = (30).to_bytes(4, "big")

    with pytest.raises(CorruptRecord, match="42 bytes cannot hold the head"):
        list(all_frames(data))
