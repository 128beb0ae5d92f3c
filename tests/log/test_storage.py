"""Bytes of a segment in memory."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.storage import BatchPlace, MemoryStorage

JOIN_BUFFERS_MIN = 8

SIZES = st.lists(st.integers(9, 40), max_size=30)


def storage_of(sizes: list[int]) -> tuple[MemoryStorage, bytes]:
    """Each "batch" begins with its number as base offset and ends one below the next."""
    storage = MemoryStorage()
    whole = b""
    for number, size in enumerate(sizes):
        batch = number.to_bytes(8, "big") + bytes([number]) * (size - 8)
        storage.append(batch, number)
        whole += batch
    return storage, whole


@given(SIZES, st.data())
def test_slices_are_the_bytes_at_that_place(sizes: list[int], data: st.DataObject) -> None:
    """fetch C-4: at any byte, not only where a batch ends."""
    storage, whole = storage_of(sizes)
    position = data.draw(st.integers(0, max(len(whole) - 1, 0)))
    size = data.draw(st.integers(0, len(whole) - position))

    assert b"".join(storage.slices(position, size)) == whole[position : position + size]
    assert storage.size == len(whole)


@given(SIZES, st.integers(0, 40))
def test_a_batch_is_found_by_its_last_offset(sizes: list[int], offset: int) -> None:
    storage, _ = storage_of(sizes)
    expected = None
    if offset < len(sizes):
        expected = BatchPlace(sum(sizes[:offset]), sizes[offset], offset)

    assert storage.locate(offset, 0) == expected


@given(SIZES, st.integers(0, 30))
def test_truncation_keeps_what_lies_before(sizes: list[int], keep: int) -> None:
    storage, whole = storage_of(sizes)
    cut = sum(sizes[:keep])
    storage.truncate(cut)

    assert b"".join(batch for _, batch in storage.batches(0)) == whole[:cut]
    assert storage.size == len(whole[:cut])
    assert [position for position, _ in storage.batches(0)] == [
        sum(sizes[:at]) for at in range(min(keep, len(sizes)))
    ]


def test_many_small_batches_leave_as_one_buffer() -> None:
    storage, whole = storage_of([20] * JOIN_BUFFERS_MIN)

    assert storage.slices(0, len(whole)) == [whole]


def test_large_batches_leave_as_they_are_stored() -> None:
    storage = MemoryStorage()
    batches = [bytes(8) + bytes(5000) for _ in range(JOIN_BUFFERS_MIN)]
    for number, batch in enumerate(batches):
        storage.append(batch, number)

    slices = storage.slices(0, storage.size)

    assert [id(each) for each in slices] == [id(each) for each in batches]


def test_a_small_part_of_a_frame_is_copied_and_a_large_one_kept() -> None:
    """A view would keep all of the frame in memory; half of it is enough."""
    frame = bytearray(bytes(range(200)))
    storage = MemoryStorage()
    for number, size in enumerate((99, 100)):
        storage.append(memoryview(frame)[:size], number)
    small, large = (batch for _, batch in storage.batches(0))
    assert isinstance(small, bytes)
    assert isinstance(large, memoryview)
    assert large.obj is frame
