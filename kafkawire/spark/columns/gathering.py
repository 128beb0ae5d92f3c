"""Bytes that lie scattered, brought together by Arrow's own `take`.

The bytes of an answer, without a copy, are an Arrow array of value, gap, value, gap and so on: its
offsets are where each value begins and ends. Every second element of it is what is wanted, and
`take` brings them together in C++: 10 to 30 ns each, and the copy. A null is an index that is
null. Arrow has no way without a copy that Spark would take: in its `binary` values are adjacent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute

if TYPE_CHECKING:
    from kafkawire.spark.columns.fields import Spans


def gather(buffer: pa.Buffer, spans: Spans) -> pa.Array:
    """The bytes at these spans of `buffer`, as a new array of `binary`.

    Spans must rise, not overlap, and lie within the buffer, below 2^31.
    """
    count = len(spans.at)
    if not count:
        return pa.array([], pa.binary())
    edges = np.empty(2 * count, dtype=np.int32)
    edges[0::2] = spans.at
    edges[1::2] = spans.end
    pieces = pa.Array.from_buffers(
        pa.binary(), 2 * count - 1, [None, pa.py_buffer(edges), buffer], null_count=0
    )
    every_second = np.arange(0, 2 * count, 2, dtype=np.int32)
    is_null = spans.size < 0
    indices = pa.array(every_second, mask=is_null if is_null.any() else None)
    return pyarrow.compute.take(pieces, indices, boundscheck=False)
