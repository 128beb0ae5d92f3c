"""Runs one cell: makes the topics, runs the program, has the judge look at what it said.

A program is ended by its process id: after `PROGRAM_SECONDS_MAX`, and where the scenario wants it
killed in the middle. Its environment is this process's; its folder is its build's.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import IO, NamedTuple

from compat.clients.base import ToSend, UnknownTopic
from compat.clients.raw import RawClient
from compat.matrix.clients.base import CACHE, MatrixClient, command_of
from compat.matrix.scenarios.base import NEWEST, TIME_MS, Line, Scenario, Seen, Topic, World
from kafkawire.protocol.errors import ProtocolError
from tests.support.suite.patience import patient

PROGRAM_SECONDS_MAX = patient(150.0)
TOPIC_SECONDS_MAX = patient(10.0)
STDERR_TAIL = 3000
CELLS_AT_ONCE = 3
Wanted = tuple[MatrixClient, Scenario]
ABSENT = 3
"""The exit code of a program whose client has no such feature."""
KILLED = {"step": "killed"}


class Absent(Exception):
    """The client has no such feature; the message says which."""


class CellFailed(AssertionError):
    """The program failed, or its judge refused what it said."""


class Broker(NamedTuple):
    """Where to run, and the release of Apache Kafka there (None: ours)."""

    bootstrap: str
    version: str | None = None


class Cells:
    """Many cells, a few at once: they wait more than they work. Results come in any order.

    `of(client, scenario)` returns, or raises, what `run_cell` does for that cell.
    """

    def __init__(self, wanted: Iterable[Wanted], broker: Broker) -> None:
        self._pool = ThreadPoolExecutor(CELLS_AT_ONCE)
        self._futures = {
            (client.name, scenario.name): self._pool.submit(_timed, client, scenario, broker)
            for client, scenario in wanted
        }

    def of(self, client: MatrixClient, scenario: Scenario) -> float:
        """How many seconds the cell took."""
        return self._futures[client.name, scenario.name].result()

    def close(self) -> None:
        """Begin no more; those that run come to their end."""
        self._pool.shutdown(cancel_futures=True)


def _timed(client: MatrixClient, scenario: Scenario, broker: Broker) -> float:
    started = time.monotonic()
    run_cell(client, scenario, broker)
    return time.monotonic() - started


def run_cell(client: MatrixClient, scenario: Scenario, broker: Broker) -> None:
    """Raises Unavailable, Absent, BuildFailed or CellFailed; otherwise the cell is green."""
    if client.only and scenario.name not in client.only:
        raise Absent("another kind of program")
    if scenario.for_applications and not client.only:
        raise Absent("an application, not a library's scenario")
    if is_too_old(client, broker.version):
        raise Absent(f"speaks to Kafka up to {client.kafka_max}")
    command = command_of(client)
    release = NEWEST if broker.version is None else _numbers(broker.version)
    prefix = f"{client.name}-{scenario.name}-{os.urandom(3).hex()}"
    try:
        with contextlib.closing(RawClient(broker.bootstrap)) as raw:
            for topic in scenario.topics:
                make(raw, prefix, topic)
            seen = said(command, scenario, broker.bootstrap, prefix)
            _judge(scenario, seen, World(prefix, broker.bootstrap, raw, release))
    except CellFailed:
        raise
    except (AssertionError, OSError, ProtocolError) as failed:
        raise CellFailed(f"the harness met {type(failed).__name__}: {failed}") from failed


def is_too_old(client: MatrixClient, version: str | None) -> bool:
    """Whether a release of Apache Kafka dropped the versions that a client speaks."""
    if client.kafka_max is None or version is None:
        return False
    return _numbers(version) > _numbers(client.kafka_max)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(each) for each in version.split(".")[:2])


def make(raw: RawClient, prefix: str, topic: Topic) -> None:
    """Make a topic of a scenario, with its records. Raises AssertionError."""
    name = prefix + topic.suffix
    raw.create_topic(name, topic.partitions, topic.configs)
    deadline = time.monotonic() + TOPIC_SECONDS_MAX
    for partition in range(topic.partitions):
        while not _leads(raw, name, partition):
            assert time.monotonic() < deadline, f"{name} has no leader"
    for partition in range(topic.partitions if topic.preloaded else 0):
        numbers = range(partition, topic.preloaded * topic.partitions, topic.partitions)
        raw.send(name, [preloaded(number, partition) for number in numbers])


def preloaded(number: int, partition: int) -> ToSend:
    """The record of a number, as the README has it."""
    texts = [f"{letter}{number}".encode() for letter in "vkh"]
    return ToSend(texts[0], texts[1], (("h", texts[2]),), TIME_MS + number, partition)


def _leads(raw: RawClient, topic: str, partition: int) -> bool:
    try:
        return raw.list_offset(topic, partition, -1) is not None
    except (UnknownTopic, AssertionError):
        return False


def said(command: Sequence[str], scenario: Scenario, bootstrap: str, prefix: str) -> Seen:
    """What the program said. Raises Absent, CellFailed."""
    whole = [*command, bootstrap, scenario.name, prefix]
    lines: list[Line] = []
    if scenario.killed_at:
        lines += heard(whole, lambda progress: progress == scenario.killed_at)
        if lines[-1] != KILLED:
            raise CellFailed(f"the program ended before it could be killed: {lines[-1]}")
    lines += heard(whole)
    return Seen(lines)


def never(progress: int) -> bool:
    """The program is not killed."""
    del progress
    return False


def heard(command: Sequence[str], is_enough: Callable[[int], bool] = never) -> list[Line]:
    """What one run of a program says; it is killed once it `is_enough`.

    `is_enough` is asked at each `progress`, with their number. Raises Absent, CellFailed.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            cwd=CACHE,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        timer = threading.Timer(PROGRAM_SECONDS_MAX, process.kill)
        timer.start()
        try:
            lines = _listen(process, is_enough)
            code = process.wait()
        finally:
            timer.cancel()
            process.kill()
            process.wait()
        if code == 0 or (lines and lines[-1] == KILLED):
            return lines
        if code == ABSENT:
            raise Absent(lines[-1]["reason"] if lines else "no such feature")
        raise CellFailed(f"exit {code} after {lines[-3:]}\n{_tail(errors)}")


def _listen(process: subprocess.Popen[str], is_enough: Callable[[int], bool]) -> list[Line]:
    """All lines, or those until the program was killed."""
    assert process.stdout is not None
    lines: list[Line] = []
    progress = 0
    for line in _spoken(process.stdout):
        lines.append(line)
        if line["step"] == "progress":
            progress += 1
            if is_enough(progress):
                process.kill()
                return [*lines, KILLED]
    return lines


def _spoken(stdout: IO[str]) -> Iterator[Line]:
    for text in stdout:
        if text.startswith("{"):
            yield json.loads(text)


def _tail(errors: IO[bytes]) -> str:
    errors.seek(0)
    return errors.read().decode(errors="replace")[-STDERR_TAIL:]


def _judge(scenario: Scenario, seen: Seen, world: World) -> None:
    try:
        scenario.judge(seen, world)
    except (AssertionError, LookupError, ValueError, TypeError) as refused:
        said = "\n".join(json.dumps(line) for line in seen.lines[:60])
        raise CellFailed(f"{type(refused).__name__}: {refused}\nsaid:\n{said}") from refused
