"""One node of the real Apache Kafka on loopback, for as long as a `with` block lasts.

The jars come through Maven once and stay in Maven's own repository; the resolved class path is kept
under `.cache/oracle/VERSION` of the project. A node is combined broker and controller (KRaft),
keeps everything it writes in a folder of its own that goes away with it, and is ended by its
process id. Needs Java 17 and Maven; without them `OracleUnavailable` names what is missing.

    with KafkaNode("4.4.0") as node:
        print(node.port, node.pid)
"""

from __future__ import annotations

import base64
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
from pathlib import Path
from typing import BinaryIO, Self

from tests.support.suite.missing import not_installed
from tests.support.suite.patience import patient
from tools.programs import HOST, NotUp, end, free_port, until_up

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS_MAX = patient(90.0)
STOP_SECONDS_MAX = patient(10.0)
MAVEN_SECONDS_MAX = 600.0

# What Kafka's own start script passes, so that a node here costs what a stock node costs.
JVM_OPTIONS = (
    "-Xms1G -Xmx1G -server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 "
    "-XX:InitiatingHeapOccupancyPercent=35 -XX:+ExplicitGCInvokesConcurrent "
    "-Djava.awt.headless=true"
).split()

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>kafkawire.oracle</groupId>
  <artifactId>node</artifactId>
  <version>{version}</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>{version}</version>
      <exclusions>
        <exclusion>
          <groupId>org.apache.kafka</groupId>
          <artifactId>kafka-tools-api</artifactId>
        </exclusion>
      </exclusions>
    </dependency>
    <dependency>
      <groupId>{log_group}</groupId>
      <artifactId>{log_artifact}</artifactId>
      <version>{log_version}</version>
    </dependency>
  </dependencies>
