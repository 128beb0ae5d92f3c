"""A thousand sessions that read the same partition, and what they cost who appends to it."""

from __future__ import annotations

import contextlib
import resource
import selectors
import socket
import time

from tools.bench.brokers import Contender
from tools.bench.load import ask_frame, connect
from tools.bench.session_load import (
    DrivenSession,
    Place,
    answer,
    cpu_of,
    make_topics,
    produce_frame,
    send_all,
)

TOPIC = "crowd"
READ: Place = (TOPIC, 0)
UNREAD: Place = (TOPIC, 1)
WAIT_MS = 60_000
SETTLED_SECONDS = 0.05
"""A broker whose CPU does not grow for so long has nothing left to do."""
SPARE_FILES = 100


class Crowd(contextlib.ExitStack):
    """The sessions, each with a connection of its own for when it waits."""

    def __init__(self, broker: Contender, readers: int) -> None:
        super().__init__()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < readers + SPARE_FILES:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2 * readers), hard))
        self._broker = broker
        self._sock = self.enter_context(connect(broker))
        make_topics(self._sock, {TOPIC: 2})
        self._sessions = [DrivenSession(self._sock, {READ: 0}) for _ in range(readers)]
        self._socks = [self.enter_context(connect(broker)) for _ in range(readers)]
        self._frames = {place: produce_frame(place) for place in (READ, UNREAD)}
        self._end = 0

    def lag(self) -> None:
        """Append once, so that every session lags behind and none is told by the next append."""
        self._append(READ)

    def append_cost(self, index: int, count: int) -> float:
        """CPU per append, us: to the partition that is read (0), or to the other (1)."""
        place = (READ, UNREAD)[index]
        frame = self._frames[place]
        if place == READ:
            self._end += count
        frames = (frame for _ in range(count))
        return cpu_of(self._broker, lambda: send_all(self._sock, frames, count)) / count / 1_000

    def first_append_cost(self) -> float:
        """CPU of the first append after all have caught up, us more than of one that none reads."""
        self._catch_up()
        self._settle()
        told = cpu_of(self._broker, lambda: self._append(READ))
        plain = cpu_of(self._broker, lambda: self._append(UNREAD))
        return (told - plain) / 1_000

    def wake_all(self) -> tuple[float, float]:
        """One append wakes a fetch of every session: CPU for each, us, and ms until the last."""
        self._catch_up()
        for session, sock in zip(self._sessions, self._socks, strict=True):
            sock.sendall(session.moved({}, WAIT_MS))
        self._settle()
        started = time.perf_counter()
        spent = cpu_of(self._broker, self._append_and_hear)
        taken_ms = (time.perf_counter() - started) * 1_000
        return spent / len(self._socks) / 1_000, taken_ms

    def _append_and_hear(self) -> None:
        with selectors.DefaultSelector() as selector:
            for sock in self._socks:
                selector.register(sock, selectors.EVENT_READ)
            self._append(READ)
            left = len(self._socks)
            while left:
                for key, _ in selector.select():
                    assert isinstance(key.fileobj, socket.socket)
                    answer(key.fileobj)
                    selector.unregister(key.fileobj)
                    left -= 1
        self._settle()

    def _append(self, place: Place) -> None:
        ask_frame(self._sock, self._frames[place])
        if place == READ:
            self._end += 1

    def _catch_up(self) -> None:
        """Every session moves to the end, and is then seen to have nothing to be told."""
        end = {READ: self._end}
        count = len(self._sessions)
        send_all(self._sock, (each.moved(end) for each in self._sessions), count)
        send_all(self._sock, (each.empty() for each in self._sessions), count)

    def _settle(self) -> None:
        before = -1
        while (now := self._broker.cpu_ns()) != before:
            before = now
            time.sleep(SETTLED_SECONDS)
