"""Processes that tests, comparisons and tools start: their start, their end, and their cost.

    with broker_process("--topic", "t:1") as (process, bootstrap):
        ...                                   # kafkawire serve on a free port

    with running(wire_dump("web", path), stderr=subprocess.PIPE) as process:
        url = printed(process.stderr, r"http://\\S+")[0]

The end of a block ends the process by its id. An object that lives longer than a block starts its
process itself, waits with `until_up`, and ends it with `end`. This module imports nothing of the
project: `tools`, `compat` and `tests` may all use it.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

HOST = "127.0.0.1"
ADDRESS = re.escape(HOST) + r":\d+"
"""The pattern of an address that a program prints, as `127.0.0.1:9092`."""
END_SECONDS_MAX = 60.0
PAUSE_S = 0.01
LINES_KEPT = 40
_SCHEDULED = 2  # the kind of CPU clock that counts nanoseconds (CPUCLOCK_SCHED)


class NotUp(Exception):
    """A program does not serve. The text is a predicate: "ended by itself (1)"."""


class Serving(NamedTuple):
    """A process of `kafkawire serve`, and the address that it prints."""

    process: subprocess.Popen[str]
    bootstrap: str


def kafkawire(*arguments: str) -> list[str]:
    """Return a command line of `kafkawire` with this Python."""
    return [sys.executable, "-m", "kafkawire", *arguments]


def wire_dump(*arguments: str) -> list[str]:
    """Return a command line of `wire-dump` with this Python."""
    return [sys.executable, "-m", "kafkawire.dump.cli", *arguments]


@contextmanager
def running(
    command: Sequence[str],
    *,
    by: signal.Signals = signal.SIGTERM,
    limit_s: float = END_SECONDS_MAX,
    **options: Any,
) -> Iterator[subprocess.Popen[str]]:
    """Run a program whose pipes carry text. The end of the block ends it, and closes its pipes.

    `by` is the signal at the end of the block; `options` are those of `subprocess.Popen`. Raises
    RuntimeError if the program runs for `limit_s` after the signal. It is killed then.
    """
    with subprocess.Popen(command, text=True, **options) as process:
        try:
            yield process
        finally:
            has_ended = end(process, limit_s, by)
        if not has_ended:
            raise RuntimeError(f"{command[0]} did not end within {limit_s:.0f} s of {by.name}")


@contextmanager
def piped(command: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """Run a program that reads and writes lines. The end of the block kills the program."""
    pipe = subprocess.PIPE
    with running(command, by=signal.SIGKILL, stdin=pipe, stdout=pipe) as process:
        yield process


@contextmanager
def broker_process(*arguments: str, **options: Any) -> Iterator[Serving]:
    """Run `kafkawire serve` on a free port; `options` are those of `running`."""
    command = kafkawire("serve", "--listen", f"{HOST}:0", *arguments)
    with running(command, stdout=subprocess.PIPE, **options) as process:
        yield Serving(process, printed(process.stdout, ADDRESS)[0])


def printed(stream: IO[str] | None, pattern: str) -> re.Match[str]:
    """Read lines up to the first one with this pattern, and return the match.

    Raises NotUp, with the last lines, if the program closes the stream before that.
    """
    assert stream is not None, "the stream is no pipe"
    lines: deque[str] = deque(maxlen=LINES_KEPT)
    for line in stream:
        if found := re.search(pattern, line):
            return found
        lines.append(line)
    raise NotUp(f"printed no {pattern}, but {''.join(lines)!r}")


def drain(stream: IO[str]) -> None:
    """Read the rest of a stream in a thread: a full pipe would stop the program."""
    threading.Thread(target=stream.read, daemon=True).start()


def until_up(
    process: subprocess.Popen[Any],
    is_up: Callable[[], bool],
    limit_s: float,
    pause_s: float = PAUSE_S,
) -> None:
    """Wait until a program serves. Raises NotUp if it ends, or does not serve after `limit_s`."""
    deadline_s = time.monotonic() + limit_s
    while True:
        if process.poll() is not None:
            raise NotUp(f"ended by itself ({process.returncode})")
        if is_up():
            return
        if time.monotonic() > deadline_s:
            raise NotUp(f"does not serve after {limit_s:.0f} s")
        time.sleep(pause_s)


def end(
    process: subprocess.Popen[Any], limit_s: float, by: signal.Signals = signal.SIGTERM
) -> bool:
    """Send a signal and wait; kill the program at the limit. Returns whether the signal was enough.

    A program that has ended already gets no signal.
    """
    process.send_signal(by)
    try:
        process.wait(limit_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    return True


def free_port() -> int:
    """Return a port of the loopback on which no program listens at this moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def cpu_ns(pid: int) -> int:
    """Return the CPU time of a process so far, user and system, of all its threads. Linux only.

    The id of a process's clock is made of the process id (`clock_getcpuclockid`).
    """
    return time.clock_gettime_ns((~pid << 3) | _SCHEDULED)


def resident_bytes(pid: int) -> int:
    """Return how many bytes of memory a process has. Linux only."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
