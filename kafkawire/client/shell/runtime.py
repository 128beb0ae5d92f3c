"""Carries bytes, times and answers between sockets, the core and callers.

The sockets and times are those of a `Carrier`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import trio

from kafkawire.client.core.calls import ANY, CONTROL, Answer, Call
from kafkawire.client.core.metadata import Metadata, MetadataOptions
from kafkawire.client.core.network import Network, NetworkOptions
from kafkawire.client.errors import AuthenticationError, BootstrapError, TimedOut
from kafkawire.client.shell.asking import Asking
from kafkawire.client.shell.background import Background
from kafkawire.client.shell.carrier import Carrier, TrioClock
from kafkawire.client.shell.line import Line, LineOptions, opened
from kafkawire.client.shell.resolving import NameOptions, canonical
from kafkawire.client.shell.waits import Waits
from kafkawire.timers import Timers

if TYPE_CHECKING:
    from kafkawire.client.core.lane import Lane
    from kafkawire.client.shell.observing import Observing
    from kafkawire.client.shell.tokens import Tokens
    from kafkawire.client.shell.tracing import Trace
    from kafkawire.protocol.message import Message

T = TypeVar("T")


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
        self.now_ms = clock = TrioClock()
        """Returns now, in milliseconds that never run backwards."""
        self.carrier = Carrier(
            self.network, self.timers, clock, self.background.start, self._open_line
        )
        self.pump = self.carrier.pump
        self._waits = Waits()
        self.while_open = self._waits.while_open
        self.after_pump = self.carrier.after_pump
        """Called with now_ms when the core has settled: a client looks which tasks it can wake."""

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
        self.background.start(self.carrier.keep_time)

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

    async def _open_line(self, lane: Lane) -> Line:
        return await self.open_line(lane.address(), lane.target[0], self._line_options)
