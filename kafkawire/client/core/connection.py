"""One established connection: versions, authentication, requests out, answers in. No I/O.

    NEGOTIATING      ApiVersions was sent
    AUTHENTICATING   SASL goes on
    READY            requests may be sent; their answers come in the same order
    REAUTHENTICATING the session's lifetime ends soon (KIP-368): SASL goes on, requests wait

The shell gives bytes to `receive`, and `take` has the bytes that are to be sent. What cannot go on
raises; then the connection is of no more use.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from kafkawire import __version__
from kafkawire.client.core.versions import Features, Range, agreed, features_of, ranges_of
from kafkawire.client.core.wire import Link, Wire
from kafkawire.client.errors import UnreadableAnswer, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.framing import SPARE_BYTES_MAX, FrameBuffer
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.registry import request_class

if TYPE_CHECKING:
    from kafkawire.client.core.calls import Call

SOFTWARE = "kafkawire"
FRAMES_AT_ONCE = 1 << 10
REAUTHENTICATE_WITHIN = (0.85, 0.95)
"""The parts of a session's lifetime between which a connection authenticates again, at random, so
that connections do not do so at the same moment."""
FETCH_BYTES_MAX = (1 << 31) - 1
"""The greatest answer to a Fetch. Memory is made for what has come, not for what is announced."""

Conversation = Generator[Message, Message, int]
"""An authentication: yields requests, is sent their answers, returns the session's lifetime in
milliseconds, 0 if it has no end. Raises AuthenticationError."""


class State(Enum):
    """See the module's docstring."""

    NEGOTIATING = "negotiating"
    AUTHENTICATING = "authenticating"
    READY = "ready"
    REAUTHENTICATING = "reauthenticating"


class Identity(NamedTuple):
    """The identities of the client and of the broker.

    Attributes:
        client_id: The name of the client in its requests.
        cluster_id: The cluster that the broker should belong to (KIP-1242), or None.
        node_id: The id that the broker should have, -1 if any is right.
        authentication: Makes a conversation that authenticates; None: the listener asks for none.
        frame_bytes_max: The greatest answer that is accepted, but for those to Fetch: a broker
            sends the first record batch whole, whatever its size (KIP-74).
        reauthenticate_after: The part of a session's lifetime after which the client
            authenticates again.
        spare_bytes_max: The greatest answer whose memory is used again for later ones.
        authenticates: Whether a connection that becomes ready was authenticated, by TLS or SASL.
        negotiates: Whether ApiVersions comes first. Without it, and without `authentication`, the
            connection is ready at once, and requests have the greatest version that fits them.
    """

    client_id: str
    cluster_id: str | None = None
    node_id: int = -1
    authentication: Callable[[], Conversation] | None = None
    frame_bytes_max: int = 100 << 20
    reauthenticate_after: float = 0.85
    spare_bytes_max: int = SPARE_BYTES_MAX
    authenticates: bool = False
    negotiates: bool = True


class Sent(NamedTuple):
    """A request that waits for its answer. `call` is None for the connection's own requests."""

    call: Call | None
    api: int
    version: int
    correlation_id: int
    sent_ms: int
    deadline_ms: int


