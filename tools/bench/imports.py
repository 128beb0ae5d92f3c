"""What importing the codec costs beyond a bare interpreter.

Memory is read from Linux's /proc and is not judged elsewhere.
"""

from __future__ import annotations

import statistics
import subprocess
import sys

from tools.bench.report import Findings

REPETITIONS = 9
MEMORY_IS_KNOWN = sys.platform == "linux"
ONE = "import kafkawire.protocol.messages.fetch_request"
EVERY = (
    "import os, kafkawire.protocol.messages as m\n"
    "for n in sorted(os.listdir(m.__path__[0])):\n"
    "    n.endswith('.py') and __import__('kafkawire.protocol.messages.' + n[:-3])"
)
PROBE = """
import os, resource, sys
def rss():
    if sys.platform != 'linux':
        return 0
    return int(open('/proc/self/statm').read().split()[1]) * os.sysconf('SC_PAGE_SIZE')
before = resource.getrusage(resource.RUSAGE_SELF), rss()
{work}
after = resource.getrusage(resource.RUSAGE_SELF), rss()
spent = sum(getattr(after[0], n) - getattr(before[0], n) for n in ('ru_utime', 'ru_stime'))
print(spent * 1000, (after[1] - before[1]) / 1e6)
"""
BARS = (
    ("codec and one API", ONE, 30.0, 5.0),
    ("every message", EVERY, 100.0, 12.0),
)


def cost(work: str) -> tuple[float, float]:
    """CPU milliseconds and megabytes of doing `work` in a fresh interpreter, as medians."""
    rows = []
    for _ in range(REPETITIONS):
        command = [sys.executable, "-I", "-c", f"import sys; sys.path[:0] = {sys.path!r}"]
        command[-1] += PROBE.format(work=work)
        text = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        rows.append([float(word) for word in text.split()])
    return statistics.median(row[0] for row in rows), statistics.median(row[1] for row in rows)


def run_rows(findings: Findings) -> None:
    """Print the costs; name the bars that are missed, and that memory needs Linux."""
    print("\nimport, beyond a bare interpreter")
    if not MEMORY_IS_KNOWN:
        findings.not_judged.append("memory of imports: it needs Linux's /proc")
    for name, work, milliseconds_max, megabytes_max in BARS:
        cost(work)
        milliseconds, megabytes = cost(work)
        memory = f"{megabytes:6.1f} MB (bar {megabytes_max:g})" if MEMORY_IS_KNOWN else ""
        print(f"  {name:20} {milliseconds:6.1f} ms (bar {milliseconds_max:g}) {memory}")
        if milliseconds > milliseconds_max or megabytes > megabytes_max:
            findings.short.append(f"import of {name}: {milliseconds:.1f} ms, {megabytes:.1f} MB")
