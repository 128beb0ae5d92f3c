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
from contextlib import ExitStack
from functools import partial
from heapq import nsmallest

import trio

from kafkawire.broker import dispatch
from kafkawire.broker.broker import Broker
from kafkawire.broker.context import ConnectionContext
from kafkawire.broker.coordinated_topic import AT_NEXT_TICK
from kafkawire.broker.replicas.log_source import LogsInMemory
from kafkawire.log.files.background import Done, inline
from kafkawire.net.link import Host, Link
from kafkawire.net.pacer import Pacer
from kafkawire.net.polling import make_poller
from kafkawire.server.address import Address
from kafkawire.server.clock import Clock
from kafkawire.server.connection_quotas import ConnectionQuotas
from kafkawire.server.idle import IdleWatch
from kafkawire.server.log_lines import print_line
from kafkawire.server.trimming import Trimmer, trim_memory
from kafkawire.timers import NEVER, Timer

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
    `wall_s` is the wall clock; see `Clock`.
    """

    def __init__(
        self,
        broker: Broker,
        listener: socket.socket,
        *,
        address: Address,
        report: Report,
        wall_s: Callable[[], float] | None = None,
    ) -> None:
        self.broker = broker
        self.address = address
        self.links: dict[Link, IdleWatch] = {}
        self.muted: dict[Link, Timer] = {}
        """Connections of which nothing is served before a time."""
        self._endings: dict[Link, list[Callable[[], None]]] = {}
        self._listener = listener
        self._report = report
        self._clock = Clock(broker.wall_clock, wall_s)
        self._frame_bytes_max = broker.config.int("socket.request.max.bytes")
        self._idle_ms_max = broker.config.int("connections.max.idle.ms")
        self._quotas = ConnectionQuotas(broker.config, self._clock())
        self._quotas.on_change = self._quotas_changed
        self._waiting = trio.lowlevel.ParkingLot()
        """The task that accepts, while there are as many connections as there may be."""
        broker.controller.subscribe(self._quotas)
        self._timer_ms = NEVER
        self._timer = trio.CancelScope()
        self._host: Host | None = None
        self.pacer = Pacer()
        broker.purgatory.grain_ms = DEADLINE_GRAIN_MS
        broker.thread_time_ns = time.perf_counter_ns
        broker.loggers.print_to(print_line)

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
                self._give_memory_back(nursery)
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
            self.pacer.close()
            self._listener.close()

    def _make_host(self, nursery: trio.Nursery) -> Host:
        def start_task(work: Callable[[], Awaitable[None]]) -> None:
            nursery.start_soon(work)

        return Host(
            clock=self._clock,
            pacer=self.pacer,
            poller=make_poller(start_task, self.settle, self.pacer),
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

    def _give_memory_back(self, nursery: trio.Nursery) -> None:
        """Where logs are in memory, have the system get back what they let go."""
        logs = self.broker.replicas.logs
        if isinstance(logs, LogsInMemory):
            trim = partial(nursery.start_soon, trio.to_thread.run_sync, trim_memory)
            logs.freed = Trimmer(self.broker.timers, self._clock, trim).freed

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
        was_held = self.pacer.hold()  # a tick within a tick would find queues half worked off
        try:
            self.broker.tick(now_ms)
        except Exception as bug:  # noqa: BLE001 - one parked request must not end the server
            self._report(bug)
        finally:
            self.pacer.release(was_held)

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
                    await self._admit(*self._listener.accept())
            except (BlockingIOError, InterruptedError, ConnectionError):
                continue
            except OSError:
                # Out of file descriptors: those who wait stay in the backlog.
                await trio.sleep(_NO_MORE_FILES_PAUSE_S)

    async def _admit(self, sock: socket.socket, peer: tuple[str, int]) -> None:
        """Serve a new connection once it may be, or close it if its address has too many."""
        with ExitStack() as unless_served:
            unless_served.enter_context(sock)
            sock.setblocking(False)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            delay_ms = self._quotas.delay_ms(self._clock())
            if delay_ms:
                await trio.sleep(delay_ms / 1000)
            while not self._quotas.has_room:
                await self._waiting.park()
            if self._quotas.admit(peer[0]):
                unless_served.pop_all()
                self._connect(sock, peer)
            elif self.broker.loggers.connection.debug is not None:
                write = self.broker.loggers.connection.debug
                write(f"{peer[0]}:{peer[1]}: refused, its address has too many connections")

    def _quotas_changed(self) -> None:
        """Follow changed limits; in the next tick, since a request has changed them."""
        self._waiting.unpark_all()
        if self._quotas.excess:
            self.broker.timers.at(AT_NEXT_TICK, self._close_excess)

    def _close_excess(self, now_ms: int) -> None:
        del now_ms
        for link in nsmallest(self._quotas.excess, self.links, key=_last_active):
            link.end("the broker: more connections than there may be")

    def _connect(self, sock: socket.socket, peer: tuple[str, int]) -> None:
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
        self._at_end(link, partial(self._release, peer[0]))
        link.peer = peer
        write = self.broker.loggers.connection.debug
        if write is not None:
            write(f"{peer[0]}:{peer[1]}: begins, the last of {len(self.links):,} connections")
        self.settle()

    def _release(self, host: str) -> None:
        self._quotas.release(host)
        self._waiting.unpark_all()

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
        write = self.broker.loggers.connection.debug
        if write is not None:
            name, served = f"{link.peer[0]}:{link.peer[1]}", link.connection.served
            write(f"{name}: ended by {link.ended_by}, after {served:,} requests")


def _last_active(link: Link) -> int:
    return link.active_ms


def _outcome(work: Callable[[], object]) -> object:
    """What `work` returns, or the OSError that it raises."""
    try:
        return work()
    except OSError as error:
        return error
