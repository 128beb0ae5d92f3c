"""Workers from outside: started, killed, measured, ended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.crash.node import ROOT, Finding
from tools.programs import end, resident_bytes
from tools.soak_client.journal import Tail

END_SECONDS_MAX = 60.0
WORDS_MAX = 2000


class Role:
    """What a process does: produce, or consume in a group; its lives have numbers."""

    def __init__(self, kind: str, name: str, group: str = "", protocol: str = "") -> None:
        self.kind = kind
        self.name = name
        self.group = group
        self.protocol = protocol
        self.lives = 0


class Worker:
    """One life of a role."""

    def __init__(self, role: Role, port: int, folder: Path) -> None:
        role.lives += 1
        self.role = role
        self.name = f"{role.name}.{role.lives}"
        self.tail = Tail(folder / f"{self.name}.journal")
        self.log = folder / f"{self.name}.stderr"
        command = [sys.executable, "-m", "tools.soak_client.worker", role.kind]
        command += [f"127.0.0.1:{port}", self.name, str(self.tail.path)]
        command += [role.group, role.protocol] if role.kind == "consume" else []
        with self.log.open("wb") as errors:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=errors
            )

    def check(self) -> None:
        """Raise Finding if the process has ended by itself."""
        if self.process.poll() is not None:
            raise Finding(f"{self.name} ended by itself: {self.words()}")

    def rss(self) -> int:
        """Return how many bytes of memory the process has; Linux only."""
        return resident_bytes(self.process.pid)

    def close(self) -> None:
        """Kill the process if it still runs, without a complaint."""
        self.process.kill()
        self.process.wait()

    def kill(self) -> None:
        """As `kill -9`. Raises Finding if it had ended before."""
        self.check()
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        """As SIGTERM. Raises Finding if it does not end, or fails."""
        self.check()
        if not end(self.process, END_SECONDS_MAX):
            raise Finding(f"{self.name} does not end within {END_SECONDS_MAX:.0f} s")
        if code := self.process.returncode:
            raise Finding(f"{self.name} ended with {code}: {self.words()}")

    def words(self) -> str:
        """Return the end of what it has logged."""
        return self.log.read_text(errors="replace")[-WORDS_MAX:]
