"""A session of Spark for the command line: quiet, and gone when the work is done.

Under spark-submit (it names the gateway of its JVM in the environment) the master and all settings
are its own, and only what was asked for here is changed. By itself the command runs Spark in this
machine, on the loopback.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from kafkawire.spark.progress import Progress

MASTER = "local[*]"
SUBMITTED = "PYSPARK_GATEWAY_PORT"
FAILURES = (PySparkException, Py4JError)
"""What Spark raises when it does not start, and when a job fails."""
OWN = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
}
"""Of a Spark in this machine: nobody else can reach it."""
SMALL_MASTER = "local[2]"
SMALL_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
SMALL = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.shuffle.partitions": "1",
}
"""For little work: the JVM's quick compiler, and no Java that is made and compiled for a query."""
LOGGING = Path(__file__).parent / "log4j2.properties"
"""What the JVM logs before a session can tell it to be quiet."""
_INTERRUPTED = "while sending command."
ALWAYS = {
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.session.timeZone": "UTC",
    "spark.ui.showConsoleProgress": "false",
}


class SettingError(Exception):
    """What `--conf` names is no setting; the text says why."""


def settings(
    master: str | None, given: Sequence[str], *, is_submitted: bool, is_small: bool = False
) -> dict[str, str]:
    """What the session is configured with, for little work if it `is_small`. Raises SettingError.

    How a JVM compiles is only said where this command starts it.
    """
    found = dict(ALWAYS)
    if is_small:
        found |= SMALL
    if master is None and not is_submitted:
        master = SMALL_MASTER if is_small else MASTER
    if master is not None:
        found["spark.master"] = master
        found |= OWN if master.startswith("local") else {}
    java = [SMALL_JAVA] if is_small else []
    if LOGGING.is_file():
        java.append(f"-Dlog4j2.configurationFile={LOGGING.as_uri()}")
    if not is_submitted and java:
        found["spark.driver.extraJavaOptions"] = " ".join(java)
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name.startswith("spark."):
            raise SettingError(f"--conf wants spark.NAME=VALUE, not {each!r}")
        found[name] = value
    return found


@contextmanager
def started(
    master: str | None,
    given: Sequence[str],
    progress: Progress,
    *,
    is_small: bool = False,
) -> Iterator[SparkSession]:
    """A session, for little work if it `is_small`; progress follows it, and ends with it.

    Raises SettingError, and of `FAILURES` whatever Spark raises.
    """
    wanted = settings(master, given, is_submitted=SUBMITTED in os.environ, is_small=is_small)
    if SUBMITTED not in os.environ:
        # Tasks in this machine run by the Python that has what is imported here.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        if wanted["spark.master"].startswith("local"):
            os.environ.setdefault("SPARK_LOCAL_IP", OWN["spark.driver.host"])
    progress("starting Spark")
    builder = SparkSession.builder.appName("kafkawire-spark")
    for name, value in wanted.items():
        builder = builder.config(name, value)
    try:
        spark = builder.getOrCreate()
        _let_ctrl_c_through()
        try:
            progress.follow(spark)
            yield spark
        finally:
            progress.done()
            # After Ctrl-C the JVM may be gone already, and its jobs with it.
            with suppress(Py4JError, OSError):
                spark.stop()
    finally:
        progress.done()


def _let_ctrl_c_through() -> None:
    """Let it end the work here, and nothing be told of it.

    Spark's own handler talks to the JVM from within the call that it interrupts. Stopping the
    session cancels what runs. Py4j logs each call that ends this way, with its whole stack.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
    logging.getLogger("py4j").setLevel(logging.CRITICAL)
    logging.getLogger().addFilter(lambda record: not record.getMessage().endswith(_INTERRUPTED))


def first_line(error: BaseException) -> str:
    """What an error says, as short as possible; of an error in a task, the last thing it says."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if not lines:
        return type(error).__name__
    raised = [
        line for line in lines if line[0].isalpha() and ": " in line and not line.startswith("at ")
    ]
    own = [line for line in raised if line.partition(":")[0].endswith(("Error", "Loss", "Batch"))]
    return own[-1] if own else lines[0]
