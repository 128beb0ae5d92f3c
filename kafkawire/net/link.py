"""A connection and its socket.

A poller (`net.polling`) says when there is something to receive. A turn is one receive, every
whole frame served, one send; in it no task, scope, channel or event is made, for these cost
several times what a small request costs.

An answer that comes late is sent by whoever made it, from where it stands (`_deliver`): an append,
the timer. Only if the kernel does not take all that is to be sent, or requests wait behind a late
answer, or a request takes long, a task is started to go on (`_work`); it is the exception, and
while it works the connection is not polled.

    polled          waiting for the peer
    at work         a task sends, takes turns, or goes on with a turn that was left; not polled, so
                    a client that does not read is not read from
    held back       much has come in behind a request that waits; not polled until that is answered
"""

import socket
from collections.abc import Callable

import trio
from trio.lowlevel import checkpoint, notify_closing, wait_writable

from kafkawire.net.connection import Connection, Handle
from kafkawire.net.pacer import Pacer, Turn, run_errand
from kafkawire.net.polling import Poller, StartTask
from kafkawire.net.sending import send_some
from kafkawire.protocol.buffers import Sendable

RECEIVE_BYTES = 64 * 1024
"""One receive. Above 128 KiB the allocator maps fresh pages for each call, ten times the cost."""

LARGE_RECEIVES_PER_TURN = 16
"""A large frame may be received in so many steps before others get their turn."""

PIPELINED_BYTES_MAX = RECEIVE_BYTES
"""While a request waits, no more than about this is taken in of what comes behind it."""


class Host:
    """What connections share: time, a poller, and someone to tell of ends and bugs."""

    __slots__ = ("after_turn", "clock", "ended", "pacer", "poller", "report", "start_task")

    def __init__(  # noqa: PLR0913 - all that connections share
        self,
        *,
        clock: Callable[[], int],
        pacer: Pacer,
        poller: Poller,
        start_task: StartTask,
        after_turn: Callable[[], None],
        ended: Callable[["Link"], None],
        report: Callable[[BaseException], None],
    ) -> None:
        self.clock = clock
        self.pacer = pacer
        self.poller = poller
        self.start_task = start_task
        self.after_turn = after_turn
        """Called when turns have been taken and their answers sent."""
        self.ended = ended
        """Called once for each link, when its socket is closed."""
        self.report = report
        """Gets what should never happen; the connection that met it is closed."""


