"""Bytes between sockets and the lanes of a network, over loopback; one peer is a script."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
import trio

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.connection import Identity
from kafkawire.client.core.lane import Lane, LaneOptions, Phase
from kafkawire.client.shell.carrier import Carrier, TrioClock
from kafkawire.client.shell.line import Line, LineOptions, opened
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.timers import Timers
from tests.support.suite.patience import patient

LIST_GROUPS = 16
EMPTY = bytes.fromhex("00000000 00 00000000 0000 01 00")
"""A response to ListGroups version 5 with number 0: header, then no groups."""
Script = Callable[[trio.SocketStream], Awaitable[None]]


class OneLane:
    """A network of one lane."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self.is_changed = False
        self.ended: list[Answer] = []
        self.on_settle: Callable[[], None] = lambda: None

    def take_lanes(self) -> list[Lane]:
        """Return the lane if it was touched."""
        was_changed, self.is_changed = self.is_changed, False
        return [self.lane] if was_changed else []

    def touched(self, lane: Lane) -> None:
        """Note that the lane was used."""
        assert lane is self.lane
        self.is_changed = True

    def settle(self, now_ms: int) -> None:
        """End calls."""
        ended, self.lane.ended = self.lane.ended, []
        for call, answer in ended:
            call.done(answer, now_ms)
        self.on_settle()


class Bench:
    """A carrier with one lane to a script."""

    def __init__(self, nursery: trio.Nursery, address: tuple[str, int], **line: Any) -> None:
        identity = Identity("test", negotiates=False)
        self.network = OneLane(Lane(address, 1, identity, LaneOptions(), Random(1)))
        self.clock = TrioClock()
        self.timers = Timers()
        self._nursery = nursery
        self._options = LineOptions(**line)
        self._changed = trio.Event()
        self.carrier = Carrier(self.network, self.timers, self.clock, self.start, self.open_line)
        self.carrier.after_pump.append(lambda now_ms: self._changed.set())
        nursery.start_soon(self.carrier.keep_time)

    @property
    def lane(self) -> Lane:
        """The lane."""
        return self.network.lane

    async def open_line(self, lane: Lane) -> Line:
        """Connect a socket."""
        return await opened(lane.address(), lane.target[0], self._options)

    def start(self, work: Callable[[], Awaitable[None]]) -> trio.CancelScope:
        """Run work in a task."""
        scope = trio.CancelScope()

        async def run() -> None:
            with scope:
                await work()

        self._nursery.start_soon(run)
        return scope

    def send(self, **options: Any) -> list[Answer]:
        """Send ListGroups; return where its answer will be."""
        answers: list[Answer] = []

        def done(answer: Answer, now_ms: int) -> None:
            answers.append(answer)

        call = Call(LIST_GROUPS, ListGroupsRequest(**options), done, node=1)
        self.lane.send(call, self.clock())
        self.network.touched(self.lane)
        self.carrier.pump()
        return answers

    async def until(self, look: Callable[[], object]) -> None:
        """Wait until `look` finds something."""
        with trio.fail_after(patient(20)):
            while not look():
                self._changed = trio.Event()
                await self._changed.wait()


@asynccontextmanager
async def bench(script: Script, **line: Any) -> AsyncIterator[Bench]:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    host, port = listener.socket.getsockname()

    async def serve(stream: trio.SocketStream) -> None:
        with contextlib.suppress(trio.BrokenResourceError):  # the lane was closed
            await script(stream)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        yield Bench(nursery, (host, port), **line)
        nursery.cancel_scope.cancel()


