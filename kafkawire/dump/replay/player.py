"""Sends a script to a broker: a task for each connection, and one that takes its answers.

What is sent and received goes through an engine, as everything that is looked at does, so that an
answer finds its request and may be recorded too. A request waits for the answers that it depends
on, for its time if times are kept, and for its turn: `in_flight` of a connection are unanswered at
most. An answer that does not come within `ANSWER_LIMIT_S` is not waited for any longer. Where the
broker says that it is not ready (`NOT_READY`), and had not said so in the recording, the request is
sent again after a moment, as any client would do.
"""

from __future__ import annotations

import os
import ssl
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, Protocol

import trio

from kafkawire.dump.model import Event, Exchange, ExchangeDone, RequestSeen
from kafkawire.dump.replay.ids import Ids
from kafkawire.dump.replay.script import Lane, Script, Step
from kafkawire.dump.replay.verdict import Verdict
from kafkawire.dump.transport import (
    Data,
    Endpoint,
    StreamClosed,
    StreamOpened,
    TransportEvent,
)
from kafkawire.protocol.error_codes import ErrorCode

ANSWER_LIMIT_S = 60.0
CONNECT_LIMIT_S = 10.0
RECEIVE_BYTES = 64 << 10
CLIENT, BROKER = 0, 1
RETRIES_MAX = 50
RETRY_AFTER_S = 0.1
NOT_READY = frozenset(
    (
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        ErrorCode.LEADER_NOT_AVAILABLE,
        ErrorCode.NOT_LEADER_OR_FOLLOWER,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.NOT_COORDINATOR,
        ErrorCode.CONCURRENT_TRANSACTIONS,
    )
)
LOST = (OSError, trio.BrokenResourceError, trio.ClosedResourceError)


class Settings(NamedTuple):
    """How to replay."""

    to: Endpoint
    speed: float = 0.0
    """1 is the recorded pace, 2 twice as fast; 0 is as fast as the answers allow."""
    in_flight: int = 32
    """Unanswered requests of a connection, at most."""
    tls: ssl.SSLContext | None = None
    brokers: Mapping[Endpoint, Endpoint] = {}
    """Where connections go that were made to a recorded broker; all others go to `to`."""

    def target(self, recorded: Endpoint) -> Endpoint:
        """Where a recorded broker's connections go."""
        return self.brokers.get(recorded, self.to)


class Feeding(Protocol):
    """A pipeline that tells the player's `event` what it makes of what it is fed."""

    def feed(self, event: TransportEvent) -> None:
        """Take what was sent or received."""


class Link(NamedTuple):
    """A connection to the broker; who sends holds the lock."""

    stream: trio.abc.Stream
    sending: trio.Lock


