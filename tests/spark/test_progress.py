"""Lines on the standard error: written anew on a terminal, one for each step elsewhere."""

from __future__ import annotations

import io

from kafkawire.spark.progress import Progress, Tasks, line, tasks_of

WIDTH = 78


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_elsewhere_each_step_has_a_line_with_its_time() -> None:
    out, clock = io.StringIO(), Clock()
    progress = Progress(out, clock=clock)
    progress("starting Spark")
    clock.now_s = 67.5
    progress("decoding")
    progress.show(Tasks(1, 1, 2))
    progress.done()
    assert out.getvalue().splitlines() == [
        "kafkawire-spark: 0:00  starting Spark",
        "kafkawire-spark: 1:07  decoding",
    ]


def test_on_a_terminal_the_line_is_written_anew_and_taken_away() -> None:
    out = Terminal()
    progress = Progress(out, clock=Clock())
    progress("decoding")
    progress.show(Tasks(12, 2, 30))
    progress.done()
    progress.show(Tasks(30, 0, 30))  # too late
    parts = out.getvalue().split("\r")
    assert "0:00  decoding  ########------------  12 of 30 tasks, 2 run" in parts[2]
    assert {len(each) for each in parts if each} == {WIDTH}
    assert parts[-2].strip() == ""
    assert parts[-1] == ""


def test_without_tasks_only_the_step_is_shown() -> None:
    assert line("0:01", "starting Spark", None) == "0:01  starting Spark"
    assert line("0:01", "planning", Tasks(0, 0, 0)) == "0:01  planning"


def test_stages_that_are_gone_count_for_nothing() -> None:
    from pyspark import StatusTracker
    from pyspark.core.status import SparkStageInfo

    class Tracker(StatusTracker):
        def __init__(self) -> None:
            pass

        def getActiveStageIds(self) -> list[int]:
            return [1, 2, 3]

        def getStageInfo(self, stageId: int) -> SparkStageInfo | None:
            if stageId == 2:
                return None
            return SparkStageInfo(stageId, 0, "", 10, 2, 3, 0)

    assert tasks_of(Tracker()) == Tasks(6, 4, 20)
