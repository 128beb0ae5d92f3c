"""Judgements of the doctor: what is wrong, where, and what to do."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kafkawire import __version__
from kafkawire.spark import doctor
from kafkawire.spark.doctor import Answer, Finding, findings_of, java_version, look_here, major_of
from kafkawire.spark.doctor_needs import NEEDED

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HERE = (3, 12, 1)
FITTING = {each.name: each.least for each in NEEDED}


def answer(host: str = "one", **changed: Any) -> Answer:
    fine = Answer(host, "there", HERE, "bin/python", FITTING, __version__, "17.0.15")
    return fine._replace(**changed)


def wrong(*answers: Answer, where: str = "executors") -> list[Finding]:
    return [each for each in findings_of(where, answers, here=HERE) if not each.is_ok]


def without(name: str, version: str = "") -> dict[str, str]:
    return {**FITTING, name: version}


def test_where_all_fits_nothing_is_wrong() -> None:
    assert wrong(answer(), answer("two")) == []


@pytest.mark.parametrize(
    ("changed", "text", "remedy"),
    [
        ({"python": (3, 9, 2)}, "Python 3.9.2", "PYSPARK_PYTHON"),
        ({"python": (3, 13, 0)}, "Python 3.13.0", "the driver has 3.12: both must be the same"),
        ({"java": "11.0.2"}, "Java 11.0.2", "JAVA_HOME"),
        ({"packages": without("pyarrow")}, "pyarrow is missing", "pip install 'kafkawire[spark]'"),
        ({"packages": without("pandas", "3.1.0")}, "pandas 3.1.0, not 2.2 <= pandas < 3", "pip"),
        ({"packages": without("numpy", "! ImportError: x")}, "cannot be imported: Imp", "pip"),
        ({"kafkawire": "! ModuleNotFoundError: No"}, "kafkawire cannot be", "--py-files"),
        ({"kafkawire": "0.0.1"}, "kafkawire 0.0.1", f"the driver has {__version__}"),
    ],
)
def test_each_thing_that_does_not_fit_has_its_line_and_remedy(
    changed: dict[str, Any], text: str, remedy: str
) -> None:
    (found,) = wrong(answer(**changed))
    assert found.text.startswith(text) or text in found.text
    assert remedy in found.remedy
    assert found.text.endswith("(one)")
    assert [line.strip()[:2] for line in found.lines()] == ["wr", "->"]


def test_what_is_wrong_on_many_is_said_once_with_their_number() -> None:
    broken = without("pyarrow")
    answers = [answer(f"node-{number}", packages=broken) for number in range(5)]
    (found,) = wrong(answer("node-9"), *answers)
    assert found.text.endswith("(node-0 and 4 more)")


def test_what_only_the_driver_needs_is_not_asked_of_executors() -> None:
    drawn_without = answer(packages=without("plotly"))
    assert wrong(drawn_without) == []
    assert [each.text[:6] for each in wrong(drawn_without, where="driver")] == ["plotly"]


@pytest.mark.parametrize(
    ("text", "major"), [("17.0.15", 17), ("21", 21), ("1.8.0_402", 8), ("", 0), ("x", 0)]
)
def test_java_says_its_version_in_two_ways(text: str, major: int) -> None:
    assert major_of(text) == major


def java_home(folder: Path, said: str) -> str:
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho '{said}' >&2\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(folder)


@pytest.mark.spark
def test_the_java_of_java_home_is_the_one_that_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_HOME", java_home(tmp_path, 'openjdk version "11.0.2" 2019-01-15'))
    assert java_version() == 11
    found = [each for each in look_here() if "Java" in each.text]
    assert [(each.is_ok, each.text, each.is_needed_to_start) for each in found] == [
        (False, "Java 11", True)
    ]


def test_without_java_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    (found,) = [each for each in look_here() if each.text.startswith("no Java")]
    assert not found.is_ok
    assert "install a Java of 17" in found.remedy


@pytest.mark.spark
def test_a_python_that_is_only_in_an_archive_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYSPARK_PYTHON", "./environment/bin/python")
    (found,) = [each for each in look_here() if "PYSPARK_PYTHON" in each.text]
    assert "unpack the archive here" in found.remedy


def test_a_session_is_looked_at_from_within_its_tasks(spark: SparkSession) -> None:
    found = doctor.look_there(spark)
    assert [each for each in found if not each.is_ok] == []
    texts = " ".join(each.text for each in found)
    assert "Java" in texts
    assert "finds the format" in texts


def test_a_session_that_runs_no_task_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.errors import PySparkRuntimeError

    def fails(_: object) -> list[Answer]:
        raise PySparkRuntimeError('Cannot run program "./environment/bin/python"')

    monkeypatch.setattr(doctor, "ask", fails)
    (found,) = doctor.look_there(None)  # type: ignore[arg-type]
    assert not found.is_ok
    assert "on every machine by this path" in found.remedy
