"""Offset and time indexes, with and without room for more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.indexes import (
    OffsetEntry,
    TimeEntry,
    decode_offsets,
    decode_times,
    encode_offsets,
    encode_times,
    used_offset_bytes,
    used_time_bytes,
)

BASES = st.integers(0, 2**62)
RELATIVE = st.integers(0, 2**31 - 1)
ZEROS = st.integers(0, 40)


def test_a_time_index_of_kafka_is_read_and_written_byte_for_byte() -> None:
    """fetch H-13: timestamp i64 and relative offset i32; of Kafka 4.4.0."""
    written = bytes.fromhex("000001a1ff0ea4c5000000f5000001a1ff0f0a8d000001ed")
    entries = list(decode_times(written, 1000))

    assert entries == [TimeEntry(1795280512197, 1245), TimeEntry(1795280538253, 1493)]
    assert encode_times(entries, 1000) == written


def test_an_offset_index_has_entries_of_two_numbers() -> None:
    """fetch H-10."""
    entries = [OffsetEntry(1007, 4100), OffsetEntry(1256, 8300)]
    written = encode_offsets(entries, 1000)

    assert written.hex() == "0000000700001004000001000000206c"
    assert list(decode_offsets(written, 1000)) == entries


@given(BASES, st.lists(st.tuples(RELATIVE, st.integers(1, 2**31 - 1)), max_size=5), ZEROS)
def test_zeros_behind_the_last_offset_are_no_entries(
    base: int, relative: list[tuple[int, int]], zeros: int
) -> None:
    """fetch H-10: the file is made in its full size, and cut when all is well."""
    entries = [OffsetEntry(base + offset, position) for offset, position in relative]
    written = encode_offsets(entries, base)
    data = written + bytes(8 * zeros)

    assert list(decode_offsets(data, base)) == entries
    assert used_offset_bytes(data) == len(written)


@given(BASES, st.lists(st.tuples(st.integers(1, 2**62), RELATIVE), max_size=5), ZEROS)
def test_zeros_behind_the_last_time_are_no_entries(
    base: int, relative: list[tuple[int, int]], zeros: int
) -> None:
    """fetch H-13."""
    entries = [TimeEntry(timestamp, base + offset) for timestamp, offset in relative]
    written = encode_times(entries, base)
    data = written + bytes(12 * zeros)

    if data != bytes(12):
        assert list(decode_times(data, base)) == entries
        assert used_time_bytes(data) == len(written)


def test_a_first_record_of_1970_is_an_entry_of_zeros() -> None:
    """fetch H-13."""
    assert list(decode_times(bytes(12), 5)) == [TimeEntry(0, 5)]
    assert list(decode_times(bytes(24), 5)) == []
    entries = [TimeEntry(0, 5), TimeEntry(1, 9)]
    assert list(decode_times(encode_times(entries, 5), 5)) == entries


def test_parts_of_entries_are_refused() -> None:
    """fetch H-10, H-13."""
    with pytest.raises(CorruptFile, match="9 bytes are not whole entries of 8"):
        decode_offsets(bytes(9), 0)
    with pytest.raises(CorruptFile, match="8 bytes are not whole entries of 12"):
        decode_times(bytes(8), 0)