class Link:
    """One accepted socket, polled from the start."""

    __slots__ = (
        "_ending",
        "_host",
        "_left",
        "_unsent",
        "_working",
        "active_ms",
        "closed",
        "connection",
        "ended_by",
        "peer",
        "sock",
    )

    def __init__(
        self, sock: socket.socket, handle: Handle, *, frame_bytes_max: int, host: Host
    ) -> None:
        self.sock = sock
        self.connection = Connection(handle, self._deliver, frame_bytes_max)
        self.closed = False
        self.ended_by = ""
        """What closed the socket, and why; "" while it is open."""
        self.peer = ("", 0)
        """The address and port of the client."""
        self.active_ms = host.clock()
        """When the peer was last heard."""
        self._host = host
        self._unsent: list[Sendable] = []
        self._ending = False
        self._left: Turn | None = None
        """A turn that was left in the middle."""
        self._working = False
        host.poller.add(self)

    def readable(self) -> int:
        """Receive and serve; the answers are sent by `flush`. How many requests were served."""
        served = self.connection.served
        try:
            if not self._receive():
                self.close("the client")
            elif self.connection.parked:
                self._hold_back()
            else:
                self._turn()
        except Exception as bug:  # noqa: BLE001 - a connection that meets a bug dies alone
            self._host.report(bug)
            self.close("the broker: a bug")
        return self.connection.served - served

    def flush(self) -> None:
        """Send what there is to send; leave what cannot be done now to a task."""
        if self._unsent and not self._working:
            try:
                self._unsent = send_some(self.sock, self._unsent)
            except OSError as error:
                self.close(_lost(error))
                return
        connection = self.connection
        if self._unsent or connection.more:
            self._start_work()
        elif connection.failure is not None:
            self.close(f"the broker: {connection.failure}")
        elif self._ending:
            self.close()

    def leave(self, turn: Turn) -> None:
        """Go on in a task with `turn`, which was left in the middle of `readable`."""
        self._left = turn
        self._start_work()

    def end(self, why: str = "the broker") -> None:
        """End the connection, from anywhere, once what was answered before has been sent."""
        self._ending = True
        self.ended_by = self.ended_by or why
        if not (self.connection.in_turn or self._unsent or self._working):
            self.close()

    def resume(self) -> None:
        """Serve what has come in while the connection was muted."""
        if not self.closed:
            self.connection.resume()
            self.flush()

    def close(self, why: str = "the broker") -> None:
        """Close the socket; a late answer is dropped from now on (fetch D-21)."""
        if self.closed:
            return
        self.closed = True
        self.ended_by = self.ended_by or why
        self._unsent = []
        self.connection.more = False
        self._host.poller.remove(self)
        notify_closing(self.sock)
        self.sock.close()
        self._host.ended(self)

    def _receive(self) -> bool:
        """Receive once, or what is there of a large frame; False when the peer has ended."""
        connection = self.connection
        try:
            room = connection.room()
            if room is None:
                data = self.sock.recv(RECEIVE_BYTES)
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
                count = self.sock.recv_into(room)
            if not count:
                return False
            self.connection.received(count)
            if count < wanted:
                break
            room = self.connection.room()
        return True

    def _turn(self) -> None:
        self.active_ms = now_ms = self._host.clock()
        out = self.connection.turn(now_ms)
        if not self.closed:
            self._unsent += out

    def _deliver(self, buffers: list[Sendable]) -> None:
        """Send an answer that comes late, after what is still to be sent."""
        if not self.closed:
            self._unsent += buffers
            self.flush()

    def _hold_back(self) -> None:
        """Stop receiving while much is waiting behind a parked request.

        What is waiting makes the late answer start `_work`, which has the connection polled again.
        """
        if self.connection.bytes_held > PIPELINED_BYTES_MAX:
            self._host.poller.remove(self)

    def _start_work(self) -> None:
        if not self._working:
            self._working = True
            self._host.poller.tasks_at_work += 1
            self._host.poller.remove(self)
            self._host.start_task(self._work)

    async def _work(self) -> None:
        """Send what is left and take turns until there is nothing more to do."""
        try:
            if self._left is not None:
                await self._finish_turn()
            while not self.closed:
                await self._drain()
                if not self.connection.more or self._ending:
                    break
                await checkpoint()
                self._left = self._host.pacer.run(self._turn)
                await self._finish_turn()
        except (OSError, trio.ClosedResourceError) as error:
            self.close(_lost(error))
        except Exception as bug:  # noqa: BLE001 - as in `readable`
            self._host.report(bug)
            self.close("the broker: a bug")
        self._working = False
        self._host.poller.tasks_at_work -= 1
        if not self.closed:
            self._host.poller.add(self)
            self.flush()

    async def _finish_turn(self) -> None:
        """Go on with the turn that was left, a slice at a time, and send its answers."""
        pacer = self._host.pacer
        try:
            while self._left is not None and not self.closed:
                if self._left.errand is None:
                    await checkpoint()
                else:
                    await trio.to_thread.run_sync(run_errand, self._left)
                turn, self._left = self._left, None
                self._left = pacer.go_on(turn)
        finally:
            if self._left is not None:
                turn, self._left = self._left, None
                pacer.drop(turn)
        if not self.closed:
            self._unsent = send_some(self.sock, self._unsent)
        self._host.after_turn()

    async def _drain(self) -> None:
        while self._unsent:
            await wait_writable(self.sock)
            self._unsent = send_some(self.sock, self._unsent)


def _lost(error: Exception) -> str:
    return f"the network: {error}"
