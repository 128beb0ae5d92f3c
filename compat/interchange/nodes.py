"""Nodes of either kind that can be ended and started again on the directory they wrote.

A `Home` is a folder with a data directory, `data`, and beside it what a node needs or says: its
`server.properties` and its output. Only one node runs on a home at a time.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

from compat.oracle.node import STOP_SECONDS_MAX, KafkaNode
from tests.support.suite.patience import patient
from tools.programs import HOST, NotUp, end, free_port, kafkawire, until_up

HEAP = ["-Xms256m", "-Xmx512m"]
"""Kafka's own default is 1 GiB from the start; what is written here is small."""
OURS_SECONDS_MAX = patient(30.0)
QUIET: Mapping[str, str] = {
    "log.retention.check.interval.ms": "86400000",
    "log.initial.task.delay.ms": "86400000",
    "log.cleaner.enable": "false",
}
"""Nothing is deleted or cleaned while the two sides are compared."""
BUSY: Mapping[str, str] = {
    "log.retention.check.interval.ms": "500",
    "log.initial.task.delay.ms": "500",
    "log.cleaner.backoff.ms": "200",
}
"""Cleaning and retention at once, for who writes."""
COMMON: Mapping[str, str] = {
    # Kafka gives each active segment two index files of this size, which are copied here and there.
    "log.index.size.max.bytes": "102400",
    # A snapshot of the metadata every now and then, which the next node begins with.
    "metadata.log.max.record.bytes.between.snapshots": "8000",
    "group.initial.rebalance.delay.ms": "0",
    "offsets.topic.num.partitions": "3",
    "transaction.state.log.num.partitions": "2",
    "share.coordinator.state.topic.num.partitions": "1",
    "offsets.topic.replication.factor": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "share.coordinator.state.topic.replication.factor": "1",
    "share.coordinator.state.topic.min.isr": "1",
}
ONLY_KAFKA: Mapping[str, str] = {
    "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "allow.everyone.if.no.acl.found": "true",
    "super.users": "User:ANONYMOUS",
    "broker.session.timeout.ms": "1500",
    "broker.heartbeat.interval.ms": "300",
}
"""It keeps ACLs. One that was killed may come back soon: its controller forgets the old one."""


class Node(Protocol):
    """A broker on a data directory."""

    name: str
    bootstrap: str
    seconds: float
    """How long its last start took."""

    def start(self, settings: Mapping[str, str] = ...) -> None:
        """Start it; returns when it serves. Raises RuntimeError if it does not come up."""

    def stop(self) -> None:
        """End it politely."""

    def kill(self) -> None:
        """End it without a chance to write anything."""

    def complaints(self) -> list[str]:
        """What it said that should make one look."""


@contextlib.contextmanager
def new_home(kept: Path | None = None) -> Iterator[Path]:
    """A folder for one directory and the nodes on it; removed at the end unless it was given."""
    home = kept or Path(tempfile.mkdtemp(prefix="kafkawire-interchange-"))
    home.mkdir(parents=True, exist_ok=True)
    try:
        yield home
    finally:
        if kept is None:
            shutil.rmtree(home, ignore_errors=True)


