"""How far Spark is, as a line on the standard error.

A thread asks Spark's status tracker, the one thing that it tells without a page: how many tasks of
the active stages are done. On a terminal the line is written anew; elsewhere (a log) there is one
for each step of the work. Whoever works calls the progress with the name of each step.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TextIO

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EVERY_S = 0.25
WIDTH = 78
BAR = 20


class Tasks(NamedTuple):
    """Of all active stages together."""

    done: int
    running: int
    all: int


class Progress:
    """Call it with what is being done; `follow` a session; `done` takes the line away."""

    def __init__(self, errors: TextIO, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._errors = errors
        self._is_line = errors.isatty()
        self._clock = clock
        self._began_s = clock()
        self._step = ""
        self._is_shown = False
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def __call__(self, step: str) -> None:
        """From now on, this is done."""
        with self._lock:
            self._step = step
            if not self._is_line:
                self._errors.write(f"kafkawire-spark: {self._elapsed()}  {step}\n")
                self._errors.flush()
        self.show(None)

    def follow(self, spark: SparkSession) -> None:
        """Show the session's tasks until `done`; nothing where there is no terminal."""
        if not self._is_line or type(spark).__module__.startswith("pyspark.sql.connect"):
            return
        tracker = spark.sparkContext.statusTracker()

        def ask() -> None:
            while not self._ended.wait(EVERY_S):
                self.show(tasks_of(tracker))

        self._thread = threading.Thread(target=ask, name="progress", daemon=True)
        self._thread.start()

    def show(self, tasks: Tasks | None) -> None:
        """Write the line anew."""
        with self._lock:
            if self._is_line and not self._ended.is_set():
                text = line(self._elapsed(), self._step, tasks)
                self._errors.write(f"\r{text[:WIDTH]:{WIDTH}}")
                self._errors.flush()
                self._is_shown = True

    def done(self) -> None:
        """Take the line away, for good."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        with self._lock:
            if self._is_shown:
                self._errors.write(f"\r{'':{WIDTH}}\r")
                self._errors.flush()
                self._is_shown = False

    def _elapsed(self) -> str:
        seconds = int(self._clock() - self._began_s)
        return f"{seconds // 60}:{seconds % 60:02}"


def line(elapsed: str, step: str, tasks: Tasks | None) -> str:
    """`0:07  decoding  ########------------  12 of 30 tasks, 2 run`."""
    if tasks is None or not tasks.all:
        return f"{elapsed}  {step}"
    filled = BAR * tasks.done // tasks.all
    bar = "#" * filled + "-" * (BAR - filled)
    return f"{elapsed}  {step}  {bar}  {tasks.done} of {tasks.all} tasks, {tasks.running} run"


def tasks_of(tracker: object) -> Tasks:
    """Of a `pyspark.StatusTracker`; a stage that has just gone counts for nothing."""
    from pyspark import StatusTracker

    assert isinstance(tracker, StatusTracker)
    found = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
    stages = [each for each in found if each is not None]
    return Tasks(
        sum(each.numCompletedTasks for each in stages),
        sum(each.numActiveTasks for each in stages),
        sum(each.numTasks for each in stages),
    )
