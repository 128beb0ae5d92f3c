"""Carries bytes, times and answers between sockets, the core and a caller that waits.

A request is written when it is started, as far as its connection is ready. Everything else happens
while the caller waits for an answer: then all connections are served. In between, no code of the
runtime runs, and it owns no thread.
"""

from __future__ import annotations

import math
import random
import selectors
import socket
import ssl
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from kafkawire.client.blocking.line import Line
from kafkawire.client.core.calls import ANY, CONTROL, Answer, Call
from kafkawire.client.core.lane import Lane, Wish
from kafkawire.client.core.network import Network, NetworkOptions
from kafkawire.client.errors import (
    ClientError,
    Closed,
    ConnectionLost,
    ServerError,
    TimedOut,
)
from kafkawire.client.sockets import addresses_in, no_name, tls_refused, why
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.timers import NEVER, Timers

if TYPE_CHECKING:
    from kafkawire.client.blocking.deadline import Deadline
    from kafkawire.protocol.message import Message

TIMERS_AT_ONCE = 1000
_Selector = getattr(selectors, "PollSelector", selectors.SelectSelector)
"""One that has no descriptor of its own, for a forked process must not share it."""


class Pending:
    """A request that was started. `answer` is None until it has ended."""

    __slots__ = ("answer", "call")

    def __init__(self) -> None:
        self.answer: Answer | None = None
        self.call: Call | None = None
        """None once there is an answer."""

    @property
    def has_failed(self) -> bool:
        """Whether it has ended without an answer."""
        return self.answer is not None and self.answer.failure is not None

    def done(self, answer: Answer, now_ms: int) -> None:
        """Take the answer."""
        self.answer = answer
        # The call refers to this object: in a cycle the memory of a large answer would stay.
        self.call = None


