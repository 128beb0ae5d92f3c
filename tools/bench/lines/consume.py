"""Consume: a raw loop of fetches, one at a time, through all that a partition holds.

The batches of the partition are all alike, so the driver finds the next offset by dividing and
need not look at what it got: it costs the broker's machine as little as can be.
"""

from __future__ import annotations

import contextlib
import itertools
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence

from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tools.bench.brokers import ROOT, Contender
from tools.bench.lines.line import GB, Figure, Line, Measure, Prepare, Size
from tools.bench.lines.produce import Batches, frame_of, send
from tools.bench.lines.sendfile_floor import ANSWER_BYTES
from tools.bench.lines.topics import topic
from tools.bench.load import FETCH_VERSION, connect
from tools.bench.session_load import FETCH_KEY, DrivenSession, answer, cpu_of, fetched
from tools.programs import HOST, printed, running

STORED_BYTES = 192_000_000
BATCH_BYTES = 64_000
MIB = 1 << 20
TAIL_PARTITIONS = 100
TAIL_BATCH_BYTES = 10_000
TAIL_FETCHES = 25
_UNMISTAKABLE = 0x0102030405060708
_OFFSET = struct.Struct(">q")


class Reader:
    """Fetches of one partition whose batches are all alike."""

    def __init__(self, sock: socket.socket, name: str, bytes_max: int, records: int) -> None:
        self._sock = sock
        self._records = records
        self._frame = bytearray(fetch_frame([(name, 0, _UNMISTAKABLE)], bytes_max))
        self._at = self._frame.index(_OFFSET.pack(_UNMISTAKABLE))
        self._room = memoryview(bytearray(MIB))
        self._send(0)
        data = answer(sock)
        stored = fetched(data).responses[0].partitions[0].records
        assert stored
        self._overhead = len(data) - len(stored)
        self._batch_bytes = 12 + int.from_bytes(stored[8:12], "big")

    def read(self, batches: int) -> int:
        """Read so many batches; returns how many bytes of answers that took."""
        at = received = 0
        while at < batches:
            self._send(at * self._records)
            size = self._receive()
            received += size
            whole = (size - self._overhead + 2) // self._batch_bytes
            assert whole > 0, "a fetch gave nothing"
            at += whole
        return received

    def _send(self, offset: int) -> None:
        _OFFSET.pack_into(self._frame, self._at, offset)
        self._sock.sendall(self._frame)

    def _receive(self) -> int:
        """Receive an answer and forget it; returns its size without the length."""
        got = self._sock.recv_into(self._room)
        assert got > 4, "the broker closed the connection"
        size = int.from_bytes(self._room[:4], "big")
        left = size + 4 - got
        while left:
            got = self._sock.recv_into(self._room)
            assert got, "the broker closed the connection"
            left -= got
        return size


def fetch_frame(places: Sequence[tuple[str, int, int]], bytes_max: int) -> bytes:
    """A fetch without session of these partitions and offsets; it does not wait."""
    topics = [
        FetchRequest.FetchTopic(
            topic=name,
            partitions=[
                FetchRequest.FetchPartition(
                    partition=index, fetch_offset=offset, partition_max_bytes=bytes_max
                )
                for _, index, offset in group
            ],
        )
        for name, group in itertools.groupby(places, key=lambda place: place[0])
    ]
    request = FetchRequest(
        max_wait_ms=0, min_bytes=1, max_bytes=bytes_max, session_epoch=-1, topics=topics
    )
    return bytes(encode_request(FETCH_KEY, FETCH_VERSION, 1, "bench", request))


def lines() -> list[Line]:
    """Fetches of two sizes, and many small slices of what was just appended."""
    found = [
        Line(f"consume-{mib}MiB", (Figure("CPU a GB", "s", bar, stretch),), _prepare(mib * MIB))
        for mib, bar, stretch in ((1, 0.7, "0.5x"), (10, 1.15, "0.9x"))
    ]
    tail = (
        Figure("CPU a GB", "s", 0.5, "0.3x", "our sendfile"),
        Figure("our sendfile", "s", None),
    )
    return [*found, Line("consume-tail", tail, _tail)]


def _prepare(bytes_max: int) -> Prepare:
    @contextlib.contextmanager
    def prepare(broker: Contender, size: Size) -> Iterator[Measure]:
        batches = Batches(100, "equal", BATCH_BYTES // 100)
        count = size.of(STORED_BYTES // BATCH_BYTES, 400)
        with topic(broker) as name, connect(broker) as sock:
            send(sock, frame_of([(name, 0)], batches.encode()), count)
            reader = Reader(sock, name, bytes_max, batches.records)

            def work() -> Sequence[float]:
                before = broker.cpu_ns()
                received = reader.read(count)
                return ((broker.cpu_ns() - before) / received * GB / 1e9,)

            yield work

    return prepare


@contextlib.contextmanager
def _tail(broker: Contender, size: Size) -> Iterator[Measure]:
    """One fetch of 100 partitions, to each of which 10 kB were appended just now."""
    batch = Batches(100, "equal", TAIL_BATCH_BYTES // 100)
    end = 0
    with (
        topic(broker, TAIL_PARTITIONS) as name,
        connect(broker) as sock,
        sendfile_floor() as floor,
        connect(floor) as floor_sock,
    ):
        places = [(name, index) for index in range(TAIL_PARTITIONS)]
        frame = frame_of(places, batch.encode())
        session = DrivenSession(sock, dict.fromkeys(places, 0))

        def fetch() -> float:
            """What one fetch of the newest batches costs, a byte."""
            nonlocal end
            send(sock, frame, 1)
            asking = session.moved(dict.fromkeys(places, end))
            end += batch.records
            data = b""

            def ask() -> None:
                nonlocal data
                sock.sendall(asking)
                data = answer(sock)

            spent = cpu_of(broker, ask)
            assert len(data) > TAIL_PARTITIONS * TAIL_BATCH_BYTES
            return spent / len(data)

        def floor_fetch() -> float:
            def ask() -> None:
                floor_sock.sendall(b"?")
                left = ANSWER_BYTES
                while left:
                    left -= len(floor_sock.recv(min(left, MIB)))

            return cpu_of(floor, ask) / ANSWER_BYTES

        def work() -> Sequence[float]:
            count = size.of(TAIL_FETCHES, 3)
            return (
                sum(fetch() for _ in range(count)) / count * GB / 1e9,
                sum(floor_fetch() for _ in range(count)) / count * GB / 1e9,
            )

        yield work


@contextlib.contextmanager
def sendfile_floor() -> Iterator[Contender]:
    """The process that answers by `sendfile` and is nothing more."""
    command = [sys.executable, "-m", "tools.bench.lines.sendfile_floor"]
    pipe = subprocess.PIPE
    with running(command, cwd=ROOT, stdin=pipe, stdout=pipe) as process:
        port = int(printed(process.stdout, r"\d+")[0])
        yield Contender("floor", HOST, port, process.pid)
