"""One end of a socket pair that is served as frames say, and the other end for the test."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from kafkawire.net.link import Host, Link
from kafkawire.net.pacer import Pacer
from kafkawire.net.polling import EpollPoller, TaskPoller
from kafkawire.protocol.buffers import FileSlice
from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.pacing import aside, rest
from tests.support.suite.patience import patient

LARGE = 3_000_000


def framed(frame: bytes) -> bytes:
    return len(frame).to_bytes(4, "big") + frame


class Server:
    """Serves one end of a socket pair; each frame contains its handling."""

    def __init__(self, sock: socket.socket, nursery: trio.Nursery, make_poller: Any) -> None:
        self.nursery = nursery
        self.served: list[bytes] = []
        self.parked: list[Any] = []
        self.slices: dict[bytes, FileSlice] = {}
        """Frames that are answered by slices of files."""
        self.bugs: list[BaseException] = []
        self.turns = 0
        self.steps: list[int] = []
        """The steps of slow requests; the connection's turn is left after each."""
        self.on_step: Callable[[int], None] = lambda step: None
        self.started = 0
        self.on_turn: Callable[[], None] = lambda: None
        self.ended = trio.Event()
        self.clock_s = 0.0
        pacer = self.pacer = Pacer(lambda: self.clock_s)
        host = Host(
            clock=lambda: int(trio.current_time() * 1000),
            pacer=pacer,
            poller=make_poller(nursery.start_soon, self.after_turn, pacer),
            start_task=self.start_task,
            after_turn=self.after_turn,
            ended=lambda link: self.ended.set(),
            report=self.bugs.append,
        )
        self.link = Link(sock, self.handle, frame_bytes_max=10_000_000, host=host)
        self.poller = host.poller

    def handle(self, frame: bytes | bytearray, reply: Any, now_ms: int) -> None:
        data = bytes(frame)
        self.served.append(data)
        if data == b"park":
            self.parked.append(reply)
        elif data in self.slices:
            reply([b"head", self.slices[data], b"tail"])
        elif data == b"large":
            reply([b"L" * LARGE])
        elif data == b"bad":
            raise DecodeError("bad")
        elif data == b"bug":
            raise AssertionError("bug")
        elif data == b"slow":
            for step in range(10):
                self.steps.append(step)
                self.clock_s += 1
                self.on_step(step)
                rest()
            reply([b"slow"])
        elif data == b"errand":
            reply([aside(lambda: b"errand")])
        elif data == b"close":
            reply([b"bye"])
            self.link.end()
        else:
            reply([data[:10]])

    def after_turn(self) -> None:
        self.turns += 1
        on_turn, self.on_turn = self.on_turn, lambda: None
        on_turn()

    def start_task(self, work: Callable[[], Awaitable[None]]) -> None:
        self.started += 1
        self.nursery.start_soon(work)


@pytest.fixture(params=[EpollPoller, TaskPoller])
def connected(request: pytest.FixtureRequest) -> Any:
    """A context manager: the client's end, and the server of the other."""

    @asynccontextmanager
    async def connect() -> AsyncIterator[tuple[Any, Server]]:
        near, far = socket.socketpair()
        near.setblocking(False)
        peer = trio.socket.from_stdlib_socket(far)
        async with trio.open_nursery() as nursery:
            server = Server(near, nursery, request.param)
            yield peer, server
            peer.close()
            with trio.fail_after(patient(60)):
                await server.ended.wait()
            nursery.cancel_scope.cancel()
        server.poller.close()

    return connect


async def receive_exactly(peer: Any, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = await peer.recv(1 << 20)
        assert part, f"ended after {len(data)} bytes"
        data += part
    return data