class Player:
    """A `Sink` that plays; `say` is given lines that say what differs."""

    def __init__(
        self, script: Script, settings: Settings, verdict: Verdict, say: Callable[[str], None]
    ) -> None:
        self._script = script
        self._settings = settings
        self._verdict = verdict
        self._say = say
        self._ids = Ids()
        self._feed: Callable[[TransportEvent], None] = lambda event: None
        self._done: dict[Step, trio.Event] = {}
        self._sent: dict[int, deque[Step]] = {}
        """By stream: those whose request the engine has not told yet."""
        self._waiting: dict[int, Step] = {}
        """By the number of the new exchange."""
        self._links: dict[int, Link] = {}
        self._retries: Counter[Step] = Counter()
        self._hopeless: set[int] = set()
        """Codes that did not go away by waiting: this is another cluster than the recorded one."""
        self._nursery: trio.Nursery | None = None
        self._begun_s = 0.0
        self._begun_ns = 0
        self.duration_ns = 0

    async def play(self, pipeline: Feeding) -> None:
        """Send everything; returns when all is answered, or lost. May be cancelled."""
        self._feed = pipeline.feed
        self._begun_s, self._begun_ns = trio.current_time(), time.time_ns()
        for lane in self._script.lanes:
            for step in lane.steps:
                self._done[step] = trio.Event()
                if step.exchange.response is not None:
                    self._ids.prepare(step.exchange.response)
        try:
            async with trio.open_nursery() as self._nursery:
                for stream, lane in enumerate(self._script.lanes):
                    self._nursery.start_soon(self._lane, stream, lane)
        finally:
            self.duration_ns = self._now_ns() - self._begun_ns

    def event(self, event: Event) -> None:
        """Take what the pipeline says of the replay."""
        if isinstance(event, RequestSeen):
            sent = self._sent.get(event.exchange.connection.stream)
            if sent:
                self._waiting[event.exchange.number] = sent.popleft()
        elif isinstance(event, ExchangeDone):
            step = self._waiting.pop(event.exchange.number, None)
            if step is not None:
                self._answered(step, event.exchange)

    def close(self) -> None:
        """Nothing is left to be done."""

    def _answered(self, step: Step, new: Exchange) -> None:
        if self._nursery is not None and self._is_too_early(step, new):
            self._retries[step] += 1
            self._nursery.start_soon(self._again, step, new.connection.stream)
            return
        self._ids.learn(step.exchange, new)
        for line in self._verdict.add(step.exchange, new):
            self._say(line)
        self._done[step].set()

    def _is_too_early(self, step: Step, new: Exchange) -> bool:
        """Whether the broker was not ready, as it had been in the recording."""
        recorded = step.exchange.response
        if new.response is None or recorded is None:
            return False
        found = NOT_READY.intersection(new.response.facts.error_codes) - self._hopeless
        found -= set(recorded.facts.error_codes)
        if found and self._retries[step] >= RETRIES_MAX:
            self._hopeless |= found
            return False
        return bool(found)

    def _now_ns(self) -> int:
        return self._begun_ns + round((trio.current_time() - self._begun_s) * 1e9)

    async def _lane(self, stream: int, lane: Lane) -> None:
        """A connection from its first request to its last answer."""
        target = self._settings.target(lane.connection.server)
        try:
            await self._ready(lane.steps[0])
            connection = await self._connect(target)
        except (*LOST, trio.TooSlowError) as error:
            self._lost(lane, error)
            return
        ends = Endpoint("127.0.0.1", 1 + stream), target
        self._sent[stream] = deque()
        link = self._links[stream] = Link(connection, trio.Lock())
        self._feed(StreamOpened(stream, ends, CLIENT, self._now_ns()))
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._receive, stream, lane, connection)
                await self._send_all(stream, lane, link)
                await self._answers(lane)
                nursery.cancel_scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(connection)
            self._feed(StreamClosed(stream, "FIN", self._now_ns()))
            self._release(lane)

    async def _connect(self, to: Endpoint) -> trio.abc.Stream:
        context = self._settings.tls
        with trio.fail_after(CONNECT_LIMIT_S):
            stream: trio.abc.Stream = await trio.open_tcp_stream(to.host, to.port)
            if context is not None:
                # Kafka closes without TLS's goodbye.
                secured = trio.SSLStream(
                    stream, context, server_hostname=to.host, https_compatible=True
                )
                await secured.do_handshake()
                return secured
        return stream

    async def _send_all(self, stream: int, lane: Lane, link: Link) -> None:
        """Send what a lane has, each request when it is its turn."""
        for at, step in enumerate(lane.steps):
            await self._ready(step)
            if at >= self._settings.in_flight:
                await self._wait(lane.steps[at - self._settings.in_flight])
            self._verdict.sent += 1
            try:
                await self._send(stream, step, link)
            except LOST:
                return  # who receives says so

    async def _send(self, stream: int, step: Step, link: Link) -> None:
        frame = self._ids.rewritten(step.exchange)
        data = len(frame).to_bytes(4, "big") + frame
        async with link.sending:
            self._sent[stream].append(step)
            # Told before it is sent, so that no answer is told before it.
            self._feed(Data(stream, CLIENT, data, self._now_ns(), 0))
            await link.stream.send_all(data)

    async def _receive(self, stream: int, lane: Lane, connection: trio.abc.Stream) -> None:
        """Take answers until the connection ends."""
        reason: BaseException | str = "the broker closed the connection"
        try:
            while data := await connection.receive_some(RECEIVE_BYTES):
                self._feed(Data(stream, BROKER, bytes(data), self._now_ns(), 0))
        except LOST as error:
            reason = error
        if not all(self._done[step].is_set() for step in lane.steps if _is_due(step)):
            self._lost(lane, reason)

    async def _again(self, step: Step, stream: int) -> None:
        """Send a request again after a moment."""
        await trio.sleep(RETRY_AFTER_S)
        if not self._done[step].is_set():
            try:
                await self._send(stream, step, self._links[stream])
            except LOST:
                pass  # who receives says so

    async def _ready(self, step: Step) -> None:
        """Wait for what a request waits for."""
        for each in step.after:
            await self._wait(each)
        if self._settings.speed:
            after_ns = step.request.time_ns - self._script.first_ns
            await trio.sleep_until(self._begun_s + after_ns / 1e9 / self._settings.speed)

    async def _wait(self, step: Step) -> None:
        if _is_due(step):
            with trio.move_on_after(ANSWER_LIMIT_S) as scope:
                await self._done[step].wait()
            if scope.cancelled_caught:
                self._done[step].set()

    async def _answers(self, lane: Lane) -> None:
        for step in lane.steps:
            await self._wait(step)

    def _lost(self, lane: Lane, reason: BaseException | str) -> None:
        text = reason if isinstance(reason, str) else _why(reason)
        self._verdict.lose(lane.connection.number, text)
        self._release(lane)

    def _release(self, lane: Lane) -> None:
        """Nobody is to wait for these any longer."""
        for step in lane.steps:
            self._done[step].set()


def _why(error: BaseException) -> str:
    """What the system said, if trio has a sentence of its own for it."""
    cause = error.__cause__
    while isinstance(cause, BaseExceptionGroup):
        cause = cause.exceptions[0]
    told = error if cause is None else cause
    code = told.errno if isinstance(told, OSError) and not isinstance(told, ssl.SSLError) else None
    if code is not None and code > 0:
        return os.strerror(code)
    return getattr(told, "strerror", None) or str(told) or type(told).__name__


def _is_due(step: Step) -> bool:
    """Whether an answer is waited for: where none was recorded, its client did not wait either."""
    return step.exchange.expects_response and step.exchange.response is not None


def unsent(script: Script) -> Iterator[str]:
    """What is said before anything is sent: what will not be."""
    for reason, count in script.skipped.most_common():
        yield f"{count:,} request{'s' * (count != 1)} will not be sent: {reason}"