class Runtime:
    """The connections of one client; for one thread. What interrupts it, closes it."""

    def __init__(self, options: NetworkOptions, tls: ssl.SSLContext | None = None) -> None:
        self.random = random.Random()
        self.is_usable = True
        """False once it was closed."""
        self._timers = Timers()
        self.network = Network(options, self._timers, self.random)
        self._tls = tls
        self._lines: dict[Lane, Line] = {}
        self._selector: selectors.BaseSelector = _Selector()
        self._whole = _Whole(self)

    def now_ms(self) -> int:
        """Return now, in milliseconds that never run backwards."""
        return int(time.monotonic() * 1000)

    @property
    def is_idle(self) -> bool:
        """Whether no connection owes an answer, or has bytes that were not sent."""
        return self._is_written() and not any(lane.load for lane in self.network.lanes())

    def _is_written(self) -> bool:
        """Whether all bytes were sent that the core has given."""
        return not any(line.is_stuck for line in self._lines.values())

    # Requests

    def start(  # noqa: PLR0913 - as `Call`
        self,
        request: Message | Callable[[int], Message],
        api: int,
        *,
        node: int = ANY,
        lane: int = CONTROL,
        versions: tuple[int, int] | None = None,
        timeout_ms: int | None = None,
        has_answer: bool = True,
    ) -> Pending:
        """Send a request, as far as that goes without waiting; the arguments are those of `Call`.

        Raises Closed.
        """
        pending = Pending()
        call = pending.call = Call(
            api,
            request,
            pending.done,
            node=node,
            lane=lane,
            timeout_ms=timeout_ms,
            versions=versions,
            has_answer=has_answer,
        )
        with self._whole:
            self._drop_dead()
            self._timers.run(self.now_ms(), TIMERS_AT_ONCE)
            self.network.send(call, self.now_ms())
            self._pump()
        return pending

    def wait(self, pending: Pending, deadline: Deadline) -> Answer:
        """Return the answer.

        Raises:
            TimedOut: The deadline has passed. The request's connection is closed.
            ClientError: Why there is no answer. ConnectionLost is worth another attempt.
        """
        if pending.answer is None:
            self._until(lambda: pending.answer is not None, deadline)
        answer = pending.answer
        if answer is None:
            self.abandon(pending)
            raise TimedOut(f"no answer within {deadline.limit_ms} ms", self._last_failure())
        if answer.failure is not None:
            raise _worth_another(answer.failure)
        return answer

    def drain(self, deadline: Deadline) -> None:
        """Wait until all that was started is written, for requests without answers.

        Raises TimedOut.
        """
        if not self._until(self._is_written, deadline):
            raise TimedOut(f"requests could not be sent within {deadline.limit_ms} ms")

    def abandon(self, pending: Pending) -> None:
        """Forget a request. A connection that owes its answer is closed: others would wait."""
        call, pending.call = pending.call, None
        if call is None or not self.is_usable:
            return
        self.network.withdraw(call)
        with self._whole:
            for lane in self.network.lanes():
                connection = lane.connection
                if connection and any(sent.call is call for sent in connection.in_flight):
                    lane.close(self.now_ms())
                    self.network.touched(lane)
            self._pump()

    def address_of(self, failure: ClientError) -> str:
        """Return HOST:PORT of the broker that a connection failed with, empty if it is none."""
        for lane in self.network.lanes():
            if lane.failure is failure:
                return "{}:{}".format(*lane.target)
        return ""

    def close(self) -> None:
        """Close all connections. What is awaited never comes."""
        self.is_usable = False
        for line in self._lines.values():
            line.close()
        self._lines.clear()
        self._selector.close()

    # Serving

    def _drop_dead(self) -> None:
        """Close idle connections that the broker has closed, which is no failure of theirs."""
        for key, _ in self._selector.select(0):
            lane: Lane = key.data
            line = self._lines[lane]
            if line.is_open and not lane.load and _is_dead(line):
                lane.close(self.now_ms())
                self.network.touched(lane)
                self._pump()

    def _until(self, look: Callable[[], bool], deadline: Deadline) -> bool:
        """Serve all connections until `look` is true; False if the deadline comes first."""
        with self._whole:
            self._pump()
            while not look():
                left_s = deadline.left_s
                if not left_s:
                    return False
                self._serve(min(left_s, self._idle_s()))
                self._pump()
        return True

    def _idle_s(self) -> float:
        """How long the core has nothing to do."""
        due_ms = self._timers.next_deadline_ms()
        if due_ms == NEVER:
            return math.inf
        return max(0, due_ms - self.now_ms()) / 1000 + 0.001

    def _serve(self, limit_s: float) -> None:
        """Wait for sockets and times; serve those whose turn it is."""
        if self._lines:
            found = self._selector.select(None if limit_s == math.inf else limit_s)
        else:
            found = []
            time.sleep(limit_s)  # noqa: TID251 - until the next attempt to connect
        for key, _ in found:
            lane: Lane = key.data
            line = self._lines.get(lane)
            if line is not None:
                self._serve_line(lane, line)
        self._timers.run(self.now_ms(), TIMERS_AT_ONCE)

    def _serve_line(self, lane: Lane, line: Line) -> None:
        try:
            if line.is_open:
                line.finish_sending()
                self._read(lane, line)
            else:
                self._open(lane, line)
        except OSError as error:
            self._failed(lane, error)
        self.network.touched(lane)
        self._watch(lane)

    def _open(self, lane: Lane, line: Line) -> None:
        line.proceed()
        if line.is_open:
            lane.connected(self.now_ms())

    def _read(self, lane: Lane, line: Line) -> None:
        count: int | None = 1
        has_grown = False
        while count and lane.connection is not None:
            room = lane.connection.room()
            if room is None:
                data = line.receive()
                count = None if data is None else len(data)
                if data:
                    lane.connection.feed(data)
                    # Only now a large answer is seen to be one, and has room of its own.
                    lane.came(self.now_ms())
                if line.is_drained:
                    break
            else:
                with room:
                    count = line.receive_into(room)
                lane.connection.received(count or 0)
                has_grown = True
        if has_grown:
            lane.came(self.now_ms())
        if count == 0 and self._lines.get(lane) is line:
            self._lost(lane, "the broker closed the connection")

    def _failed(self, lane: Lane, error: OSError) -> None:
        """End the connection, which can be used no more."""
        if _is_refusal(lane, error):
            lane.refused(tls_refused(lane.target, error), self.now_ms())
        else:
            self._lost(lane, why(error))

    def _lost(self, lane: Lane, why: str) -> None:
        self._drop(lane)
        lane.lost(why, self.now_ms())
        self.network.touched(lane)

    # Work of the core

    def _pump(self) -> None:
        """Do the work that the core has queued, until the queues are empty."""
        is_news = True
        while is_news:
            self.network.settle(self.now_ms())
            is_news = False
            for lane in self.network.take_lanes():
                wishes, lane.wishes = lane.wishes, []
                for wish in wishes:
                    self._grant(lane, wish)
                is_sent = self._send(lane)
                is_news = is_news or bool(wishes) or not is_sent

    def _send(self, lane: Lane) -> bool:
        """Send what a lane has; False if its connection is lost by that."""
        line = self._lines.get(lane)
        data = lane.take() if line is not None and line.is_open else ()
        if line is None or not data:
            return True
        try:
            line.send(data)
        except OSError as error:
            self._failed(lane, error)
            self.network.touched(lane)
            return False
        self._watch(lane)
        return True

    def _grant(self, lane: Lane, wish: Wish) -> None:
        if wish is Wish.CLOSE:
            self._drop(lane)
            return
        try:
            if wish is Wish.RESOLVE:
                lane.resolved(_resolved(*lane.target), "", self.now_ms())
            else:
                self._connect(lane)
        except OSError as error:
            if wish is Wish.RESOLVE:
                lane.resolved([], why(error), self.now_ms())
            else:
                self._lost(lane, why(error))
        self.network.touched(lane)

    def _connect(self, lane: Lane) -> None:
        self._drop(lane)
        line = self._lines[lane] = Line(lane.address(), self._tls, lane.target[0])
        line.watched = line.events
        self._selector.register(line, line.events, lane)

    def _drop(self, lane: Lane) -> None:
        line = self._lines.pop(lane, None)
        if line is not None:
            self._selector.unregister(line)
            line.close()

    def _watch(self, lane: Lane) -> None:
        """Wait for the events that the line of a lane needs now."""
        line = self._lines.get(lane)
        if line is not None and line.events != line.watched:
            line.watched = line.events
            self._selector.modify(line, line.events, lane)

    def _last_failure(self) -> ClientError | None:
        """Why the latest attempt to connect failed; None if none has."""
        failed = [lane for lane in self.network.lanes() if lane.failure is not None]
        return max(failed, key=lambda lane: lane.tried_ms).failure if failed else None


