"""Java's kafka-clients of each generation, Streams, Kafka's tools: Maven resolves, javac compiles.

One source tree serves all releases. What a release does not have yet stands in a folder of its own,
`since_X_Y`, which is compiled for releases from X.Y on; a scenario without a class is absent there.
Methods that were renamed since are called by whichever name there is (`Either.java`).
"""

from __future__ import annotations

import functools
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from compat.matrix.clients.base import (
    BUILD_SECONDS_MAX,
    PROGRAMS,
    MatrixClient,
    Unavailable,
    build_step,
    needs,
)

NEWEST = "4.4.0"
VERSIONS = (
    NEWEST,
    "4.0.2",
    "3.9.2",
    "3.3.2",
    "2.8.2",
    "2.4.1",
    "2.0.1",
    "1.1.1",
    "0.11.0.3",
    "0.10.2.2",
)
STREAMS_VERSIONS = ("4.3.1", "3.9.2")
"""The newest that there is of Streams is not always the newest of Kafka."""
TOOLS_VERSIONS = ("4.3.0",)
TOOLS_FOR = "topics groups configs transactions cluster"
FIRST_OF_KAFKA_4 = (2, 1)
"""Kafka 4 dropped the versions of all clients before this one."""
# A program lives for seconds: no time for the second compiler, nor for threads of a collector.
JVM_OPTIONS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m")


def _release(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split(".")[:2])


def _resolved(program: str, version: str, home: Path) -> str:
    """The class path of a release. Raises Unavailable where Maven cannot get it."""
    known = home / "classpath"
    command = ["mvn", "-q", "-B", "-f", str(PROGRAMS / program / "pom.xml")]
    command += [f"-Dkafka.version={version}", f"-Dmdep.outputFile={known}"]
    done = subprocess.run(
        [*command, "dependency:build-classpath"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS_MAX,
        check=False,
    )
    if done.returncode != 0 or not known.exists():
        why = done.stdout.partition("[ERROR] ")[2].partition("\n")[0]
        raise Unavailable(f"Maven cannot resolve {program} {version}: {why}")
    return known.read_text().strip()


def _sources(program: str, version: str) -> list[str]:
    """The files that are compiled for a release: those of folders that it is not too old for."""
    found = []
    for folder in sorted((PROGRAMS / program / "src").iterdir()):
        since = folder.name.removeprefix("since_").replace("_", ".")
        if _release(since) <= _release(version):
            found += [str(path) for path in sorted(folder.rglob("*.java"))]
    return found


def _build(program: str, version: str, main: str, home: Path) -> Sequence[str]:
    needs("java", "javac", "mvn")
    jars = _resolved(program, version, home)
    classes = home / "classes"
    classes.mkdir()
    compiler = ["javac", "-nowarn", "-Xlint:none", "-proc:none", "-cp", jars, "-d", str(classes)]
    build_step([*compiler, *_sources(program, version)], home)
    return ["java", *JVM_OPTIONS, "-cp", os.pathsep.join((str(classes), jars)), main]


def _java(version: str) -> MatrixClient:
    is_old = _release(version) < FIRST_OF_KAFKA_4
    return MatrixClient(
        name=f"java-{version}",
        program="java",
        build=functools.partial(_build, "java", version, "matrix.Main"),
        fast=version == NEWEST,
        kafka_max="3.9" if is_old else None,
    )


def _streams(version: str) -> MatrixClient:
    return MatrixClient(
        name=f"streams-{version}",
        program="streams",
        build=functools.partial(_build, "streams", version, "matrix.WordCount"),
        only=("word-count", "word-count-exactly-once", "word-count-crash"),
    )


def _tools(version: str) -> MatrixClient:
    return MatrixClient(
        name=f"tools-{version}",
        program="tools",
        build=functools.partial(_build, "tools", version, "matrix.Tools"),
        only=tuple(f"tools-{area}" for area in TOOLS_FOR.split()),
    )


CLIENTS = (
    *map(_java, VERSIONS),
    *map(_streams, STREAMS_VERSIONS),
    *map(_tools, TOOLS_VERSIONS),
)
