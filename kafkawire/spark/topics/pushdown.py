"""Filters that Spark hands to the batch reader, if it may: what they spare us.

Only comparisons of topic, partition and offset with constants are understood. Spark applies all
filters again, so what is taken here must only never be too narrow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from pyspark.sql.datasource import (
    EqualTo,
    Filter,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    LessThan,
    LessThanOrEqual,
)

from kafkawire.spark.topics.batch import Narrowed

T = TypeVar("T")
Bounds = tuple[int, int | None]


def narrow(filters: Iterable[Filter]) -> tuple[Narrowed, Bounds]:
    """Partitions, and offsets low <= offset < high, outside of which no row passes all filters."""
    topics: frozenset[str] | None = None
    partitions: frozenset[int] | None = None
    low, high = 0, None
    for each in filters:
        if (names := _values(each, "topic", str)) is not None:
            topics = names if topics is None else topics & names
        if (numbers := _values(each, "partition", int)) is not None:
            partitions = numbers if partitions is None else partitions & numbers
        least, most = _offsets(each)
        low = max(low, least)
        high = most if high is None else high if most is None else min(high, most)
    return Narrowed(topics, partitions), (low, high)


def _values(each: Filter, column: str, kind: type[T]) -> frozenset[T] | None:
    """The constants that a column is compared with for equality."""
    if isinstance(each, EqualTo) and each.attribute == (column,):
        return frozenset((each.value,)) if isinstance(each.value, kind) else None
    if isinstance(each, In) and each.attribute == (column,):
        return frozenset(value for value in each.value if isinstance(value, kind))
    return None


def _offsets(each: Filter) -> Bounds:
    """Which offsets pass, as far as this filter is about them: low <= offset < high."""
    found = _values(each, "offset", int)
    if found is not None:
        return (min(found), max(found) + 1) if found else (0, 0)
    if not isinstance(each, (GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual)):
        return 0, None
    if each.attribute != ("offset",) or not isinstance(each.value, int):
        return 0, None
    if isinstance(each, (GreaterThan, GreaterThanOrEqual)):
        return each.value + isinstance(each, GreaterThan), None
    return 0, each.value + isinstance(each, LessThanOrEqual)
