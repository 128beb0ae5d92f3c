"""Connections between clients and the simulated broker: bytes, delays and losses, no sockets.

`SimulatedNetwork.installed` makes clients open their connections here, and changes nothing else.
"""

from __future__ import annotations

import contextlib
import math
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest import mock

import trio

from kafkawire.client.shell import opening
from kafkawire.client.shell.runtime import Runtime
from kafkawire.protocol.exchange import decode_request_header
from kafkawire.protocol.framing import FrameBuffer
from kafkawire.protocol.registry import request_class
from tests.support.requests.harness import HarnessClient
from tools.simulate_client.clock import now_ms

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from kafkawire.protocol.buffers import Sendable
    from kafkawire.protocol.message import Message
    from tools.simulate_client.broker import Life, SimulatedBroker

FRAME_BYTES_MAX = 100 << 20
OFFSET_COMMIT, TXN_OFFSET_COMMIT = 8, 28


class Served(HarnessClient):
    """The broker's end of a connection; passes on each answer when it is there."""

    def __init__(self, life: Life, line: SimulatedLine) -> None:
        super().__init__(life, None, "127.0.0.1")
        self.context.id = next(life.numbers)
        life.clients.append(self)
        self._line = line

    def _reply(self, buffers: list[Sendable]) -> None:
        pending = self._serving
        super()._reply(buffers)
        assert pending is not None
        if pending.raw:
            self._line.answered(pending.raw)

    def _close(self) -> None:
        was_closed = self.closed
        super()._close()
        if not was_closed:
            if self in self.harness.clients:
                self.harness.clients.remove(self)
            self._line.broken()


class SimulatedLine:
    """A connection, as the runtime uses `shell.line.Line`."""

    is_stuck = False
    is_drained = False

    def __init__(self, world: SimulatedNetwork, life: Life, client_id: str) -> None:
        self._world = world
        self.client_id = client_id
        self._frames = FrameBuffer(FRAME_BYTES_MAX)
        self._came = bytearray()
        self._is_broken = False
        self._is_closed = False
        self._waiting: trio.Event | None = None
        self._sent_ms = 0
        self._answered_ms = 0
        self._answers: deque[bytes] = deque()
        """Answers that are on their way."""
        self._served = Served(life, self)
        world.lines[self] = None

    # The client's end

    def send(self, data: Sequence[bytes]) -> None:
        if self._is_broken:
            raise BrokenPipeError(32, "the connection was lost")
        for each in data:
            self._frames.feed(each)
        for frame in self._frames.cut(1 << 20):
            whole = bytes(frame)
            self._sent_ms = self._later(self._sent_ms, partial(self._serve, whole))

    async def wait(self) -> None:
        while not (self._came or self._is_broken or self._is_closed):
            self._waiting = trio.Event()
            await self._waiting.wait()
        if self._is_closed:
            raise trio.ClosedResourceError

    def receive(self) -> bytes | None:
        if not self._came:
            return b"" if self._is_broken else None
        data, self._came = bytes(self._came), bytearray()
        return data

    def receive_into(self, room: memoryview) -> int | None:
        if not self._came:
            return 0 if self._is_broken else None
        count = min(len(room), len(self._came))
        room[:count] = self._came[:count]
        del self._came[:count]
        return count

    def close(self) -> None:
        self._is_closed = True
        self.cut()

    # The broker's end

    def answered(self, raw: bytes) -> None:
        """Have an answer on its way."""
        self._answers.append(raw)
        self._answered_ms = self._later(self._answered_ms, self._arrive)

    def broken(self) -> None:
        """Note that the connection has ended."""
        self._is_broken = True
        self._world.lines.pop(self, None)
        self._wake()

    def finish(self) -> None:
        """Have everything arrive that the broker has sent, as if it ended in order."""
        while self._answers:
            self._arrive()

    def cut(self) -> None:
        """Lose the connection, and what is on its way."""
        self._served.close()
        self.broken()
        self._world.broker.moved()

    # On the way

    def _later(self, before_ms: int, event: Callable[[], None]) -> int:
        """Call `event` after a delay, but after what was sent before; returns when."""
        delay_ms = self._world.delay_ms()
        due_ms = max(before_ms, now_ms() + delay_ms)
        if due_ms <= now_ms():
            event()
        else:
            self._world.broker.at(due_ms, event)
        return due_ms

    def _serve(self, frame: bytes) -> None:
        if self._served.closed or self._is_broken:
            return
        header = decode_request_header(frame)
        if header.api_key in self._world.watched:
            request = request_class(header.api_key).decode(
                frame, header.api_version, header.body_offset
            )
            self._world.on_request(self.client_id, request)
        self._world.requests += 1
        self._world.broker.current()
        self._served.send_frame(frame)
        self._world.broker.moved()

    def _arrive(self) -> None:
        if self._answers:
            raw = self._answers.popleft()
            if not self._is_broken:
                self._came += raw
                self._wake()

    def _wake(self) -> None:
        if self._waiting is not None:
            self._waiting.set()


class SimulatedNetwork:
    """All connections to one broker.

    Attributes:
        delay_ms_max: How long a request or an answer is on its way at most.
        watched: API keys of requests of which `on_request` gets the client id and the message.
    """

    def __init__(self, broker: SimulatedBroker, random: Random) -> None:
        self.broker = broker
        self.lines: dict[SimulatedLine, None] = {}
        self.delay_ms_max = 0
        self.dead: set[str] = set()
        """Client ids of killed processes."""
        self.requests = 0
        self.cut_s = -math.inf
        """When connections were cut last."""
        self.watched = frozenset((OFFSET_COMMIT, TXN_OFFSET_COMMIT))
        self.on_request: Callable[[str, Message], None] = lambda client_id, request: None
        self._random = random

    def delay_ms(self) -> int:
        """Draw how long the next request or answer is on its way."""
        return self._random.randint(0, self.delay_ms_max) if self.delay_ms_max else 0

    def connect(self, client_id: str) -> SimulatedLine:
        """Return a new connection. Raises ConnectionRefusedError."""
        if self.broker.life is None or client_id in self.dead:
            raise ConnectionRefusedError(111, "Connection refused")
        return SimulatedLine(self, self.broker.current(), client_id)

    def cut(self, client_id: str | None = None) -> None:
        """Lose all connections, or those of one client."""
        self.cut_s = trio.current_time()
        for line in list(self.lines):
            if client_id is None or line.client_id == client_id:
                line.cut()

    def finish(self) -> None:
        """Have all answers arrive that are on their way."""
        for line in list(self.lines):
            line.finish()

    def kill(self, client_id: str) -> None:
        """Have a client's process be dead: its connections end, and it makes no others."""
        self.dead.add(client_id)
        self.cut(client_id)

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Have clients that are made in this block use this network."""

        def make(network: Any, *given: Any, **named: Any) -> Runtime:
            runtime = Runtime(network, *given, **named, seed=self._random.randrange(1 << 30))
            runtime.open_line = partial(self._open_line, network.client_id)
            return runtime

        with mock.patch.object(opening, "Runtime", make):
            yield

    async def _open_line(self, client_id: str, *_: object) -> Any:
        await trio.lowlevel.checkpoint()
        return self.connect(client_id)
