"""What the engine tells everybody else: connections, messages, exchanges of two of them, damage.

The truth about a message is its bytes and its times; everything else is decoded from them when it
is asked for, so that who counts does not pay for who looks. A message never raises: what cannot be
decoded has a `problem` that says where and why.

An *exchange* is a request with its response. It exists from the request on (`RequestSeen`), and
ends once (`ExchangeDone`): answered, not to be answered (produce with acks=0), or given up, and
then `ended` says so. A response whose request nobody saw is an exchange without one. What is known
only from other messages (names of topic ids, fetch sessions, groups, transactions) is put there by
`kafkawire.dump.state` before anybody else sees the exchange.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, overload

from kafkawire.dump.api_names import api_name
from kafkawire.dump.transport import Repeats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kafkawire.dump.fields.facts import Facts
    from kafkawire.dump.fields.tree import Node
    from kafkawire.dump.transport import Endpoint

NO_REPEATS = Repeats()


class Connection:
    """One client's connection to one broker, from what was seen of it."""

    __slots__ = (
        "client",
        "client_id",
        "close_reason",
        "closed_ns",
        "damaged_ns",
        "is_tls",
        "is_whole",
        "number",
        "opened_ns",
        "ranges",
        "repeats",
        "sasl_mechanism",
        "server",
        "software",
        "stream",
        "user",
    )

    def __init__(
        self, number: int, stream: int, client: Endpoint, server: Endpoint, opened_ns: int
    ) -> None:
        self.number = number
        """From 1, in the order in which connections were recognised as Kafka's."""
        self.stream = stream
        self.client = client
        self.server = server
        self.opened_ns = opened_ns
        self.closed_ns: int | None = None
        self.close_reason = ""
        self.repeats = NO_REPEATS
        """What was sent more than once, known when it is closed; it is shown once."""
        self.is_whole = False
        """Whether its beginning was seen."""
        self.is_tls = False
        """Whether it is encrypted, so that nothing of it can be decoded."""
        self.client_id: str | None = None
        self.software = ""
        """The client's own name and version (KIP-511), with a space between."""
        self.sasl_mechanism = ""
        self.user = ""
        """Who it says it is, where the mechanism shows that."""
        self.ranges: dict[int, tuple[int, int]] = {}
        """Versions of each API that the broker offered, by api key."""
        self.damaged_ns: int | None = None
        """When bytes of it were lost, or could not be read, for the last time."""

    def is_unbroken(self, since_ns: int) -> bool:
        """Whether all that was said on it since then was seen.

        Only then can it be told that something did not happen.
        """
        if self.damaged_ns is not None and self.damaged_ns >= since_ns:
            return False
        return self.is_whole or self.opened_ns <= since_ns


T = TypeVar("T")


class _Decoded(Generic[T]):
    """Decoded when first asked for, and kept: `functools.cached_property` without its lock.

    What decodes is imported when that is first used, and only then.
    """

    _name: str

    def __init__(self, find: Callable[[], Callable[[Message], T]]) -> None:
        self._find = find
        self._read: Callable[[Message], T] | None = None

    def __set_name__(self, owner: type[Message], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, message: None, kind: type[Message]) -> _Decoded[T]: ...
    @overload
    def __get__(self, message: Message, kind: type[Message]) -> T: ...
    def __get__(self, message: Message | None, kind: type[Message]) -> T | _Decoded[T]:
        if message is None:
            return self
        read = self._read
        if read is None:
            read = self._read = self._find()
        found = read(message)
        # Asking for `__dict__` would make one, and every attribute of the message slower.
        setattr(message, self._name, found)
        return found


def _reader_of_values() -> Callable[[Message], dict[str, Any]]:
    from kafkawire.dump.fields.values import read_values

    return read_values


def _reader_of_tree() -> Callable[[Message], Node]:
    from kafkawire.dump.fields.consumer_protocol import read_tree

    return read_tree


def _reader_of_facts() -> Callable[[Message], Facts]:
    from kafkawire.dump.fields.facts import read_facts

    return read_facts


class Header(NamedTuple):
    """What is known of a message before its body is read."""

    api_key: int
    api_version: int
    """The version its bytes are laid out in: an ApiVersions refusal is in version 0."""
    correlation_id: int
    body_offset: int
    """Where the body begins in the frame; its length if there is no body to be read."""
    client_id: str | None = None


HeaderFields = tuple[int, int, int, int, str | None]
"""A `Header`, with its names or without: to make it with them takes three times as long."""

Place = tuple[int, int, int, int]
"""Where and when a frame was seen, in this order:

    stream_offset   where its length begins in what its sender has sent, lost bytes included
    time_ns         when its first byte was seen
    end_ns          when its last byte was seen
    packet          the packet with its first byte, from 1; 0 where there are no packets

A plain tuple, as there is one for each frame: a named one takes three times as long to make.
"""


def seen_at(time_ns: int) -> Place:
    """The place of a frame of which only the time is known."""
    return 0, time_ns, time_ns, 0


