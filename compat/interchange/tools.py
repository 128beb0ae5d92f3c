"""What Kafka's own DumpLogSegments and our own `wire-dump log` say of a data directory.

Kafka's tool is of the newest release whose tools are published. It prints what it finds wrong among
what it finds, and ends with 0 all the same, so every line must be of a kind that is known to be
well; any other is a complaint.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from compat.oracle.node import resolved
from tests.support.suite.patience import patient
from tools.programs import wire_dump

TOOLS_VERSION = "4.3.0"
MAIN = "org.apache.kafka.tools.DumpLogSegments"
SECONDS_MAX = patient(120.0)
FILES_MAX = 400
"""Files of one run: the operating system bounds the length of an argument."""

POM = f"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>kafkawire.oracle</groupId>
  <artifactId>tools</artifactId>
  <version>{TOOLS_VERSION}</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka-tools</artifactId>
      <version>{TOOLS_VERSION}</version>
    </dependency>
  </dependencies>
</project>
"""

WELL = re.compile(
    r"""
      Dumping\s
    | Log\ starting\ offset:\ \d+$
    | Snapshot\ end\ offset:\ \d+,\ epoch:\ \d+$
    | baseOffset:\ .*\ isvalid:\ true$
    | \|\ offset:\ \d+\ (?!.*Could\ not)
    | offset:\ \d+\ position:\ \d+$
    | timestamp:\ -?\d+\ offset:\ \d+$
    | version:\ 0\ producerId:\ \d+\ firstOffset:\ \d+\ lastOffset:\ \d+\ lastStableOffset:\ \d+$
    | producerId:\ \d+\ producerEpoch:\ \d+\ coordinatorEpoch:\ -?\d+\ currentTxnFirstOffset:
    | \S+\ passed\ sanity\ check\.$
    | \S+\ is\ empty\.$
    | SLF4J:
    | $
    """,
    re.VERBOSE,
)
GAP_BEFORE_ALL = re.compile(r"Non-consecutive offsets in \S+\n  -1 is followed by \d+\n(?!  )")
"""The tool takes every segment that does not begin at 0 for one with a gap before it."""
GAPS_OF_COMPACTED = re.compile(
    r"(?<=\n)Non-consecutive offsets in \S*(?:compacted|__\w+)-\d+/\d{20}\.log\n"
    r"(?:  -?\d+ is followed by \d+\n)+"
)

MARK = "!!"
"""What our own tool marks with it is wrong."""

Which = Callable[[Path], bool]


def _suffix(*suffixes: str) -> Which:
    return lambda path: path.suffix in suffixes


def _of(topic: str, *suffixes: str) -> Which:
    return lambda path: path.parent.name.startswith(topic + "-") and path.suffix in suffixes


RUNS: dict[tuple[str, ...], Which] = {
    ("--deep-iteration",): _suffix(".log", ".index", ".timeindex", ".txnindex", ".snapshot"),
    ("--index-sanity-check",): _suffix(".index", ".timeindex"),
    ("--verify-index-only",): _suffix(".index", ".timeindex"),
    ("--print-data-log",): lambda path: path.suffix == ".log" and path.parent.name[:2] != "__",
    ("--cluster-metadata-decoder",): _of("__cluster_metadata", ".log", ".checkpoint"),
    ("--offsets-decoder",): _of("__consumer_offsets", ".log"),
    ("--transaction-log-decoder",): _of("__transaction_state", ".log"),
}
"""Options of the tool, and the files that each run is given."""


def files(data: Path) -> list[Path]:
    """The files of partitions, but for those that await removal."""
    found = sorted(path for path in data.glob("*/*") if path.name[:20].isdigit())
    return [path for path in found if not path.parent.name.endswith(("-delete", "-stray"))]


def dump(options: Sequence[str], paths: Iterable[Path]) -> str:
    """The output of Kafka's tool. Raises OracleUnavailable."""
    chosen = list(paths)
    text = ""
    for start in range(0, len(chosen), FILES_MAX):
        names = ",".join(map(str, chosen[start : start + FILES_MAX]))
        command = ["java", "-Xmx512m", "-cp", resolved(f"tools-{TOOLS_VERSION}", POM), MAIN]
        done = subprocess.run(
            [*command, *options, "--files", names],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS_MAX,
            check=False,
        )
        text += done.stdout.decode(errors="replace")
        if done.returncode:
            text += f"exit code {done.returncode}\n"
    return text


def complaints(data: Path, is_left_out: Which = lambda path: False) -> Iterator[str]:
    """What the tool finds wrong with a directory: the options and the line."""
    found = [path for path in files(data) if not is_left_out(path)]
    for options, which in RUNS.items():
        if chosen := [path for path in found if which(path)]:
            said = GAPS_OF_COMPACTED.sub("", GAP_BEFORE_ALL.sub("", dump(options, chosen)))
            wrong = (line for line in said.splitlines() if not WELL.match(line))
            yield from (f"{' '.join(options)}: {line}" for line in wrong)


def own_complaints(data: Path) -> Iterator[str]:
    """What `wire-dump log` finds wrong with a directory: the lines that it marks."""
    done = subprocess.run(
        wire_dump("log", str(data)), capture_output=True, timeout=SECONDS_MAX, check=False
    )
    said = done.stdout.decode(errors="replace").splitlines()
    yield from (line.strip() for line in said if line.lstrip().startswith(MARK))
    if done.returncode not in (0, 1):
        yield f"exit code {done.returncode}"
    yield from done.stderr.decode(errors="replace").splitlines()
