"""A broker in the same run of trio without sockets: its core, and lines that carry bytes to it.

Time is that of trio: run it with a `trio.testing.MockClock`, and a minute takes no time. What a
client sends arrives after a latency, in order; so does what the broker answers. A test may have
lines be slow, dropped or refused.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from socket import socket
from typing import Any, cast

import trio

from kafkawire.client.shell.line import Line, LineOptions
from kafkawire.protocol.exchange import decode_request_header
from kafkawire.protocol.framing import FrameBuffer
from kafkawire.protocol.registry import request_class
from tests.support.requests.harness import BrokerHarness, HarnessClient, Pending

FRAME_BYTES_MAX = 100 << 20
FRAMES_MAX = 1 << 20
HAIR_S = 1e-5
"""Later by so much, a time in whole milliseconds is over for certain."""


class MemoryLine(Line):
    """One connection, without a socket."""

    def __init__(self, net: MemoryNet) -> None:
        super().__init__(cast("socket", None))
        self.net = net
        self.client: HarnessClient = net.harness.connect()
        self.is_open = True
        self.asked: deque[Pending] = deque()
        """Requests in order whose answers are not on their way."""
        self.carried_s = [0.0, 0.0]
        """When the last bytes arrive at the broker, and at the client."""
        self._frames = FrameBuffer(FRAME_BYTES_MAX)
        self._came = bytearray()
        self._why: OSError | None = None
        self._is_over = False
        self._event = trio.Event()

    # What a client does

    def send(self, data: Sequence[bytes]) -> None:
        """Send bytes. Raises OSError."""
        assert self.is_open, "sent after the line was closed"
        if self._why is not None:
            raise self._why
        joined = b"".join(bytes(each) for each in data)
        self.net.carry(self, 0, partial(self._arrived, joined))

    async def finish_sending(self) -> None:
        """Send what is left: nothing is."""

    async def wait(self) -> None:
        """Wait until there is something to receive."""
        while not (self._came or self._why or self._is_over):
            self._event = trio.Event()
            await self._event.wait()
            if not self.is_open:
                raise trio.ClosedResourceError
        await trio.lowlevel.checkpoint()
        if not self.is_open:
            raise trio.ClosedResourceError

    def receive(self) -> bytes | None:
        """Return what is there: None if that is nothing, b"" at the end. Raises OSError."""
        if self._came:
            taken, self._came = bytes(self._came), bytearray()
            return taken
        if self._why is not None:
            raise self._why
        return b"" if self._is_over else None

    def receive_into(self, room: memoryview) -> int | None:
        """Receive into `room`; the rest as `receive`."""
        if not self._came:
            found = self.receive()
            return None if found is None else len(found)
        count = min(len(room), len(self._came))
        room[:count] = self._came[:count]
        del self._came[:count]
        return count

    def close(self) -> None:
        """Close the line; a task that waits for it gets trio.ClosedResourceError."""
        if self.is_open:
            self.is_open = False
            self._event.set()
            self.net.closed(self)

    # What the broker does

    def _arrived(self, data: bytes) -> None:
        if self.client.closed:
            return
        self._frames.feed(data)
        for frame in self._frames.cut(FRAMES_MAX):
            self._serve(bytes(frame))

    def _serve(self, frame: bytes) -> None:
        header = decode_request_header(frame)
        self.net.saw(header.api_key, header.api_version, frame, header.body_offset)
        pending = self.client.send_frame(frame, header.api_key, header.api_version)
        self.asked.append(pending)

    def answer(self) -> None:
        """Send what the broker has answered."""
        while self.asked and self.asked[0].done:
            raw = self.asked.popleft().raw
            if raw:
                self.net.carry(self, 1, partial(self._reached, raw))
        if self.client.closed and not self._is_over:
            self.net.carry(self, 1, self._ended)

    def _reached(self, raw: bytes) -> None:
        self._came += raw
        self._event.set()

    def _ended(self) -> None:
        self._is_over = True
        self._event.set()

    # What the world does

    def drop(self) -> None:
        """Lose the connection: what is on the way arrives nowhere."""
        self._why = self._why or ConnectionResetError(104, "connection reset")
        self._event.set()
        self.client.close()
        self.net.lines.pop(self, None)


class MemoryNet:
    """Lines to one broker. `run` it in a task; give clients `open` in the place of sockets."""

    def __init__(
        self, harness: BrokerHarness, random: Random, latencies_s: Sequence[float]
    ) -> None:
        self.harness = harness
        self.random = random
        self.latencies_s = latencies_s
        """One of these is how long bytes are on their way."""
        self.lines: dict[MemoryLine, None] = {}
        self.all_lines: list[MemoryLine] = []
        self.carried: list[tuple[float, int]] = []
        """When each request arrived, and its API."""
        self.is_down = False
        """Whether connections are refused."""
        self.watch: Callable[[int, Any], None] = lambda api, request: None
        """Gets the API and each request when it arrives at the broker."""
        self.delay_s: Callable[[], float] = lambda: 0.0
        """What is added to the latency of an answer."""
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._sleep: trio.CancelScope | None = None

    async def open(self, address: Any, name: str, options: LineOptions) -> MemoryLine:
        """Return a new connection; what `kafkawire.client.shell.line.opened` does with sockets."""
        del address, name, options
        latency_s = self.random.choice(self.latencies_s)
        if latency_s:
            await trio.sleep(latency_s)
        if self.is_down:
            raise ConnectionRefusedError(111, "connection refused")
        line = MemoryLine(self)
        self.lines[line] = None
        self.all_lines.append(line)
        return line

    def serve(self, client: Any) -> None:
        """Have a client connect here; to be called before it is entered."""
        client._runtime.open_line = self.open

    async def run(self) -> None:
        """Carry bytes and keep the broker's time until cancelled."""
        while True:
            self._settle()
            with trio.CancelScope() as self._sleep:
                self._sleep.deadline = self._next_s()
                await trio.sleep_forever()

    def carry(self, line: MemoryLine, way: int, arrive: Callable[[], None]) -> None:
        """Have something arrive after a latency, and after what went the same way before."""
        delay_s = self.random.choice(self.latencies_s) + (self.delay_s() if way else 0.0)
        at_s = max(trio.current_time() + delay_s, line.carried_s[way])
        line.carried_s[way] = at_s
        heapq.heappush(self._agenda, (at_s, next(self._numbers), arrive))
        self._alarm()

    def closed(self, line: MemoryLine) -> None:
        """Take a line that its client has closed; what it sent before arrives."""
        if line in self.lines:
            self.lines.pop(line)
            self.carry(line, 0, line.client.close)

    def saw(self, api: int, version: int, frame: bytes, at: int) -> None:
        """Show a request to the watcher."""
        self.carried.append((trio.current_time(), api))
        self.watch(api, request_class(api).decode(frame, version, at))

    def drop_all(self) -> None:
        """Lose all connections."""
        for line in list(self.lines):
            line.drop()
        self._alarm()

    # Inside

    def _settle(self) -> None:
        harness = self.harness
        while True:
            now_ms = harness.start_ms + int(trio.current_time() * 1000)
            harness.advance(max(0, now_ms - harness.now_ms))
            for line in list(self.lines):
                line.answer()
            if not self._agenda or self._agenda[0][0] > trio.current_time():
                return
            heapq.heappop(self._agenda)[2]()

    def _next_s(self) -> float:
        arrives_s = self._agenda[0][0] if self._agenda else float("inf")
        due_ms = self.harness.broker.next_deadline_ms() - self.harness.start_ms
        return min(arrives_s, due_ms / 1000 + HAIR_S)

    def _alarm(self) -> None:
        if self._sleep is not None:
            self._sleep.deadline = min(self._sleep.deadline, self._next_s())
