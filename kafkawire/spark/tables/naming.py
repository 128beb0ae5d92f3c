"""Names of topic ids, put into rows when all of them are known.

Newer clients name topics by their ids alone, and which name an id has some other message tells,
perhaps much later, or in another split. So rows have the id as text first. An id never gets another
name, so that it does not matter when it is replaced.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from kafkawire.protocol.uuids import uuid_bytes

TOPIC_COLUMNS = {
    "requests": ("topics",),
    "partitions": ("topic",),
    "records": ("topic",),
    "errors": ("topic",),
    "groups": ("owned", "gained", "lost"),
}
"""Columns of each table that have topics."""


def ids_in(table: str, batch: pa.RecordBatch) -> set[str]:
    """What stands for topics in a batch: names, and ids as text."""
    found: set[str] = set()
    for name in TOPIC_COLUMNS.get(table, ()):
        values = _flat(batch.column(name))
        found.update(each for each in pc.unique(values).to_pylist() if each is not None)
    return found


def named(table: str, batch: pa.RecordBatch, names: Mapping[str, str]) -> pa.RecordBatch:
    """The same with names, by ids as text, where they are known."""
    if not names:
        return batch
    for column in TOPIC_COLUMNS.get(table, ()):
        at = batch.schema.get_field_index(column)
        batch = batch.set_column(at, batch.schema.field(at), _named(batch.column(at), names))
    return batch


def by_bytes(names: Mapping[str, str]) -> dict[bytes, str]:
    """The same names by the ids' bytes, as the state takes them."""
    return {uuid_bytes(text): name for text, name in names.items()}


def _flat(column: pa.Array) -> pa.Array:
    if not pa.types.is_list(column.type):
        return column
    values = column.flatten()
    return values.field("topic") if pa.types.is_struct(values.type) else values


def _named(column: pa.Array, names: Mapping[str, str]) -> pa.Array:
    keys = pa.array(list(names), pa.string())
    if not pc.any(pc.is_in(_flat(column), keys)).as_py():
        return column
    if not pa.types.is_list(column.type):
        found = pa.array(list(names.values()), pa.string()).take(pc.index_in(column, keys))
        return pc.coalesce(found, column)
    values = [None if each is None else _of_list(each, names) for each in column.to_pylist()]
    return pa.array(values, column.type)


def _of_list(values: list[Any], names: Mapping[str, str]) -> list[Any]:
    if not values or isinstance(values[0], str):
        return [names.get(each, each) for each in values]
    found = [{**each, "topic": names.get(each["topic"], each["topic"])} for each in values]
    return sorted(found, key=lambda each: (each["topic"], each["partition"]))
