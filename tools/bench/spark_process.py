"""What a Spark session in this process has cost: its JVM, and the Python processes below it.

Spark's Python daemon does not wait for its workers, so what a worker has cost is gone when it ends.
Therefore all of them are looked at again and again while there is somebody who asks.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from pathlib import Path

LOOK_S = 0.05
"""No more than what a worker has cost within this time is missed when it ends."""
_TICKS = os.sysconf("SC_CLK_TCK")
_TIMES = slice(11, 13)
"""User and system time of a process in the fields of /proc/PID/stat behind its name."""


def jvm_pid() -> int:
    """The process id of the session's JVM: the launcher's script ends as that."""
    from pyspark import SparkContext

    gateway = SparkContext._gateway
    assert gateway is not None, "there is no session"
    pid: int = gateway.proc.pid
    return pid


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and all below it so far, to a hundredth of a second."""
    watch = _watches.get(pid)
    if watch is None:
        watch = _watches[pid] = _Watch(pid)
    return watch.total()


class _Watch:
    """A process and all that have been seen below it, until it ends."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._spent: dict[int, int] = {}
        self._lock = threading.Lock()
        threading.Thread(target=self._run, name=f"watch of {pid}", daemon=True).start()

    def total(self) -> float:
        """CPU seconds of all, of those too that are gone."""
        self._look()
        with self._lock:
            return sum(self._spent.values()) / _TICKS

    def _run(self) -> None:
        while self._look():
            time.sleep(LOOK_S)

    def _look(self) -> bool:
        """Note what each has spent; False if the process itself is gone."""
        spent = {each: _spent(each) for each in _with_all_below(self._pid)}
        found = {each: ticks for each, ticks in spent.items() if ticks is not None}
        with self._lock:
            self._spent.update(found)
        return self._pid in found


_watches: dict[int, _Watch] = {}


def _with_all_below(pid: int) -> list[int]:
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):
            for path in Path(f"/proc/{each}/task").glob("*/children"):
                found += map(int, path.read_text().split())
    return found


def _spent(pid: int) -> int | None:
    """Ticks; None if it is gone."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[_TIMES]))
    return None
