"""What came of a scenario, in words that are the same with every broker that does the same.

Rows are kept as a digest of all their columns, with what one wants to see when it differs: how
many there are of each partition, and their offsets. Errors are classes, Spark's conditions and
messages of the whole chain of causes, without traces of stacks. Only what cannot be the same is
taken out: ids that are drawn, numbers of Spark's tasks, addresses, folders.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Outcome = dict[str, Any]
"""Plain values that JSON has."""
CAUSES_MAX = 8
TEXT_MAX = 6_000
TRACE = re.compile(r"\n\s+at |\nDriver stacktrace|\n=== Streaming Query ===|\nJVM stacktrace")
CLOCK = ("timestamp",)
"""Columns that the clock decides, where nobody sends a time."""

NORMAL = (
    (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<uuid>"),
    (r"<uuid>--?\d+-(driver|executor)(-\d+)?", r"<uuid>-<number>-\1"),
    (r"127\.0\.0\.1:\d+", "<broker>"),
    (r"(stage|task|Task) \d+(\.\d+)?", r"\1 <n>"),
    (r"in stage <n>\.\d+", "in stage <n>"),
    (r"TID \d+", "TID <n>"),
    (r"file:[^\s,)\]]*", "<folder>"),
    (r"@[0-9a-f]{5,8}\b", "@<object>"),
    (r"#\d+L?", "#<n>"),
    (r"(localhost|127\.0\.0\.1|[\w.-]+) executor driver", "<host> executor driver"),
)


def normal(text: str) -> str:
    """A line without what is never the same twice."""
    for pattern, instead in NORMAL:
        text = re.sub(pattern, instead, text)
    return text


def rows_of(frame: DataFrame, *, without: Sequence[str] = ()) -> Outcome:
    """All rows: how many, where, a digest of each column's values in order of the offsets."""
    from pyspark.sql import functions as f

    columns = [each for each in frame.columns if each not in without]
    seconds = f.unix_millis("timestamp").alias("timestamp")
    found = frame.select(*[seconds if each == "timestamp" else each for each in columns])
    rows = found.collect()
    ordered = sorted(rows, key=lambda row: (row["topic"], row["partition"], row["offset"]))
    places: dict[str, list[int]] = {}
    for row in ordered:
        place = places.setdefault(f"{row['topic']}-{row['partition']}", [0, row["offset"], 0])
        place[0] += 1
        place[2] = row["offset"]
    return {
        "rows": len(rows),
        "columns": columns,
        "partitions: rows, first, last": places,
        "first": [_plain(value) for value in ordered[0]] if ordered else None,
        "digest": digest([[_plain(value) for value in row] for row in ordered]),
    }


def digest(value: object) -> str:
    """A short name for plain values."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def _plain(value: object) -> object:
    if isinstance(value, bytes | bytearray):
        return bytes(value).decode("latin-1")
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def attempt(work: Callable[[], Outcome]) -> Outcome:
    """What it returns; or why not, if Spark refuses."""
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    try:
        return work()
    except (PySparkException, Py4JJavaError) as refused:
        return {"error": causes(refused)}


def causes(error: BaseException) -> list[str]:
    """Class, condition and message of an exception of the JVM and of each that caused it."""
    origin: Any = getattr(error, "_origin", None) or getattr(error, "java_exception", None)
    if origin is None:
        return [normal(f"{type(error).__name__}: {error}"[:TEXT_MAX])]
    found: list[str] = []
    while origin is not None and len(found) < CAUSES_MAX:
        found.append(_cause(origin))
        origin = origin.getCause()
    return found


def _cause(origin: Any) -> str:
    message = TRACE.split(origin.getMessage() or "")[0]
    text = " ".join(message.split())
    condition = origin.getCondition() if _is_sparks(origin) else None
    named = f" [{condition}]" if condition else ""
    return normal(f"{origin.getClass().getName()}{named}: {text}")[:TEXT_MAX]


def _is_sparks(origin: Any) -> bool:
    from py4j.java_gateway import is_instance_of
    from pyspark import SparkContext

    gateway = SparkContext._gateway
    return bool(is_instance_of(gateway, origin, "org.apache.spark.SparkThrowable"))
