"""What a Spark session in this process has cost: its JVM, and the Python processes below it."""

from __future__ import annotations

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
# Fields of /proc/PID/stat after the name: state, parent, ...; the times of who has gone are added
# to those of the parent that waited for it.
_PARENT, _TIMES = 1, slice(11, 15)


def jvm_pid() -> int:
    """The process id of the session's JVM: the launcher's script ends as that."""
    from pyspark import SparkContext

    gateway = SparkContext._gateway
    assert gateway is not None, "there is no session"
    pid: int = gateway.proc.pid
    return pid


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and all below it so far, to a hundredth of a second."""
    stats = _all()
    ticks = 0
    for each, (_, spent) in stats.items():
        if each == pid or _is_below(each, pid, stats):
            ticks += spent
    return ticks / _TICKS


def _all() -> dict[int, tuple[int, int]]:
    """Parent and spent ticks of each process."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just gone
        found[int(path.parent.name)] = int(fields[_PARENT]), sum(map(int, fields[_TIMES]))
    return found


def _is_below(pid: int, above: int, stats: dict[int, tuple[int, int]]) -> bool:
    while pid in stats:
        pid = stats[pid][0]
        if pid == above:
            return True
    return False
