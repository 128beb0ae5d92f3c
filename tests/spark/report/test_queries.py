"""The questions."""

from __future__ import annotations

import re

from kafkawire.spark.report.queries import OVERVIEW, QUERIES
from kafkawire.spark.tables.catalogue import BY_NAME

GIVEN = {"first_ns", "wide_ns", "bucket_ns", "retriable", "retry_ms"}


def test_each_asks_a_table_that_there_is() -> None:
    for query in (OVERVIEW, *QUERIES.values()):
        asked = set(re.findall(r"{(\w+)}", query)) - GIVEN
        assert asked
        assert asked <= set(BY_NAME)


def test_answers_are_small_however_large_the_tables_are() -> None:
    for name, query in QUERIES.items():
        last = query.rpartition("SELECT")[2]
        is_bounded = "LIMIT" in last or "GROUP BY" in last or "count_if" in last
        assert is_bounded, name
