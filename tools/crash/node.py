"""A broker in a process of its own, on a directory that outlives it."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from tools.crash.wire import Gone, Wire

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS_MAX = 60.0
STOP_SECONDS_MAX = 30.0
PAUSE_S = 0.002
EXPECTED = (" loading ", " set aside ", " torn or broken, ")
"""What a broker may say of a directory whose owner was killed."""
WORDS_MAX = 2000
_SCHEDULED = 2  # the kind of CPU clock that counts nanoseconds (CPUCLOCK_SCHED)


class Finding(Exception):
    """Something that must not be."""


def free_port() -> int:
    """A port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Node:
    """`kafkawire serve --data DIR`; started by the constructor, not yet waited for.

    `port` is for clients that were told of it before; without it any free one will do.
    """

    def __init__(self, directory: Path, *settings: str, port: int | None = None) -> None:
        self.port = free_port() if port is None else port
        self.log = directory.with_suffix(".stderr")
        command = [sys.executable, "-m", "kafkawire", "serve", "--quiet"]
        command += ["--listen", f"127.0.0.1:{self.port}", "--data", str(directory)]
        for each in settings:
            command += ["--set", each]
        with self.log.open("wb") as errors:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=errors
            )
        self._started = time.monotonic()

    def wait(self) -> float:
        """Seconds from the start to the first answer."""
        while True:
            if self.process.poll() is not None:
                raise Finding(f"the broker ended by itself: {self.words()}")
            if time.monotonic() > self._started + START_SECONDS_MAX:
                raise Finding(f"the broker does not answer after {START_SECONDS_MAX:.0f} s")
            try:
                wire = Wire(self.port)
                wire.ask(ApiVersionsRequest(), 0)
            except Gone:
                time.sleep(PAUSE_S)
            else:
                wire.close()
                return time.monotonic() - self._started

    def cpu_seconds(self) -> float:
        """CPU time so far, which others that are at work here do not change; Linux only."""
        return time.clock_gettime_ns((~self.process.pid << 3) | _SCHEDULED) / 1e9

    def kill(self) -> None:
        """As `kill -9`. Raises `Finding` if it had ended or complained before."""
        ended = self.process.poll()
        self.process.kill()
        self.process.wait()
        if ended is not None or self.words():
            raise Finding(f"the broker is not well ({ended}): {self.words()}")

    def stop(self) -> None:
        """As Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Finding(f"the broker does not stop within {STOP_SECONDS_MAX:.0f} s") from None
        if code or self.words():
            raise Finding(f"the broker did not stop well ({code}): {self.words()}")

    def words(self) -> str:
        """What it complained about, the end of it, without what a start says of a crash."""
        lines = self.log.read_text(errors="replace").splitlines()
        complaints = [line for line in lines if not any(each in line for each in EXPECTED)]
        return "\n".join(complaints)[-WORDS_MAX:]
