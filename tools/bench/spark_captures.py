"""Captures in Spark against one process, and against a plan that shuffles packets; see `spark`.

CPU seconds for each GB of capture, of the JVM and its Python children, in local[2]. The plan that
shuffles groups packets by connection and lets an engine read each: that is what a first attempt
looks like. Rows are compared with those of the one process, by a hash over all columns, at each
size of splits.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import Reassembly, packets_of, stretches_of
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.pipeline import Pipeline
from kafkawire.spark.captures import plan
from kafkawire.spark.captures.heads import key_of_odd
from kafkawire.spark.tables.catalogue import BY_NAME
from kafkawire.spark.tables.sink import TableSink
from tools.bench import spark_capture_traffic
from tools.bench.report import Bar, Findings, progress
from tools.bench.spark_process import cpu_seconds, jvm_pid

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

BYTES = 800_000_000
SPLITS = (1 << 20, 8 << 20, 128 << 20)
SPLIT = SPLITS[-1]
TABLES = ("frames", "requests")
COMPARED = (*TABLES, "partitions", "errors", "damage")
FRAMES_AT_MOST, WORKER_AT_MOST_GIB = 10.0, 0.6
ROUND_NAMES = ("first", "second", "third")
"""All are shown: in the first one the JVM compiles what it runs."""
SHUFFLED_AT_MOST = 0.05
"""Of a capture's bytes: what is told of packets and frames may be shuffled, they themselves not."""
GAPS_MAX = 100
"""So many numbers of stages in a row may be of none."""
_PACKET_ROWS = "flow BINARY, number BIGINT, time_ns BIGINT, link BIGINT, size BIGINT, frame BINARY"
_ROWS_MAX = 10_000