</project>
"""
# Kafka's jars bring a logging facade and no binding to go with it.
LOG_BINDING_3 = ("org.slf4j", "slf4j-reload4j", "1.7.36")
LOG_BINDING_4 = ("org.apache.logging.log4j", "log4j-slf4j-impl", "2.24.3")


class OracleUnavailable(Exception):
    """Java, Maven or the jars are missing; the message names which."""


def class_path(version: str) -> str:
    """The class path of a release. Raises OracleUnavailable."""
    binding = LOG_BINDING_4 if int(version.split(".")[0]) >= 4 else LOG_BINDING_3
    names = dict(zip(("log_group", "log_artifact", "log_version"), binding, strict=True))
    return resolved(version, POM.format(version=version, **names))


def resolved(name: str, pom: str) -> str:
    """The class path of what a POM asks for, resolved by Maven unless it is known and complete.

    Raises OracleUnavailable.
    """
    for program in ("java", "mvn"):
        if shutil.which(program) is None:
            raise OracleUnavailable(not_installed(program))
    home = ROOT / ".cache" / "oracle" / name
    known = home / "classpath"
    if known.exists():
        text = known.read_text().strip()
        if all(Path(jar).exists() for jar in text.split(os.pathsep)):
            return text
    home.mkdir(parents=True, exist_ok=True)
    (home / "pom.xml").write_text(pom)
    command = ["mvn", "-q", "-B", "-f", str(home / "pom.xml")]
    command += ["dependency:build-classpath", f"-Dmdep.outputFile={known}"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=MAVEN_SECONDS_MAX, check=False
    )
    if done.returncode != 0 or not known.exists():
        why = done.stdout.partition("[ERROR] ")[2].partition("\n")[0] or done.stderr[-500:]
        raise OracleUnavailable(f"Maven cannot resolve Kafka {name}: {why}")
    return known.read_text().strip()


class KafkaNode:
    """A running node: `port`, `controller_port`, `pid`, `bootstrap`, seconds its start took.

    Raises OracleUnavailable when it cannot be had, RuntimeError when it does not come up.
    """

    def __init__(self, version: str = "4.4.0", settings: dict[str, str] | None = None) -> None:
        self.version = version
        self.port = free_port()
        self.controller_port = free_port()
        self.bootstrap = f"{HOST}:{self.port}"
        self.start_seconds = 0.0
        self._class_path = class_path(version)
        self._settings = settings or {}
        self._home = Path(tempfile.mkdtemp(prefix="kafka-oracle-"))
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id of the running node."""
        assert self._process is not None, "the node was not started"
        return self._process.pid

    @property
    def data_directory(self) -> Path:
        """Where it keeps its logs."""
        return self._home / "data"

    def __enter__(self) -> Self:
        try:
            self._launch()
            self._wait()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End the process, politely first, and remove what it wrote."""
        if self._process is not None:
            end(self._process, STOP_SECONDS_MAX)
        shutil.rmtree(self._home, ignore_errors=True)

    def _properties(self) -> dict[str, str]:
        controller = self.controller_port
        return {
            "process.roles": "broker,controller",
            "node.id": "1",
            "controller.quorum.voters": f"1@{HOST}:{controller}",
            "controller.listener.names": "CONTROLLER",
            "listeners": f"PLAINTEXT://{HOST}:{self.port},CONTROLLER://{HOST}:{controller}",
            "advertised.listeners": f"PLAINTEXT://{HOST}:{self.port}",
            "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "log.dirs": str(self._home / "data"),
            "offsets.topic.replication.factor": "1",
            "transaction.state.log.replication.factor": "1",
            "transaction.state.log.min.isr": "1",
            "share.coordinator.state.topic.replication.factor": "1",
            "share.coordinator.state.topic.min.isr": "1",
            **self._settings,
        }

    def _java(self, *arguments: str) -> list[str]:
        return ["java", *JVM_OPTIONS, "-cp", self._class_path, *arguments]

    def _launch(self) -> None:
        config = self._home / "server.properties"
        lines = (f"{name}={value}\n" for name, value in self._properties().items())
        config.write_text("".join(lines))
        with open(self._home / "kafka.log", "ab") as log:
            if not (self._home / "data" / "meta.properties").exists():
                self._format(config, log)
            self._launched = time.monotonic()
            self._process = subprocess.Popen(
                self._java("kafka.Kafka", str(config)),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _format(self, config: Path, log: BinaryIO) -> None:
        # Kafka's tool takes an id that opens with a dash for one of its options.
        cluster_id = "k" + base64.urlsafe_b64encode(os.urandom(16)).decode().rstrip("=")[1:]
        formatting = ("kafka.tools.StorageTool", "format", "-t", cluster_id, "-c")
        subprocess.run(
            self._java(*formatting, str(config)),
            stdout=log,
            stderr=log,
            timeout=START_SECONDS_MAX,
            check=True,
        )

    def _wait(self) -> None:
        """Until the node answers ApiVersions and lists itself in Metadata."""
        assert self._process is not None
        try:
            until_up(self._process, self._is_up, START_SECONDS_MAX)
        except NotUp as why:
            tail = (self._home / "kafka.log").read_text(errors="replace")[-2000:]
            raise RuntimeError(f"Kafka {self.version} {why}:\n{tail}") from None

    def _is_up(self) -> bool:
        try:
            if self._ask(18, 0, b"")[:2] != b"\0\0":
                return False
            if not self.start_seconds:
                self.start_seconds = time.monotonic() - self._launched
            (brokers,) = struct.unpack(">i", self._ask(3, 1, struct.pack(">i", 0))[:4])
        except (OSError, struct.error):
            return False
        return bool(brokers == 1)

    def _ask(self, api_key: int, api_version: int, body: bytes) -> bytes:
        header = struct.pack(">hhih", api_key, api_version, 1, -1)
        with socket.create_connection((HOST, self.port), timeout=2.0) as connection:
            connection.sendall(struct.pack(">i", len(header) + len(body)) + header + body)
            with connection.makefile("rb") as reader:
                (size,) = struct.unpack(">i", reader.read(4))
                return reader.read(size)[4:]
