"""A driver whose stream of captures goes into the tables, and the places where it can be killed.

    python -c "from tests.support.spark.spark_killed import main; main()" PLAN

A test arms a gate by its name. The first process that reaches the gate writes its process ids and
waits to be killed, so that the moment of the kill is exact and has no time limit:

    planning   the source's process beside the driver looks for new data
    rows       a task has returned rows, but the state of its engine is not written yet
    state      the state is written, but the task is not done
    written    the tables have the batch, but the query has not committed it yet

A query that dies is started again from its checkpoint, in the same driver.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pyarrow as pa
from pyspark.sql.datasource import DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import ReadLimit
from pyspark.sql.types import StructType

from kafkawire.spark.captures.growing import Offsets
from kafkawire.spark.captures.source import CaptureSource
from kafkawire.spark.captures.stream import CaptureStreamReader, read_stream_options
from kafkawire.spark.tables.places import Place
from kafkawire.spark.tables.stages import write
from tests.support.suite.patience import patient

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

TABLE = "requests"
GATES = "gates"
WAIT_LIMIT_S = patient(240.0)


class Gates:
    """Files: `NAME.armed` becomes `NAME.taken`, and `NAME.here` has the process ids."""

    def __init__(self, folder: str | Path) -> None:
        self._folder = Path(folder)

    def arm(self, name: str) -> None:
        """Make the next process that reaches the gate wait there."""
        self._file(name, "here").unlink(missing_ok=True)
        self._file(name, "armed").touch()

    def here(self, name: str) -> list[int]:
        """The process that waits at the gate, its parent and grandparent; empty without one."""
        file = self._file(name, "here")
        return [int(each) for each in file.read_text().split()] if file.exists() else []

    def pass_by(self, name: str) -> None:
        """Go on, or if the gate is armed stay to be killed."""
        try:
            self._file(name, "armed").rename(self._file(name, "taken"))
        except FileNotFoundError:
            return
        self.say(name)
        Event().wait(WAIT_LIMIT_S)
        raise AssertionError(f"the process at {name} was not killed")

    def say(self, name: str) -> None:
        """Who is here, all of it or nothing."""
        parent = os.getppid()
        unfinished = self._file(name, f"{os.getpid()}.unfinished")
        unfinished.write_text(f"{os.getpid()} {parent} {parent_of(parent)}")
        unfinished.rename(self._file(name, "here"))

    def _file(self, name: str, ending: str) -> Path:
        return self._folder / f"{name}.{ending}"


def parent_of(process: int) -> int:
    """Whose child a process is."""
    command = ["ps", "-o", "ppid=", "-p", str(process)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def kill(*processes: int) -> None:
    """As hard as can be; those that are gone already are fine."""
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            continue


class KillableSource(CaptureSource):
    """The captures' format, with gates in its stream."""

    @classmethod
    def name(cls) -> str:
        return "killable-capture"

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:
        options, state = read_stream_options(self.options)
        reader = KillableReader(options, state, tuple(schema.fieldNames()))
        reader.gates = Gates(Path(state).parent / GATES)
        return reader


class KillableReader(CaptureStreamReader):
    gates: Gates

    def latestOffset(self, start: Offsets, limit: ReadLimit) -> Offsets:
        self.gates.pass_by("planning")
        return super().latestOffset(start, limit)

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        for batch in super().read(partition):
            yield batch
            self.gates.pass_by("rows")
        self.gates.pass_by("state")


def session(settings: Mapping[str, str]) -> SparkSession:
    """One in this process, as settings say."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("tests")
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def started(spark: SparkSession, folder: Path, *, is_available_now: bool) -> StreamingQuery:
    """The query, from its checkpoint if there is one."""
    place, gates = Place(str(folder / "tables")), Gates(folder / GATES)

    def put(rows: DataFrame, number: int) -> None:
        write({TABLE: rows}, place, f"stream-{number}", {})
        gates.pass_by("written")

    reader = spark.readStream.format(KillableSource.name()).option("path", str(folder / "captures"))
    reader = reader.option("stateDir", str(folder / "states"))
    writer = reader.load().writeStream.foreachBatch(put)
    writer = writer.option("checkpointLocation", str(folder / "checkpoint"))
    return writer.trigger(availableNow=True).start() if is_available_now else writer.start()


def run(spark: SparkSession, folder: Path, *, is_available_now: bool) -> None:
    """Until all is there, or for ever."""
    from pyspark.errors import StreamingQueryException

    spark.dataSource.register(KillableSource)
    deaths = 0
    while True:
        query = started(spark, folder, is_available_now=is_available_now)
        Gates(folder / GATES).say(f"started-{deaths}")
        try:
            query.awaitTermination()
        except StreamingQueryException as error:
            deaths += 1
            sys.stderr.write(f"the query has died: {error}\n")
            continue
        return


def main() -> None:
    """The driver; its plan (JSON: settings, folder, available) is the first argument."""
    plan = json.loads(sys.argv[1])
    spark = session(plan["settings"])
    run(spark, Path(plan["folder"]), is_available_now=plan["available"])
    spark.stop()
