"""Kafka's own clients under the loads of `tools.bench client`, where there are Java and Maven."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tools.bench.brokers import Missing
from tools.bench.client_job import Job

SOURCE = Path(__file__).parent / "java" / "ClientLoad.java"
VERSION = "4.4.0"
NAME = "kafka-clients"
READ, WRITE, IDLE, DELAYS = (
    f"{NAME}: {work}" for work in ("poll", "send, callback", "idle", "delays")
)
WORK = {READ: "read", WRITE: "write", IDLE: "idle", DELAYS: "delays"}


def command(work: str, job: Job) -> list[str]:
    """Return the command of a JVM that does this work. Raises Missing."""
    given = (job.bootstrap, job.topic, job.partitions, job.records, job.seconds)
    arguments = [str(each) for each in (*given, job.codec, job.value_bytes)]
    java = ["java", "-cp", class_path(), "-Xmx512m", "-XX:+UseSerialGC"]
    return [*java, str(SOURCE), WORK[work], *arguments]


@cache
def class_path() -> str:
    """Return the class path of the clients, resolved by Maven once. Raises Missing."""
    try:
        from compat.oracle.node import OracleUnavailable, class_path
    except ImportError as error:
        raise Missing(f"{NAME}: {error}") from None
    try:
        return class_path(VERSION)
    except OracleUnavailable as error:
        raise Missing(f"{NAME}: {error}") from None
