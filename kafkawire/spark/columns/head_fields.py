"""Fields of many batches' heads, gathered where they lie.

Walking from head to head has their positions; everything that rows need of a head is then taken out
of the bytes for all of them at once, 5 ns a field. A head is 61 bytes, so no field is read outside
of the batch that it is of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kafkawire.protocol.buffers import Buffer
from kafkawire.records.batch import ATTRIBUTES_AT, LOG_OVERHEAD, MAX_TIMESTAMP_AT
from kafkawire.spark.columns.frames import Frame
from kafkawire.spark.columns.varints import Integers

LAST_OFFSET_DELTA_AT = 23
BASE_TIMESTAMP_AT = 27
RECORDS_COUNT_AT = 57


class HeadFields(NamedTuple):
    """What rows need of the heads, and where the batches are; one number of each for each batch."""

    positions: Integers
    sizes: Integers
    base_offset: Integers
    attributes: Integers
    last_offset_delta: Integers
    base_timestamp: Integers
    max_timestamp: Integers
    records_count: Integers

    def some(self, which: slice) -> HeadFields:
        """Those of some of the batches."""
        return HeadFields(*(column[which] for column in self))


def fields_of_heads(data: Buffer, frames: Sequence[Frame]) -> HeadFields:
    """The fields of these batches, which are whole and of magic 2."""
    positions = np.array([frame[0] for frame in frames], dtype=np.int64)
    return HeadFields(
        positions,
        _gathered(data, positions, LOG_OVERHEAD - 4, ">i4") + LOG_OVERHEAD,
        _gathered(data, positions, 0, ">i8"),
        _gathered(data, positions, ATTRIBUTES_AT, ">i2"),
        _gathered(data, positions, LAST_OFFSET_DELTA_AT, ">i4"),
        _gathered(data, positions, BASE_TIMESTAMP_AT, ">i8"),
        _gathered(data, positions, MAX_TIMESTAMP_AT, ">i8"),
        _gathered(data, positions, RECORDS_COUNT_AT, ">i4"),
    )


def _gathered(data: Buffer, positions: Integers, at: int, kind: str) -> Integers:
    width = np.dtype(kind).itemsize
    view: npt.NDArray[np.int64] = np.ndarray((len(data) - width + 1,), kind, data, 0, (1,))
    return view[positions + at].astype(np.int64)
