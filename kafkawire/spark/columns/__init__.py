"""Record batches as columns: whole Fetch answers or stretches of segments at a time, with numpy.

Decoding record by record takes Python a microsecond or more for each. Here no step of Python is
taken for a record, only for a batch: 2 to 6 million records a second on one core at 100 bytes.
`decoding` says how the parts go together; each technique has its module, with its theory.

    decode(data, ...)    Arrow record batches as Spark's Kafka source has its rows
    next_offset(data)    where a reader goes on
    Asked                of which partition, and from which offset to which
    Wanted, schema       which columns, and what they are to Arrow

Nothing here knows Spark; numpy and pyarrow are what it needs.
"""

from __future__ import annotations

from kafkawire.spark.columns.decoding import decode, next_offset
from kafkawire.spark.columns.errors import MalformedTimestamp
from kafkawire.spark.columns.frames import Asked
from kafkawire.spark.columns.wanted import ALL, EVERYTHING, Wanted, schema

__all__ = [
    "ALL",
    "EVERYTHING",
    "Asked",
    "MalformedTimestamp",
    "Wanted",
    "decode",
    "next_offset",
    "schema",
]
