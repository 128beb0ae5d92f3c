"""A stream of captures into the tables, of which everything is killed once, on two workers.

Worker processes of Python, an executor's JVM, the source's process beside the driver, and the
driver with its JVM: each by kill -9 at a moment that is known (`tests.support.spark.spark_killed`),
with the captures half there. At the end every row is in the tables once, as one process makes them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from time import monotonic

import pytest

pytest.importorskip(
    "pyspark", reason="pyspark is not installed: the package for Spark is not tested"
)

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.pipeline import Pipeline
from kafkawire.spark.captures.options import files_of
from kafkawire.spark.tables.places import Place
from kafkawire.spark.tables.sink import Collected, TableSink
from tests.support.dump.captures import make_capture
from tests.support.dump.strange_captures import strange_sends
from tests.support.spark.spark_cluster import SparkCluster
from tests.support.spark.spark_killed import GATES, TABLE, Gates, kill
from tests.support.spark.spark_made import counted, stored
from tests.support.spark.spark_sessions import JVM_OPTIONS, settings
from tests.support.suite.patience import patient

# Seven JVMs and more: a loaded machine takes its time.
pytestmark = [
    pytest.mark.cluster,
    pytest.mark.usefixtures("spark_or_skip"),
    pytest.mark.timeout(600),
]
LIMIT_S = patient(200.0)
LOOK_AGAIN_S = 0.05
ROOT = str(Path(__file__).parents[3])
DRIVER = "from tests.support.spark.spark_killed import main; main()"
SEEDS = (4, 5, 11)
STEPS = 6


class Stream:
    """What is read and written, and the driver that does it."""

    def __init__(self, folder: Path, master: str) -> None:
        self.gates = Gates(folder / GATES)
        self.place = Place(str(folder / "tables"))
        self._folder, self._master = folder, master
        self._grown = 0
        self._whole = {f"{seed}.pcapng": make_capture(strange_sends(seed)) for seed in SEEDS}
        self._driver: subprocess.Popen[bytes] | None = None
        self.said: list[int] = []
        for each in (GATES, "captures"):
            (folder / each).mkdir()

    def grow(self) -> None:
        """Some more of each capture, cut anywhere."""
        self._grown += 1
        for name, data in self._whole.items():
            path = self._folder / "captures" / name
            upto = len(data) * self._grown // STEPS
            with path.open("ab") as file:
                file.write(data[path.stat().st_size : upto])

    def start(self, *, is_available_now: bool = False) -> None:
        """A driver, which goes on where the one before was."""
        spark = settings(self._folder) | {
            "spark.master": self._master,
            "spark.cores.max": "2",
            "spark.executor.memory": "512m",
            "spark.executor.extraJavaOptions": JVM_OPTIONS,
            "spark.executorEnv.PYTHONPATH": ROOT,
        }
        plan = {"settings": spark, "folder": str(self._folder), "available": is_available_now}
        with (self._folder / "driver.log").open("ab") as log:
            self._driver = subprocess.Popen(
                [sys.executable, "-c", DRIVER, json.dumps(plan)],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": ROOT, "PYSPARK_PYTHON": sys.executable},
                stdout=log,
                stderr=log,
            )

    def until(self, what: Callable[[], bool]) -> None:
        """Look until it is so; a driver that ends meanwhile, or the time's end, is a failure."""
        assert self._driver is not None
        end = monotonic() + LIMIT_S
        while not what():
            assert self._driver.poll() is None, self.log()
            assert monotonic() < end, self.log()
            Event().wait(LOOK_AGAIN_S)

    def until_here(self, gate: str) -> list[int]:
        """Who stays at a gate: a process, its parent and that one's parent."""
        self.until(lambda: bool(self.gates.here(gate)))
        self.said += self.gates.here(gate)[:2]
        return self.gates.here(gate)

    def batches(self) -> int:
        """How many the tables have; a step may come as more than one."""
        return len(self.place.inputs())

    def until_more_than(self, batches: int) -> None:
        """Until the tables have more."""
        self.until(lambda: self.batches() > batches)

    def wait(self) -> None:
        """Until the driver has ended by itself, well."""
        assert self._driver is not None
        assert self._driver.wait(LIMIT_S) == 0, self.log()

    def kill_driver(self) -> None:
        """With its JVM."""
        if self._driver is not None:
            listed = ["ps", "-o", "pid=", "--ppid", str(self._driver.pid)]
            children = subprocess.run(listed, capture_output=True, text=True).stdout.split()
            kill(self._driver.pid, *map(int, children))
            self._driver.wait(LIMIT_S)

    def log(self) -> str:
        """What drivers have said."""
        return (self._folder / "driver.log").read_text()[-8000:]

    def rows(self) -> Counter[str]:
        """Of the table."""
        return stored(Path(self.place.root), TABLE)

    def rows_of_one(self) -> Counter[str]:
        """What one process makes of the same captures."""
        found: Counter[str] = Counter()
        for path in files_of((str(self._folder / "captures"),)):
            collected = Collected()
            pipeline = Pipeline(Engine(), None, None, [TableSink(collected.write, (TABLE,))])
            pipeline.run(read_capture(path))
            pipeline.close()
            found += counted(TABLE, collected.table(TABLE))
        return found


@pytest.fixture
def stream(spark_or_skip: None, tmp_path: Path) -> Iterator[Stream]:
    around = {**os.environ, "PYTHONPATH": ROOT, "PYSPARK_PYTHON": sys.executable}
    with SparkCluster(tmp_path, environment=around) as cluster:
        found = Stream(tmp_path, cluster.url)
        try:
            yield found
        finally:
            found.kill_driver()


def test_every_row_is_in_the_tables_once_whoever_was_killed_on_the_way(stream: Stream) -> None:
    stream.grow()
    stream.start()
    stream.until_more_than(0)

    stream.gates.arm("rows")
    stream.grow()
    worker, *_ = stream.until_here("rows")
    before = stream.batches()
    kill(worker)
    stream.until_more_than(before)

    stream.gates.arm("state")
    stream.grow()
    worker, daemon, executor = stream.until_here("state")
    before = stream.batches()
    kill(executor, daemon, worker)
    stream.until_more_than(before)

    stream.gates.arm("planning")
    source, *_ = stream.until_here("planning")
    before = stream.batches()
    stream.grow()
    kill(source)
    stream.until_here("started-1")
    stream.until_more_than(before)

    stream.gates.arm("written")
    stream.grow()
    stream.until_here("written")
    before = stream.batches()
    stream.kill_driver()
    stream.grow()
    stream.start(is_available_now=True)
    stream.wait()

    assert stream.batches() > before, "what is available is more than the batch that was redone"
    found = stream.rows()
    assert found == stream.rows_of_one()
    assert set(found.values()) == {1}
