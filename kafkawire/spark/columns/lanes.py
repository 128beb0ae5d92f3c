"""Where records begin, in many batches at once.

Within a batch this is a chain: only the length of a record tells where the next one is. But the
chains of different batches have nothing to do with each other, so they are walked in lockstep,
one lane for each batch: step i finds record i of all of them, in three calls of numpy. A table
gives how far to go for each pair of bytes that a length may begin with; 16 ns for each record at
250 lanes, against 130 ns for the walk of one batch (`hop`).

Lanes are sorted by how many records they have, so that those which go on are always the first ones.
Where few are left they are walked one by one. Lengths of three bytes, and lies, leave a lane where
it is: it does not end where its batch does, and that batch is left to `hop`, which knows all.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from kafkawire.records.errors import InvalidRecords
from kafkawire.spark.columns.hop import hop
from kafkawire.spark.columns.varints import (
    PAIRS,
    SIZE_BITS,
    SIZE_MASK,
    Integers,
    Octets,
    pairs_table,
)

LANES_MIN = 24
"""With fewer, a step of all lanes costs more than a step of each."""


@cache
def _advances() -> npt.NDArray[np.int64]:
    """By the two bytes at a record's begin, how far its end is; 0 where they do not tell."""
    table = pairs_table().astype(np.int64)
    advance: Integers = (table >> SIZE_BITS) + (table & SIZE_MASK)
    advance[table < 0] = 0
    assert len(advance) == PAIRS
    return advance


def record_starts(data: Octets, begins: Integers, ends: Integers, counts: Integers) -> Integers:
    """Where the records of all batches begin, batch after batch.

    Batch i has `counts[i]` records, which fill `data[begins[i]:ends[i]]`. Raises InvalidRecords
    where they do not.
    """
    firsts = np.cumsum(counts) - counts
    starts = np.empty(int(counts.sum()), dtype=np.int64)
    left = list(range(len(counts)))
    if len(counts) >= LANES_MIN:
        try:
            left = _walk(data, starts, _Lanes(begins, ends, counts, firsts))
        except IndexError:
            pass  # a lane ran out of the bytes: find out which, one by one
    for batch in left:
        first, count = int(firsts[batch]), int(counts[batch])
        starts[first : first + count] = hop(data, int(begins[batch]), int(ends[batch]), count)
    return starts


class _Lanes:
    """Batches in the order of their counts, the most records first."""

    def __init__(
        self, begins: Integers, ends: Integers, counts: Integers, firsts: Integers
    ) -> None:
        self.order = np.argsort(-counts, kind="stable")
        self.counts = counts[self.order]
        self.ends = ends[self.order]
        self.at = begins[self.order]
        self.rows = firsts[self.order]

    def widths(self) -> list[int]:
        """By step, how many lanes have a record left; as long as they are enough."""
        steps = int(self.counts[LANES_MIN - 1])
        rising = self.counts[::-1]
        gone = np.searchsorted(rising, np.arange(steps), "right")
        return (len(rising) - gone).tolist()  # type: ignore[no-any-return,unused-ignore]


def _walk(data: Octets, starts: Integers, lanes: _Lanes) -> list[int]:
    """Fill in what can be found in lockstep; the batches that are still to be walked."""
    pairs = np.ndarray((max(0, len(data) - 1),), "<u2", data, 0, (1,))
    advances, at, rows = _advances(), lanes.at, lanes.rows
    widths = lanes.widths()
    for width in widths:
        lane, row = at[:width], rows[:width]
        starts[row] = lane
        lane += advances.take(pairs[lane])
        row += 1
    steps = len(widths)
    going = lanes.counts > steps
    # Whoever stood still once did so in the last step, too, even if that was at the batch's end.
    moved = (starts[rows - 1] < at) | (lanes.counts == 0) if len(starts) else lanes.counts == 0
    done = moved & (going | (at == lanes.ends))
    for index in np.flatnonzero(going & moved).tolist():
        rest = int(lanes.counts[index]) - steps
        begun = int(rows[index])
        try:
            starts[begun : begun + rest] = hop(data, int(at[index]), int(lanes.ends[index]), rest)
        except InvalidRecords:
            done[index] = False  # or it stands still at a long record: the whole walk will tell
    return lanes.order[~done].tolist()  # type: ignore[no-any-return,unused-ignore]
