"""A connection and its socket, on trio.

One task per connection, and in it no nursery, scope, channel or event per request: these cost
several times what a small request costs. A turn is one `wait_readable`, one receive, every whole
frame served, one send. Passing through `wait_readable` each time is what keeps connections fair to
each other.

An answer that comes late is sent by whoever made it, from where it stands (`_deliver`): an append,
the timer. The connection's task is not woken for that; it stays in `wait_readable`. Only if the
kernel does not take all of a late answer, or requests wait behind it, a task is started to go on
(`_work`); it is the exception.

    who may take turns      while
    serve                   nobody works
    _work, own task         `_idle` is set to an event that others wait for
"""

import socket
from collections.abc import Awaitable, Callable

import trio
from trio.lowlevel import checkpoint, notify_closing, wait_readable, wait_writable

from kafkawire.net.connection import Connection, Handle
from kafkawire.net.sending import send_some
from kafkawire.protocol.buffers import Buffer

RECEIVE_BYTES = 64 * 1024
"""One receive. Above 128 KiB the allocator maps fresh pages for each call, ten times the cost."""

LARGE_RECEIVES_PER_TURN = 16
"""A large frame may be received in so many steps before others get their turn."""

PIPELINED_BYTES_MAX = RECEIVE_BYTES
"""While a request waits, no more than about this is taken in of what comes behind it."""

StartTask = Callable[[Callable[[], Awaitable[None]]], None]


class Link:
    """One accepted socket. `serve` runs until either side ends the connection."""

    __slots__ = (
        "_after_turn",
        "_clock",
        "_ending",
        "_idle",
        "_sock",
        "_start_task",
        "_unparked",
        "_unsent",
        "active_ms",
        "closed",
        "connection",
    )

    def __init__(
        self,
        sock: socket.socket,
        handle: Handle,
        *,
        frame_bytes_max: int,
        clock: Callable[[], int],
        after_turn: Callable[[], None],
        start_task: StartTask,
    ) -> None:
        self.connection = Connection(handle, self._deliver, frame_bytes_max)
        self.closed = False
        self.active_ms = clock()
        """When the peer was last heard."""
        self._sock = sock
        self._clock = clock
        self._after_turn = after_turn
        self._start_task = start_task
        self._unsent: list[Buffer] = []
        self._ending = False
        self._idle: trio.Event | None = None
        self._unparked: trio.Event | None = None

    async def serve(self) -> None:
        """Serve the connection until it ends; the socket is not closed here."""
        connection, sock = self.connection, self._sock
        while not self.closed:
            await wait_readable(sock)
            if not self._receive():
                return
            while self._idle is not None:
                await self._idle.wait()
            if connection.parked:
                await self._hold_back()
                continue
            self._turn()
            if self._must_work():
                await self._work()
            if connection.failure is not None:
                return

    def end(self) -> None:
        """End the connection from anywhere: the peer and `serve` see an end of data.

        Called in a turn it takes effect after the turn's answers were sent.
        """
        if self.connection.in_turn:
            self._ending = True
            return
        self.closed = True
        if self._unparked is not None:
            self._unparked.set()
        try:
            self._sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the peer was faster

    def close(self) -> None:
        """Close the socket; a late answer is dropped from now on (fetch D-21)."""
        self.closed = True
        self._unsent = []
        notify_closing(self._sock)
        self._sock.close()

    def _receive(self) -> bool:
        """Receive once, or what is there of a large frame; False when the peer has ended."""
        connection, sock = self.connection, self._sock
        try:
            room = connection.room()
            if room is None:
                data = sock.recv(RECEIVE_BYTES)
                connection.receive(data)
                return bool(data)
            return self._receive_large(room)
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            return False

    def _receive_large(self, room: memoryview | None) -> bool:
        for _ in range(LARGE_RECEIVES_PER_TURN):
            if room is None:
                break
            wanted = len(room)
            with room:
                count = self._sock.recv_into(room)
            if not count:
                return False
            self.connection.received(count)
            if count < wanted:
                break
            room = self.connection.room()
        return True

    def _turn(self) -> None:
        """Serve what is there and send the answers; then let the broker do what that woke."""
        self.active_ms = now_ms = self._clock()
        out = self.connection.turn(now_ms)
        if out:
            self._send(out)
        if self._ending:
            self.end()
        self._after_turn()

    def _send(self, buffers: list[Buffer]) -> None:
        if self._unsent:
            self._unsent += buffers
            return
        try:
            self._unsent = send_some(self._sock, buffers)
        except OSError:
            self.end()

    def _deliver(self, buffers: list[Buffer]) -> None:
        """Send an answer that comes late; start a task only if that leaves something to do."""
        if self.closed:
            return
        if buffers:
            self._send(buffers)
        if self._unparked is not None:
            self._unparked.set()
        if self._must_work():
            self._idle = trio.Event()
            self._start_task(self._work_apart)

    async def _hold_back(self) -> None:
        """Stop receiving while much is waiting behind a parked request."""
        if self.connection.bytes_held > PIPELINED_BYTES_MAX:
            self._unparked = trio.Event()
            await self._unparked.wait()
            self._unparked = None

    def _must_work(self) -> bool:
        return self._idle is None and bool(self._unsent or self.connection.more)

    async def _work(self) -> None:
        """Send what is left and take turns until there is nothing more to do."""
        if self._idle is None:
            self._idle = trio.Event()
        idle = self._idle
        try:
            while not self.closed:
                await self._drain()
                if not self.connection.more:
                    return
                await checkpoint()
                self._turn()
        finally:
            self._idle = None
            idle.set()

    async def _work_apart(self) -> None:
        """`_work` in a task of its own."""
        try:
            await self._work()
        except trio.ClosedResourceError:
            return  # `serve` was first to see the end
        if self.connection.failure is not None:
            self.end()

    async def _drain(self) -> None:
        while self._unsent:
            await wait_writable(self._sock)
            try:
                self._unsent = send_some(self._sock, self._unsent)
            except OSError:
                self._unsent = []
                self.end()