class Connection:
    """State of one connection, which begins when it is established and ends when it is lost."""

    def __init__(
        self, identity: Identity, request_timeout_ms: int, now_ms: int, wire: Wire | None = None
    ) -> None:
        self.state = State.NEGOTIATING
        self.ranges: dict[int, Range] = {}
        self.features = Features(-1, {})
        self.in_flight: deque[Sent] = deque()
        self.reauthenticate_ms: int | None = None
        """Time at which the session has to be authenticated again."""
        self._identity = identity
        self._wire = wire or Wire(Link(identity.node_id, "", 0))
        self._request_timeout_ms = request_timeout_ms
        self._frames = FrameBuffer(identity.frame_bytes_max, identity.spare_bytes_max)
        self._out: list[bytes] = []
        self._correlation_id = 0
        self._conversation: Conversation | None = None
        self._now_ms = now_ms
        self._negotiates = identity.negotiates or identity.authentication is not None
        if self._negotiates:
            self._negotiate(max_version=ApiVersionsRequest.VERSIONS[1])
        else:
            self.state = State.READY

    # Bytes

    def take(self) -> list[bytes]:
        """Return the bytes to send, and forget them."""
        taken, self._out = self._out, []
        return taken

    def room(self) -> memoryview | None:
        """Return where the next bytes of a large answer belong, None if there is no such answer."""
        return self._frames.room()

    @property
    def is_partial(self) -> bool:
        """Whether a large answer lacks bytes, so that there is nothing to read yet."""
        return self._frames.is_partial

    def received(self, count: int) -> None:
        """Note that `count` bytes were written into `room()`."""
        self._frames.received(count)

    def feed(self, data: bytes) -> None:
        """Take received bytes."""
        self._frames.feed(data)

    # Requests and answers

    def version(self, call: Call) -> int:
        """Return the version of a call on this connection. Raises UnsupportedVersion."""
        ranges = self.ranges if self._negotiates else _all_versions(call.api)
        return agreed(call.api, ranges, call.versions)

    def send(self, call: Call, version: int, now_ms: int) -> None:
        """Write a call's request. Raises EncodeError, and then nothing was written."""
        request = call.request if isinstance(call.request, Message) else call.request(version)
        timeout_ms = self._request_timeout_ms if call.timeout_ms is None else call.timeout_ms
        sent = self._write(call, request, version, now_ms, timeout_ms)
        if call.has_answer:
            self.in_flight.append(sent)
            self._bound_answers()

    def answers(self, now_ms: int) -> Iterator[tuple[Sent, Message]]:
        """Yield the answers that are complete, but for those of the connection's own requests.

        Raises UnreadableAnswer, AuthenticationError and ServerError; the answers before the
        failure were yielded, and count.
        """
        self._now_ms = now_ms
        try:
            frames = self._frames.cut(FRAMES_AT_ONCE)
        except ProtocolError as error:
            raise UnreadableAnswer(str(error)) from error
        for frame in frames:
            sent, message = self._read(frame)
            if sent.call is None:
                self._go_on(message)
            else:
                yield sent, message

    def reauthenticate(self, now_ms: int) -> None:
        """Authenticate again; requests have to wait meanwhile."""
        self._now_ms = now_ms
        self.reauthenticate_ms = None
        self.state = State.REAUTHENTICATING
        self._authenticate()

    def next_timeout_ms(self) -> int | None:
        """Return when the first of the awaited answers is late."""
        return min((sent.deadline_ms for sent in self.in_flight), default=None)

    def _write(
        self, call: Call | None, request: Message, version: int, now_ms: int, timeout_ms: int
    ) -> Sent:
        api = request.API_KEY
        number = self._correlation_id
        data = encode_request(api, version, number, self._identity.client_id, request)
        self._out.append(data)
        self._correlation_id = (number + 1) & 0x7FFF_FFFF
        sent = Sent(call, api, version, number, now_ms, now_ms + timeout_ms)
        self._wire.sent(sent, data, now_ms)
        return sent

    def _read(self, frame: bytes | bytearray) -> tuple[Sent, Message]:
        if not self.in_flight:
            raise UnreadableAnswer("the broker sent bytes while no request waited for a response")
        sent = self.in_flight[0]
        try:
            number, message = decode_response(frame, sent.api, sent.version)
        except ProtocolError as error:
            raise UnreadableAnswer(f"{ApiKey(sent.api).name} v{sent.version}: {error}") from error
        if number != sent.correlation_id:
            raise UnreadableAnswer(f"answer {number} came to request {sent.correlation_id}")
        self.in_flight.popleft()
        self._bound_answers()
        self._wire.came(sent, frame, message, self._now_ms)
        return sent, message

    def _bound_answers(self) -> None:
        """Accept the answers that the requests under way may have."""
        fetches = any(sent.api == ApiKey.FETCH for sent in self.in_flight)
        bound = FETCH_BYTES_MAX if fetches else self._identity.frame_bytes_max
        self._frames.max_bytes = bound

    # Getting ready

    def _ask(self, request: Message, version: int) -> None:
        timeout_ms = self._request_timeout_ms
        self.in_flight.append(self._write(None, request, version, self._now_ms, timeout_ms))

    def _negotiate(self, max_version: int) -> None:
        self._asked_version = max_version
        request = ApiVersionsRequest(
            client_software_name=SOFTWARE if max_version >= 3 else "",
            client_software_version=__version__ if max_version >= 3 else "",
            cluster_id=self._identity.cluster_id if max_version >= 5 else None,
            node_id=self._identity.node_id if max_version >= 5 else -1,
        )
        self._ask(request, max_version)

    def _go_on(self, message: Message) -> None:
        if isinstance(message, ApiVersionsResponse):
            self._negotiated(message)
        else:
            self._converse(message)

    def _negotiated(self, answer: ApiVersionsResponse) -> None:
        if answer.error_code == ErrorCode.UNSUPPORTED_VERSION and self._asked_version:
            offered = ranges_of(answer).get(ApiKey.API_VERSIONS, (0, 0))[1]
            self._negotiate(min(offered, self._asked_version - 1))
            return
        if answer.error_code:
            raise refusal(answer.error_code, api=ApiKey.API_VERSIONS, node=self._identity.node_id)
        self.ranges = ranges_of(answer)
        self.features = features_of(answer)
        if self._identity.authentication is None:
            self.state = State.READY
        else:
            self.state = State.AUTHENTICATING
            self._authenticate()

    def _authenticate(self) -> None:
        assert self._identity.authentication is not None
        self._conversation = self._identity.authentication()
        self._say(next(self._conversation))

    def _converse(self, answer: Message) -> None:
        assert self._conversation is not None
        try:
            self._say(self._conversation.send(answer))
        except StopIteration as end:
            self._conversation = None
            self.state = State.READY
            lifetime_ms: int = end.value or 0
            if lifetime_ms:
                wait_ms = int(lifetime_ms * self._identity.reauthenticate_after)
                self.reauthenticate_ms = self._now_ms + wait_ms

    def _say(self, request: Message) -> None:
        self._ask(request, agreed(request.API_KEY, self.ranges, None))


def _all_versions(api: int) -> dict[int, Range]:
    """Return the versions that a broker is taken to serve if it was not asked for them."""
    return {api: request_class(api).VERSIONS}
