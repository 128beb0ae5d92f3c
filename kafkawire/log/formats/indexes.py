"""`.index` and `.timeindex`: sparse maps from offsets to positions, and from times to offsets.

Offsets are kept relative to the segment's base, in 32 bits. Kafka makes room for all entries of
the newest segment in advance and cuts the file when it is done with it. A process that died, and
the metadata log even after a clean stop, leave the file with zeros behind the last entry: they
are no entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from struct import Struct
from typing import NamedTuple

from kafkawire.log.formats.errors import CorruptFile

OFFSET_INDEX_SUFFIX = ".index"
TIME_INDEX_SUFFIX = ".timeindex"

OFFSET_ENTRY = Struct(">ii")
TIME_ENTRY = Struct(">qi")

OFFSET_ENTRY_BYTES = OFFSET_ENTRY.size
TIME_ENTRY_BYTES = TIME_ENTRY.size


class OffsetEntry(NamedTuple):
    """The batch that begins at `position` ends with the record at `offset` (fetch H-10)."""

    offset: int
    position: int


class TimeEntry(NamedTuple):
    """Nothing up to `offset` is younger than `timestamp`, in epoch ms (fetch H-13)."""

    timestamp: int
    offset: int


def encode_offsets(entries: Iterable[tuple[int, int]], base_offset: int) -> bytes:
    """An offset index of (offset, position) pairs."""
    pack = OFFSET_ENTRY.pack
    return b"".join(pack(offset - base_offset, position) for offset, position in entries)


def decode_offsets(data: bytes, base_offset: int) -> Iterator[OffsetEntry]:
    """The entries, not judged; raises CorruptFile, at once, where the length is that of none."""
    used = data[: used_offset_bytes(data)]
    return (
        OffsetEntry(base_offset + relative, position)
        for relative, position in OFFSET_ENTRY.iter_unpack(used)
    )


def encode_times(entries: Iterable[tuple[int, int]], base_offset: int) -> bytes:
    """A time index of (timestamp, offset) pairs."""
    pack = TIME_ENTRY.pack
    return b"".join(pack(timestamp, offset - base_offset) for timestamp, offset in entries)


def decode_times(data: bytes, base_offset: int) -> Iterator[TimeEntry]:
    """The entries, not judged; raises CorruptFile, at once, where the length is that of none."""
    used = data[: used_time_bytes(data)]
    return (
        TimeEntry(timestamp, base_offset + relative)
        for timestamp, relative in TIME_ENTRY.iter_unpack(used)
    )


def used_offset_bytes(data: bytes) -> int:
    """Where the entries of an offset index end and its zeros begin; raises CorruptFile.

    No entry is all zeros, for the first batch of a segment is never in the index.
    """
    return _used(data, OFFSET_ENTRY_BYTES)


def used_time_bytes(data: bytes) -> int:
    """Where the entries of a time index end and its zeros begin; raises CorruptFile.

    Twelve zeros alone are an entry: the segment's first record, of the year 1970.
    """
    if data == bytes(TIME_ENTRY_BYTES):
        return TIME_ENTRY_BYTES
    return _used(data, TIME_ENTRY_BYTES)


def _used(data: bytes, entry_bytes: int) -> int:
    if len(data) % entry_bytes:
        raise CorruptFile(f"{len(data)} bytes are not whole entries of {entry_bytes}")
    # An entry may end in zeros itself.
    return -(-len(data.rstrip(b"\0")) // entry_bytes) * entry_bytes
