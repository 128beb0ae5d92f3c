"""Entries of offset and time indexes, and the flat arrays that a log makes of them."""

from __future__ import annotations

from kafkawire.log.formats.indexes import OFFSET_ENTRY, TIME_ENTRY, OffsetEntry, TimeEntry
from kafkawire.log.offset_index import OffsetIndex
from kafkawire.log.time_index import TimeIndex
from tests.support.log.index_files import decode_offsets, decode_times


def test_a_time_index_of_kafka_is_read_and_written_byte_for_byte() -> None:
    """fetch H-13: timestamp i64 and relative offset i32; of Kafka 4.4.0."""
    written = bytes.fromhex("000001a1ff0ea4c5000000f5000001a1ff0f0a8d000001ed")
    index = TimeIndex.from_bytes(1000, written)

    assert TIME_ENTRY.size == 12
    assert decode_times(written, 1000) == [
        TimeEntry(1795280512197, 1245),
        TimeEntry(1795280538253, 1493),
    ]
    assert (len(index), index.last) == (2, (1795280538253, 1493))
    assert index.to_bytes() == written


def test_an_offset_index_has_entries_of_two_numbers() -> None:
    """fetch H-10."""
    written = bytes.fromhex("0000000700001004000001000000206c")
    index = OffsetIndex.from_bytes(1000, written)

    assert OFFSET_ENTRY.size == 8
    assert decode_offsets(written, 1000) == [OffsetEntry(1007, 4100), OffsetEntry(1256, 8300)]
    assert (len(index), index.last) == (2, (1256, 8300))
    assert index.to_bytes() == written
