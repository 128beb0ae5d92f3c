"""Fetches to brokers: one in flight for each, as long as memory is free.

The next Fetch to a broker leaves as soon as the answer to the one before is in, with one exception:
it would park at the broker although partitions of that broker are just being drained, which then
could not be fetched before it ends. So a fetch that finds no partition known to have more records
waits until they are drained, or nothing was handed out of them for `HOLD_MS`. (Kafka's
`AbstractFetch.bufferedNodes` waits without an end.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.calls import BULK, CONTROL, Answer, Call
from kafkawire.client.core.sessions import FetchSession, Plan
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.timers import Timer

if TYPE_CHECKING:
    from kafkawire.client.core.memory import Memory
    from kafkawire.client.core.surroundings import Surroundings
    from kafkawire.client.values import TopicPartition

HOLD_MS = 50
NAMED_VERSIONS = (4, 12)
VERSIONS = (4, 18)


class FetchOptions(NamedTuple):
    """Kafka's options of the same names."""

    fetch_min_bytes: int = 1
    fetch_max_bytes: int = 52_428_800
    fetch_max_wait_ms: int = 500
    max_partition_fetch_bytes: int = 1_048_576
    isolation_level: int = 0
    client_rack: str = ""
    metadata_max_age_ms: int = 300_000
    check_crcs: bool = True


class Source:
    """One broker to fetch from."""

    __slots__ = (
        "backoff",
        "behind",
        "call",
        "draining",
        "earliest_ms",
        "granted",
        "node",
        "session",
        "timer",
    )

    def __init__(self, node: int, surroundings: Surroundings) -> None:
        self.node = node
        self.session = FetchSession()
        self.call: Call | None = None
        self.granted = 0
        """The bytes that are reserved for the answer to the call."""
        self.behind: set[TopicPartition] = set()
        """Partitions that are wanted and known to have more records."""
        self.draining: dict[TopicPartition, int] = {}
        """Partitions with records that wait to be handed out, and when some were handed out last;
        the most recent one is the last."""
        self.backoff = surroundings.backoff()
        self.earliest_ms = 0
        """Before it nothing is sent, since the last attempt failed."""
        self.timer: Timer | None = None


class Sources:
    """All brokers to fetch from. `answered(source, answer, now_ms)` gets what they answer."""

    def __init__(
        self,
        options: FetchOptions,
        surroundings: Surroundings,
        memory: Memory,
        answered: Callable[[Source, Answer, int], None],
    ) -> None:
        self._options = options
        self._with = surroundings
        self._memory = memory
        self._take = answered
        self._sources: dict[int, Source] = {}
        self._due: dict[Source, None] = {}
        """Brokers that may have something to be asked for."""
        self._starved: dict[Source, None] = {}
        """Brokers whose fetch waits for memory."""
        self.on_starved: Callable[[int], None] = lambda now_ms: None
        """Called when a fetch has to wait for memory."""
        self._closing: set[int] = set()
        self._is_closed = False

    @property
    def is_starved(self) -> bool:
        """Whether a fetch waits for memory."""
        return bool(self._starved)

    def of(self, node: int) -> Source:
        """Return the source of a broker."""
        source = self._sources.get(node)
        if source is None:
            source = self._sources[node] = Source(node, self._with)
        return source

    def touch(self, source: Source) -> None:
        """Note that there may be something to ask of a broker."""
        self._due[source] = None

    def send(self, now_ms: int) -> None:
        """Send all fetches that may leave."""
        while self._due:
            source = next(iter(self._due))
            del self._due[source]
            self._send_one(source, now_ms)

    def memory_freed(self, now_ms: int) -> None:
        """Send what waits for memory, as far as there is some."""
        self._due = {**self._starved, **self._due}  # partitions that waited come first
        self._starved.clear()
        self.send(now_ms)

    def close(self, now_ms: int) -> None:
        """Close all sessions, once; `is_closed` once the brokers have answered."""
        if self._is_closed:
            return
        self._is_closed = True
        for source in self._sources.values():
            if source.timer is not None:
                source.timer.cancel()
            if source.call is not None:
                self._with.outbox.withdraw(source.call)
                self._memory.give_back(source.granted)
            plan = source.session.closing()
            if plan is not None:
                self._closing.add(source.node)
                most = self._options.fetch_max_bytes
                last = self._call(source, plan, most, CONTROL, self._closed)  # not behind a poll
                self._with.outbox.send(last, now_ms)

    @property
    def is_closed(self) -> bool:
        """Whether all sessions are closed."""
        return self._is_closed and not self._closing

    def _closed(self, answer: Answer, now_ms: int) -> None:
        del now_ms
        self._closing.discard(answer.node)

    # Sending

    def _send_one(self, source: Source, now_ms: int) -> None:
        if source.call is not None or not source.session.wanted or self._is_closed:
            return
        due_ms = max(source.earliest_ms, self._held_until_ms(source))
        if due_ms > now_ms:
            self._later(source, due_ms)
            return
        wanted = len(source.session.wanted) * self._options.max_partition_fetch_bytes
        brokers = sum(1 for each in self._sources.values() if each.session.wanted)
        granted = self._memory.reserve(min(self._options.fetch_max_bytes, wanted), brokers)
        if not granted:
            self._starved[source] = None
            self.on_starved(now_ms)
            return
        source.granted = granted
        done = partial(self._answered, source)
        source.call = self._call(source, source.session.plan(), granted, BULK, done)
        self._with.outbox.send(source.call, now_ms)

    def _held_until_ms(self, source: Source) -> int:
        """The time until which a fetch is held back for partitions that are being drained."""
        if source.behind or not source.draining:
            return 0
        return source.draining[next(reversed(source.draining))] + HOLD_MS

    def _later(self, source: Source, due_ms: int) -> None:
        def again(now_ms: int) -> None:
            self._due[source] = None
            self.send(now_ms)

        if source.timer is not None:
            source.timer.cancel()
        source.timer = self._with.timers.at(due_ms, again)

    def _call(
        self,
        source: Source,
        plan: Plan,
        max_bytes: int,
        lane: int,
        done: Callable[[Answer, int], None],
    ) -> Call:
        options = self._options

        def request(version: int) -> FetchRequest:
            made = FetchRequest(
                max_wait_ms=options.fetch_max_wait_ms,
                min_bytes=options.fetch_min_bytes,
                max_bytes=max_bytes,
                isolation_level=options.isolation_level,
                rack_id=options.client_rack,
            )
            plan.fill(made, version)
            return made

        versions = VERSIONS if plan.has_ids else NAMED_VERSIONS
        return Call(ApiKey.FETCH, request, done, node=source.node, lane=lane, versions=versions)

    def _answered(self, source: Source, answer: Answer, now_ms: int) -> None:
        # Taking an answer may send fetches. Until all its records are held, its reservation stays,
        # and so does the call: otherwise the next one would reserve what these records need.
        self._take(source, answer, now_ms)
        source.call = None
        self._memory.give_back(source.granted)
        self._due[source] = None
        self.memory_freed(now_ms)
