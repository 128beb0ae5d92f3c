"""Percentiles of latencies where there are enough of them; of a few, the latencies themselves.

The 99th percentile of six latencies is the greatest of them under another name. So each percentile
has a least count, below which it is None, and of up to `VALUES_MAX` latencies all are kept. Spark
makes one sketch of them, and answers so many shares that each of a few latencies is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kafkawire.spark.report.units import NOTHING, duration

VALUES_MAX = 10
"""So many latencies are listed."""
PERCENTILES = {"p50_ns": (0.5, 5), "p90_ns": (0.9, 20), "p99_ns": (0.99, 100)}
"""The share that is not greater, and the least count of latencies."""
NAMES = {"p50_ns": "median", "p90_ns": "p90", "p99_ns": "p99"}
_ACCURACY = 10_000
_MS = 1e6
_GRID = 2 * VALUES_MAX
_SHARES = (
    *(share for share, _ in PERCENTILES.values()),
    *((at + 0.5) / _GRID for at in range(_GRID)),
)


def columns(condition: str = "latency_ns IS NOT NULL") -> str:
    """What a query selects for `with_percentiles`, of rows that meet a condition."""
    shares = ", ".join(map(str, _SHARES))
    only = f"FILTER (WHERE {condition})"
    return f"""count_if({condition}) AS answered, max(latency_ns) {only} AS max_ns,
    percentile_approx(latency_ns, array({shares}), {_ACCURACY}) {only} AS quantiles_ns"""


def with_percentiles(row: dict[str, Any]) -> dict[str, Any]:
    """A row of such a query, with a column for each percentile, and `values_ns` in their order."""
    count, found = row["answered"], row["quantiles_ns"] or []
    made = {name: value for name, value in row.items() if name != "quantiles_ns"}
    for (name, (_, least)), value in zip(PERCENTILES.items(), found, strict=False):
        made[name] = value if count >= least else None
    few = range(count) if count <= VALUES_MAX else ()
    grid = found[len(PERCENTILES) :]
    made["values_ns"] = [grid[int((rank + 0.5) / count * _GRID)] for rank in few]
    return dict.fromkeys(PERCENTILES) | made


def percentile_of_most(rows: Sequence[Mapping[str, Any]]) -> str | None:
    """The highest percentile that at least half of the rows have."""
    for name in reversed(PERCENTILES):
        if rows and 2 * sum(row[name] is not None for row in rows) >= len(rows):
            return name
    return None


def gap_text(row: Mapping[str, Any]) -> str:
    """How long after an error a retry came: a median of enough retries, else from least to most."""
    if not row["retries"]:
        return NOTHING
    if row["retries"] >= PERCENTILES["p50_ns"][1]:
        return f"typically {duration(row['gap_ms'] * _MS)}"
    least, most = (duration(row[name] * _MS) for name in ("gap_min_ms", "gap_max_ms"))
    return least if least == most else f"{least} to {most}"
