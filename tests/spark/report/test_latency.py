"""Percentiles of enough latencies, and the latencies themselves where there are few."""

from __future__ import annotations

from math import ceil
from random import Random
from typing import Any

import pytest

from kafkawire.spark.report.latency import (
    _SHARES,
    columns,
    gap_text,
    percentile_of_most,
    with_percentiles,
)


def asked(values: list[int]) -> dict[str, Any]:
    """What Spark says of so few: the value at the nearest rank of each share."""
    ordered = sorted(values)
    quantiles = [ordered[ceil(share * len(ordered)) - 1] for share in _SHARES]
    found = with_percentiles(
        {"name": "a", "answered": len(values), "max_ns": ordered[-1], "quantiles_ns": quantiles}
    )
    assert "quantiles_ns" not in found
    return found


@pytest.mark.parametrize(
    ("count", "known"),
    [
        (1, []),
        (4, []),
        (5, ["p50_ns"]),
        (19, ["p50_ns"]),
        (20, ["p50_ns", "p90_ns"]),
        (99, ["p50_ns", "p90_ns"]),
        (100, ["p50_ns", "p90_ns", "p99_ns"]),
    ],
)
def test_a_percentile_needs_enough_latencies(count: int, known: list[str]) -> None:
    found = asked(list(range(1, count + 1)))
    assert [name for name in ("p50_ns", "p90_ns", "p99_ns") if found[name] is not None] == known
    assert found["max_ns"] == count
    assert found["p99_ns"] in (None, 99)


@pytest.mark.parametrize("count", range(1, 12))
def test_a_few_are_all_there(count: int) -> None:
    random = Random(count)
    values = [random.choice((3, 5, 5, 8, random.randrange(1, 99))) for _ in range(count)]
    assert asked(values)["values_ns"] == (sorted(values) if count <= 10 else [])


def test_where_nothing_was_answered_nothing_is_said() -> None:
    found = with_percentiles({"name": "a", "answered": 0, "max_ns": None, "quantiles_ns": None})
    assert found == {
        "name": "a", "answered": 0, "max_ns": None, "values_ns": [],
        "p50_ns": None, "p90_ns": None, "p99_ns": None,
    }  # fmt: skip


def test_a_figure_has_the_percentile_of_most() -> None:
    many, some, few = (asked(list(range(1, count))) for count in (200, 50, 3))
    assert percentile_of_most([]) is None
    assert percentile_of_most([many, few]) == "p99_ns"
    assert percentile_of_most([many, some, few]) == "p90_ns"
    assert percentile_of_most([few, few, some]) is None
    assert "FILTER (WHERE x > 1)" in columns("x > 1")


@pytest.mark.parametrize(
    ("retries", "most_ms", "told"),
    [(0, None, "–"), (1, 2.0, "2 ms"), (4, 9.0, "2 ms to 9 ms"), (5, 9.0, "typically 3 ms")],
)
def test_a_median_gap_needs_enough_retries(retries: int, most_ms: float | None, told: str) -> None:
    row = {"retries": retries, "gap_ms": 3.0, "gap_min_ms": 2.0, "gap_max_ms": most_ms}
    assert gap_text(row) == told
