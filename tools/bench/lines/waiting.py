"""Consumers that wait: idle ones, and those that a record wakes."""

from __future__ import annotations

import contextlib
import resource
import selectors
import socket
import statistics
import struct
import time
from collections.abc import Iterator, Sequence

from tools.bench.brokers import Contender
from tools.bench.lines.line import Figure, Line, Measure, Size
from tools.bench.lines.topics import topic
from tools.bench.load import ask_frame, connect
from tools.bench.session_load import (
    DrivenSession,
    answer,
    cpu_of,
    fetched,
    produce_frame,
)

IDLE_CONSUMERS = 2_000
IDLE_WAIT_MS = 500
IDLE_SECONDS = 3.0
SETTLING_SECONDS = 1.0
WOKEN = 1_000
WAKES = 200
LONG_WAIT_MS = 60_000
PARK_SECONDS = 0.002
"""After so long a fetch that was sent is taken for parked."""
AFTER_WAKING_SECONDS = 0.1
SPARE_FILES = 200
_EPOCH = struct.Struct(">i")


def lines() -> list[Line]:
    """All of them."""
    return [
        Line("idle-consumers", (Figure("CPU a fetch", "us", 0.9, "0.65x"),), _idle),
        Line(
            "wake-1",
            (
                Figure("CPU an iteration", "us", 0.6, "1x kfake"),
                Figure("produce to consumer, p50", "ms", 1.0),
                Figure("produce to consumer, p99", "ms", 1.0),
            ),
            _wake_one,
        ),
        Line(
            "wake-1000",
            (Figure("CPU a fetch", "us", 10, "7 us", against=""), Figure("last answer", "ms")),
            _wake_many,
        ),
    ]


class Idler:
    """A consumer that asks again as soon as it is told that there is nothing."""

    def __init__(self, sock: socket.socket, session: DrivenSession) -> None:
        self.sock = sock
        frames = [session.moved({}, IDLE_WAIT_MS) for _ in range(2)]
        self._at = next(at for at, byte in enumerate(frames[0]) if byte != frames[1][at]) - (
            _EPOCH.size - 1
        )
        self._frame = bytearray(frames[0])
        self._epoch = 0

    def ask(self) -> None:
        """The next fetch."""
        self._epoch += 1
        _EPOCH.pack_into(self._frame, self._at, self._epoch)
        self.sock.sendall(self._frame)


@contextlib.contextmanager
def _idle(broker: Contender, size: Size) -> Iterator[Measure]:
    count = size.of(IDLE_CONSUMERS, 200)
    with topic(broker) as name, contextlib.ExitStack() as stack:
        allow_files(4 * count)
        idlers = []
        for _ in range(count):
            sock = stack.enter_context(connect(broker))
            idlers.append(Idler(sock, DrivenSession(sock, {(name, 0): 0})))
        selector = stack.enter_context(selectors.DefaultSelector())
        for idler in idlers:
            selector.register(idler.sock, selectors.EVENT_READ, idler)
            idler.ask()

        def ask_for(seconds: float) -> int:
            """Let all ask again and again; how many answers there were."""
            answers, end = 0, time.monotonic() + seconds
            while time.monotonic() < end:
                for key, _ in selector.select(0.05):
                    assert key.data.sock.recv(4096), "the broker closed the connection"
                    key.data.ask()
                    answers += 1
            return answers

        def work() -> Sequence[float]:
            ask_for(SETTLING_SECONDS)
            before = broker.cpu_ns()
            answers = ask_for(max(IDLE_SECONDS * size.part, SETTLING_SECONDS))
            return ((broker.cpu_ns() - before) / answers / 1_000,)

        yield work


def allow_files(count: int) -> None:
    """See to it that so many connections may be open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count + SPARE_FILES:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + SPARE_FILES), hard))


@contextlib.contextmanager
def _wake_one(broker: Contender, size: Size) -> Iterator[Measure]:
    """One record for one fetch that waits for it, again and again."""
    with topic(broker) as name, connect(broker) as sock, connect(broker) as producer:
        place, end = (name, 0), 0
        session = DrivenSession(sock, {place: 0})
        frame = produce_frame(place)
        count = size.of(WAKES, 20)

        def wake() -> float:
            nonlocal end
            sock.sendall(session.moved({place: end}, LONG_WAIT_MS))
            time.sleep(PARK_SECONDS)
            started = time.perf_counter()
            producer.sendall(frame)
            data = answer(sock)
            taken = time.perf_counter() - started
            answer(producer)
            assert fetched(data).responses, "the fetch was not told of the record"
            end += 1
            return taken

        def work() -> Sequence[float]:
            times: list[float] = []
            spent = cpu_of(broker, lambda: times.extend(wake() for _ in range(count)))
            p99 = statistics.quantiles(times, n=100)[98]
            return spent / count / 1_000, statistics.median(times) * 1_000, p99 * 1_000

        yield work


@contextlib.contextmanager
def _wake_many(broker: Contender, size: Size) -> Iterator[Measure]:
    """One record for a thousand fetches that wait for it."""
    count = size.of(WOKEN, 100)
    with topic(broker) as name, contextlib.ExitStack() as stack:
        allow_files(4 * count)
        producer = stack.enter_context(connect(broker))
        socks = [stack.enter_context(connect(broker)) for _ in range(count)]
        place, end = (name, 0), 0
        sessions = [DrivenSession(producer, {place: 0}) for _ in socks]
        frame = produce_frame(place)

        def hear() -> None:
            with selectors.DefaultSelector() as selector:
                for sock in socks:
                    selector.register(sock, selectors.EVENT_READ)
                ask_frame(producer, frame)
                left = count
                while left:
                    for key, _ in selector.select():
                        assert isinstance(key.fileobj, socket.socket)
                        assert fetched(answer(key.fileobj)).responses
                        selector.unregister(key.fileobj)
                        left -= 1

        def work() -> Sequence[float]:
            nonlocal end
            for session, sock in zip(sessions, socks, strict=True):
                sock.sendall(session.moved({place: end}, LONG_WAIT_MS))
            time.sleep(AFTER_WAKING_SECONDS)
            started = time.perf_counter()
            spent = cpu_of(broker, hear)
            taken = time.perf_counter() - started
            end += 1
            return spent / count / 1_000, taken * 1_000

        yield work
