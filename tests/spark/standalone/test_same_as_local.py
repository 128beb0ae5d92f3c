"""Captures into tables by two workers of a cluster, by this machine alone, and by one process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip(
    "pyspark", reason="pyspark is not installed: the package for Spark is not tested"
)
pytest.importorskip("plotly", reason="plotly is not installed: reports of Spark are not drawn")

from kafkawire.dump.detectors.catalogue import make_detectors
from kafkawire.dump.detectors.watch import Watch
from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.state import State
from kafkawire.spark.captures.options import files_of
from kafkawire.spark.tables.catalogue import BY_NAME, TABLES
from kafkawire.spark.tables.sink import Collected, TableSink
from tests.support.dump.captures import make_capture, pcap
from tests.support.dump.dumped_sessions import session_capture
from tests.support.dump.strange_captures import strange_frames, strange_sends
from tests.support.spark.spark_cluster import SparkCluster
from tests.support.spark.spark_made import SPLIT_BYTES, counted, make, stored
from tests.support.spark.spark_sessions import JVM_OPTIONS, settings
from tests.support.suite.patience import patient

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Seven JVMs: a loaded machine takes its time.
pytestmark = [pytest.mark.cluster, pytest.mark.timeout(600)]
LIMIT_S = patient(300.0)
ROOT = str(Path(__file__).parents[3])
NAMES = tuple(table.name for table in TABLES if table.name != "findings")
"""Findings are compared between both Sparks only: one detector is left to the report there."""
Rows = dict[str, Counter[str]]


@pytest.fixture
def captures(tmp_path: Path) -> Path:
    """Sessions and groups, odd packets, and one that is many splits long."""
    folder = tmp_path / "captures"
    folder.mkdir()
    (folder / "a.pcapng").write_bytes(session_capture())
    (folder / "b.pcap").write_bytes(pcap(strange_frames(4)))
    (folder / "c.pcapng").write_bytes(make_capture(strange_sends(14)))
    assert (folder / "c.pcapng").stat().st_size > 4 * SPLIT_BYTES
    return folder


def all_stored(place: Path) -> Rows:
    return {table.name: stored(place, table.name) for table in TABLES}


def of_one(captures: Path) -> Rows:
    """What one process makes of them."""
    found: Rows = {name: Counter() for name in BY_NAME}
    for path in files_of((str(captures),)):
        collected = Collected()
        sink = TableSink(collected.write, tuple(BY_NAME))
        pipeline = Pipeline(Engine(), State(), None, [Watch([sink], make_detectors())])
        pipeline.run(read_capture(path))
        pipeline.close()
        for name in BY_NAME:
            found[name] += counted(name, collected.table(name, sink.names))
    return found


def by_cluster(folder: Path, captures: Path, out: Path) -> list[str]:
    """Make the tables on two workers; the executors' directories."""
    around = {**os.environ, "PYTHONPATH": ROOT, "PYSPARK_PYTHON": sys.executable}
    with SparkCluster(folder, environment=around) as cluster:
        spark = settings(folder) | {
            "spark.master": cluster.url,
            "spark.cores.max": "2",
            "spark.executor.memory": "512m",
            "spark.executor.extraJavaOptions": JVM_OPTIONS,
            "spark.executorEnv.PYTHONPATH": ROOT,
            # Work begins when both are there.
            "spark.scheduler.minRegisteredResourcesRatio": "1.0",
            "spark.scheduler.maxRegisteredResourcesWaitingTime": f"{LIMIT_S:.0f}s",
        }
        plan = {"settings": spark, "captures": str(captures), "out": str(out)}
        driver = "from tests.support.spark.spark_made import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", driver, json.dumps(plan)],
            cwd=ROOT,
            env=around,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
        )
    assert done.returncode == 0, done.stderr[-8000:]
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_two_workers_make_what_this_machine_makes_and_what_one_process_makes(
    spark: SparkSession, captures: Path, tmp_path: Path
) -> None:
    make(spark, str(captures), str(tmp_path / "here"))
    here = all_stored(tmp_path / "here")
    one = of_one(captures)
    for name in NAMES:
        assert here[name] == one[name], name
        assert here[name], f"nothing in {name} shows nothing"

    directories = by_cluster(tmp_path, captures, tmp_path / "there")
    assert {Path(each).parts[-3] for each in directories} == {"worker-0", "worker-1"}
    assert all_stored(tmp_path / "there") == here
