"""A standalone cluster on the loopback: a master and workers, processes of their own.

    with SparkCluster(folder) as cluster:
        ... cluster.url ...                # spark://127.0.0.1:PORT

The pip package has no start scripts, but the classes; ports are free ones, and what the processes
say tells when they are ready. They are ended by their ids, executors with their workers.
"""

from __future__ import annotations

import os
import subprocess
import threading
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

MASTER = "org.apache.spark.deploy.master.Master"
WORKER = "org.apache.spark.deploy.worker.Worker"
STARTS_AT = "Starting Spark master at "
REGISTERED = "Successfully registered with master"
LOOPBACK = "127.0.0.1"
END_LIMIT_S = 60.0
LINES_KEPT = 40


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
            self.url = self._start(STARTS_AT, MASTER, *place)
            for number in range(self._workers):
                where = str(self._folder / f"worker-{number}")
                size = ("-c", "1", "-m", "1g", "-d", where)
                self._start(REGISTERED, WORKER, *place, *size, self.url)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def _start(self, sign: str, *arguments: str) -> str:
        """The word after the sign in what the process says."""
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
        said: deque[str] = deque(maxlen=LINES_KEPT)
        for line in process.stderr:
            said.append(line)
            if sign in line:
                # What is said from now on must be read, lest the process waits for a reader.
                threading.Thread(target=process.stderr.read, daemon=True).start()
                return line.partition(sign)[2].split()[0]
        raise RuntimeError(f"{arguments[0]} ended: {''.join(said)}")

    def _end(self) -> None:
        while self._processes:
            process = self._processes.pop()
            process.terminate()
            try:
                process.wait(END_LIMIT_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
