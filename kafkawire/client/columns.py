"""A batch of records as Arrow columns. Needs pyarrow, which the extras parquet and spark bring.

    topic string, partition int32, offset int64, timestamp ms UTC (null for none),
    timestamp_type int8, leader_epoch int32 (null if unknown), key binary, value binary,
    headers list<struct<key string, value binary>>

Keys and values are bytes as they were read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.client.record import ConsumerRecord

HEADERS = pa.list_(pa.struct([pa.field("key", pa.string()), pa.field("value", pa.binary())]))
SCHEMA = pa.schema(
    [
        pa.field("topic", pa.string(), nullable=False),
        pa.field("partition", pa.int32(), nullable=False),
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("timestamp", pa.timestamp("ms", tz="UTC")),
        pa.field("timestamp_type", pa.int8(), nullable=False),
        pa.field("leader_epoch", pa.int32()),
        pa.field("key", pa.binary()),
        pa.field("value", pa.binary()),
        pa.field("headers", HEADERS, nullable=False),
    ]
)
_OTHERWISE: dict[str, Callable[[ConsumerRecord], object]] = {
    "timestamp": lambda record: None if record.timestamp < 0 else record.timestamp,
    "timestamp_type": lambda record: int(record.timestamp_type),
    "headers": lambda record: [{"key": name, "value": value} for name, value in record.headers],
}
"""Columns that are not fields of the record itself."""


def columns_of(records: Sequence[ConsumerRecord]) -> pa.RecordBatch:
    """Return the records as one Arrow record batch of SCHEMA."""
    arrays = []
    for field in SCHEMA:
        read = _OTHERWISE.get(field.name)
        if read is None:
            found: list[object] = [getattr(record, field.name) for record in records]
        else:
            found = [read(record) for record in records]
        arrays.append(pa.array(found, field.type))
    return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)
