"""A standalone cluster on the loopback: a master and workers, processes of their own.

    with SparkCluster(folder) as cluster:
        ... cluster.url ...                # spark://127.0.0.1:PORT

The pip package has the classes without start scripts. The ports are free ones, and the output of
the processes shows when they are ready. They are ended by their ids, executors with their workers.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.support.suite.patience import patient
from tools.programs import drain, end, printed

MASTER = "org.apache.spark.deploy.master.Master"
WORKER = "org.apache.spark.deploy.worker.Worker"
STARTS_AT = r"Starting Spark master at (\S+)"
REGISTERED = "Successfully registered with master"
LOOPBACK = "127.0.0.1"
END_LIMIT_S = patient(60.0)


class SparkCluster:
    """Ready when entered, gone when left."""

    def __init__(
        self, folder: Path, *, workers: int = 2, environment: Mapping[str, str] | None = None
    ) -> None:
        self.url = ""
        self._folder = folder
        self._workers = workers
        self._environment = {
            **(os.environ if environment is None else environment),
            "SPARK_LOCAL_IP": LOOPBACK,
            "SPARK_DAEMON_MEMORY": "256m",
            "SPARK_DAEMON_JAVA_OPTS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
        }
        self._processes: list[subprocess.Popen[str]] = []

    def __enter__(self) -> SparkCluster:
        try:
            place = ("--host", LOOPBACK, "--port", "0", "--webui-port", "0")
            self.url = self._start(STARTS_AT, MASTER, *place)[1]
            for number in range(self._workers):
                where = str(self._folder / f"worker-{number}")
                size = ("-c", "1", "-m", "1g", "-d", where)
                self._start(REGISTERED, WORKER, *place, *size, self.url)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._end()

    def _start(self, pattern: str, *arguments: str) -> re.Match[str]:
        """Start a process, and return the match in the line that it prints when it is ready."""
        import pyspark

        home = Path(pyspark.__file__).parent
        process = subprocess.Popen(
            [str(home / "bin" / "spark-class"), *arguments],
            cwd=self._folder,
            env={**self._environment, "SPARK_HOME": str(home)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._processes.append(process)
        assert process.stderr is not None
        found = printed(process.stderr, pattern)
        drain(process.stderr)
        return found

    def _end(self) -> None:
        while self._processes:
            end(self._processes.pop(), END_LIMIT_S)
