"""Offsets that are missing between two segments of a partition.

A segment begins where the one before it ends. If it begins later, a segment was lost or cut, unless
compaction removed the records. Compaction leaves traces: the offset of its checkpoint, and offsets
that are missing within segments as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kafkawire.dump.log.segment import Log


class Gap(NamedTuple):
    """Offsets in [first_offset, end_offset) that no batch before the segment at the end has."""

    first_offset: int
    end_offset: int


class SegmentGaps:
    """The gaps before the segments of `log`, as these are walked over in order."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._gaps: list[Gap] = []
        self._reached: int | None = None
        """Where the segment before ended; None before the first, and after one that was not read.

        The files of a running broker may go while they are looked at.
        """

    def begin(self, base_offset: int) -> None:
        """The segment that begins at `base_offset` is next."""
        reached, self._reached = self._reached, None
        if reached is not None and reached < base_offset:
            self._gaps.append(Gap(reached, base_offset))

    def end(self, base_offset: int) -> None:
        """The segment was read to its end."""
        self._reached = max(base_offset, self._log.end_offset)

    def complaints(self, cleaned_to: int) -> Iterator[tuple[int, str]]:
        """Base offset of a segment, and what is missing before it, after all were read.

        The log was compacted up to the offset `cleaned_to`.
        """
        if self._log.is_thinned:
            return
        for first, end in self._gaps:
            if end > cleaned_to:
                missing = f"offsets {first} to {end - 1} are missing before it"
                yield end, f"{missing}: no sound batch has them"
