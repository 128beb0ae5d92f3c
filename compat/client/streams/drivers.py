"""The two programs that run a workload's consumers: Kafka's own client in Java, and ours.

Both read commands, one a line, and answer each with `ok` or with `failed` and the reason:

    open NAME OPTION=VALUE ...       a consumer; NAME is its client id
    assign NAME TOPIC:PARTITION ...
    subscribe NAME TOPIC
    pause NAME TOPIC:PARTITION ...
    resume NAME TOPIC:PARTITION ...
    seek NAME TOPIC:PARTITION OFFSET
    commit NAME
    received NAME COUNT              waits until the consumer has handed out so many records
    held NAME COUNT                  waits until so many partitions are assigned
    close NAME

A consumer polls without a pause from its first command on.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from compat.oracle.node import class_path
from tests.support.suite.patience import patient
from tools.programs import piped

PROGRAM = Path(__file__).with_name("StreamDriver.java")
LIMIT_MS = int(patient(30.0) * 1000)
JAVA, OURS = "java", "ours"


class CommandFailed(Exception):
    """A driver could not run a command: its text has the driver, the command and the reason."""


class Driver:
    """A running program. `name` is `JAVA` or `OURS`."""

    def __init__(self, name: str, process: subprocess.Popen[str]) -> None:
        self.name = name
        self._process = process

    def tell(self, *words: object) -> None:
        """Give a command and wait for its end. Raises CommandFailed."""
        command = " ".join(map(str, words))
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        if answer != "ok":
            raise CommandFailed(f"{self.name}: {command}: {answer or 'the program has ended'}")


@contextmanager
def java_driver(version: str) -> Iterator[Driver]:
    """Kafka's own client of a release. Raises OracleUnavailable."""
    quiet = ("-Dlog4j2.level=OFF", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m")
    command = ["java", *quiet, "-cp", class_path(version), str(PROGRAM), str(LIMIT_MS)]
    with piped(command) as process:
        yield Driver(JAVA, process)


@contextmanager
def our_driver() -> Iterator[Driver]:
    """The client of this project."""
    command = [sys.executable, "-m", "compat.client.streams.our_driver", str(LIMIT_MS)]
    with piped(command) as process:
        yield Driver(OURS, process)
