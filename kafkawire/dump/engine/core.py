"""The engine: transport events in, engine events out."""

from __future__ import annotations

from collections.abc import Collection

from kafkawire.dump.engine.detecting import CLIENTS, USUAL_PORTS, Decision, Kept, Undecided
from kafkawire.dump.engine.framing import Budget
from kafkawire.dump.engine.link import Link
from kafkawire.dump.engine.pairing import Numbers, Pairing
from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    ConnectionOpened,
    Damage,
    Event,
    Streams,
)
from kafkawire.dump.secrets import mask
from kafkawire.dump.transport import (
    BareData,
    Batch,
    Data,
    Endpoint,
    Gap,
    Note,
    Repeats,
    StreamClosed,
    StreamOpened,
    TransportEvent,
)

BROKERS_MAX = 10_000
"""Brokers that are remembered; a stream of theirs is Kafka's even if its beginning is missing."""
STREAMS_MAX = 100_000
"""Streams that are open at once; the oldest is closed for a newer one, as `evicted`."""


class Counts:
    """What streams there were."""

    __slots__ = ("kafka", "other", "repeats", "tls", "tls_shown", "undecided")

    def __init__(self) -> None:
        self.kafka = 0
        self.tls = 0
        self.tls_shown = 0
        """TLS streams that are taken for Kafka's, since a port says so."""
        self.other = 0
        """Streams that are not Kafka's."""
        self.undecided = 0
        """Streams that ended before it was clear; those without any bytes are not counted."""
        self.repeats = Repeats()
        """Retransmissions on connections that are closed."""

    @property
    def not_recognised(self) -> int:
        """Streams with bytes of which nothing is shown, TLS apart."""
        return self.other + self.undecided


class Encrypted:
    """A stream that is TLS: only its end is told, if it was taken for Kafka's."""

    __slots__ = ("connection",)

    def __init__(self, connection: Connection) -> None:
        self.connection = connection


IGNORED = None
Named = StreamOpened | StreamClosed | Gap | Note
Stream = Link | Undecided | Encrypted | None


