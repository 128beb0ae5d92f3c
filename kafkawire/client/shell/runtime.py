"""Carries bytes, times and answers between sockets, the core and callers.

After each event, `pump` does the work that the core has queued: it sends bytes, opens and closes
connections, ends calls, and sets the time of the next tick. There is one
task for each connection, which reads; one for deadlines; and none for each request.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import trio

from kafkawire.client.core.calls import ANY, CONTROL, Answer, Call
from kafkawire.client.core.lane import Lane, Wish
from kafkawire.client.core.metadata import Metadata, MetadataOptions
from kafkawire.client.core.network import Network, NetworkOptions
from kafkawire.client.errors import AuthenticationError, BootstrapError, TimedOut
from kafkawire.client.shell.asking import Asking
from kafkawire.client.shell.background import Background
from kafkawire.client.shell.line import Line, LineOptions, TlsRefused, opened
from kafkawire.client.shell.resolving import NameOptions, addresses_of, canonical
from kafkawire.client.shell.waits import Waits
from kafkawire.client.sockets import tls_refused, why
from kafkawire.timers import NEVER, Timers

if TYPE_CHECKING:
    from kafkawire.client.shell.observing import Observing
    from kafkawire.client.shell.tokens import Tokens
    from kafkawire.client.shell.tracing import Trace
    from kafkawire.protocol.message import Message

T = TypeVar("T")
RECEIVES_AT_ONCE = 16
"""The number of receives of one connection before others have their turn."""
TIMERS_AT_ONCE = 1000


class Runtime:
    """Shared parts of all clients: a network, a view of the cluster, and their tasks."""

    def __init__(
        self,
        network: NetworkOptions,
        metadata: MetadataOptions,
        lines: LineOptions | None = None,
        *,
        tokens: Tokens | None = None,
        names: NameOptions | None = None,
        seed: int | None = None,
    ) -> None:
        self.client_id = network.client_id
        self.random = random.Random(seed)
        self.timers = Timers()
        self.network = Network(network, self.timers, self.random)
        self.metadata = Metadata(metadata, self.network, self.timers, self.random)
        self.metadata.listen(self.network.on_view)
        self.network.on_rebootstrap = self.metadata.start_over
        self.network.on_stale = self.metadata.request_update
        self.metadata.on_rebootstrap = self.metadata.start_over
        self.background = Background()
        self._tokens = tokens
        self._names = names or NameOptions()
        self.observing: Observing | None = None
        """Passes events to the application's observer; None without one."""
        self._traces: list[Trace] = []
        self._line_options = lines or LineOptions()
        self.open_line = opened
        """Connects to an address; tests put a broker without sockets here."""
        self._lines: dict[Lane, Line] = {}
        self._tasks: dict[Lane, trio.CancelScope] = {}
        self._sleep: trio.CancelScope | None = None
        self._due_ms = NEVER
        self._is_pumping = False
        self._must_pump = False
        self._waits = Waits()
        self.while_open = self._waits.while_open
        self.after_pump: list[Callable[[int], None]] = []
        """Called with now_ms when the core has settled: a client looks which tasks it can wake."""

    # Time

    def now_ms(self) -> int:
        """Return now, in milliseconds that never run backwards."""
        return int(trio.current_time() * 1000)

    # Opening and closing

    async def enter(self, limit_ms: int) -> None:
        """Open and bootstrap; close if that fails. Raises what `bootstrap` raises."""
        await self.open()
        try:
            await self.bootstrap(limit_ms)
        except BaseException:
            await self.close()
            raise

    def observe(self, observing: Observing) -> None:
        """Tell an observer of connections, requests and the cluster."""
        self.observing = observing
        self.network.watchers.append(observing)
        self.metadata.listen(observing.on_view)

        def start_over(now_ms: int) -> None:
            observing.rebootstrapped(now_ms)
            self.metadata.start_over(now_ms)

        self.network.on_rebootstrap = self.metadata.on_rebootstrap = start_over

    def follow(self, trace: Trace) -> None:
        """Have a trace written from the opening to the closing of the client."""
        self.network.watchers.append(trace)
        self._traces.append(trace)

    async def open(self) -> None:
        """Begin the tasks that serve the core. Raises what a trace raises that cannot begin."""
        for trace in self._traces:
            trace.begin()
        await self.background.open()
        self.background.start(self._keep_time)

    async def bootstrap(self, limit_ms: int) -> None:
        """Read the cluster's metadata once.

        Raises:
            AuthenticationError: A broker refuses the login, or there is no token for it.
            BootstrapError: No broker answered within `limit_ms`.
        """
        metadata = self.metadata
        older = metadata.view
        with trio.move_on_after(limit_ms / 1000):
            if self._tokens is not None:
                await self._tokens.first()
                self.background.start(self._tokens.run)
            if self._names.uses_canonical_names:
                self.network.begin_with(await canonical(self.network.bootstrap))
            resolve_ms = self.now_ms() + self._names.resolve_timeout_ms
            metadata.request_update(self.now_ms())
            self.pump()
            await self.until(
                lambda: (
                    metadata.view is not older
                    or isinstance(metadata.last_failure, AuthenticationError)
                    or (self.network.is_unresolvable and self.now_ms() >= resolve_ms)
                    or None
                )
            )
        if isinstance(metadata.last_failure, AuthenticationError):
            raise metadata.last_failure
        if metadata.view is older:
            raise BootstrapError(self.network.failures())

    async def close(self) -> None:
        """Close all connections and end all tasks; calls that still wait raise Closed."""
        self.network.close(self.now_ms())
        self.pump()
        for trace in self._traces:
            trace.end()
        await self.background.close()
        self._waits.end()

    async def until(self, look: Callable[[], T | None], timeout_s: float = math.inf) -> T | None:
        """Return what `look` finds, looking again after each pump; None if time is over first."""
        waiter = Asking()

        def look_again(_now_ms: int) -> None:
            waiter.wake()

        self.after_pump.append(look_again)
        try:
            with self.while_open():
                return await waiter.until(look, timeout_s)
        finally:
            self.after_pump.remove(look_again)
        raise AssertionError("what ends the wait is raised")

    # Calls

    async def ask(
        self,
        api: int,
        request: Message | Callable[[int], Message],
        *,
        node: int = ANY,
        lane: int = CONTROL,
        versions: tuple[int, int] | None = None,
        limit_ms: int | None = None,
    ) -> Answer:
        """Send a request and return how it ended.

        Cancelling withdraws the request, or drops its answer. Raises TimedOut after `limit_ms`.
        """
        ended = trio.Event()
        answers: list[Answer] = []

        def done(answer: Answer, now_ms: int) -> None:
            answers.append(answer)
            ended.set()

        call = Call(api, request, done, node=node, lane=lane, versions=versions)
        self.network.send(call, self.now_ms())
        self.pump()
        try:
            with (
                self.while_open(),
                trio.move_on_after(math.inf if limit_ms is None else limit_ms / 1000),
            ):
                await ended.wait()
        finally:
            self.network.withdraw(call)
        if not answers:
            raise TimedOut(f"no answer within {limit_ms} ms")
        return answers[0]

    # The pump

    def pump(self) -> None:
        """Do the work that the core has queued, until the queues are empty."""
        if self._is_pumping:
            self._must_pump = True
            return
        self._is_pumping = True
        try:
            while True:
                self._must_pump = False
                now_ms = self.now_ms()
                self.network.settle(now_ms)
                for look in self.after_pump:
                    look(now_ms)
                if not (self._serve_lanes() or self._must_pump):
                    break
        finally:
            self._is_pumping = False
        self._set_alarm()

    def _serve_lanes(self) -> bool:
        """Send bytes and grant wishes; False if there was nothing to do."""
        lanes = self.network.take_lanes()
        for lane in lanes:
            wishes, lane.wishes = lane.wishes, []
            for wish in wishes:
                self._grant(lane, wish)
            line = self._lines.get(lane)
            if line is not None:
                self._send(lane, line)
        return bool(lanes)

    def _send(self, lane: Lane, line: Line) -> None:
        data = lane.take()
        if not data:
            return
        was_stuck = line.is_stuck
        try:
            line.send(data)
        except OSError as error:
            self._lost(lane, error)
            return
        if line.is_stuck and not was_stuck:
            self.background.start(lambda: self._finish_sending(lane, line))

    async def _finish_sending(self, lane: Lane, line: Line) -> None:
        try:
            await line.finish_sending()
        except OSError as error:
            if self._lines.get(lane) is line:
                self._lost(lane, error)
                self.pump()
        except trio.ClosedResourceError:
            pass  # the reader has said why

    def _grant(self, lane: Lane, wish: Wish) -> None:
        if wish is Wish.CLOSE:
            task = self._tasks.pop(lane, None)
            if task is not None:
                task.cancel()
            line = self._lines.pop(lane, None)
            if line is not None:
                line.close()
        elif wish is Wish.RESOLVE:
            self.background.start(lambda: self._resolve(lane))
        else:
            self._tasks[lane] = self.background.start(lambda: self._serve(lane))

    # Tasks

    async def _keep_time(self) -> None:
        while True:
            with trio.CancelScope() as self._sleep:
                self._sleep.deadline = _trio_time(self._due_ms)
                await trio.sleep_forever()
            self._due_ms = NEVER
            self.timers.run(self.now_ms(), TIMERS_AT_ONCE)
            self.pump()
            self._due_ms = self.timers.next_deadline_ms()

    def _set_alarm(self) -> None:
        due_ms = self.timers.next_deadline_ms()
        if due_ms != self._due_ms:
            self._due_ms = due_ms
            if self._sleep is not None:
                self._sleep.deadline = _trio_time(due_ms)

    async def _resolve(self, lane: Lane) -> None:
        host, port = lane.target
        try:
            found = await addresses_of(host, port)
        except OSError as error:
            lane.resolved([], why(error), self.now_ms())
        else:
            lane.resolved(found, "", self.now_ms())
        self.network.touched(lane)
        self.pump()

    async def _serve(self, lane: Lane) -> None:
        """Connect, then read until the connection is lost or closed."""
        try:
            await self._read(lane, await self._connect(lane))
        except OSError as error:
            self._lost(lane, error)
            self.pump()
        except trio.ClosedResourceError:
            pass  # the core wished so

    async def _connect(self, lane: Lane) -> Line:
        line = await self.open_line(lane.address(), lane.target[0], self._line_options)
        try:
            # The core may have closed the lane after the connection was made, and before this ran.
            await trio.lowlevel.checkpoint_if_cancelled()
        except BaseException:
            line.close()
            raise
        self._lines[lane] = line
        lane.connected(self.now_ms())
        self.network.touched(lane)
        self.pump()
        return line

    async def _read(self, lane: Lane, line: Line) -> None:
        while self._lines.get(lane) is line:
            await line.wait()
            try:
                self._receive_all(lane, line)
            finally:
                # A broker that stops or refuses a connection answers, and closes it at once.
                has_answers = lane.connection is not None and not lane.connection.is_partial
                if has_answers:
                    lane.came(self.now_ms())
                    self.network.touched(lane)
            if has_answers:
                self.pump()

    def _receive_all(self, lane: Lane, line: Line) -> None:
        for _ in range(RECEIVES_AT_ONCE):
            count = self._receive(lane, line)
            if count is None:
                return
            if not count:
                raise ConnectionResetError("the broker closed the connection")
            if line.is_drained:
                return

    def _receive(self, lane: Lane, line: Line) -> int | None:
        connection = lane.connection
        if connection is None:
            return None
        room = connection.room()
        if room is None:
            data = line.receive()
            if data:
                connection.feed(data)
            return None if data is None else len(data)
        with room:
            count = line.receive_into(room)
        if count:
            connection.received(count)
        return count

    def _lost(self, lane: Lane, error: OSError) -> None:
        line = self._lines.pop(lane, None)
        if line is not None:
            line.close()
        self._tasks.pop(lane, None)
        if isinstance(error, TlsRefused):
            lane.refused(tls_refused(lane.target, error), self.now_ms())
        else:
            lane.lost(why(error), self.now_ms())
        self.network.touched(lane)


def _trio_time(at_ms: int) -> float:
    """The trio time at which `now_ms` is `at_ms` or more."""
    # A hair later, or rounding would have the timer come a millisecond early and spin.
    return float("inf") if at_ms == NEVER else at_ms / 1000 + 1e-5
