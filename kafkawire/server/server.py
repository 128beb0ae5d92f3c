"""The trio shell of a broker: it accepts, keeps time, and stays out of the way.

Tasks: one that accepts, one that polls all connections (`net.polling`), and one timer for all
deadlines of the broker. The timer sleeps until `Broker.next_deadline_ms`; a turn that made an
earlier deadline moves it up. What a turn has woken is answered right after that turn's own answers
were sent, by the task that happens to be running; a bounded part of it, the timer does the rest
after others had their turn.

A bug in serving one connection ends that connection and is reported; the others go on.
"""

import socket
import time
from collections.abc import Awaitable, Callable
from functools import partial

import trio

from kafkawire.broker import dispatch
from kafkawire.broker.broker import Broker
from kafkawire.broker.context import ConnectionContext
from kafkawire.broker.timers import NEVER, Timer
from kafkawire.log.files.background import Done, inline
from kafkawire.net.link import Host, Link
from kafkawire.net.polling import make_poller
from kafkawire.server.address import Address
from kafkawire.server.clock import Clock
from kafkawire.server.idle import IdleWatch

ACCEPTS_PER_TURN = 64
DEADLINE_GRAIN_MS = 5
"""Deadlines are rounded up so far at most: idle consumers then expire in groups."""

DISK_THREADS = 2
"""What waits for the disk at a time."""

_NO_MORE_FILES_PAUSE_S = 0.1
_TRIO_FOREVER_MS = 1 << 60

Report = Callable[[BaseException], None]


