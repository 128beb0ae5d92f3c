"""`.index` and `.timeindex`: sparse maps from offsets to positions, and from times to offsets.

Offsets are kept relative to the segment's base, in 32 bits. Kafka makes room for all entries of
the newest segment in advance and cuts the file when it is done with it. A process that died, and
the metadata log even after a clean stop, leave the file with zeros behind the last entry: they
are no entries.

This is one entry at a time, for whoever looks at each. A log has a whole file as flat arrays
(`log.offset_index`, `log.time_index`).
"""

from __future__ import annotations

from struct import Struct
from typing import NamedTuple

OFFSET_ENTRY = Struct(">ii")
TIME_ENTRY = Struct(">qi")


class OffsetEntry(NamedTuple):
    """The batch that begins at `position` ends with the record at `offset` (fetch H-10)."""

    offset: int
    position: int


class TimeEntry(NamedTuple):
    """Nothing up to `offset` is younger than `timestamp`, in epoch ms (fetch H-13)."""

    timestamp: int
    offset: int
