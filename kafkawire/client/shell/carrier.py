"""Carries bytes and times between sockets and the lanes of a network.

The network is that of a client, or that of a node to the other nodes of its cluster. After each
event, `pump` does the work that the network has queued: calls end, connections are opened and
closed, bytes are sent, and the time of the next tick is set. There is one task for each
connection, which reads; one for deadlines; and none for each request.

Bounds: a connection is read `RECEIVES_AT_ONCE` times before others have their turn, and
`TIMERS_AT_ONCE` timers run in one go. Limits of time and of frames are those of each lane.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

import trio

from kafkawire.client.core.lane import Wish
from kafkawire.client.shell.line import TlsRefused
from kafkawire.client.shell.resolving import addresses_of
from kafkawire.client.sockets import tls_refused, why
from kafkawire.timers import NEVER, Timers

if TYPE_CHECKING:
    from kafkawire.client.core.lane import Lane
    from kafkawire.client.shell.line import Line

RECEIVES_AT_ONCE = 16
"""The number of receives of one connection before others have their turn."""
TIMERS_AT_ONCE = 1000

Work = Callable[[], Awaitable[None]]
Report = Callable[[Exception], None]


class CarriedNetwork(Protocol):
    """The doors of a network for its shell."""

    def take_lanes(self) -> list[Lane]:
        """Return the lanes that may have something for the shell since the last time."""

    def touched(self, lane: Lane) -> None:
        """Note that the shell has used a door of the lane."""

    def settle(self, now_ms: int) -> None:
        """End calls, and arm the timer."""


class Clock(Protocol):
    """Milliseconds that never run backwards."""

    def __call__(self) -> int:
        """Return now."""

    def trio_time(self, at_ms: int) -> float:
        """Return the trio time at which the clock gives `at_ms` or more."""


class TrioClock:
    """The time of trio's run, in milliseconds."""

    __slots__ = ()

    def __call__(self) -> int:
        """Return now."""
        return int(trio.current_time() * 1000)

    def trio_time(self, at_ms: int) -> float:
        """Return the trio time at which the clock gives `at_ms` or more."""
        # A hair later, or rounding would have the timer come a millisecond early and spin.
        return at_ms / 1000 + 1e-5


