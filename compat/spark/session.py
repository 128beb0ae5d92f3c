"""The Spark session of a run: small, on loopback, quiet, with the connector's jars."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from pyspark.sql import SparkSession

from compat.spark.jars import connector_jars
from tests.support.suite.patience import patient

SETTINGS: Mapping[str, str] = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.catalogImplementation": "in-memory",
    "spark.log.level": "OFF",
}
QUICK_JVM = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Starts sooner; what is measured runs without it."""
QUIET = """rootLogger.level = off
"""


@contextlib.contextmanager
def connected_spark(
    home: Path, *, jvm: str = QUICK_JVM, settings: Mapping[str, str] | None = None
) -> Iterator[SparkSession]:
    """A session with the connector; all it writes is below `home`. Raises Unavailable."""
    jars = connector_jars()
    log = home / "log4j2.properties"
    log.write_text(QUIET)
    options = f"{jvm} -Dderby.system.home={home} -Dlog4j2.configurationFile=file:{log}"
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[2]").appName("kafkawire")
    chosen = {
        **SETTINGS,
        "spark.driver.extraJavaOptions": options,
        "spark.jars": ",".join(jars),
        "spark.local.dir": str(home / "local"),
        "spark.sql.warehouse.dir": str(home / "warehouse"),
        **(settings or {}),
    }
    for name, value in chosen.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    try:
        yield session
    finally:
        session.stop()
        _end_gateway()


def _end_gateway() -> None:
    """End the JVM, which pyspark leaves to the end of the process."""
    from pyspark import SparkContext

    gateway = SparkContext._gateway
    if gateway is None:
        return
    process = getattr(gateway, "proc", None)
    gateway.shutdown()
    if process is not None:
        process.stdin.close()
        process.terminate()
        process.wait(patient(20))
    SparkContext._gateway = None
    SparkContext._jvm = None
