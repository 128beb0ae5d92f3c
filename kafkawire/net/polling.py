"""Finding out which connections have something to say.

With one request under way per connection, which is how most clients work, waking a task costs more
than serving its request. So where the platform has epoll, one task waits for all connections, and
serves those that are ready by plain calls; nothing of trio runs per request. Cancellation and
shutdown stay trio's, for the hub is a task like any other. Elsewhere each connection has a task
that waits; everything else is the same.

Connections are served in groups: first all of a group take their turns, then all their answers are
sent. A client that drives several connections is thus woken once for many answers; each wake-up of
another process costs as much as a small request.

    poll    at most POLLED_AT_ONCE ready connections
    group   as many of them as have REQUESTS_PER_GROUP requests together, then `after_turn`

A client that waits for its answer before it asks again does so within microseconds. So the hub
lingers for a moment where it is: coming back from trio costs as much as serving a small request.
After POLLS_PER_TURN polls, and at once when nobody has asked, trio's other tasks have their turn:
what they wait longer is as many times LINGER_S at most. It does not linger while one of them is
sending, for that waits for trio.

A request may take long. The hub serves in turns of a `Pacer`; when a turn is left in the middle,
the connection that is being served goes on in a task of its own, and the hub serves the others.
"""

import select
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import trio
from trio.lowlevel import wait_readable

from kafkawire.net.pacer import Pacer, Turn

POLLED_AT_ONCE = 64
POLLS_PER_TURN = 8
"""Trio's other tasks have their turn after so many."""
LINGER_S = 0.001
"""The least that epoll can wait."""
REQUESTS_PER_GROUP = 64

StartTask = Callable[[Callable[[], Awaitable[None]]], None]


class Pollable(Protocol):
    """A connection as its poller sees it."""

    sock: socket.socket

    def readable(self) -> int:
        """Receive, and serve what is there; send nothing yet. How many requests there were."""

    def flush(self) -> None:
        """Send the answers."""

    def leave(self, turn: Turn) -> None:
        """Go on in a task of its own with `turn`, which was left in the middle of `readable`."""


class Poller(Protocol):
    """Calls `readable` and then `flush` on each connection that has received something.

    `tasks_at_work` is how many connections have a task of their own at the moment.
    """

    tasks_at_work: int

    def add(self, link: Pollable) -> None:
        """Begin to watch a connection, or go on after `remove`."""

    def remove(self, link: Pollable) -> None:
        """Stop watching it."""

    def close(self) -> None:
        """Give back what the operating system lent."""


def make_poller(start_task: StartTask, after_turn: Callable[[], None], pacer: Pacer) -> Poller:
    """The best poller of this platform; it runs in tasks made by `start_task`."""
    if hasattr(select, "epoll"):
        return EpollPoller(start_task, after_turn, pacer)
    return TaskPoller(start_task, after_turn, pacer)


class EpollPoller:
    """All connections in one epoll, which one task waits for."""

    def __init__(self, start_task: StartTask, after_turn: Callable[[], None], pacer: Pacer) -> None:
        self._after_turn = after_turn
        self._pacer = pacer
        self._group: list[Pollable] = []
        """The connections of the group that is being served; the last is being read from."""
        self._epoll = select.epoll()
        self._links: dict[int, Pollable] = {}
        self.tasks_at_work = 0
        start_task(self._run)

    def add(self, link: Pollable) -> None:
        """Begin to watch a connection."""
        fd = link.sock.fileno()
        self._links[fd] = link
        self._epoll.register(fd, select.EPOLLIN)

    def remove(self, link: Pollable) -> None:
        """Stop watching it; harmless if it is not watched."""
        fd = link.sock.fileno()
        if self._links.pop(fd, None) is not None:
            self._epoll.unregister(fd)

    def close(self) -> None:
        """Close the epoll."""
        self._epoll.close()

    async def _run(self) -> None:
        fd = self._epoll.fileno()
        while True:
            await wait_readable(fd)
            # In a call of its own, or this task would hold on to connections that have ended.
            self._take_turn()

    def _take_turn(self) -> None:
        turn = self._pacer.run(self._serve_a_while)
        if turn is None:
            self._group.clear()
        else:
            group, self._group = self._group, []
            slow = group.pop()
            self._finish(group)
            slow.leave(turn)

    def _serve_a_while(self) -> None:
        poll = self._epoll.poll
        ready = poll(0, POLLED_AT_ONCE)
        for _ in range(POLLS_PER_TURN - 1):
            if not self._serve(ready) or self.tasks_at_work:
                return
            ready = poll(LINGER_S, POLLED_AT_ONCE)
            if not ready:
                return
        self._serve(ready)

    def _serve(self, ready: list[tuple[int, int]]) -> bool:
        """Serve connections; False if this turn was left meanwhile, so that another one serves."""
        served = 0
        group = self._group = []
        for fd, _ in ready:
            # A connection may have been ended by one that was served before it.
            link = self._links.get(fd)
            if link is None:
                continue
            group.append(link)
            served += link.readable()
            if group is not self._group:
                return False
            if served >= REQUESTS_PER_GROUP:
                self._finish(group)
                served = 0
                group = self._group = []
        self._finish(group)
        return True

    def _finish(self, group: Sequence[Pollable]) -> None:
        for link in group:
            link.flush()
        self._after_turn()


class TaskPoller:
    """A task per connection."""

    def __init__(self, start_task: StartTask, after_turn: Callable[[], None], pacer: Pacer) -> None:
        self._pacer = pacer
        self._start_task = start_task
        self._after_turn = after_turn
        self._scopes: dict[Pollable, trio.CancelScope] = {}
        self.tasks_at_work = 0

    def add(self, link: Pollable) -> None:
        """Begin to watch a connection."""
        scope = self._scopes[link] = trio.CancelScope()

        async def watch() -> None:
            with scope:
                while not scope.cancel_called:
                    await wait_readable(link.sock)
                    turn = self._pacer.run(link.readable)
                    if turn is None:
                        link.flush()
                    else:
                        link.leave(turn)
                    self._after_turn()

        self._start_task(watch)

    def remove(self, link: Pollable) -> None:
        """Stop watching it; harmless if it is not watched."""
        scope = self._scopes.pop(link, None)
        if scope is not None:
            scope.cancel()

    def close(self) -> None:
        """Nothing was lent."""
