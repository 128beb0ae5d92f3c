"""The answers to all questions, on the driver: what figures, tables and sentences are made from."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from kafkawire.spark.report.queries import OVERVIEW, QUERIES
from kafkawire.spark.tables.errors import RETRIABLE
from kafkawire.spark.tables.places import Place
from kafkawire.spark.tables.stages import read

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SECOND_NS = 1_000_000_000
BUCKETS_MAX = 120
"""Moments of a figure over time, at most."""
BUCKETS_SECONDS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 600, 1800, 3600, 6 * 3600, 86_400)
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

    def __init__(self, overview: dict[str, Any], rows: dict[str, Rows], bucket_ns: int) -> None:
        self.overview = overview
        self.rows = rows
        self.bucket_ns = bucket_ns

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

    def time_ns(self, bucket: int) -> int:
        """When a bucket begins."""
        return self.first_ns + bucket * self.bucket_ns


def duration_ns(overview: dict[str, Any]) -> int:
    """Of all that was seen; 0 if there was nothing."""
    first, last = overview["first_ns"], overview["last_ns"]
    return 0 if first is None else max(0, last - first)


def bucket_ns(overview: dict[str, Any]) -> int:
    """How much time a moment of a figure is, so that there are not too many."""
    seconds = duration_ns(overview) / SECOND_NS
    fits = (each for each in BUCKETS_SECONDS if seconds / each <= BUCKETS_MAX)
    found = next(fits, seconds / BUCKETS_MAX)
    return round(found * SECOND_NS)


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
        return found

    (overview,) = rows_of(OVERVIEW)
    bucket = bucket_ns(overview)
    given = {"first_ns": overview["first_ns"] or 0, "bucket_ns": bucket}
    found: dict[str, Rows] = {}
    with ThreadPoolExecutor(AT_ONCE) as asking:
        answers = {name: asking.submit(rows_of, query, **given) for name, query in QUERIES.items()}
        try:
            for number, (name, answer) in enumerate(answers.items()):
                progress(f"asking {number + 1} of {len(QUERIES)}: {name.replace('_', ' ')}")
                found[name] = answer.result()
        except BaseException:
            asking.shutdown(wait=False, cancel_futures=True)
            raise
    return Facts(overview, found, bucket)
