"""Kafka's milliseconds as Spark's microseconds.

Spark refuses milliseconds that are no microseconds of 64 bits, KAFKA_MALFORMED_RECORD_TIMESTAMP,
where a plain product would show some other year. -1, which stands for no timestamp, becomes the
last millisecond of 1969, as with the stock connector.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from kafkawire.spark.columns.errors import MalformedTimestamp
from kafkawire.spark.columns.varints import Integers
from kafkawire.spark.columns.wanted import TIMESTAMPS

US_PER_MS = 1000
MS_MAX = ((1 << 63) - 1) // US_PER_MS
MS_MIN = -MS_MAX


def timestamp_column(timestamps: Integers) -> pa.Array:
    """Milliseconds since 1970 as an array of Spark's type. Raises MalformedTimestamp."""
    if len(timestamps):
        for timestamp in (int(timestamps.min()), int(timestamps.max())):
            if not MS_MIN <= timestamp <= MS_MAX:
                raise MalformedTimestamp(
                    f"[KAFKA_MALFORMED_RECORD_TIMESTAMP] {timestamp} ms cannot be microseconds"
                )
    return number_column(timestamps * US_PER_MS, TIMESTAMPS)


def number_column(numbers: np.ndarray, kind: pa.DataType) -> pa.Array:
    """Numbers as an array of `kind`, without a copy."""
    return pa.Array.from_buffers(kind, len(numbers), [None, pa.py_buffer(numbers)], null_count=0)