class Message:
    """A frame of Kafka's, without its length."""

    # Not slotted: what is decoded is kept beside it, and only then.

    def __init__(
        self,
        connection: Connection,
        data: bytes,
        header: HeaderFields,
        place: Place,
        is_request: bool,
    ) -> None:
        self.connection = connection
        self.data = data
        """The frame after its length, secrets masked unless they were asked for."""
        self.is_request = is_request
        self.stream_offset, self.time_ns, self.end_ns, self.packet = place
        self.api_key, self.api_version, self.correlation_id, self.body_offset, self.client_id = (
            header
        )
        self.problem: str | None = None
        """Why it could not be decoded, if it was tried and could not."""

    protocol_type = ""
    """Of its group, if another message has told it; what is in the message itself comes first."""

    @property
    def name(self) -> str:
        """As the schemas call it: `FetchRequest`."""
        return api_name(self.api_key) + ("Request" if self.is_request else "Response")

    values = _Decoded(_reader_of_values)
    """The body's fields under Kafka's camelCase names; empty if there is a `problem`."""
    tree = _Decoded(_reader_of_tree)
    """The whole frame as nodes with ranges of `data`, as far as it could be decoded."""
    facts = _Decoded(_reader_of_facts)
    """Topics, groups, errors and the like that are named in it, without all the rest."""


class Exchange:
    """A request and its response; either may be missing, not both."""

    __slots__ = (
        "connection",
        "ended",
        "expects_response",
        "findings",
        "group",
        "notes",
        "number",
        "request",
        "response",
        "session",
        "topics",
        "transaction",
    )

    def __init__(self, number: int, connection: Connection) -> None:
        self.number = number
        """From 1, in the order of requests."""
        self.connection = connection
        self.request: Message | None = None
        self.response: Message | None = None
        self.expects_response = True
        self.ended = ""
        """Why there is no response and will be none: `closed`, `lost`, `superseded`, `end`."""
        self.topics: tuple[str, ...] = ()
        """Names of the topics that both are about, ids resolved as far as they are known."""
        self.notes: list[str] = []
        """What other messages say about this one: a negotiation, an unknown topic id."""
        self.session: Any = None
        """A `state.sessions.SessionStep`, or of a share group's member a `ShareSessionStep`."""
        self.group: Any = None
        """A `state.groups.GroupStep`."""
        self.transaction: Any = None
        """A `state.transaction.TransactionStep`."""
        self.findings: tuple[Any, ...] = ()
        """What detectors found when it came, each an `outputs.findings.Finding`."""

    @property
    def message(self) -> Message:
        """The request, or the response if that is all there is."""
        found = self.request or self.response
        assert found is not None, "an exchange without messages"
        return found

    @property
    def api_name(self) -> str:
        """Kafka's name of the API."""
        return api_name(self.message.api_key)

    @property
    def client_id(self) -> str | None:
        """The request's, or the connection's if the request was not seen."""
        request = self.request
        return self.connection.client_id if request is None else request.client_id

    @property
    def latency_ns(self) -> int | None:
        """From the request's last byte to the response's first, never below zero."""
        if self.request is None or self.response is None:
            return None
        return max(0, self.response.time_ns - self.request.end_ns)


class ConnectionOpened(NamedTuple):
    """A connection was recognised as Kafka's."""

    connection: Connection


class RequestSeen(NamedTuple):
    """A request is complete, and may be answered."""

    exchange: Exchange


class ExchangeDone(NamedTuple):
    """Nothing more will come to an exchange; each ends once."""

    exchange: Exchange


class Damage(NamedTuple):
    """Bytes that could not be read as messages, or that nobody has seen."""

    connection: Connection | None
    is_request: bool | None
    """Which direction, if it is known."""
    stream_offset: int
    size: int
    """How many bytes; 0 if that is not known."""
    text: str
    time_ns: int
    packet: int


class ConnectionClosed(NamedTuple):
    """Its `close_reason` says how."""

    connection: Connection


Event = ConnectionOpened | RequestSeen | ExchangeDone | Damage | ConnectionClosed


class Streams(NamedTuple):
    """How many TCP streams there were that had any bytes."""

    shown: int
    """Those that are connections: recognised as Kafka's, or TLS on a port of brokers."""
    not_recognised: int
    """Those of other protocols, and those that ended before they were recognised."""
    tls_not_shown: int
    """TLS on other ports: what is inside cannot be known."""
    repeats: Repeats = NO_REPEATS
    """Retransmissions on connections, which are left out."""


class Sink(Protocol):
    """An output: it is told every event in order, and closed once.

    An output that writes files has a method `abandon` too, as `abandoned` describes.
    """

    def event(self, event: Event) -> None:
        """Take one."""

    def close(self) -> None:
        """Write what is left; called once, also after Ctrl-C."""


def abandoned(sinks: Iterable[Sink]) -> list[str]:
    """End outputs whose input failed or was interrupted; return what they have kept.

    An `abandon` leaves the files of an earlier run as they were, and returns the names of the
    unfinished files that it leaves beside them. It raises no OSError and may follow a `close` that
    failed. An output without one is closed.
    """
    kept = []
    for sink in sinks:
        abandon = getattr(sink, "abandon", None)
        if abandon is not None:
            kept += abandon()
            continue
        with suppress(OSError):
            sink.close()
    return kept


def asked_of(parts: Iterable[object]) -> frozenset[int] | None:
    """The APIs of which any part of a pipeline wants to know requests before they are answered.

    A part says so by an attribute of this name; None is all, as it is where none is said.
    """
    found: frozenset[int] = frozenset()
    for part in parts:
        wanted = getattr(part, "asked_of", None)
        if wanted is None:
            return None
        found |= wanted
    return found