def measure(findings: Findings, part: int) -> None:
    """All of it, on a `part`th of the capture."""
    with tempfile.TemporaryDirectory(prefix="kafkawire-bench-") as folder:
        path = str(Path(folder, "capture.pcapng"))
        with Path(path).open("wb") as file:
            spark_capture_traffic.write_capture(file, BYTES // part)
        size_gb = os.path.getsize(path) / 1e9
        columns = ["CPU s/GB", "wall MB/s", "worker GiB", "shuffled MB/GB"]
        findings.table("Captures: CPU seconds for each GB", columns)
        for table in COMPARED:
            cost = _one(path, table, folder) / size_gb
            if table in TABLES:
                findings.row(f"one process, {table}", [cost, None, None, None])
        spark = _session(folder)
        try:
            _measure(findings, spark, path, folder)
        finally:
            spark.stop()


def _measure(findings: Findings, spark: SparkSession, path: str, folder: str) -> None:
    size_gb = os.path.getsize(path) / 1e9
    plan.read(spark, path, table="damage", split_bytes=str(SPLIT)).count()  # a warm JVM
    for table in TABLES:
        found = plan.read(spark, path, table=table, split_bytes=str(SPLIT))
        costs = [
            _cost(findings, f"kafkawire, {table}, {nth}", found, size_gb) for nth in ROUND_NAMES
        ]
        if table == "frames":
            cpu = [each.cpu for each in costs]
            findings.judge(
                Bar("captures, frames, CPU for each GB, median", median(cpu), FRAMES_AT_MOST, " s")
            )
        memory, shuffled = (max(each[at] for each in costs) for at in (1, 2))
        name = f"captures, {table}, a worker's memory"
        findings.judge(Bar(name, memory, WORKER_AT_MOST_GIB, " GiB"))
        name = f"captures, {table}, bytes shuffled for each byte"
        findings.judge(Bar(name, shuffled, SHUFFLED_AT_MOST, ""))
    _cost(findings, "packets grouped by flow, frames", _shuffling(spark, path), size_gb)
    for table in COMPARED:
        progress(f"comparing {table}")
        wanted = _hash(spark.read.parquet(str(Path(folder, f"{table}.parquet"))), table)
        for split in SPLITS:
            found = plan.read(spark, path, table=table, split_bytes=str(split))
            is_same = float(_hash(found, table) != wanted)
            name = f"captures, {table}, splits of {split >> 20} MiB: rows are not those of one"
            findings.judge(Bar(name, is_same, 0.0, ""))


def _session(folder: str) -> SparkSession:
    root = str(Path(__file__).parents[2])
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").appName("bench")
    for name, value in {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "2g",
        "spark.local.dir": folder,
        "spark.log.level": "ERROR",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def _hash(found: DataFrame, table: str) -> tuple[object, ...]:
    """The number of rows, and a sum over all their columns that order does not change."""
    names = ", ".join(f"`{each}`" for each in BY_NAME[table].names)
    total = f"sum(cast(xxhash64({names}) as decimal(38, 0)))"
    return tuple(found.selectExpr("count(*)", total).collect()[0])


def _one(path: str, table: str, folder: str) -> float:
    """CPU seconds of the one process; its rows are kept to compare with."""
    with pq.ParquetWriter(Path(folder, f"{table}.parquet"), BY_NAME[table].arrow) as writer:
        batches: list[pa.RecordBatch] = []
        sink = TableSink(lambda _, batch: batches.append(batch), (table,))
        pipeline = Pipeline(Engine(), None, None, [sink])
        complaints, spent = Complaints(), 0.0
        begin = time.process_time()
        for batch in Reassembly(complaints).batches(stretches_of(path, complaints)):
            pipeline.run_batches((batch,))
            if batches:
                spent += time.process_time() - begin
                for each in batches:
                    writer.write_batch(each)
                batches.clear()
                begin = time.process_time()
        pipeline.close()
        spent += time.process_time() - begin
        for each in batches:
            writer.write_batch(each)
    return spent


class _Cost(NamedTuple):
    """Of one query: CPU seconds for each GB, GiB of the largest worker, bytes for each byte."""

    cpu: float
    worker_gib: float
    shuffled: float


def _cost(findings: Findings, name: str, found: DataFrame, size_gb: float) -> _Cost:
    """Run it, throw its rows away, and show what that has cost."""
    pid, spark = jvm_pid(), found.sparkSession
    shuffled, before, begin = _shuffled(spark), cpu_seconds(pid), time.perf_counter()
    found.write.format("noop").mode("overwrite").save()
    wall = time.perf_counter() - begin
    spent = cpu_seconds(pid) - before
    shuffled = _shuffled(spark) - shuffled
    cost = _Cost(spent / size_gb, _largest_gib(pid), shuffled / 1e9 / size_gb)
    row = [cost.cpu, size_gb * 1e3 / wall, cost.worker_gib, cost.shuffled * 1e3]
    findings.row(name, row)
    return cost


def _shuffled(spark: SparkSession) -> int:
    """Bytes that all stages so far have written for others."""
    from py4j.protocol import Py4JJavaError

    store = spark.sparkContext._jsc.sc().statusStore()
    total = gaps = stage = 0
    while gaps < GAPS_MAX:
        try:
            total += store.lastStageAttempt(stage).shuffleWriteBytes()
            gaps = 0
        except Py4JJavaError:
            gaps += 1
        stage += 1
    return total


def _largest_gib(jvm: int) -> float:
    """The most memory that one of the JVM's Python processes has held, its own alone."""
    most = 0
    for path in Path("/proc").glob("[0-9]*/status"):
        try:
            status = dict(line.split(":", 1) for line in path.read_text().splitlines())
            is_python = "python" in status["Name"].lower() and int(path.parent.name) != os.getpid()
            smaps = path.with_name("cmdline").read_bytes()
        except (OSError, KeyError):
            continue
        if is_python and b"pyspark.daemon" in smaps:
            most = max(most, int(status.get("VmHWM", "0 kB").split()[0]))
    return most / (1 << 20)


def _shuffling(spark: SparkSession, path: str) -> DataFrame:
    """Packets with all their bytes, grouped by connection, an engine for each."""

    def packets(_: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        names = [each.split()[0] for each in _PACKET_ROWS.split(", ")]
        rows: list[tuple[object, ...]] = []
        for number, (time_ns, link, frame, size) in enumerate(packets_of(path, Complaints())):
            key = key_of_odd(link, frame, size).key or b""
            half = (len(key) - 4) // 2
            ends = key[:half] + key[-4:-2], key[half : 2 * half] + key[-2:]
            rows.append((b"".join(sorted(ends)), number, time_ns, link, size, frame))
            if len(rows) == _ROWS_MAX:
                yield pa.RecordBatch.from_arrays(
                    [pa.array(e) for e in zip(*rows, strict=True)], names
                )
                rows = []
        yield pa.RecordBatch.from_arrays([pa.array(e) for e in zip(*rows, strict=True)], names)

    def frames(found: pa.Table) -> pa.Table:
        ordered = found.sort_by("number")
        columns = [ordered.column(name) for name in ("time_ns", "link", "frame", "size")]
        batches: list[pa.RecordBatch] = []
        sink = TableSink(lambda _, batch: batches.append(batch), ("frames",))
        pipeline = Pipeline(Engine(), None, None, [sink])
        each = (tuple(v.as_py() for v in row) for row in zip(*columns, strict=True))
        pipeline.run(Reassembly(Complaints()).events(each))
        pipeline.close()
        return pa.Table.from_batches(batches, BY_NAME["frames"].arrow)

    one = spark.range(1).repartition(1).mapInArrow(packets, _PACKET_ROWS)
    # One task reads the file, so without this Spark would leave all with it.
    return one.repartition(2, "flow").groupBy("flow").applyInArrow(frames, BY_NAME["frames"].spark)
