"""Captures into all tables by whatever Spark it is given, in small parts, and who did the work.

python -c "from tests.support.spark.spark_made import main; main()" PLAN
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq

from kafkawire.spark.captures import options, plan
from kafkawire.spark.tables.catalogue import BY_NAME

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SPLIT_BYTES = 40_000
LARGE = ("frames", "records")
"""What is not among the tables unless somebody asks: it goes beside them."""


def make(spark: SparkSession, captures: str, out: str) -> None:
    """All tables of the captures in a directory."""
    from kafkawire.spark.report.making import make_tables

    with patch.object(options, "SPLIT_BYTES", SPLIT_BYTES):
        make_tables(spark, [captures], out)
        for table in LARGE:
            level = {"level": table}
            plan.read(spark, captures, **level).write.parquet(f"{out}/{table}")


def directories(spark: SparkSession) -> list[str]:
    """Where tasks run: each executor has a directory of its own."""
    many = spark.range(64, numPartitions=16).mapInArrow(_directory, "at STRING")
    return sorted(row["at"] for row in many.distinct().collect())


def _directory(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield pa.RecordBatch.from_pydict({"at": [os.getcwd()] * batch.num_rows})


def stored(place: Path, name: str) -> Counter[str]:
    """Rows of a table on disk, with what directories say."""
    found: Counter[str] = Counter()
    for path in (place / name).rglob("*.parquet"):
        rows = pq.ParquetFile(path).read()
        if BY_NAME[name].is_by_api and "api" not in rows.column_names:
            api = path.parent.name.removeprefix("api=")
            rows = rows.append_column("api", pa.array([api] * rows.num_rows, pa.string()))
        found += counted(name, rows)
    return found


def counted(name: str, rows: pa.Table) -> Counter[str]:
    """Rows of a table as text; Spark's own files have times in another unit."""
    chosen = rows.select(BY_NAME[name].names)
    for at, field in enumerate(chosen.schema):
        if pa.types.is_timestamp(field.type):
            times = chosen.column(at).cast(pa.timestamp("us"))
            chosen = chosen.set_column(at, field.name, times)
    return Counter(repr(tuple(row.values())) for row in chosen.to_pylist())


def main() -> None:
    """A driver; its plan (JSON: settings, captures, out) is the first argument."""
    from tests.support.spark.spark_killed import session

    told = json.loads(sys.argv[1])
    spark = session(told["settings"])
    make(spark, told["captures"], told["out"])
    sys.stdout.write(json.dumps(directories(spark)) + "\n")
    spark.stop()
