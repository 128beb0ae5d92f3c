"""Sessions of Spark as tests want them: small, silent, on the loopback, in their own folder."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.suite.missing import NO_JAVA

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

JAVA_MAJOR_MIN = 17
UNCHECKED = "tests of the package for Spark that start Spark are not run"
# A quick compiler and a plain collector take a fifth off short runs.
JVM_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


@cache
def why_there_is_no_spark() -> str:
    """One line for a skip; empty if sessions can be started."""
    if find_spec("pyspark") is None:
        return f"pyspark is not installed: {UNCHECKED}"
    from kafkawire.spark.doctor import java_version

    try:
        major = java_version()
    except FileNotFoundError:
        return f"{NO_JAVA}: {UNCHECKED}"
    except OSError as error:
        return f"Java does not start ({error}): {UNCHECKED}"
    if major < JAVA_MAJOR_MIN:
        return f"Spark needs Java {JAVA_MAJOR_MIN} or newer, this is {major}: {UNCHECKED}"
    return ""


def settings(folder: Path) -> dict[str, str]:
    """What every session of tests is configured with; all files are in the folder."""
    java = f"{JVM_OPTIONS} -Dderby.system.home={folder}"
    return {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        # One session serves all tests. Spark keeps the plans of past queries, which would fill the
        # heap; and a local task that finds no memory ends the JVM.
        "spark.driver.memory": "2g",
        "spark.sql.ui.retainedExecutions": "5",
        "spark.ui.retainedJobs": "20",
        "spark.ui.retainedStages": "20",
        "spark.ui.retainedTasks": "200",
        "spark.driver.extraJavaOptions": java,
        "spark.local.dir": str(folder / "local"),
        "spark.log.level": "ERROR",
        "spark.sql.catalogImplementation": "in-memory",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }


def local_session(folder: Path, *, master: str = "local[2]") -> SparkSession:
    """A session in this process; the caller stops it."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("tests")
    for name, value in settings(folder).items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


class SharedSession:
    """The session that all tests of a process share; another one if its JVM has ended."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._session: SparkSession | None = None

    def get(self) -> SparkSession:
        """Return the session, or another one if the JVM of the last has ended."""
        if self.end_of_jvm():
            self.stop()
        if self._session is None:
            self._session = local_session(self._folder)
        return self._session

    def end_of_jvm(self) -> str:
        """Return one line on how the JVM has ended; empty if it runs or never did."""
        if self._session is None:
            return ""
        code = jvm_of(self._session).poll()
        return "" if code is None else f"the JVM of Spark has ended with exit code {code}"

    def stop(self) -> None:
        """Stop the session; forget one whose JVM has ended, as PySpark itself does not."""
        session, ended = self._session, self.end_of_jvm()
        self._session = None
        if session is None:
            return
        if not ended:
            session.stop()
            return
        from pyspark import SparkContext
        from pyspark.sql import SparkSession

        context = session.sparkContext
        with suppress(OSError):  # it asks the JVM first, and then leaves its server as it is
            context.stop()
        if context._accumulatorServer is not None:
            context._accumulatorServer.shutdown()
        SparkContext._active_spark_context = SparkContext._gateway = SparkContext._jvm = None
        SparkSession._instantiatedSession = SparkSession._activeSession = None


def jvm_of(session: SparkSession) -> subprocess.Popen[bytes]:
    """Return the process of a session's JVM."""
    gateway = session.sparkContext._gateway
    assert gateway is not None
    found: subprocess.Popen[bytes] = gateway.proc
    return found
