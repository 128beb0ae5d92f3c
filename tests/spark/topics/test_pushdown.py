"""Filters: what they spare, and that they never spare too much."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pyspark.sql.datasource import (
    EqualTo,
    Filter,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    LessThan,
    LessThanOrEqual,
    Not,
)

from kafkawire.spark.cluster import TopicPartition
from kafkawire.spark.topics.pushdown import narrow

COMPARED: dict[type[Filter], Callable[[Any, Any], Any]] = {
    EqualTo: operator.eq,
    GreaterThan: operator.gt,
    GreaterThanOrEqual: operator.ge,
    LessThan: operator.lt,
    LessThanOrEqual: operator.le,
}
NUMBERS = st.integers(-2, 6)
COLUMNS = st.sampled_from(["partition", "offset", "timestampType"])
COMPARISONS = st.builds(
    lambda kind, column, value: kind((column,), value),
    st.sampled_from(list(COMPARED)),
    COLUMNS,
    NUMBERS,
)
LISTS = st.builds(
    lambda column, values: In((column,), tuple(values)), COLUMNS, st.lists(NUMBERS, max_size=3)
)
NOTS = st.builds(Not, COMPARISONS | LISTS)
TOPICS = st.builds(lambda value: EqualTo(("topic",), value), st.sampled_from("abc"))


def passes(each: Any, row: dict[str, Any]) -> bool:
    if isinstance(each, Not):
        return not passes(each.child, row)
    value = row[each.attribute[0]]
    if isinstance(each, In):
        return bool(value in each.value)
    return bool(COMPARED[type(each)](value, each.value))


@given(st.lists(COMPARISONS | LISTS | NOTS | TOPICS, max_size=4))
def test_no_row_that_passes_all_filters_is_left_out(filters: list[Filter]) -> None:
    narrowed, (low, high) = narrow(filters)
    for topic in "ab":
        for partition in range(4):
            for offset in range(6):
                row = {"topic": topic, "partition": partition, "offset": offset, "timestampType": 0}
                if all(passes(each, row) for each in filters):
                    assert narrowed.has(TopicPartition(topic, partition))
                    assert low <= offset
                    assert high is None or offset < high


def test_comparisons_narrow_what_is_read() -> None:
    filters = [
        EqualTo(("topic",), "a"),
        In(("partition",), (1, 2)),
        EqualTo(("partition",), 2),
        GreaterThan(("offset",), 4),
        LessThanOrEqual(("offset",), 9),
    ]
    narrowed, bounds = narrow(filters)
    assert narrowed == (frozenset("a"), frozenset({2}))
    assert bounds == (5, 10)
    assert narrow([EqualTo(("offset",), 7)])[1] == (7, 8)
    assert narrow([GreaterThanOrEqual(("offset",), 7), LessThan(("offset",), 9)])[1] == (7, 9)
    assert narrow([In(("offset",), ())])[1] == (0, 0)