class Engine:
    """Kafka's messages from any number of streams.

    Unless `secrets` is true, passwords and the like are masked in every message's bytes. The
    `ports` are believed to be brokers'; others are looked at all the same. Streams that
    `are_relayed` by the proxy are all believed. When requests are seen is told of the APIs
    `asked_of`, all by default; every exchange is told when it is done.
    """

    def __init__(
        self,
        *,
        secrets: bool = False,
        ports: Collection[int] = (),
        asked_of: Collection[int] | None = None,
        are_relayed: bool = False,
    ) -> None:
        self.counts = Counts()
        self._are_relayed = are_relayed
        self._ports = frozenset(ports)
        self._asked_of = asked_of
        self._brokers: set[Endpoint] = set()
        self._streams: dict[int, Stream] = {}
        self._out: list[Event] = []
        self._budget = Budget()
        self._numbers = Numbers()
        self._mask = None if secrets else mask
        self._time_ns = 0

    @property
    def is_told_ports(self) -> bool:
        """Whether streams were named as Kafka's."""
        return bool(self._ports) or self._are_relayed

    def streams(self) -> Streams:
        """What streams there were; complete after `finish`."""
        counts = self.counts
        shown = counts.kafka + counts.tls_shown
        tls = counts.tls - counts.tls_shown
        return Streams(shown, counts.not_recognised, tls, counts.repeats)

    def feed(self, event: TransportEvent) -> list[Event]:
        """Take what an input says next; what it comes to."""
        return self.feed_all((event,))

    def feed_all(self, events: Batch) -> list[Event]:
        """The same of several events, in their order."""
        find, time_ns = self._streams.get, self._time_ns
        for event in events:
            kind = type(event)
            if kind is tuple or kind is Data:
                bare: BareData = event  # type: ignore[assignment]  # `kind` says what it is
                stream, end, data, time_ns, packet = bare
                state = find(stream)
                if type(state) is Link:
                    state.directions[end].feed(data, time_ns, packet)
                elif type(state) is Undecided:
                    self._try(stream, state, Data(stream, end, data, time_ns, packet))
            else:
                named: Named = event  # type: ignore[assignment]
                time_ns = named.time_ns
                self._other(named)
        self._time_ns = time_ns
        return self._take_out() if self._out else []

    def _other(self, event: Named) -> None:
        """Anything but bytes."""
        if isinstance(event, StreamOpened):
            self._open(event)
        elif isinstance(event, StreamClosed):
            self._close(event)
        else:
            self._damage(event)

    def _take_out(self) -> list[Event]:
        """What has come out; the list itself stays, since all connections append to it."""
        out = self._out[:]
        self._out.clear()
        return out

    def finish(self) -> list[Event]:
        """The input ends: so does everything that is open."""
        for stream in list(self._streams):
            self._close(StreamClosed(stream, "end", self._time_ns))
        return self._take_out()

    def _open(self, event: StreamOpened) -> None:
        if event.stream in self._streams:
            self._close(StreamClosed(event.stream, "end", event.time_ns))
        if len(self._streams) >= STREAMS_MAX:
            self._close(StreamClosed(next(iter(self._streams)), "evicted", event.time_ns))
        self._streams[event.stream] = Undecided(
            event, self._ports, self._brokers, is_relayed=self._are_relayed
        )

    def _close(self, event: StreamClosed) -> None:
        state = self._streams.get(event.stream)
        guess = state.guess() if isinstance(state, Undecided) and state.kept else None
        if guess is not None and isinstance(state, Undecided):
            self._link(event.stream, state, guess.value)
        state = self._streams.pop(event.stream, IGNORED)
        if isinstance(state, Link | Encrypted):
            connection = state.pairing.connection if isinstance(state, Link) else state.connection
            self._count_repeats(connection, event.repeats)
        if isinstance(state, Link):
            state.close(event.how, event.time_ns)
        elif isinstance(state, Encrypted):
            state.connection.closed_ns = event.time_ns
            state.connection.close_reason = event.how
            self._out.append(ConnectionClosed(state.connection))
        elif isinstance(state, Undecided) and not state.is_empty:
            self.counts.undecided += 1

    def _count_repeats(self, connection: Connection, repeats: Repeats) -> None:
        connection.repeats = repeats
        total = self.counts.repeats
        self.counts.repeats = Repeats(total.segments + repeats.segments, total.size + repeats.size)

    def _damage(self, event: Kept) -> None:
        state = None if event.stream is None else self._streams.get(event.stream)
        if isinstance(state, Undecided):
            self._try(state.opened.stream, state, event)
        elif isinstance(event, Note):
            self._note(event, state)
        elif isinstance(event, Gap) and isinstance(state, Link):
            state.gap(event.end, event.size, event.time_ns, event.packet)

    def _note(self, event: Note, state: Stream) -> None:
        connection = None
        if isinstance(state, Link):
            connection = state.pairing.connection
        elif event.stream is not None:
            return
        _, text, time_ns, packet = event
        self._out.append(Damage(connection, None, 0, 0, text, time_ns, packet))

    def _try(self, stream: int, state: Undecided, event: Kept) -> None:
        """One more event of an undecided stream."""
        decision = state.feed(event)
        if decision is None:
            return
        if decision in CLIENTS:
            self._link(stream, state, decision.value)
        elif decision is Decision.TLS:
            self._encrypted(stream, state)
        else:
            self._streams[stream] = IGNORED
            self.counts.other += 1

    def _connection(self, state: Undecided, client: int) -> Connection:
        opened = state.opened
        self._numbers.connections += 1
        connection = Connection(
            self._numbers.connections,
            opened.stream,
            opened.ends[client],
            opened.ends[1 - client],
            opened.time_ns,
        )
        connection.is_whole = opened.opener is not None
        if len(self._brokers) < BROKERS_MAX:
            self._brokers.add(connection.server)
        self._out.append(ConnectionOpened(connection))
        return connection

    def _link(self, stream: int, state: Undecided, client: int) -> None:
        self.counts.kafka += 1
        connection = self._connection(state, client)
        pairing = Pairing(connection, self._numbers, self._out, self._mask, self._asked_of)
        pairing.first_correlation_id = state.correlation_id(client)
        pairing.is_believed = state.is_named
        link = Link(pairing, client, self._budget)
        self._streams[stream] = link
        if not connection.is_whole:
            link.begin_search()
        for end in (0, 1):
            if state.skipped[end]:
                link.gap(end, state.skipped[end], connection.opened_ns, 0)
        for event in state.kept:
            if isinstance(event, Data):
                link.data(event.end, event.data, event.time_ns, event.packet)
            else:
                self._damage(event)

    def _encrypted(self, stream: int, state: Undecided) -> None:
        self.counts.tls += 1
        opener = state.opened.opener
        server = _likely_server(state.opened.ends, self._ports or USUAL_PORTS, opener)
        if self._are_relayed and opener is not None:
            server = 1 - opener
        if server is None:
            self._streams[stream] = IGNORED
            return
        self.counts.tls_shown += 1
        connection = self._connection(state, 1 - server)
        connection.is_tls = True
        self._streams[stream] = Encrypted(connection)


def _likely_server(
    ends: tuple[Endpoint, Endpoint], ports: Collection[int], opener: int | None
) -> int | None:
    """The end with one of the ports; None if neither has one."""
    named = [end for end in (0, 1) if ends[end].port in ports]
    return 1 - opener if opener is not None and 1 - opener in named else next(iter(named), None)