class _Whole:
    """A block that may be entered while a runtime is usable; what interrupts it, closes that.

    For the runtime may be anywhere in its work then.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def __enter__(self) -> None:
        if not self._runtime.is_usable:
            raise Closed("the client is closed")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._runtime.close()


def _worth_another(failure: ClientError) -> ClientError:
    """Return a refusal by another cluster as a lost connection: the network has begun anew."""
    if isinstance(failure, ServerError) and failure.code == ErrorCode.REBOOTSTRAP_REQUIRED:
        return ConnectionLost(f"another cluster is at this address now: {failure}")
    return failure


def _is_dead(line: Line) -> bool:
    """Whether an idle line has an end, or bytes without a request."""
    try:
        return line.receive() is not None
    except OSError:
        return True


def _resolved(host: str, port: int) -> list[tuple[str, int]]:
    """All addresses of a name. The resolver of the system has its own limits of time."""
    try:
        return addresses_in(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    except UnicodeError as error:
        raise no_name(error) from error


def _is_refusal(lane: Lane, error: OSError) -> bool:
    """Whether one side of a TLS connection does not accept the other.

    Since TLS 1.3 a listener refuses a client's certificate behind the handshake, in place of the
    first answer. An end of the stream is a lost connection.
    """
    is_end = isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError)
    has_answer = lane.connection is not None and bool(lane.connection.ranges)
    return isinstance(error, ssl.SSLError) and not (is_end or has_answer)
