"""How long a start takes after a kill.

What an empty directory takes is measured first and taken off. Each kind of batch fills a partition
of its own directory, in one segment. What that has grown by since it was synced beside other work
is looked through, which is as much for a large log as for a small one; so the smallest batches,
which take long to produce, say by a small log how long that takes at most.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from kafkawire.records.builder import encode_batch
from tools.crash.administrator import create_topic
from tools.crash.ledger import Place
from tools.crash.node import Finding, Node
from tools.crash.producers import PRODUCE_VERSION, produce
from tools.crash.reading import LATEST, offset_at
from tools.crash.wire import connected

SECONDS_PER_GB_MAX = 1.0
GB = 1 << 30
PLACE = Place("large", 0)
CONFIGS = {
    "segment.bytes": str((1 << 31) - 1),
    "max.message.bytes": str(2 << 20),
    "retention.ms": "-1",
}
WINDOW = 20
REPEATS = 3
SMALL_SHARE = 1 / 16
"""Of the size that is asked for, for batches that take long to produce."""


class Kind:
    """Batches of one size, and whether the bar is theirs."""

    __slots__ = ("batch", "is_judged", "name", "share")

    def __init__(
        self, name: str, records: int, value_bytes: int, share: float, *, is_judged: bool
    ) -> None:
        self.name = name
        self.share = share
        self.is_judged = is_judged
        values = [bytes([number % 251]) * value_bytes for number in range(records)]
        self.batch = bytes(encode_batch([(1, None, value, ()) for value in values]))


def kinds() -> list[Kind]:
    """Three of the bar, and small ones for the record."""
    return [
        Kind("1 MB", 1000, 1040, 1.0, is_judged=True),
        Kind("16 KB", 16, 1010, 1.0, is_judged=True),
        Kind("1 KB", 1, 950, 1.0, is_judged=True),
        Kind("100 B", 1, 30, SMALL_SHARE, is_judged=False),
    ]


def measure(folder: Path, gigabytes: float, *, check: bool) -> int:
    """Print a line for each kind; the exit code is 1 if one is too slow and `check` is asked."""
    starts = [_empty_start(folder / f"empty{number}") for number in range(REPEATS)]
    empty, empty_cpu = (min(each) for each in zip(*starts, strict=True))
    print(f"an empty directory: first answer after {empty:.2f} s, {empty_cpu:.2f} s of CPU")
    failed = False
    for kind in kinds():
        size, start, cpu, again = _recover(folder / "data", kind, int(gigabytes * GB * kind.share))
        cpu_rate = max(0.0, cpu - empty_cpu) * GB / size
        rate = max(0.0, start - empty) * GB / size
        verdict = ""
        if kind.is_judged:
            is_good = rate <= SECONDS_PER_GB_MAX
            failed |= not is_good
            verdict = f"  (bar {SECONDS_PER_GB_MAX:.0f}: {'ok' if is_good else 'TOO SLOW'})"
        print(
            f"batches of {kind.name:>6}, {size / GB:.2f} GB: first answer {start:.2f} s after a "
            f"kill, {again:.2f} s after a stop; recovery {max(0.0, start - empty):.2f} s, "
            f"{rate:.2f} s/GB, {cpu_rate:.2f} of CPU{verdict}",
            flush=True,
        )
    return 1 if check and failed else 0


def _empty_start(directory: Path) -> tuple[float, float]:
    """Seconds to the first answer, and of CPU until then."""
    node = Node(directory)
    times = node.wait(), node.cpu_seconds()
    node.kill()
    shutil.rmtree(directory)
    return times


def _recover(directory: Path, kind: Kind, size: int) -> tuple[int, float, float, float]:
    """Bytes produced; seconds to the first answer after a kill, of CPU, and after a stop."""
    count = max(1, size // len(kind.batch))
    node = Node(directory)
    node.wait()
    end = _fill(node.port, kind.batch, count)
    node.kill()
    times: list[tuple[float, float]] = []
    for _ in range(2):
        node = Node(directory)
        times.append((node.wait(), node.cpu_seconds()))
        wire = connected(node.port)
        found = offset_at(wire, PLACE, LATEST)
        wire.close()
        if found != end:
            raise Finding(f"the log ended at {end} and ends at {found} now")
        node.stop()
    shutil.rmtree(directory)
    return count * len(kind.batch), *times[0], times[1][0]


def _fill(port: int, batch: bytes, count: int) -> int:
    """Produce; where the log ends then."""
    wire = connected(port)
    code = create_topic(wire, PLACE.topic, 1, CONFIGS)
    if code:
        raise Finding(f"no topic: {code}")
    request = produce(PLACE, batch)
    for _ in range(count):
        if len(wire.unanswered) >= WINDOW:
            wire.receive()
        wire.send(request, PRODUCE_VERSION)
    while wire.unanswered:
        answer = wire.receive()
    (result,) = answer.responses[0].partition_responses
    if result.error_code:
        raise Finding(f"a produce was refused with {result.error_code}")
    end = offset_at(wire, PLACE, LATEST)
    wire.close()
    return end
