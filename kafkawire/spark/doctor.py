"""Whether Spark can run what is here: Java, Python, Spark and packages, on driver and executors.

Two looks. `look_here` needs no session: it looks at the Python that asks and at the Java that it
would start. `look_there` runs one small job and asks all workers what they are (`doctor_probe`).
`findings_of` judges answers and is plain code. What is wrong comes with what to do about it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.spark.doctor_needs import INSTALL, NEEDED, PYTHON_MIN, Needed, within
from kafkawire.spark.doctor_probe import portable, probe
from kafkawire.spark.shipping import MODULES

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

JAVA_MAJOR_MIN = 17
JAVA_LIMIT_S = 60.0
TASKS_PER_CORE = 4
"""So many that each executor has one most likely; a task takes some 60 ms."""
TASKS_MAX = 4096

PACKAGES = tuple((each.name, each.module) for each in NEEDED)


class Finding(NamedTuple):
    """One thing that was looked at."""

    where: str
    is_ok: bool
    text: str
    remedy: str = ""
    is_needed_to_start: bool = False
    """Without it no session can be started."""

    def lines(self) -> Iterator[str]:
        """As people read it."""
        yield f"{'ok' if self.is_ok else 'wrong':6} {self.where:10} {self.text}"
        if not self.is_ok and self.remedy:
            yield f"{'':17} -> {self.remedy}"


class Answer(NamedTuple):
    """What a Python process says of itself; versions that begin with "!" are errors."""

    host: str
    folder: str
    python: tuple[int, int, int]
    executable: str
    packages: Mapping[str, str]
    kafkawire: str
    java: str = ""

    @classmethod
    def of(cls, text: str, java: str = "") -> Answer:
        """From the JSON of the probe."""
        raw = json.loads(text)
        raw["python"] = tuple(raw["python"])
        return cls(**raw, java=java)


def java_command() -> str:
    """The `java` that Spark starts: that of JAVA_HOME, else the first of PATH; raises OSError."""
    if home := os.environ.get("JAVA_HOME"):
        return os.path.join(home, "bin", "java")
    found = shutil.which("java")
    if found is None:
        raise FileNotFoundError("there is no java on the PATH, and JAVA_HOME is not set")
    return found


def java_version() -> int:
    """The major version of that Java, 0 if it does not say. Raises OSError."""
    try:
        said = subprocess.run(
            [java_command(), "-version"], capture_output=True, text=True, timeout=JAVA_LIMIT_S
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError("java -version does not end") from None
    return major_of((said.stderr + said.stdout).partition('version "')[2])


def major_of(version: str) -> int:
    """17 of `17.0.15`, 8 of `1.8.0_402`; 0 for what is no version."""
    found = re.match(r"(?:1\.)?(\d+)", version)
    return int(found[1]) if found else 0


def look_here() -> list[Finding]:
    """The driver's side, without a session."""
    answer = Answer.of(probe(PACKAGES, MODULES))
    return [*findings_of("driver", [answer]), _java_here(), *_settings_here()]


def look_there(spark: SparkSession) -> list[Finding]:
    """The executors' side, by a job; what Spark raises is a finding too."""
    from kafkawire.spark.session import FAILURES, first_line

    try:
        answers = ask(spark)
    except FAILURES as error:
        return [
            Finding("executors", False, f"no task runs: {first_line(error)}", _remedy_of(error))
        ]
    return [*findings_of("executors", answers, here=_own_python()), _format(spark)]


def ask(spark: SparkSession) -> list[Answer]:
    """What the workers say, each once. Raises what Spark raises."""
    from pyspark.sql import functions

    question = functions.udf(portable(PACKAGES, MODULES), "string", useArrow=False)
    tasks = min(TASKS_MAX, _cores(spark) * TASKS_PER_CORE)
    java = functions.expr("reflect('java.lang.System', 'getProperty', 'java.version')")
    asked = spark.range(0, tasks, 1, tasks).select(question.asNondeterministic()(), java)
    return [Answer.of(text, java) for text, java in sorted(set(map(tuple, asked.collect())))]


def findings_of(
    where: str, answers: Iterable[Answer], *, here: tuple[int, ...] | None = None
) -> list[Finding]:
    """What is to be said of processes: a line for each thing, or for each that differs."""
    found: dict[Finding, list[str]] = {}
    for answer in answers:
        for finding in _judge(where, answer, here):
            found.setdefault(finding, []).append(answer.host)
    return [_placed(finding, hosts) for finding, hosts in found.items()]


def _placed(finding: Finding, hosts: list[str]) -> Finding:
    if finding.where == "driver":
        return finding
    names = sorted(set(hosts))
    shown = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
    return finding._replace(text=f"{finding.text} ({shown})")


