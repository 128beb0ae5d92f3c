"""Index files as Kafka writes them, entry by entry: what the flat arrays of a log are held against.

Offsets are relative to the segment's base, in 32 bits; nothing is reserved behind the last entry.
"""

from __future__ import annotations

from collections.abc import Iterable

from kafkawire.log.formats.indexes import OFFSET_ENTRY, TIME_ENTRY, OffsetEntry, TimeEntry


def encode_offsets(entries: Iterable[tuple[int, int]], base_offset: int) -> bytes:
    """An offset index of (offset, position) pairs."""
    pack = OFFSET_ENTRY.pack
    return b"".join(pack(offset - base_offset, position) for offset, position in entries)


def decode_offsets(data: bytes, base_offset: int) -> list[OffsetEntry]:
    """The entries, not judged."""
    return [
        OffsetEntry(base_offset + relative, position)
        for relative, position in OFFSET_ENTRY.iter_unpack(data)
    ]


def encode_times(entries: Iterable[tuple[int, int]], base_offset: int) -> bytes:
    """A time index of (timestamp, offset) pairs."""
    pack = TIME_ENTRY.pack
    return b"".join(pack(timestamp, offset - base_offset) for timestamp, offset in entries)


def decode_times(data: bytes, base_offset: int) -> list[TimeEntry]:
    """The entries, not judged."""
    return [
        TimeEntry(timestamp, base_offset + relative)
        for timestamp, relative in TIME_ENTRY.iter_unpack(data)
    ]
