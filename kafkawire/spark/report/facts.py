"""The answers to all questions, on the driver: what figures, tables and sentences are made from."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from kafkawire.protocol.error_codes import RETRIABLE
from kafkawire.spark.report.latency import with_percentiles
from kafkawire.spark.report.queries import OVERVIEW, QUERIES
from kafkawire.spark.tables.places import Place
from kafkawire.spark.tables.stages import read

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SECOND_NS = 1_000_000_000
BUCKETS_MAX = 120
"""Windows of a figure over time, at most."""
WIDE_BUCKETS_MAX = 30
"""Of a figure with percentiles: a window must have enough for one."""
_SHORT = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
BUCKETS_SECONDS = (*_SHORT, 1, 2, 5, 10, 30, 60, 300, 600, 1800, 3600, 6 * 3600, 86_400)
"""Of a window: the shortest of which there are not too many. In those below a second things are
counted; what a second would bring is not made up from less."""
AT_ONCE = 4
"""So many questions: Spark takes a second to plan one, and next to none to answer it."""
RETRY_MS = 30_000
"""A request of the same client, connection and API so soon after an error counts as a retry."""

Rows = list[dict[str, Any]]
Progress = Callable[[str], object]
"""Is told what is being done."""


def silent(_: str) -> None:
    """Progress that nobody looks at."""


class Facts:
    """Rows by the name of their query, and what all of them need."""

    def __init__(self, overview: dict[str, Any], rows: dict[str, Rows]) -> None:
        self.overview = overview
        self.rows = rows
        self.bucket_ns = bucket_ns(overview)
        self.wide_ns = bucket_ns(overview, WIDE_BUCKETS_MAX)

    def __getitem__(self, name: str) -> Rows:
        return self.rows[name]

    @property
    def seconds(self) -> float:
        """From the first byte of all messages to the last."""
        return duration_ns(self.overview) / SECOND_NS

    @property
    def first_ns(self) -> int:
        """When the first byte was seen, nanoseconds since 1970."""
        return int(self.overview["first_ns"] or 0)

    @property
    def per_s(self) -> float | None:
        """What counts of a window are divided by to be rates; None if it is below a second."""
        return self.bucket_ns / SECOND_NS if self.bucket_ns >= SECOND_NS else None

    def times(self, window_ns: int) -> list[int]:
        """When each window begins, from the first message to the last."""
        count = duration_ns(self.overview) // window_ns + 1
        return [self.first_ns + number * window_ns for number in range(count)]


def duration_ns(overview: dict[str, Any]) -> int:
    """Of all that was seen; 0 if there was nothing."""
    first, last = overview["first_ns"], overview["last_ns"]
    return 0 if first is None else max(0, last - first)


def bucket_ns(overview: dict[str, Any], most: int = BUCKETS_MAX) -> int:
    """How much time a window of a figure over time is, so that there are `most` of them."""
    seconds = duration_ns(overview) / SECOND_NS
    fits = (each for each in BUCKETS_SECONDS if seconds / each <= most)
    found = next(fits, seconds / most)
    return round(found * SECOND_NS)


def began_ns(rebalance: dict[str, Any]) -> int:
    """When a rebalance had its first sign."""
    return int(rebalance["step_ns"] - rebalance["rebalanced_ms"] * 1e6)


def ask(spark: SparkSession, place: Place, progress: Progress = silent) -> Facts:
    """Everything that the page is made from."""
    names = ("requests", "partitions", "errors", "damage", "fetch_sessions", "groups", "findings")
    tables = {name: read(spark, place, name) for name in names}
    codes = ", ".join(str(int(code)) for code in sorted(RETRIABLE))

    def rows_of(query: str, **given: object) -> Rows:
        query = query.replace("{retriable}", f"array({codes})").replace("{retry_ms}", str(RETRY_MS))
        for name, value in given.items():
            query = query.replace(f"{{{name}}}", str(value))
        asked: dict[str, Any] = {
            name: rows for name, rows in tables.items() if f"{{{name}}}" in query
        }
        found: Rows = spark.sql(query, **asked).toArrow().to_pylist()
        return [with_percentiles(row) if "quantiles_ns" in row else row for row in found]

    (overview,) = rows_of(OVERVIEW)
    found: dict[str, Rows] = {}
    facts = Facts(overview, found)
    given = {
        "first_ns": facts.first_ns,
        "bucket_ns": facts.bucket_ns,
        "wide_ns": facts.wide_ns,
    }
    with ThreadPoolExecutor(AT_ONCE) as asking:
        answers = {name: asking.submit(rows_of, query, **given) for name, query in QUERIES.items()}
        try:
            for number, (name, answer) in enumerate(answers.items()):
                progress(f"asking {number + 1} of {len(QUERIES)}: {name.replace('_', ' ')}")
                found[name] = answer.result()
        except BaseException:
            asking.shutdown(wait=False, cancel_futures=True)
            raise
    return facts
