"""The head that serializers with a schema registry put before what they serialize.

magic   one byte, 0
id      the schema's, i32
indexes of protobuf only: which message of the schema, as zig-zag varints; 0 alone is the first
"""

from __future__ import annotations

from kafkawire.records.errors import InvalidRecords
from kafkawire.records.varint import read_zigzag

WIRE_FORMAT_MAGIC = 0
HEAD_BYTES = 5
SCHEMA_ID_MAX = 50_000_000
"""Registries count ids up from 1; larger ones are numbers of other things."""
INDEXES_MAX = 32
"""How deep a message may be nested in others."""


def schema_id_of(data: bytes) -> int | None:
    """The schema's id, None where there can be none."""
    if len(data) <= HEAD_BYTES or data[0] != WIRE_FORMAT_MAGIC:
        return None
    schema_id = int.from_bytes(data[1:HEAD_BYTES], "big")
    return schema_id if 0 < schema_id <= SCHEMA_ID_MAX else None


def message_indexes(data: bytes) -> tuple[tuple[int, ...], int]:
    """Which message, from the outermost in; and where its bytes begin. Raises ValueError."""
    try:
        count, at = read_zigzag(data, HEAD_BYTES)
        if not 0 <= count <= INDEXES_MAX:
            raise ValueError(f"{count} message indexes")
        indexes = []
        for _ in range(count):
            index, at = read_zigzag(data, at)
            indexes.append(index)
    except (IndexError, InvalidRecords):
        raise ValueError("the message indexes end early") from None
    return tuple(indexes) or (0,), at
