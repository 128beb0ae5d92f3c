"""Record batches for Arrow out of a section, some tens of thousands of rows at a time.

A piece is as many rows as keep their columns in the processor's cache, and as Spark likes to be
given: up to 32,768, or 4 MiB of records. Pieces do not care where batches end.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from kafkawire.protocol.buffers import Buffer
from kafkawire.spark.columns.assembling import Numbers, assemble
from kafkawire.spark.columns.errors import Unfit
from kafkawire.spark.columns.fields import Fields, Spans, read_fields
from kafkawire.spark.columns.frames import Asked
from kafkawire.spark.columns.gathering import gather
from kafkawire.spark.columns.headers import header_column
from kafkawire.spark.columns.inflating import Section
from kafkawire.spark.columns.per_batch import PerBatch
from kafkawire.spark.columns.plainly import Row, batch_of, rows_of
from kafkawire.spark.columns.varints import Integers, Words
from kafkawire.spark.columns.wanted import Wanted

ROWS_MAX = 32 << 10
PIECE_BYTES_MAX = 4 << 20


class Pieces:
    """The rows of a section, whose records begin at `starts`."""

    def __init__(
        self, data: Buffer, section: Section, starts: Integers, asked: Asked, wanted: Wanted
    ) -> None:
        self._data = data
        self._section = section
        self._starts = starts
        self._asked = asked
        self._wanted = wanted
        self._words = Words(section.data)
        self._buffer = pa.py_buffer(section.data)
        self._batches = PerBatch(section.fields)

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        """Raises RecordsError."""
        low, total = 0, len(self._starts)
        while low < total:
            reach = self._starts[low] + PIECE_BYTES_MAX
            high = int(np.searchsorted(self._starts[low : low + ROWS_MAX], reach)) + low
            try:
                found = self._piece(low, high)
            except Unfit:
                found = self._slowly(low, high)
            if found is not None:
                yield found
            low = high

    def _piece(self, low: int, high: int) -> pa.RecordBatch | None:
        wanted = self._wanted
        ends = self._ends(low, high)
        fields = read_fields(
            self._words,
            self._starts[low:high],
            ends,
            has_key=wanted.key,
            has_rest=wanted.value or wanted.headers,
        )
        numbers = self._batches.numbers(low, high, fields)
        keep = self._kept(numbers)
        if keep is not None:
            if not len(keep):
                return None
            numbers = numbers.only(keep)
        return assemble(numbers, self._columns(fields, ends, keep), self._asked, wanted)

    def _ends(self, low: int, high: int) -> Integers:
        """Where the records end: where the next one begins, or the batch ends."""
        ends = np.empty(high - low, dtype=np.int64)
        following = self._starts[low + 1 : high + 1]
        ends[: len(following)] = following
        batches, last_rows = self._batches.ending(low, high)
        ends[last_rows - low] = self._section.ends[batches]
        return ends

    def _kept(self, numbers: Numbers) -> Integers | None:
        """The rows whose offsets are asked for; None for all of them."""
        offsets = numbers.offsets
        is_inside = (offsets >= self._asked.start) & (offsets < self._asked.end)
        return None if is_inside.all() else np.flatnonzero(is_inside)

    def _columns(
        self, fields: Fields, ends: Integers, keep: Integers | None
    ) -> dict[str, pa.Array]:
        columns = {}
        if self._wanted.key:
            columns["key"] = gather(self._buffer, _only(fields.key, keep))
        if self._wanted.value:
            columns["value"] = gather(self._buffer, _only(fields.value, keep))
        if self._wanted.headers:
            assert fields.headers_at is not None
            at = fields.headers_at
            columns["headers"] = header_column(self._words, self._buffer, at, ends, keep)
        return columns

    def _slowly(self, low: int, high: int) -> pa.RecordBatch | None:
        rows: list[Row] = []
        for batch, start, stop in self._batches.parts(low, high):
            rows += list(rows_of(self._data, self._section.frames[batch]))[start:stop]
        return batch_of(rows, self._asked, self._wanted)


def _only(spans: Spans | None, keep: Integers | None) -> Spans:
    assert spans is not None
    return spans if keep is None else Spans(spans.at[keep], spans.size[keep])
