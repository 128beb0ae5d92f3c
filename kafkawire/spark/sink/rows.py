"""Columns of a DataFrame as records: what must be there, and Arrow batches taken apart.

    value      string or binary, required; null is a tombstone
    key        string or binary
    headers    array<struct<key: string, value: binary>>
    topic      string; the option `topic` overrides it
    partition  int; null is the partitioner's business

Other columns are ignored. What is wrong is said in the words of Spark's connector.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from kafkawire.spark.cluster.errors import ClusterError, OptionError

Header = tuple[str, "bytes | None"]
Part = tuple["bytes | None", "bytes | None", "Sequence[Header]"]
"""Key, value, headers."""

_BYTES = ("string", "binary")
_HEADERS = "array<struct<key:string,value:binary>>"
ACCEPTED: Mapping[str, tuple[str, ...]] = {
    "topic": ("string",),
    "key": _BYTES,
    "value": _BYTES,
    "headers": (_HEADERS,),
    "partition": ("int",),
}
NULL_TOPIC = (
    "[KAFKA_NULL_TOPIC_IN_DATA] null topic present in the data."
    " Use the topic option for setting a topic."
)
NO_TOPIC = (
    "topic option required when no 'topic' attribute is present."
    " Use the topic option for setting a topic."
)
RECORD_OVERHEAD_BYTES = 16
"""Lengths, deltas and attributes, about."""


def check_columns(types: Mapping[str, str], topic: str | None) -> None:
    """`types` has a DataFrame's columns with their simple type names. Raises OptionError."""
    if topic is None and "topic" not in types:
        raise OptionError(NO_TOPIC)
    if "value" not in types:
        raise OptionError("Required attribute 'value' not found")
    for name, accepted in ACCEPTED.items():
        found = types.get(name, accepted[0])
        if found not in accepted and not (name == "topic" and topic is not None):
            raise OptionError(
                f"{name} attribute unsupported type {found}."
                f" {name} must be a(n) {' or '.join(accepted)}"
            )


class TopicRows(NamedTuple):
    """Rows of one topic, as columns; `partitions` has -1 where the partitioner decides."""

    topic: str
    keys: pa.BinaryArray | None
    partitions: npt.NDArray[np.int64] | None
    sizes: npt.NDArray[np.int64]
    parts: list[Part]


def rows_by_topic(batch: pa.RecordBatch, topic: str | None) -> Iterator[TopicRows]:
    """A batch's rows. Raises ClusterError for a row without a topic."""
    if topic is not None:
        yield _rows(topic, batch)
        return
    topics = batch.column("topic")
    if topics.null_count:
        raise ClusterError(NULL_TOPIC)
    for name in pc.unique(topics).to_pylist():
        yield _rows(name, batch.filter(pc.equal(topics, name)))


def _rows(topic: str, batch: pa.RecordBatch) -> TopicRows:
    values = _binary(batch, "value")
    keys = _binary(batch, "key")
    headers = _headers(batch)
    assert values is not None
    count = len(values)
    sizes = _sizes(values) + RECORD_OVERHEAD_BYTES
    if keys is not None:
        sizes = sizes + _sizes(keys)
    if headers is not None:
        sizes = sizes + np.fromiter(map(_header_bytes, headers), np.int64, count)
    parts = zip(
        [None] * count if keys is None else keys.to_pylist(),
        values.to_pylist(),
        [()] * count if headers is None else headers,
        strict=True,
    )
    return TopicRows(topic, keys, _partitions(batch), sizes, list(parts))


def _binary(batch: pa.RecordBatch, name: str) -> pa.BinaryArray | None:
    if name not in batch.schema.names:
        return None
    return batch.column(name).cast(pa.binary())


def _sizes(values: pa.BinaryArray) -> npt.NDArray[np.int64]:
    lengths = pc.fill_null(pc.binary_length(values), 0)
    return np.asarray(lengths.to_numpy(zero_copy_only=False), np.int64)


def _partitions(batch: pa.RecordBatch) -> npt.NDArray[np.int64] | None:
    if "partition" not in batch.schema.names:
        return None
    given = pc.fill_null(batch.column("partition"), -1)
    found = np.asarray(given.to_numpy(zero_copy_only=False), np.int64)
    nulls = batch.column("partition").is_null().to_numpy(zero_copy_only=False)
    if np.any(found[~nulls] < 0):
        raise ClusterError(
            f"Invalid partition: {found[~nulls].min()}. Partition number should always be"
            " non-negative or null."
        )
    return found


def _headers(batch: pa.RecordBatch) -> list[Sequence[Header]] | None:
    if "headers" not in batch.schema.names:
        return None
    return [_pairs(row) for row in batch.column("headers").to_pylist()]


def _pairs(row: list[dict[str, object]] | None) -> Sequence[Header]:
    pairs: list[Header] = []
    for header in row or ():
        name, value = header["key"], header["value"]
        if name is None:
            raise ClusterError("Null header keys are not permitted")
        assert isinstance(name, str)
        assert value is None or isinstance(value, bytes)
        pairs.append((name, value))
    return pairs


def _header_bytes(headers: Sequence[Header]) -> int:
    return sum(len(name) + len(value or b"") + 2 for name, value in headers)
