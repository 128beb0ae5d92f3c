"""One connection's exchanges: which response answers which request.

A broker answers a connection's requests in their order, and each answer bears the correlation id of
its request. Both together say more than either: a response for a request that is not the oldest
means that the older ones will never be answered, either since their responses are among lost bytes
(`lost`) or for a reason that the capture does not show (`superseded`). A response that nobody asked
for belongs to a request that was not seen, and is an exchange of its own.

Responses may come before their requests: a capture that was taken from several queues is not quite
in order, and requests behind a hole are held back until it is clear that the hole stays. One whose
id is yet to come, while no other is waited for, is kept until the requests have got there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection

from kafkawire.dump.api_names import SASL_TOKEN, UNKNOWN_API, api_name
from kafkawire.dump.engine.headers import (
    NO_CLIENT_ID,
    SASL_HANDSHAKE,
    ClientId,
    make,
    read_int16,
    response_fields,
    wants_no_response,
)
from kafkawire.dump.engine.judging import Known
from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    Damage,
    Event,
    Exchange,
    ExchangeDone,
    Header,
    HeaderFields,
    Message,
    Place,
    RequestSeen,
)
from kafkawire.dump.secret_values import stars
from kafkawire.protocol.api_keys import REQUEST_VERSIONS

WAITING_MAX = 10_000
"""Requests of a connection that wait for a response; the oldest is given up for a newer one."""
CLIENT_IDS_MAX = 8
"""Client ids that are remembered of one connection; nearly all have one."""

MISSING_MAX = 64
"""Ids of requests that must have been sent and were not seen, of which responses may come."""

EARLY_MAX = 64
"""Responses that are kept for requests to come, and how far their ids may be ahead."""
EARLY_BYTES_MAX = 16 << 20

Mask = Callable[[bytes, HeaderFields, bool], bytes]


class Numbers:
    """How many of each there have been."""

    __slots__ = ("connections", "exchanges")

    def __init__(self) -> None:
        self.connections = 0
        self.exchanges = 0


class Pairing:
    """The exchanges of a connection; what happens is appended to `out`, for the engine.

    Of the APIs `asked_of`, all by default, it also tells when a request is seen.
    """

    __slots__ = (
        "_asked_of",
        "_early",
        "_early_bytes",
        "_mask",
        "_numbers",
        "client",
        "client_ids",
        "connection",
        "first_correlation_id",
        "has_lost_requests",
        "has_lost_responses",
        "has_raw_handshake",
        "is_believed",
        "is_raw",
        "last_correlation_id",
        "missing",
        "out",
        "waiting",
    )

    def __init__(
        self,
        connection: Connection,
        numbers: Numbers,
        out: list[Event],
        mask: Mask | None,
        asked_of: Collection[int] | None = None,
    ) -> None:
        self.connection = connection
        self.out = out
        self.waiting: deque[Exchange] = deque()
        """Requests without a response, oldest first."""
        self.missing: deque[int] = deque(maxlen=MISSING_MAX)
        """Correlation ids of requests that are lost; their responses may not be."""
        self.client: ClientId = NO_CLIENT_ID
        self.client_ids: set[str | None] = set()
        self.first_correlation_id: int | None = None
        """Of the first request that was seen, or that is known to come."""
        self.last_correlation_id: int | None = None
        """Of the latest request."""
        self.has_lost_requests = not connection.is_whole
        """Whether there may be responses to requests that were not seen."""
        self.has_lost_responses = not connection.is_whole
        """Whether the response that should come next may be lost."""
        self.is_believed = False
        """Whether the stream was named as Kafka's, by its port or by being the proxy's."""
        self.has_raw_handshake = False
        """Whether a SaslHandshake of version 0 was seen, which tokens follow."""
        self.is_raw = False
        """Whether bare SASL tokens are sent, as SaslHandshake version 0 lets them be."""
        self._asked_of = asked_of
        self._numbers = numbers
        self._mask = mask
        self._early: dict[int, tuple[bytes, Place]] = {}
        self._early_bytes = 0

    @property
    def known(self) -> Known:
        """What a search for requests may rely on."""
        return Known(self.client_ids, self.last_correlation_id, self.is_believed)

    @property
    def may_have_tokens(self) -> bool:
        """Whether a frame that is no request may be a SASL token: a handshake may be lost."""
        return self.has_lost_requests or self.has_raw_handshake

    def find(self, correlation_id: int) -> Exchange | None:
        """The exchange that waits for a response of that id."""
        for exchange in self.waiting:
            request = exchange.request
            if request is not None and request.correlation_id == correlation_id:
                return None if request.api_key == SASL_TOKEN else exchange
        return None

    def _message(
        self, data: bytes, header: HeaderFields, place: Place, is_request: bool
    ) -> Message:
        if self._mask is not None:
            data = self._mask(data, header, is_request)
        return Message(self.connection, data, header, place, is_request)

    # Requests.

    def request(
        self, data: bytes, header: HeaderFields, place: Place, problem: str | None = None
    ) -> None:
        """A request, or the beginning of one that has a `problem`."""
        message = self._message(data, header, place, True)
        api_key = message.api_key
        if problem is not None:
            message.problem = problem
        elif api_key not in REQUEST_VERSIONS and api_key != SASL_TOKEN:
            message.problem = f"there is no API with key {api_key} that we know"
        if api_key != SASL_TOKEN:
            self._learn(data, message)
        self._expect(message, bool(api_key) or not wants_no_response(data, header))
        if self._early:
            self._take_early(message.correlation_id)

    def strange_request(self, data: bytes, header: HeaderFields, place: Place) -> None:
        """A request with a header that no client of Kafka's writes.

        There is no telling where its secrets are, so all behind the header is masked.
        """
        if self._mask is not None:
            end = header[3]
            data = data[:end] + stars(data[end:])
        message = Message(self.connection, data, header, place, True)
        message.problem = _why_strange(message)
        self._expect(message, True)
        if message.correlation_id in self._early:
            # Others that came early stay: this one's id may be anything.
            self.answer(self.waiting[-1], *self._pop_early(message.correlation_id))

    def _expect(self, message: Message, expects_response: bool) -> None:
        """Tell of a request, and wait for its response if it has one."""
        numbers = self._numbers
        numbers.exchanges += 1
        exchange = Exchange(numbers.exchanges, self.connection)
        exchange.request = message
        if self._asked_of is None or message.api_key in self._asked_of:
            self.out.append(make(RequestSeen, (exchange,)))
        if not expects_response:
            exchange.expects_response = False
            self.out.append(ExchangeDone(exchange))
        else:
            waiting = self.waiting
            waiting.append(exchange)
            if len(waiting) > WAITING_MAX:
                self._give_up(waiting.popleft(), "lost")

    def _learn(self, data: bytes, message: Message) -> None:
        correlation_id, client_id = message.correlation_id, message.client_id
        last, self.last_correlation_id = self.last_correlation_id, correlation_id
        if last is not None and self.has_lost_requests:
            skipped = range(last + 1, min(correlation_id, last + 1 + MISSING_MAX))
            self.missing.extend(skipped)
        if self.first_correlation_id is None:
            self.first_correlation_id = correlation_id
        if message.api_key == SASL_HANDSHAKE and not message.api_version:
            self.has_raw_handshake = True
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
            header: HeaderFields = Header(SASL_TOKEN, 0, 0, 0)
        else:
            header = response_fields(data, request.api_key, request.api_version)
        message = self._message(data, header, place, False)
        message.problem = problem
        exchange.response = message
        if request.api_key == SASL_HANDSHAKE and not request.api_version:
            self.is_raw = data[4:6] == b"\0\0"
        self.out.append(make(ExchangeDone, (exchange,)))

    def is_early(self, correlation_id: int) -> bool:
        """Whether a response of that id may answer a request to come."""
        if self.waiting and not self.has_lost_responses:
            return False
        last = self.last_correlation_id
        if last is None:
            return correlation_id not in self._early
        return 0 < correlation_id - last <= EARLY_MAX and correlation_id not in self._early

    def keep_early(self, correlation_id: int, data: bytes, place: Place) -> None:
        """Keep a response for a request to come."""
        self._early[correlation_id] = data, place
        self._early_bytes += len(data)
        while len(self._early) > EARLY_MAX or self._early_bytes > EARLY_BYTES_MAX:
            self.orphan(*self._pop_early(next(iter(self._early))))

    def _pop_early(self, correlation_id: int) -> tuple[bytes, Place]:
        found = self._early.pop(correlation_id)
        self._early_bytes -= len(found[0])
        return found

    def _take_early(self, correlation_id: int) -> None:
        """A request is there, and no earlier one will come."""
        for each in sorted(self._early):
            if each == correlation_id:
                exchange = self.find(each)
                if exchange is not None:
                    self.answer(exchange, *self._pop_early(each))
            elif 0 < correlation_id - each <= EARLY_MAX:
                self.orphan(*self._pop_early(each))

    def orphan(self, data: bytes, place: Place) -> None:
        """A response whose request was not seen."""
        header = Header(UNKNOWN_API, 0, int.from_bytes(data[:4], "big", signed=True), 4)
        self._numbers.exchanges += 1
        exchange = Exchange(self._numbers.exchanges, self.connection)
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
        self.connection.damaged_ns = time_ns
        self.out.append(Damage(self.connection, is_request, offset, size, text, time_ns, packet))
        if is_request:
            self.has_lost_requests = True
        else:
            self.has_lost_responses = True

    def close(self, how: str, time_ns: int) -> None:
        """The connection ends: nobody will be answered any more."""
        for each in list(self._early):
            self.orphan(*self._pop_early(each))
        while self.waiting:
            self._give_up(self.waiting.popleft(), "end" if how == "end" else "closed")
        self.connection.closed_ns = time_ns
        self.connection.close_reason = how
        self.out.append(ConnectionClosed(self.connection))


def _why_strange(message: Message) -> str:
    first, last = REQUEST_VERSIONS.get(message.api_key, (0, -1))
    if last < 0:
        signed = message.api_key - (message.api_key >> 15 << 16)
        return f"there is no API with key {signed} that we know"
    if first <= message.api_version <= last:
        return "its header cannot be read"
    name = api_name(message.api_key)
    return f"there are versions {first} to {last} of {name}, and none {message.api_version}"