class Apache(KafkaNode):
    """Apache Kafka on a directory, which it formats only where nobody did."""

    def __init__(self, home: Path, version: str, *, is_standalone: bool = False) -> None:
        super().__init__(version)
        shutil.rmtree(self._home)
        self._home = home
        self._is_standalone = is_standalone
        self.name = f"Kafka {version}"
        self.seconds = 0.0
        self._said_before = 0

    def start(self, settings: Mapping[str, str] = QUIET) -> None:
        self._settings = {**COMMON, **ONLY_KAFKA, **settings}
        self.port, self.controller_port = free_port(), self._controller_port()
        self.bootstrap = f"{HOST}:{self.port}"
        self.start_seconds = 0.0
        self._said_before = len(self._said())
        began = time.monotonic()
        try:
            self._launch()
            self._wait()
        except BaseException:
            self.kill()
            raise
        self.seconds = time.monotonic() - began

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if not end(process, STOP_SECONDS_MAX):
            raise RuntimeError(f"{self.name} did not stop")

    def kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def complaints(self) -> list[str]:
        """The warnings and errors of its log since its last start."""
        lines = self._said()[self._said_before :].decode(errors="replace").splitlines()
        return [line for line in lines if " WARN " in line or " ERROR " in line]

    def _said(self) -> bytes:
        with contextlib.suppress(FileNotFoundError):
            return (self._home / "kafka.log").read_bytes()
        return b""

    def _controller_port(self) -> int:
        """The same at each start where the log has the addresses of voters."""
        if not self._is_standalone:
            return free_port()
        known = self._home / "controller-port"
        if not known.exists():
            known.write_text(str(free_port()))
        return int(known.read_text())

    def _properties(self) -> dict[str, str]:
        found = super()._properties()
        if self._is_standalone:
            del found["controller.quorum.voters"]
            found["controller.quorum.bootstrap.servers"] = f"{HOST}:{self.controller_port}"
        return found

    def _java(self, *arguments: str) -> list[str]:
        if self._is_standalone and "format" in arguments:
            arguments = (*arguments, "--standalone")
        command = super()._java(*arguments)
        options = [each for each in command[1:] if not each.startswith(("-Xms", "-Xmx"))]
        kind = "log4j" if self.version.startswith("3.") else "log4j2"
        return [command[0], *HEAP, *self._logging(kind), *options]

    def _logging(self, kind: str) -> list[str]:
        """Warnings and worse to stdout; Kafka's jars bring no configuration of that."""
        file = self._home / f"{kind}.properties"
        file.write_text(LOG4J if kind == "log4j" else LOG4J2)
        key = "log4j.configuration" if kind == "log4j" else "log4j2.configurationFile"
        return [f"-D{key}=file:{file}"]


LOG4J = """log4j.rootLogger=WARN, out
log4j.appender.out=org.apache.log4j.ConsoleAppender
log4j.appender.out.layout=org.apache.log4j.PatternLayout
log4j.appender.out.layout.ConversionPattern=%d{ISO8601} %p %c{1} %m%n
"""
LOG4J2 = """status=error
appender.out.type=Console
appender.out.name=out
appender.out.layout.type=PatternLayout
appender.out.layout.pattern=%d{ISO8601} %p %c{1} %m%n
rootLogger.level=warn
rootLogger.appenderRef.out.ref=out
"""


class Ours:
    """`kafkawire serve --data` as a process of its own."""

    name = "kafkawire"

    def __init__(self, home: Path) -> None:
        self._home = home
        self._process: subprocess.Popen[bytes] | None = None
        self.bootstrap = ""
        self.seconds = 0.0
        self._said_before = 0

    def start(self, settings: Mapping[str, str] = QUIET) -> None:
        self._said_before = len(self._said())
        self.bootstrap = f"{HOST}:{free_port()}"
        command = kafkawire("serve", "--listen", self.bootstrap)
        command += ["--data", str(self._home / "data")]
        for name, value in {**COMMON, **settings}.items():
            command += ["--set", f"{name}={value}"]
        began = time.monotonic()
        with open(self._home / "ours.log", "ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        try:
            self._wait()
        except BaseException:
            self.kill()
            raise
        self.seconds = time.monotonic() - began

    def _wait(self) -> None:
        from compat.clients.raw import RawClient

        def is_up() -> bool:
            with contextlib.suppress(OSError):
                RawClient(self.bootstrap).close()
                return True
            return False

        assert self._process is not None
        try:
            until_up(self._process, is_up, OURS_SECONDS_MAX)
        except NotUp as why:
            raise RuntimeError(f"kafkawire {why}:\n{self._new_text()}") from None

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and not end(process, STOP_SECONDS_MAX):
            raise RuntimeError(f"{self.name} did not stop")

    def kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def complaints(self) -> list[str]:
        """Lines of tracebacks, and what it calls an error or a warning, since its last start."""
        words = ("Traceback", "Error", "error", "warning")
        return [line for line in self._new_text().splitlines() if any(w in line for w in words)]

    def _new_text(self) -> str:
        return self._said()[self._said_before :].decode(errors="replace")

    def _said(self) -> bytes:
        with contextlib.suppress(FileNotFoundError):
            return (self._home / "ours.log").read_bytes()
        return b""


def node(kind: str, home: Path) -> Node:
    """`ours`, or a version of Apache Kafka. Raises OracleUnavailable.

    With `:standalone` behind the version its voters are in the log (kraft.version 1, KIP-853).
    """
    if kind == "ours":
        return Ours(home)
    version, _, form = kind.partition(":")
    return Apache(home, version, is_standalone=form == "standalone")
