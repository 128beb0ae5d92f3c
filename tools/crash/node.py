"""A broker in a process of its own, on a directory that outlives it."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path
from typing import Self

from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.testing import Gone
from tools.crash.wire import connected
from tools.programs import HOST, NotUp, cpu_ns, end, free_port, kafkawire, until_up

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS_MAX = 60.0
STOP_SECONDS_MAX = 30.0
PAUSE_S = 0.002
EXPECTED = (" loading ", " set aside ", " torn or broken, ")
"""What a broker may say of a directory whose owner was killed."""
WORDS_MAX = 2000


class Finding(Exception):
    """Something that must not be."""


class Node:
    """`kafkawire serve --data DIR`; started by the constructor, not yet waited for.

    The end of a `with` block kills it if it still runs.

    `port` is for clients that were told of it before; without it any free one will do.
    """

    def __init__(self, directory: Path, *settings: str, port: int | None = None) -> None:
        self.port = free_port() if port is None else port
        self.log = directory.with_suffix(".stderr")
        command = kafkawire("serve", "--quiet")
        command += ["--listen", f"{HOST}:{self.port}", "--data", str(directory)]
        for each in settings:
            command += ["--set", each]
        with self.log.open("wb") as errors:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=errors
            )
        self._started = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Kill the process if it still runs, without a complaint."""
        self.process.kill()
        self.process.wait()

    def wait(self) -> float:
        """Seconds from the start to the first answer."""
        try:
            until_up(self.process, self._is_up, START_SECONDS_MAX, PAUSE_S)
        except NotUp as why:
            raise Finding(f"the broker {why}: {self.words()}") from None
        return time.monotonic() - self._started

    def cpu_seconds(self) -> float:
        """CPU time so far, which others that are at work here do not change; Linux only."""
        return cpu_ns(self.process.pid) / 1e9

    def kill(self) -> None:
        """As `kill -9`. Raises `Finding` if it had ended or complained before."""
        ended = self.process.poll()
        self.process.kill()
        self.process.wait()
        if ended is not None or self.words():
            raise Finding(f"the broker is not well ({ended}): {self.words()}")

    def stop(self) -> None:
        """As Ctrl-C."""
        if not end(self.process, STOP_SECONDS_MAX, signal.SIGINT):
            raise Finding(f"the broker does not stop within {STOP_SECONDS_MAX:.0f} s")
        code = self.process.returncode
        if code or self.words():
            raise Finding(f"the broker did not stop well ({code}): {self.words()}")

    def _is_up(self) -> bool:
        try:
            wire = connected(self.port)
            wire.ask(ApiVersionsRequest(), 0)
        except Gone:
            return False
        wire.close()
        return True

    def words(self) -> str:
        """What it complained about, the end of it, without what a start says of a crash."""
        lines = self.log.read_text(errors="replace").splitlines()
        complaints = [line for line in lines if not any(each in line for each in EXPECTED)]
        return "\n".join(complaints)[-WORDS_MAX:]
