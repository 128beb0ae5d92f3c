"""Columns put together as the row that Spark wants.

Topic and partition are the same in every row: made once, and cut to length without a copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kafkawire.spark.columns.frames import Asked
from kafkawire.spark.columns.plainly import without_columns
from kafkawire.spark.columns.timestamps import number_column, timestamp_column
from kafkawire.spark.columns.varints import Integers
from kafkawire.spark.columns.wanted import TYPES, Wanted, schema

CONSTANT_ROWS = 1 << 15
CONSTANTS_KEPT = 64
"""So many topics and partitions are kept as columns, of 300 KB and of 130 KB."""


class Numbers(NamedTuple):
    """Offsets, times in milliseconds, and what kind of time; a row each."""

    offsets: Integers
    timestamps: Integers
    timestamp_types: npt.NDArray[np.int32]

    def only(self, keep: Integers) -> Numbers:
        """These rows alone."""
        return Numbers(self.offsets[keep], self.timestamps[keep], self.timestamp_types[keep])


def assemble(
    numbers: Numbers, columns: Mapping[str, pa.Array], asked: Asked, wanted: Wanted
) -> pa.RecordBatch:
    """The row: `columns`, and those that are numbers. Raises MalformedTimestamp."""
    count = len(numbers.offsets)
    arrays = dict(columns)
    if wanted.topic:
        arrays["topic"] = constant_column(asked.topic, "topic", count)
    if wanted.partition:
        arrays["partition"] = constant_column(asked.partition, "partition", count)
    if wanted.offset:
        arrays["offset"] = number_column(numbers.offsets, TYPES["offset"])
    if wanted.timestamp:
        arrays["timestamp"] = timestamp_column(numbers.timestamps)
    if wanted.timestamp_type:
        arrays["timestampType"] = number_column(numbers.timestamp_types, TYPES["timestampType"])
    if not arrays:
        return without_columns(count)
    return pa.RecordBatch.from_arrays(
        [arrays[name] for name in wanted.names], schema=schema(wanted)
    )


def constant_column(value: str | int, name: str, count: int) -> pa.Array:
    """The same value in each row."""
    if count > CONSTANT_ROWS:
        return pa.repeat(pa.scalar(value, TYPES[name]), count)
    return _constant_column(value, name).slice(0, count)


@lru_cache(maxsize=CONSTANTS_KEPT)
def _constant_column(value: str | int, name: str) -> pa.Array:
    return pa.repeat(pa.scalar(value, TYPES[name]), CONSTANT_ROWS)