class Server:
    """Serves one broker on one listening socket; make it inside `trio.run`.

    `address` is where clients are told to connect. `report` gets what should never happen.
    """

    def __init__(
        self, broker: Broker, listener: socket.socket, *, address: Address, report: Report
    ) -> None:
        self.broker = broker
        self.address = address
        self.links: dict[Link, IdleWatch] = {}
        self.muted: dict[Link, Timer] = {}
        self._endings: dict[Link, list[Callable[[], None]]] = {}
        """Connections of which nothing is served before a time."""
        self._listener = listener
        self._report = report
        self._clock = Clock()
        self._frame_bytes_max = broker.config.int("socket.request.max.bytes")
        self._idle_ms_max = broker.config.int("connections.max.idle.ms")
        self._timer_ms = NEVER
        self._timer = trio.CancelScope()
        self._host: Host | None = None
        broker.purgatory.grain_ms = DEADLINE_GRAIN_MS
        broker.thread_time_ns = time.perf_counter_ns

    def now_ms(self) -> int:
        """The broker's time."""
        return self._clock()

    def start(self) -> None:
        """Start the broker; to be called once, before `run`."""
        self.broker.start(self.now_ms(), self.address.host, self.address.port)

    def stop(self) -> bool:
        """Stop the broker, after `run`; False if what is on disk could not be left in order."""
        return self.broker.stop(self.now_ms())

    async def run(self, task_status: trio.TaskStatus["Server"] = trio.TASK_STATUS_IGNORED) -> None:
        """Serve until cancelled; every socket is closed then."""
        try:
            async with trio.open_nursery() as nursery:
                self._work_in_threads(nursery)
                self._host = self._make_host(nursery)
                nursery.start_soon(self._keep_time)
                task_status.started(self)
                await self._accept()
        finally:
            self.broker.background = inline
            for link in list(self.links):
                link.close()
            if self._host is not None:
                self._host.poller.close()
            self._listener.close()

    def _make_host(self, nursery: trio.Nursery) -> Host:
        def start_task(work: Callable[[], Awaitable[None]]) -> None:
            nursery.start_soon(work)

        return Host(
            clock=self._clock,
            poller=make_poller(start_task, self.settle),
            start_task=start_task,
            after_turn=self.settle,
            ended=self._ended,
            report=self._report,
        )

    def _work_in_threads(self, nursery: trio.Nursery) -> None:
        """Where there are files, wait for the disk in threads; see `Broker.background`."""
        if self.broker.storage is None:
            return
        limiter = trio.CapacityLimiter(DISK_THREADS)

        async def run(work: Callable[[], object], done: Done) -> None:
            try:
                # What was begun or waits for its turn is done before the server ends.
                with trio.CancelScope(shield=True):
                    result = await trio.to_thread.run_sync(_outcome, work, limiter=limiter)
                done(result)
            except Exception as bug:  # noqa: BLE001 - whoever waits for it must not end the server
                self._report(bug)
            self.settle()

        def background(work: Callable[[], object], done: Done) -> None:
            nursery.start_soon(run, work, done)

        self.broker.background = background

    def settle(self) -> None:
        """Do what is due now and see to it that the timer comes in time for the rest.

        To be called after anything that may have changed the broker.
        """
        broker = self.broker
        deadline_ms = broker.next_deadline_ms()
        if deadline_ms >= self._timer_ms:
            return  # the timer comes in time
        now_ms = self._clock()
        if deadline_ms <= now_ms:
            self._tick(now_ms)
            deadline_ms = broker.next_deadline_ms()
        if deadline_ms < self._timer_ms:
            self._timer_ms = deadline_ms
            self._timer.deadline = self._clock.trio_time(deadline_ms)

    def _tick(self, now_ms: int) -> None:
        try:
            self.broker.tick(now_ms)
        except Exception as bug:  # noqa: BLE001 - one parked request must not end the server
            self._report(bug)

    async def _keep_time(self) -> None:
        while True:
            self._timer_ms = self.broker.next_deadline_ms()
            with trio.CancelScope() as self._timer:
                if self._timer_ms < _TRIO_FOREVER_MS:
                    self._timer.deadline = self._clock.trio_time(self._timer_ms)
                await trio.sleep_forever()
            self._tick(self.now_ms())

    async def _accept(self) -> None:
        while True:
            await trio.lowlevel.wait_readable(self._listener)
            try:
                for _ in range(ACCEPTS_PER_TURN):
                    self._connect(*self._listener.accept())
            except (BlockingIOError, InterruptedError, ConnectionError):
                continue
            except OSError:
                # Out of file descriptors: those who wait stay in the backlog.
                await trio.sleep(_NO_MORE_FILES_PAUSE_S)

    def _connect(self, sock: socket.socket, peer: tuple[str, int]) -> None:
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        metrics = self.broker.metrics
        metrics.connections += 1
        metrics.connections_total += 1
        context = ConnectionContext(
            metrics.connections_total,
            client_host=peer[0],
            host=self.address.host,
            port=self.address.port,
        )
        assert self._host is not None
        link = Link(
            sock,
            partial(dispatch.handle, self.broker, context),
            frame_bytes_max=self._frame_bytes_max,
            host=self._host,
        )
        context.close = link.end
        context.client_port = peer[1]
        context.mute = partial(self._mute, link)
        context.on_end = partial(self._at_end, link)
        self.links[link] = IdleWatch(link, self.broker.timers, self._idle_ms_max)
        self.settle()

    def _mute(self, link: Link, until_ms: int) -> None:
        """Serve nothing on `link` before `until_ms` (KIP-219)."""
        if link.closed:
            return

        def resume(now_ms: int) -> None:
            del self.muted[link]
            link.resume()

        link.connection.mute()
        self.muted[link] = self.broker.timers.at(until_ms, resume)

    def _at_end(self, link: Link, callback: Callable[[], None]) -> None:
        """Call `callback` when `link` is closed."""
        self._endings.setdefault(link, []).append(callback)

    def _ended(self, link: Link) -> None:
        self.links.pop(link).cancel()
        for callback in self._endings.pop(link, ()):
            callback()
        muted = self.muted.pop(link, None)
        if muted is not None:
            muted.cancel()
        self.broker.metrics.connections -= 1


def _outcome(work: Callable[[], object]) -> object:
    """What `work` returns, or the OSError that it raises."""
    try:
        return work()
    except OSError as error:
        return error
