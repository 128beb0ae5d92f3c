"""Which columns are asked for, and what they are to Spark.

The row is that of Spark's Kafka source: key, value, topic, partition, offset, timestamp,
timestampType and, where asked for, headers, in this order and all nullable. Pruning is worth
twice the speed: what is not wanted is neither gathered here nor carried into the JVM.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import pyarrow as pa

BYTES = pa.binary()
TEXT = pa.string()
TIMESTAMPS = pa.timestamp("us", tz="UTC")
HEADER = pa.struct([pa.field("key", TEXT), pa.field("value", BYTES)])
HEADERS = pa.list_(pa.field("element", HEADER))
"""As `pyspark.sql.pandas.types.to_arrow_schema` makes of array<struct<key:string,value:binary>>."""

TYPES: dict[str, pa.DataType] = {
    "key": BYTES,
    "value": BYTES,
    "topic": TEXT,
    "partition": pa.int32(),
    "offset": pa.int64(),
    "timestamp": TIMESTAMPS,
    "timestampType": pa.int32(),
    "headers": HEADERS,
}
"""Arrow types by the names of Spark's columns, in the order of the row."""


def field_of(name: str) -> str:
    """Return the field of `Wanted`, and of rows made one by one, for a column of Spark's."""
    return "timestamp_type" if name == "timestampType" else name


class Wanted(NamedTuple):
    """The columns that are asked for, in the order of the row."""

    key: bool = True
    value: bool = True
    topic: bool = True
    partition: bool = True
    offset: bool = True
    timestamp: bool = True
    timestamp_type: bool = True
    headers: bool = False

    @classmethod
    def of(cls, names: Iterable[str]) -> Wanted:
        """The columns of these names, as Spark has them. Raises ValueError for another name."""
        asked = set(names)
        unknown = asked - TYPES.keys()
        if unknown:
            raise ValueError(f"no such columns: {', '.join(sorted(unknown))}")
        return cls(**{field_of(name): name in asked for name in TYPES})

    @property
    def names(self) -> list[str]:
        """The names of the columns, as Spark has them."""
        return [name for name in TYPES if getattr(self, field_of(name))]

    def needs_records(self, *, is_append_time: bool) -> bool:
        """Whether anything is asked for that a batch's head does not tell.

        Offsets it tells where none is missing, and timestamps where the broker stamped them.
        """
        return self.key or self.value or self.headers or (self.timestamp and not is_append_time)


ALL = Wanted()
EVERYTHING = Wanted(headers=True)


def schema(wanted: Wanted) -> pa.Schema:
    """The Arrow schema of the record batches that `decode` makes."""
    return pa.schema([pa.field(name, TYPES[name]) for name in wanted.names])