def framed(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


async def answering(stream: trio.SocketStream) -> None:
    """Answer the first request, a byte at a time."""
    await stream.receive_some()
    for byte in framed(EMPTY):
        await stream.send_all(bytes([byte]))
    await trio.sleep_forever()


async def test_a_response_may_come_in_pieces() -> None:
    async with bench(answering) as found:
        answers = found.send()
        await found.until(lambda: answers)
        assert answers[0].failure is None
        assert len(found.carrier.lines) == 1


@pytest.mark.slow
async def test_a_request_that_the_kernel_does_not_take_at_once_is_sent_whole() -> None:
    names = ["g" * 30_000] * 200
    received = 0

    async def slow(stream: trio.SocketStream) -> None:
        nonlocal received
        size = int.from_bytes(await stream.receive_some(4), "big")
        while received < size:
            received += len(await stream.receive_some(100_000))
        await stream.send_all(framed(EMPTY))
        await trio.sleep_forever()

    async with bench(slow, send_buffer_bytes=4096) as found:
        answers = found.send(states_filter=names)
        await found.until(lambda: answers)
        assert answers[0].failure is None
        assert received > 200 * 30_000


async def test_a_closed_lane_keeps_neither_socket_nor_task() -> None:
    async with bench(answering) as found:
        answers = found.send()
        await found.until(lambda: answers)
        found.lane.close(found.clock())
        found.network.touched(found.lane)
        found.carrier.pump()
        assert (found.carrier.lines, found.carrier.tasks) == ({}, {})


async def test_a_lane_that_is_closed_while_it_connects_leaves_no_socket() -> None:
    async with bench(answering) as found:
        opened_now = trio.Event()
        lines: list[Line] = []
        found.carrier._open_line = late = _Late(found, opened_now, lines)
        found.send()
        await late.is_open.wait()
        found.lane.close(found.clock())
        found.network.touched(found.lane)
        found.carrier.pump()
        opened_now.set()
        await trio.testing.wait_all_tasks_blocked()
        assert (found.carrier.lines, found.carrier.tasks) == ({}, {})
        assert lines[0]._sock.fileno() == -1


class _Late:
    """Connects, and returns the connection when an event is set, cancelled or not."""

    def __init__(self, found: Bench, go_on: trio.Event, lines: list[Line]) -> None:
        self._found, self._go_on, self._lines = found, go_on, lines
        self.is_open = trio.Event()

    async def __call__(self, lane: Lane) -> Line:
        with trio.CancelScope(shield=True):
            self._lines.append(await self._found.open_line(lane))
            self.is_open.set()
            await self._go_on.wait()
        return self._lines[0]


async def test_a_second_pump_is_made_up_for() -> None:
    """Calls that end send others, with a pump of their own in the middle of the first one."""
    async with bench(answering) as found:
        settled: list[int] = []

        def pump_once() -> None:
            settled.append(len(settled))
            if len(settled) == 1:
                found.carrier.pump()

        found.network.on_settle = pump_once
        found.carrier.pump()
        assert settled == [0, 1]


@pytest.mark.parametrize("is_reported", [True, False])
async def test_a_bug_ends_its_connection_if_it_is_reported(is_reported: bool) -> None:
    bugs: list[Exception] = []
    bug = AssertionError("a bug")

    def fail(now_ms: int) -> None:
        raise bug

    async def run() -> None:
        async with bench(answering) as found:
            found.carrier.report = bugs.append if is_reported else None
            found.lane.came = fail  # type: ignore[method-assign]
            answers = found.send()
            await found.until(lambda: answers)
            assert "bug of this node" in str(answers[0].failure)
            assert found.lane.phase is Phase.BACKOFF
            assert (found.carrier.lines, found.carrier.tasks) == ({}, {})

    if is_reported:
        await run()
        assert bugs == [bug]
    else:
        with pytest.raises(BaseExceptionGroup) as caught:
            await run()
        assert caught.group_contains(AssertionError, match="a bug")


async def test_a_bug_in_a_timer_is_reported_and_later_timers_run() -> None:
    bugs: list[Exception] = []
    ran: list[int] = []

    def fail(now_ms: int) -> None:
        raise AssertionError("a bug")

    async with bench(answering) as found:
        found.carrier.report = bugs.append
        now_ms = found.clock()
        found.timers.at(now_ms + 1, fail)
        found.timers.at(now_ms + 5, ran.append)
        found.carrier.pump()
        await found.until(lambda: ran)
        assert [str(each) for each in bugs] == ["a bug"]


async def test_timers_run_when_they_are_due(autojump_clock: trio.testing.MockClock) -> None:
    ran: list[int] = []
    async with trio.open_nursery() as nursery:
        found = Bench(nursery, ("127.0.0.1", 1))
        for at_ms in (700, 300, 100_000):
            found.timers.at(at_ms, ran.append)
        found.carrier.pump()
        await trio.sleep(0.29)
        assert ran == []
        await trio.sleep(99)
        assert ran == [300, 700]
        await trio.sleep(1)
        assert ran == [300, 700, 100_000]
        nursery.cancel_scope.cancel()
