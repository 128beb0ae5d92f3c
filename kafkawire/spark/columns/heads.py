"""Rows from the heads of batches alone.

Offsets, and timestamps that the broker stamped, need no look at the records where no offset of a
batch is missing: it has as many records as offsets. That is so unless compaction took some out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from kafkawire.protocol.buffers import Buffer
from kafkawire.records.batch import HEADER_BYTES
from kafkawire.records.compression import DECOMPRESSED_BYTES_MAX
from kafkawire.spark.columns.assembling import assemble
from kafkawire.spark.columns.frames import Asked, Frame
from kafkawire.spark.columns.head_fields import fields_of_heads
from kafkawire.spark.columns.inflating import RECORD_BYTES_MIN, head_of
from kafkawire.spark.columns.per_batch import PerBatch
from kafkawire.spark.columns.wanted import Wanted

ROWS_MAX = 1 << 18


def suffice(frames: Sequence[Frame], wanted: Wanted) -> bool:
    """Whether the heads of these batches tell all that is asked for."""
    for frame in frames:
        head = head_of(frame)
        room = DECOMPRESSED_BYTES_MAX if head.compression else frame.size - HEADER_BYTES
        if head.records_count != head.last_offset_delta + 1:
            return False
        if not 0 <= head.records_count <= room // RECORD_BYTES_MIN:
            return False
        if wanted.needs_records(is_append_time=head.timestamp_type != 0):
            return False
    return True


def rows_of_heads(
    data: Buffer, frames: Sequence[Frame], asked: Asked, wanted: Wanted
) -> Iterator[pa.RecordBatch]:
    """The rows of batches whose heads suffice. Raises MalformedTimestamp."""
    fields = fields_of_heads(data, frames)
    batches = PerBatch(fields)
    total = int(fields.records_count.sum())
    for low in range(0, total, ROWS_MAX):
        numbers = batches.numbers(low, min(low + ROWS_MAX, total))
        offsets = numbers.offsets
        is_inside = (offsets >= asked.start) & (offsets < asked.end)
        if not is_inside.all():
            numbers = numbers.only(np.flatnonzero(is_inside))
        if len(numbers.offsets):
            yield assemble(numbers, {}, asked, wanted)
