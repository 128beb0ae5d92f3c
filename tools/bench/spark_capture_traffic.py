"""A capture for the benchmark of Spark: many connections, one with most bytes, and some harm.

    python -m tools.bench.spark_capture_traffic BYTES > capture.pcapng

Frames are of 1.7 KB in the mean, some twentieth of them large. Of the packets, one in a thousand is
lost, comes twice, or comes late.
"""

from __future__ import annotations

import struct
import sys
from collections import deque
from random import Random
from typing import BinaryIO

from kafkawire.dump.inputs.pcapng_writer import PcapngWriter
from kafkawire.dump.transport import Endpoint
from tools.bench.dump_traffic import BEGIN_NS, SEGMENT_BYTES, pools

SEED = 11
CONNECTIONS = 64
HEAVY_SHARE = 0.84
HARMED = 0.001
STEP_NS = 20_000
FIRST_SEQUENCE = (1 << 32) - 50_000_000
"""The heavy connection's numbers wrap on the way."""
_SERVER = Endpoint("10.0.1.2", 9092)
_PACKET = (6).to_bytes(4, "little")
_WEIGHTS = (26, 2, 20, 18, 1, 5, 12, 10, 3, 2, 1)


class Harming:
    """A file that loses, doubles and delays some of the packets that are written to it."""

    def __init__(self, file: BinaryIO, random: Random) -> None:
        self._file = file
        self._random = random
        self._late: deque[bytes] = deque()
        self.written = 0

    def write(self, block: bytes) -> int:
        what = self._random.random() if block.startswith(_PACKET) else 1
        if what < HARMED / 3:
            return len(block)
        if what < HARMED * 2 / 3:
            self._late.append(block)
            return len(block)
        self._put(block)
        if what < HARMED:
            self._put(block)
        if self._late and self._random.random() < 0.2:
            self._put(self._late.popleft())
        return len(block)

    def _put(self, block: bytes) -> None:
        self._file.write(block)
        self.written += len(block)


def write_capture(file: BinaryIO, size_bytes: int) -> None:
    """Write a capture of about so many bytes."""
    random = Random(SEED)
    harming, made = Harming(file, random), pools()
    writer = PcapngWriter(harming, segment_bytes=SEGMENT_BYTES, first_sequence=FIRST_SEQUENCE)  # type: ignore[arg-type]
    time_ns, ids = BEGIN_NS, [0] * CONNECTIONS
    for each in range(CONNECTIONS):
        writer.open(each, (Endpoint("10.0.0.1", 20_000 + each), _SERVER), time_ns)
    while harming.written < size_bytes:
        is_heavy = random.random() < HEAVY_SHARE
        at = 0 if is_heavy else random.randrange(1, CONNECTIONS)
        for pool in random.choices(made, _WEIGHTS, k=3):
            request, response = pool[random.randrange(len(pool))]
            ids[at] += 1
            raw = struct.pack(">i", ids[at])
            time_ns += STEP_NS
            writer.send(at, 0, request[:8] + raw + request[12:], time_ns)
            writer.send(at, 1, response[:4] + raw + response[8:], time_ns + STEP_NS // 2)
    for each in range(CONNECTIONS):
        writer.close(each, time_ns + STEP_NS)


if __name__ == "__main__":
    write_capture(sys.stdout.buffer, int(sys.argv[1]))
