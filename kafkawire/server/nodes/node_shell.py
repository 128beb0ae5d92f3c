"""Sockets and time of the connections of a node to other nodes.

One task for each connection, which reads, one for deadlines, and none for each request. A peer
that misbehaves, and a bug that its bytes meet, end no more than its connection.

Bounds of each connection:

    requests in flight     one; the others wait in the lane, whose owner bounds their number
    response               2 GiB, as between Kafka's nodes; memory is made for what has come
    connecting             socket.connection.setup.timeout.ms, doubled up to its maximum
    response               the request timeout of its purpose
    idle                   connections.max.idle.ms, but for connections to the active controller
    attempts to connect    one for each back-off of the purpose (50 ms; 500 ms at most for raft)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from kafkawire.client.shell.carrier import Carrier
from kafkawire.client.shell.line import LineOptions, opened

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from ssl import SSLContext

    from kafkawire.broker.nodes.channels import Channels
    from kafkawire.client.core.lane import Lane
    from kafkawire.client.shell.carrier import Clock
    from kafkawire.client.shell.line import Line


class NodeShell:
    """Carries the bytes of a node's channels; make it inside `trio.run`.

    Args:
        channels: The connections. Their timers are run here.
        clock: The time.
        report: Gets what should never happen.
        tls: The context of the connections to a listener, by its name; others are in plain text.
        settled: Called after each time that calls may have ended: what they have woken in the
            broker is served then (`Server.settle`).
    """

    def __init__(
        self,
        channels: Channels,
        clock: Clock,
        report: Callable[[BaseException], None],
        tls: Mapping[str, SSLContext] | None = None,
        settled: Callable[[], None] | None = None,
    ) -> None:
        self._channels = channels
        self._clock = clock
        self._tls = tls or {}
        self._nursery: trio.Nursery | None = None
        self._carrier = Carrier(
            channels, channels.timers, clock, start=self._start, open_line=self._open_line
        )
        self._carrier.report = report
        if settled is not None:
            self._carrier.after_pump.append(lambda now_ms: settled())

    @property
    def sockets(self) -> int:
        """The number of open sockets."""
        return len(self._carrier.lines)

    def pump(self) -> None:
        """Do what the channels have queued; to be called after calls were sent to them.

        Calls that are sent from `Call.done` or by a timer need no call of this.
        """
        if self._nursery is not None:
            self._carrier.pump()

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Carry until cancelled. Then calls end as lost, and every socket is closed."""
        async with trio.open_nursery() as self._nursery:
            try:
                self._nursery.start_soon(self._carrier.keep_time)
                task_status.started()
                self.pump()
                await trio.sleep_forever()
            finally:
                self._channels.close(self._clock())
                self.pump()
                self._nursery = None

    def _start(self, work: Callable[[], Awaitable[None]]) -> trio.CancelScope:
        assert self._nursery is not None, "the shell does not run"
        scope = trio.CancelScope()
        self._nursery.start_soon(_run, work, scope)
        return scope

    async def _open_line(self, lane: Lane) -> Line:
        way = self._channels.way(lane)
        options = LineOptions(
            self._tls.get(way.listener), receive_buffer_bytes=way.receive_buffer_bytes
        )
        return await opened(lane.address(), lane.target[0], options)


async def _run(work: Callable[[], Awaitable[None]], scope: trio.CancelScope) -> None:
    with scope:
        await work()
