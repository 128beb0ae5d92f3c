"""Sessions of Spark as tests want them: small, silent, on the loopback, in their own folder."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

JAVA_MAJOR_MIN = 17
# A quick compiler and a plain collector take a fifth off short runs.
JVM_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


@cache
def why_there_is_no_spark() -> str:
    """One line for a skip; empty if sessions can be started."""
    if find_spec("pyspark") is None:
        return "pyspark is not installed: tests of Spark are skipped"
    from kafkawire.spark.doctor import java_version

    try:
        major = java_version()
    except OSError as error:
        return f"Spark needs Java {JAVA_MAJOR_MIN} or newer ({error}): its tests are skipped"
    if major < JAVA_MAJOR_MIN:
        return f"Spark needs Java {JAVA_MAJOR_MIN} or newer, not {major}: its tests are skipped"
    return ""


def settings(folder: Path) -> dict[str, str]:
    """What every session of tests is configured with; all files are in the folder."""
    java = f"{JVM_OPTIONS} -Dderby.system.home={folder}"
    return {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g",
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
    """A session in this process; whoever asks for it stops it."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("tests")
    for name, value in settings(folder).items():
        builder = builder.config(name, value)
    return builder.getOrCreate()
