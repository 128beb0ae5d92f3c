"""Rows made one by one, through `kafkawire.records`.

For messages of magic 0 and 1, which are old and rare, and for whatever the quick ways do not know.
This is the definition of what a batch's rows are; the quick ways must make the same of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from kafkawire.protocol.buffers import Buffer
from kafkawire.records.message_set import open_message, read_message
from kafkawire.records.record import Headers, Record, decode_records
from kafkawire.spark.columns.frames import Asked, Frame
from kafkawire.spark.columns.timestamps import timestamp_column
from kafkawire.spark.columns.wanted import TYPES, Wanted, field_of, schema

NO_TIMESTAMP_TYPE = -1
"""Spark's number for a message of magic 0, which has no timestamp."""


class Row(NamedTuple):
    """A record as a row: the timestamp in milliseconds, without topic and partition."""

    key: bytes | None
    value: bytes | None
    offset: int
    timestamp: int
    timestamp_type: int
    headers: Headers


def rows_of(data: Buffer, frame: Frame) -> Iterator[Row]:
    """The rows of one entry. Raises RecordsError."""
    header = frame.header
    if header is None:
        return _message_rows(data, frame)
    records: Sequence[Record] = decode_records(data, frame.position, header)
    kind = header.timestamp_type
    return (
        Row(each.key, each.value, each.offset, each.timestamp, kind, each.headers)
        for each in records
    )


def _message_rows(data: Buffer, frame: Frame) -> Iterator[Row]:
    for each in open_message(read_message(data, frame.position)):
        kind = each.timestamp_type if each.magic else NO_TIMESTAMP_TYPE
        yield Row(each.key, each.value, each.offset, each.timestamp, kind, [])


def batch_of(rows: Sequence[Row], asked: Asked, wanted: Wanted) -> pa.RecordBatch | None:
    """The rows that are asked for, or None if none is. Raises MalformedTimestamp."""
    kept = [row for row in rows if asked.start <= row.offset < asked.end]
    if not kept:
        return None
    arrays = [_column(name, kept, asked) for name in wanted.names]
    if not arrays:
        return without_columns(len(kept))
    return pa.RecordBatch.from_arrays(arrays, schema=schema(wanted))


def without_columns(count: int) -> pa.RecordBatch:
    """So many rows of nothing, for whoever only counts."""
    return pa.RecordBatch.from_struct_array(pa.array([{}] * count, pa.struct([])))


def _column(name: str, rows: Sequence[Row], asked: Asked) -> pa.Array:
    kind = TYPES[name]
    if name == "topic":
        return pa.array([asked.topic] * len(rows), kind)
    if name == "partition":
        return pa.array([asked.partition] * len(rows), kind)
    if name == "timestamp":
        return timestamp_column(np.array([row.timestamp for row in rows], dtype=np.int64))
    if name == "headers":
        return pa.array([_header_dicts(row.headers) for row in rows], kind)
    field = field_of(name)
    return pa.array([getattr(row, field) for row in rows], kind)


def _header_dicts(headers: Headers) -> list[dict[str, str | bytes | None]] | None:
    return [{"key": name, "value": value} for name, value in headers] or None
