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

from kafkawire.spark import register
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
LOGGING = Path(__file__).parent / "log4j2.properties"
"""What the JVM logs before a session can tell it to be quiet."""
_INTERRUPTED = "while sending command."
ALWAYS = {"spark.ui.showConsoleProgress": "false", "spark.sql.session.timeZone": "UTC"}


class SettingError(Exception):
    """What `--conf` names is no setting; the text says why."""


def settings(master: str | None, given: Sequence[str], *, is_submitted: bool) -> dict[str, str]:
    """What the session is configured with. Raises SettingError."""
    found = dict(ALWAYS)
    if master is None and not is_submitted:
        master = MASTER
    if master is not None:
        found["spark.master"] = master
        found |= OWN if master.startswith("local") else {}
    if not is_submitted and LOGGING.is_file():
        found["spark.driver.extraJavaOptions"] = f"-Dlog4j2.configurationFile={LOGGING.as_uri()}"
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name.startswith("spark."):
            raise SettingError(f"--conf wants spark.NAME=VALUE, not {each!r}")
        found[name] = value
    return found


@contextmanager
def started(
    master: str | None, given: Sequence[str], *, registers: bool = True
) -> Iterator[tuple[SparkSession, Progress]]:
    """A session, one that knows our formats if it `registers` them, and its progress on stderr.

    Raises SettingError, and of `FAILURES` whatever Spark raises.
    """
    wanted = settings(master, given, is_submitted=SUBMITTED in os.environ)
    if SUBMITTED not in os.environ:
        # Tasks in this machine run by the Python that has what is imported here.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        if wanted["spark.master"].startswith("local"):
            os.environ.setdefault("SPARK_LOCAL_IP", OWN["spark.driver.host"])
    progress = Progress(sys.stderr)
    progress("starting Spark")
    builder = SparkSession.builder.appName("kafkawire-spark")
    for name, value in wanted.items():
        builder = builder.config(name, value)
    try:
        spark = builder.getOrCreate()
        _let_ctrl_c_through()
        try:
            if registers:
                register(spark)
            progress.follow(spark)
            yield spark, progress
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