class Carrier:
    """The sockets and tasks of one network.

    Args:
        network: The network.
        timers: Deadlines of the network and of its owner.
        clock: The time.
        start: Runs work in a task; the scope that it returns cancels it.
        open_line: Connects to `lane.address()`. Raises OSError.
    """

    def __init__(
        self,
        network: CarriedNetwork,
        timers: Timers,
        clock: Clock,
        start: Callable[[Work], trio.CancelScope],
        open_line: Callable[[Lane], Awaitable[Line]],
    ) -> None:
        self.lines: dict[Lane, Line] = {}
        self.tasks: dict[Lane, trio.CancelScope] = {}
        self.after_pump: list[Callable[[int], None]] = []
        """Called with now_ms when the network has settled."""
        self.report: Report | None = None
        """Gets a bug, which then ends no more than the connection or the tick that met it. Without
        it a bug leaves the task."""
        self._network = network
        self._timers = timers
        self._clock = clock
        self._start = start
        self._open_line = open_line
        self._sleep: trio.CancelScope | None = None
        self._due_ms = NEVER
        self._is_pumping = False
        self._must_pump = False

    # The pump

    def pump(self) -> None:
        """Do the work that the network has queued, until the queues are empty."""
        if self._is_pumping:
            self._must_pump = True
            return
        self._is_pumping = True
        try:
            while True:
                self._must_pump = False
                now_ms = self._clock()
                self._network.settle(now_ms)
                for look in self.after_pump:
                    look(now_ms)
                if not (self._serve_lanes() or self._must_pump):
                    break
        finally:
            self._is_pumping = False
        self._set_alarm()

    def _serve_lanes(self) -> bool:
        """Send bytes and grant wishes; False if there was nothing to do."""
        lanes = self._network.take_lanes()
        for lane in lanes:
            wishes, lane.wishes = lane.wishes, []
            for wish in wishes:
                self._grant(lane, wish)
            line = self.lines.get(lane)
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
            self._begin(lane, lambda: self._finish_sending(lane, line))

    async def _finish_sending(self, lane: Lane, line: Line) -> None:
        try:
            await line.finish_sending()
        except OSError as error:
            if self.lines.get(lane) is line:
                self._lost(lane, error)
                self.pump()
        except trio.ClosedResourceError:
            pass  # the reader has said why

    def _grant(self, lane: Lane, wish: Wish) -> None:
        if wish is Wish.CLOSE:
            task = self.tasks.pop(lane, None)
            if task is not None:
                task.cancel()
            line = self.lines.pop(lane, None)
            if line is not None:
                line.close()
        elif wish is Wish.RESOLVE:
            self._begin(lane, lambda: self._resolve(lane))
        else:
            self.tasks[lane] = self._begin(lane, lambda: self._serve(lane))

    # Time

    async def keep_time(self) -> None:
        """Run timers when they are due, until cancelled."""
        while True:
            with trio.CancelScope() as self._sleep:
                self._sleep.deadline = self._trio_time(self._due_ms)
                await trio.sleep_forever()
            self._due_ms = NEVER
            try:
                self._timers.run(self._clock(), TIMERS_AT_ONCE)
                self.pump()
            except Exception as bug:  # noqa: BLE001 - a tick that meets a bug ends alone
                self._report(bug)
            self._due_ms = self._timers.next_deadline_ms()

    def _set_alarm(self) -> None:
        due_ms = self._timers.next_deadline_ms()
        if due_ms != self._due_ms:
            self._due_ms = due_ms
            if self._sleep is not None:
                self._sleep.deadline = self._trio_time(due_ms)

    def _trio_time(self, at_ms: int) -> float:
        return float("inf") if at_ms == NEVER else self._clock.trio_time(at_ms)

    # Tasks

    def _begin(self, lane: Lane, work: Work) -> trio.CancelScope:
        """Work for a lane in a task."""

        async def run() -> None:
            try:
                await work()
            except Exception as bug:  # noqa: BLE001 - a connection that meets a bug dies alone
                self._report(bug)
                self._lost(lane, OSError("a bug of this node ended the connection"))
                self.pump()

        return self._start(run)

    async def _resolve(self, lane: Lane) -> None:
        host, port = lane.target
        try:
            found = await addresses_of(host, port)
        except OSError as error:
            lane.resolved([], why(error), self._clock())
        else:
            lane.resolved(found, "", self._clock())
        self._network.touched(lane)
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
        line = await self._open_line(lane)
        try:
            # The core may have closed the lane after the connection was made, and before this ran.
            await trio.lowlevel.checkpoint_if_cancelled()
        except BaseException:
            line.close()
            raise
        self.lines[lane] = line
        lane.connected(self._clock())
        self._network.touched(lane)
        self.pump()
        return line

    async def _read(self, lane: Lane, line: Line) -> None:
        while self.lines.get(lane) is line:
            await line.wait()
            try:
                self._receive_all(lane, line)
            finally:
                # A broker that stops or refuses a connection answers, and closes it at once.
                has_answers = lane.connection is not None and not lane.connection.is_partial
                if has_answers:
                    lane.came(self._clock())
                    self._network.touched(lane)
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
        line = self.lines.pop(lane, None)
        if line is not None:
            line.close()
        self.tasks.pop(lane, None)
        if isinstance(error, TlsRefused):
            lane.refused(tls_refused(lane.target, error), self._clock())
        else:
            lane.lost(why(error), self._clock())
        self._network.touched(lane)

    def _report(self, bug: Exception) -> None:
        """Hand a bug to the owner; without a reporter, raise it."""
        if self.report is None:
            raise bug
        self.report(bug)
