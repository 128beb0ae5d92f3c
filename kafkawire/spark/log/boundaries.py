"""Where a segment can be split: at batches, of which its index knows some.

An entry of the index is an offset and where the batch is that holds it, or the first of several
that were appended at once; there is one for every 4 KiB of a usual log. A segment that is being
written has zeros behind its entries. Wherever an entry is used, three batches there must be what
it promises; else, or where there is no index, heads are read from the last good place on. So a
wrong index costs time, never rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO, NamedTuple

import numpy as np
import numpy.typing as npt

from kafkawire.dump.log.files import read_small
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import LOG, OFFSET_INDEX
from kafkawire.log.offset_index import ENTRY_BYTES
from kafkawire.records.errors import CorruptRecord
from kafkawire.spark.log.finding import SegmentPlace
from kafkawire.spark.log.heads import Head, heads

HEADS_TRIED = 3


class Stretch(NamedTuple):
    """Bytes of a segment that begin and end with batches; the first one has `first_offset`.

    The last stretch of a segment ends where the file did, perhaps within a batch.
    """

    begin: int
    end: int
    first_offset: int


class _Index(NamedTuple):
    offsets: npt.NDArray[np.int64]
    positions: npt.NDArray[np.int64]


def stretches(segment: SegmentPlace, split_bytes: int) -> list[Stretch]:
    """The segment in stretches of about `split_bytes` each. Raises OSError."""
    count = -(-segment.size // split_bytes)
    with open(segment.path, "rb", buffering=0) as file:
        first = next(_tolerant(file, 0, segment.size), None)
        if first is None:
            return [Stretch(0, segment.size, segment.base_offset)]
        begins = [first]
        index = _read_index(segment) if count > 1 else None
        for number in range(1, count):
            found = _batch_from(file, segment, index, begins[-1], segment.size * number // count)
            if found is None:
                break
            if found.position > begins[-1].position:
                begins.append(found)
    ends = [head.position for head in begins[1:]] + [segment.size]
    return [
        Stretch(head.position, end, head.first_offset)
        for head, end in zip(begins, ends, strict=True)
    ]


def _batch_from(
    file: BinaryIO, segment: SegmentPlace, index: _Index | None, last: Head, target: int
) -> Head | None:
    """The first batch at or, where the index helps, soon behind `target`; None without one."""
    known = last.position
    if index is not None:
        at = int(np.searchsorted(index.positions, target))
        near = range(at, max(at - 2, -1), -1)  # one behind the target, or else one before it
        for entry in near:
            head = _promised(file, segment, index, entry)
            if head is not None and head.position >= target:
                return head
            if head is not None:
                known = max(known, head.position)
                break
    return next(
        (each for each in _tolerant(file, known, segment.size) if each.position >= target), None
    )


def _promised(file: BinaryIO, segment: SegmentPlace, index: _Index, entry: int) -> Head | None:
    """The batch that this entry tells of, if it is there."""
    if not 0 <= entry < len(index.positions):
        return None
    offset = segment.base_offset + int(index.offsets[entry])
    found = list(islice(_tolerant(file, int(index.positions[entry]), segment.size), HEADS_TRIED))
    at = segment.base_offset
    for head in found:
        if head.first_offset < at or head.last_offset < head.first_offset:
            return None
        at = head.last_offset + 1
    return found[0] if found and found[0].first_offset <= offset else None


def _tolerant(file: BinaryIO, position: int, end: int) -> Iterator[Head]:
    """The batches up to what is none."""
    try:
        yield from heads(file, position, end)
    except CorruptRecord:
        return


def _read_index(segment: SegmentPlace) -> _Index | None:
    """The entries of the segment's index; None without one that makes sense."""
    try:
        data = read_small(segment.path.removesuffix(LOG) + OFFSET_INDEX)
    except (FileNotFoundError, CorruptFile):
        return None
    numbers = np.frombuffer(data, dtype=">i4", count=len(data) // ENTRY_BYTES * 2).astype(np.int64)
    offsets, positions = numbers[0::2], numbers[1::2]
    used = np.flatnonzero(positions)  # no entry is at the beginning of a segment
    count = int(used[-1]) + 1 if len(used) else 0
    offsets, positions = offsets[:count], positions[:count]
    if (np.diff(positions) <= 0).any() or (positions < 0).any():
        return None
    return _Index(offsets, positions)
