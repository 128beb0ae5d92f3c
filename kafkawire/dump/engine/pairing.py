"""One connection's exchanges: which response answers which request.

A broker answers a connection's requests in their order, and each answer bears the correlation id of
its request. Both together say more than either: a response for a request that is not the oldest
means that the older ones will never be answered, either since their responses are among lost bytes
(`lost`) or for a reason that the capture does not show (`superseded`). A response that nobody asked
for belongs to a request that was not seen, and is an exchange of its own.

A capture may have a response just before its request, when both were taken from different queues:
one whose id comes next, while nothing else is waited for, is kept until that request is there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from kafkawire.dump.engine.framing import Place
from kafkawire.dump.engine.headers import (
    NO_CLIENT_ID,
    SASL_HANDSHAKE,
    ClientId,
    read_int16,
    response_header,
    wants_no_response,
)
from kafkawire.dump.engine.judging import Known
from kafkawire.dump.model import (
    SASL_TOKEN,
    UNKNOWN_API,
    Connection,
    ConnectionClosed,
    Damage,
    Event,
    Exchange,
    ExchangeDone,
    Header,
    Message,
    RequestSeen,
)
from kafkawire.protocol.api_keys import REQUEST_VERSIONS

WAITING_MAX = 10_000
"""Requests of a connection that wait for a response; the oldest is given up for a newer one."""
CLIENT_IDS_MAX = 8
"""Client ids that are remembered of one connection; nearly all have one."""

Mask = Callable[[bytes, Header, bool], bytes]


class Numbers:
    """How many of each there have been."""

    __slots__ = ("connections", "exchanges")

    def __init__(self) -> None:
        self.connections = 0
        self.exchanges = 0


class Pairing:
    """The exchanges of a connection; what happens is appended to `out`, for the engine."""

    __slots__ = (
        "_early",
        "_mask",
        "_numbers",
        "client",
        "client_ids",
        "connection",
        "first_correlation_id",
        "has_lost_requests",
        "has_lost_responses",
        "is_raw",
        "last_correlation_id",
        "out",
        "waiting",
    )

    def __init__(
        self, connection: Connection, numbers: Numbers, out: list[Event], mask: Mask | None
    ) -> None:
        self.connection = connection
        self.out = out
        self.waiting: deque[Exchange] = deque()
        """Requests without a response, oldest first."""
        self.client: ClientId = NO_CLIENT_ID
        self.client_ids: set[str | None] = set()
        self.first_correlation_id: int | None = None
        """Of the first request of a connection whose beginning is missing."""
        self.last_correlation_id: int | None = None
        """Of the latest request."""
        self.has_lost_requests = not connection.is_whole
        """Whether there may be responses to requests that were not seen."""
        self.has_lost_responses = False
        """Whether the response that should come next may be lost."""
        self.is_raw = False
        """Whether bare SASL tokens are sent, as SaslHandshake version 0 lets them be."""
        self._numbers = numbers
        self._mask = mask
        self._early: tuple[bytes, Place] | None = None

    @property
    def known(self) -> Known:
        """What a search for requests may rely on."""
        return Known(self.client_ids, self.last_correlation_id)

    def find(self, correlation_id: int) -> Exchange | None:
        """The exchange that waits for a response of that id."""
        for exchange in self.waiting:
            request = exchange.request
            if request is not None and request.correlation_id == correlation_id:
                return None if request.api_key == SASL_TOKEN else exchange
        return None

    def _message(self, data: bytes, header: Header, place: Place, is_request: bool) -> Message:
        if self._mask is not None:
            data = self._mask(data, header, is_request)
        message = Message(
            self.connection, data, header, is_request=is_request, time_ns=place.time_ns
        )
        message.stream_offset, _, message.end_ns, message.packet = place
        return message

    def _exchange(self) -> Exchange:
        self._numbers.exchanges += 1
        return Exchange(self._numbers.exchanges, self.connection)

    # Requests.

    def request(
        self, data: bytes, header: Header, place: Place, problem: str | None = None
    ) -> None:
        """A request, or the beginning of one that has a `problem`."""
        message = self._message(data, header, place, True)
        api_key = header.api_key
        if problem is not None:
            message.problem = problem
        elif api_key not in REQUEST_VERSIONS and api_key != SASL_TOKEN:
            message.problem = f"there is no API with key {api_key} that we know"
        exchange = self._exchange()
        exchange.request = message
        if api_key != SASL_TOKEN:
            self._learn(data, header)
        self.out.append(RequestSeen(exchange))
        if not api_key and wants_no_response(data, header):
            exchange.expects_response = False
            self.out.append(ExchangeDone(exchange))
        else:
            self.waiting.append(exchange)
            if len(self.waiting) > WAITING_MAX:
                self._give_up(self.waiting.popleft(), "lost")
        if self._early is not None:
            self._take_early()

    def _learn(self, data: bytes, header: Header) -> None:
        self.last_correlation_id = header.correlation_id
        client_id = header.client_id
        if not self.client_ids:
            self.connection.client_id = client_id
        elif client_id is self.client.text or client_id is None:
            return
        if len(self.client_ids) < CLIENT_IDS_MAX:
            self.client_ids.add(client_id)
        if client_id is not None:
            (size,) = read_int16(data, 8)
            self.client = ClientId(data[10 : 10 + size], client_id)

    def token(self, data: bytes, place: Place) -> None:
        """A client's bare SASL token."""
        self.request(data, Header(SASL_TOKEN, 0, 0, 0), place)

    # Responses.

    def answer(
        self, exchange: Exchange, data: bytes, place: Place, problem: str | None = None
    ) -> None:
        """The response of an exchange that waits; all that wait longer will get none."""
        waiting = self.waiting
        first = waiting.popleft()
        while first is not exchange:
            self._give_up(first, "lost" if self.has_lost_responses else "superseded")
            first = waiting.popleft()
        self.has_lost_responses = False
        request = exchange.request
        assert request is not None, "only requests wait"
        if request.api_key == SASL_TOKEN:
            header = Header(SASL_TOKEN, 0, 0, 0)
        else:
            header = response_header(data, request.api_key, request.api_version)
        message = self._message(data, header, place, False)
        message.problem = problem
        exchange.response = message
        if request.api_key == SASL_HANDSHAKE and not request.api_version:
            self.is_raw = data[4:6] == b"\0\0"
        self.out.append(ExchangeDone(exchange))

    def is_early(self, correlation_id: int) -> bool:
        """Whether a response of that id may answer the very next request."""
        if self.waiting or self._early is not None:
            return False
        last = self.last_correlation_id
        return self.connection.is_whole if last is None else correlation_id == last + 1

    def keep_early(self, data: bytes, place: Place) -> None:
        """Keep a response for the next request."""
        self._early = data, place

    def _take_early(self) -> None:
        """The request after an early response is here, most likely its own."""
        assert self._early is not None
        data, place = self._early
        self._early = None
        exchange = self.find(int.from_bytes(data[:4], "big", signed=True))
        if exchange is None:
            self.orphan(data, place)
        else:
            self.answer(exchange, data, place)

    def orphan(self, data: bytes, place: Place) -> None:
        """A response whose request was not seen."""
        header = Header(UNKNOWN_API, 0, int.from_bytes(data[:4], "big", signed=True), 4)
        exchange = self._exchange()
        exchange.response = self._message(data, header, place, False)
        exchange.response.problem = "its request was not seen"
        self.out.append(ExchangeDone(exchange))

    # The end.

    def _give_up(self, exchange: Exchange, why: str) -> None:
        exchange.ended = why
        self.out.append(ExchangeDone(exchange))

    def damage(self, place: Place, size: int, text: str, *, is_request: bool) -> None:
        """Bytes of a direction cannot be read."""
        offset, _, time_ns, packet = place
        self.out.append(Damage(self.connection, is_request, offset, size, text, time_ns, packet))
        if is_request:
            self.has_lost_requests = True
        else:
            self.has_lost_responses = True

    def close(self, how: str, time_ns: int) -> None:
        """The connection ends: nobody will be answered any more."""
        if self._early is not None:
            data, place = self._early
            self._early = None
            self.orphan(data, place)
        while self.waiting:
            self._give_up(self.waiting.popleft(), "end" if how == "end" else "closed")
        self.connection.closed_ns = time_ns
        self.connection.close_reason = how
        self.out.append(ConnectionClosed(self.connection))
