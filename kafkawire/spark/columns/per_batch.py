"""What rows have of their batches: base offset and time, and whose clock the time is of.

Each batch's number is repeated for its rows, 1 ns each.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kafkawire.records.batch import TIMESTAMP_TYPE_BIT
from kafkawire.spark.columns.assembling import Numbers
from kafkawire.spark.columns.fields import Fields
from kafkawire.spark.columns.head_fields import HeadFields
from kafkawire.spark.columns.varints import Integers


class PerBatch:
    """Batches, and the rows they have when these are counted through all of them."""

    __slots__ = ("_base_offsets", "_base_times", "_firsts", "_is_append_time", "_lasts", "_times")

    def __init__(self, fields: HeadFields) -> None:
        self._lasts = np.cumsum(fields.records_count)
        self._firsts = self._lasts - fields.records_count
        self._base_offsets = fields.base_offset
        self._base_times = fields.base_timestamp
        self._times = fields.max_timestamp
        self._is_append_time = (fields.attributes & TIMESTAMP_TYPE_BIT > 0).astype(np.int32)

    def _range(self, low: int, high: int) -> slice:
        """The batches that rows `low` to `high` are of."""
        first = int(np.searchsorted(self._lasts, low, "right"))
        last = int(np.searchsorted(self._lasts, high, "left"))
        return slice(first, last + 1)

    def ending(self, low: int, high: int) -> tuple[Integers, Integers]:
        """The batches whose last rows are among these rows, and those last rows."""
        found = self._range(low, high)
        lasts = self._lasts[found]
        ends_here = (lasts <= high) & (lasts > self._firsts[found])
        return np.flatnonzero(ends_here) + found.start, lasts[ends_here] - 1

    def parts(self, low: int, high: int) -> Iterator[tuple[int, int, int]]:
        """Batches, and from which to which of their own records these rows are."""
        found = self._range(low, high)
        for batch in range(found.start, found.stop):
            first = int(self._firsts[batch])
            yield batch, max(low - first, 0), min(high, int(self._lasts[batch])) - first

    def numbers(self, low: int, high: int, fields: Fields | None = None) -> Numbers:
        """The numbers of these rows; without fields, where no offset is missing."""
        found = self._range(low, high)
        firsts = np.maximum(self._firsts[found], low)
        sizes = np.minimum(self._lasts[found], high) - firsts
        offsets = np.repeat(self._base_offsets[found], sizes)
        is_append_time = self._is_append_time[found]
        if fields is None:
            offsets += np.arange(low, high) - np.repeat(self._firsts[found], sizes)
            return Numbers(
                offsets,
                np.repeat(self._times[found], sizes),
                np.repeat(is_append_time, sizes),
            )
        offsets += fields.offset_delta
        times = np.repeat(self._base_times[found], sizes)
        times += fields.timestamp_delta  # wraps, as the sum of Java's longs
        kinds = np.repeat(is_append_time, sizes)
        if is_append_time.any():
            times = np.where(kinds > 0, np.repeat(self._times[found], sizes), times)
        return Numbers(offsets, times, kinds)