def _judge(where: str, answer: Answer, here: tuple[int, ...] | None) -> Iterator[Finding]:
    python = ".".join(map(str, answer.python))
    text = f"Python {python}, {answer.executable}"
    if answer.python[:2] < PYTHON_MIN:
        wants = ".".join(map(str, PYTHON_MIN))
        remedy = f"name one of {wants} or newer: PYSPARK_PYTHON or spark.pyspark.python"
        yield Finding(where, False, text, remedy)
    elif here is not None and answer.python[:2] != here[:2]:
        own = ".".join(map(str, here[:2]))
        yield Finding(where, False, text, f"the driver has {own}: both must be the same")
    else:
        yield Finding(where, True, text)
    if answer.java:
        is_ok = major_of(answer.java) >= JAVA_MAJOR_MIN
        yield Finding(where, is_ok, f"Java {answer.java}", _JAVA_REMEDY)
    for needed in NEEDED:
        if finding := _package(where, needed, answer.packages.get(needed.name, "")):
            yield finding
    yield _ours(where, answer.kafkawire)


def _package(where: str, needed: Needed, version: str) -> Finding | None:
    bounds = f"{needed.least} <= {needed.name} < {needed.below}"
    install = INSTALL if where == "driver" else f"{INSTALL}, with the Python of the executors"
    if needed.is_for_driver and where != "driver":
        return None
    starts = needed.name == "pyspark"
    if not version:
        return Finding(where, False, f"{needed.name} is missing ({needed.why})", install, starts)
    if version.startswith("!"):
        text = f"{needed.name} cannot be imported: {version[2:]}"
        return Finding(where, False, text, install, starts)
    if not within(version, needed):
        return Finding(where, False, f"{needed.name} {version}, not {bounds}", install)
    return Finding(where, True, f"{needed.name} {version}")


def _ours(where: str, version: str) -> Finding:
    from kafkawire import __version__

    if version.startswith("!"):
        remedy = INSTALL if where == "driver" else _SHIP
        return Finding(where, False, f"kafkawire cannot be imported: {version[2:]}", remedy)
    if version != __version__:
        remedy = f"the driver has {__version__}: both must be the same"
        return Finding(where, False, f"kafkawire {version}", remedy)
    return Finding(where, True, f"kafkawire {version}")


def _java_here() -> Finding:
    try:
        major = java_version()
    except OSError as error:
        return Finding("driver", False, f"no Java: {error}", _JAVA_REMEDY, True)
    text = f"Java {major or 'of no version'}"
    return Finding("driver", major >= JAVA_MAJOR_MIN, text, _JAVA_REMEDY, True)


def _settings_here() -> Iterator[Finding]:
    """Two Pythons where one is meant is what goes wrong most often."""
    named = os.environ.get("PYSPARK_PYTHON")
    if named and not os.path.isabs(named) and shutil.which(named) is None:
        remedy = "plans are made on the driver by the same name: unpack the archive here as well"
        yield Finding("driver", False, f"PYSPARK_PYTHON={named} is not there", remedy)


def _format(spark: SparkSession) -> Finding:
    """Whether Spark finds the format by itself; what the source refuses shows that it does."""
    from pyspark.errors import PySparkException

    try:
        spark.read.format("kafkawire").load()
    except PySparkException as error:
        if "DATA_SOURCE_NOT_FOUND" in str(error.getCondition() or error):
            remedy = "call kafkawire.spark.register(spark), or install kafkawire before the session"
            return Finding("driver", False, "Spark does not find the formats by itself", remedy)
    return Finding("driver", True, 'Spark finds the format "kafkawire" by itself')


def _cores(spark: SparkSession) -> int:
    if type(spark).__module__.startswith("pyspark.sql.connect"):
        return TASKS_PER_CORE
    return spark.sparkContext.defaultParallelism


def _own_python() -> tuple[int, ...]:
    return sys.version_info[:3]


def _remedy_of(error: BaseException) -> str:
    text = str(error)
    if "Cannot run program" in text:
        return "name a Python that is on every machine by this path: PYSPARK_PYTHON"
    if "PYTHON_VERSION_MISMATCH" in text:
        return "driver and executors must have the same Python: PYSPARK_PYTHON"
    return "look at the executors' logs (their stderr has the whole story)"


_JAVA_REMEDY = (
    f"install a Java of {JAVA_MAJOR_MIN} or newer (JRE is enough), or set JAVA_HOME to it"
)
_SHIP = (
    f"{INSTALL} there too, or ship it: kafkawire-spark zip kafkawire.zip, then --py-files"
    " kafkawire.zip"
)
