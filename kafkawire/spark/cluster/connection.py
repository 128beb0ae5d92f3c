"""One blocking connection to a broker: TLS, SASL, versions, and requests sent ahead of answers.

Answers come in the order of the requests, so whoever sends several receives them by order. Every
wait ends at a deadline. A connection that failed in the middle of anything is closed and must not
be used again: `is_usable` says so.
"""

from __future__ import annotations

import contextlib
import select
import socket
import ssl
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.framing import FrameBuffer
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.registry import request_class
from kafkawire.spark.cluster.deadline import Deadline
from kafkawire.spark.cluster.errors import ClusterError, LoginRefused, Unreachable, place
from kafkawire.spark.cluster.settings import Settings

FRAME_BYTES_MAX = (1 << 31) - 1
SPARE_BYTES_MAX = 32 << 20
"""Answers up to this size are received into memory that earlier ones were in."""
RECEIVE_BYTES = 1 << 16
SOFTWARE = "kafkawire-spark"
SOFTWARE_VERSION = "1"
ANSWERS = TypeVar("ANSWERS", bound=Message)

VERSIONS: dict[int, tuple[int, int]] = {
    ApiKey.PRODUCE: (3, 11),
    ApiKey.FETCH: (4, 17),
    ApiKey.LIST_OFFSETS: (1, 9),
    ApiKey.METADATA: (4, 12),
    ApiKey.OFFSET_COMMIT: (2, 9),
    ApiKey.OFFSET_FETCH: (2, 9),
    ApiKey.FIND_COORDINATOR: (1, 4),
    ApiKey.INIT_PRODUCER_ID: (0, 4),
    ApiKey.ADD_PARTITIONS_TO_TXN: (0, 3),
    ApiKey.ADD_OFFSETS_TO_TXN: (0, 3),
    ApiKey.TXN_OFFSET_COMMIT: (2, 3),
    ApiKey.END_TXN: (0, 3),
    ApiKey.LIST_TRANSACTIONS: (0, 1),
}
"""What is spoken here. Later versions of the transaction APIs belong to KIP-890's second protocol,
in which each transaction has an epoch of its own; brokers that know it serve the first as well."""


class Sent(NamedTuple):
    """A request that is on its way."""

    api_key: int
    version: int
    correlation_id: int


class Connection:
    """Connected and logged in; `address` is (host, port)."""

    def __init__(self, settings: Settings, address: tuple[str, int], deadline: Deadline) -> None:
        self.address = address
        self._client_id = settings.client_id
        self._timeout_ms = settings.request_timeout_ms
        self._waiting: deque[Sent] = deque()
        self._frames: deque[bytes | bytearray] = deque()
        self._buffer = FrameBuffer(FRAME_BYTES_MAX, SPARE_BYTES_MAX)
        self._correlation_id = 0
        self._ranges: dict[int, tuple[int, int]] = {}
        self.is_usable = True
        self._socket = _connected(settings, address, deadline)
        try:
            self._open(settings, deadline)
        except BaseException:
            self.close()
            raise

    def __repr__(self) -> str:
        return f"Connection({self.address[0]}:{self.address[1]})"

    @property
    def is_idle(self) -> bool:
        """Whether nothing is awaited."""
        return not self._waiting and not self._frames

    @property
    def waiting_count(self) -> int:
        """How many requests are not answered yet."""
        return len(self._waiting)

    def is_alive(self) -> bool:
        """Whether it may be used again: open, nothing awaited and nothing unasked for."""
        if not (self.is_usable and self.is_idle and self._buffer.is_empty):
            return False
        return not select.select([self._socket], [], [], 0)[0]

    def close(self) -> None:
        """Nothing that is awaited comes any more."""
        self.is_usable = False
        self._socket.close()

    def version(self, api_key: int) -> int:
        """The highest version of both sides. Raises ClusterError where there is none."""
        first, last = VERSIONS[api_key]
        cls = request_class(api_key)
        least, most = self._ranges.get(api_key, (0, -1))
        found = min(last, most, cls.VERSIONS[1])
        if found < max(first, least):
            offered = f"offers {least} to {most}" if most >= 0 else "does not offer it"
            raise ClusterError(
                f"{place(self.address, api_key)}: the broker {offered},"
                f" and versions {first} to {last} are known here"
            )
        return found

    def send(self, request: Message, deadline: Deadline, version: int | None = None) -> Sent:
        """Send a request and do not wait. Raises Unreachable."""
        key = request.API_KEY
        version = self.version(key) if version is None else version
        self._correlation_id = (self._correlation_id + 1) & 0x7FFF_FFFF
        frame = encode_request(key, version, self._correlation_id, self._client_id, request)
        sent = Sent(key, version, self._correlation_id)
        with self._guarded(key):
            self._socket.settimeout(max(0.001, deadline.left_s))
            self._socket.sendall(frame)
        self._waiting.append(sent)
        return sent

    def forget(self) -> None:
        """The latest request has no answer (Produce with acks=0)."""
        self._waiting.pop()

    def receive(self, kind: type[ANSWERS], deadline: Deadline) -> ANSWERS:
        """The answer to the oldest request, of that kind. Raises Unreachable."""
        sent = self._waiting[0]
        with self._guarded(sent.api_key):
            frame = self._frame(deadline.within(self._timeout_ms))
            correlation_id, answer = decode_response(frame, sent.api_key, sent.version)
            if correlation_id != sent.correlation_id:
                raise ProtocolError(f"answer {correlation_id} to request {sent.correlation_id}")
        self._waiting.popleft()
        assert isinstance(answer, kind)
        return answer

    def ask(self, request: Message, kind: type[ANSWERS], deadline: Deadline) -> ANSWERS:
        """Send a request and wait for its answer."""
        self.send(request, deadline)
        return self.receive(kind, deadline)

    @contextlib.contextmanager
    def _guarded(self, api_key: int) -> Iterator[None]:
        """What fails in here, Ctrl-C too, closes the connection."""
        try:
            yield
        except ProtocolError as error:
            self.close()
            raise ClusterError(f"{place(self.address, api_key)}: {error}") from error
        except OSError as error:
            self.close()
            raise Unreachable(f"{place(self.address, api_key)}: {_why(error)}") from None
        except BaseException:
            self.close()
            raise

    def _frame(self, deadline: Deadline) -> bytes | bytearray:
        """The next frame, without its length."""
        while not self._frames:
            self._socket.settimeout(max(0.001, deadline.left_s))
            room = self._buffer.room()
            if room is not None:
                with room:
                    count = self._socket.recv_into(room)
                self._buffer.received(count)
            else:
                data = self._socket.recv(RECEIVE_BYTES)
                count = len(data)
                self._buffer.feed(data)
            if not count:
                raise ConnectionResetError("the broker closed the connection")
            self._frames.extend(self._buffer.cut(1 << 10))
        return self._frames.popleft()

    def _open(self, settings: Settings, deadline: Deadline) -> None:
        if settings.has_tls:
            self._socket = self._wrapped(settings, deadline)
        self._ranges = self._offered(deadline)
        if settings.login is not None:
            self._log_in(settings, deadline)

    def _wrapped(self, settings: Settings, deadline: Deadline) -> socket.socket:
        from kafkawire.spark.cluster.tls import client_context

        context = client_context(settings.tls)
        self._socket.settimeout(max(0.001, deadline.left_s))
        host, port = self.address
        try:
            return context.wrap_socket(self._socket, server_hostname=host)
        except ssl.SSLError as error:
            raise LoginRefused(f"{host}:{port}: TLS: {error}") from None
        except OSError as error:
            raise Unreachable(f"{host}:{port}: TLS: {_why(error)}") from None

    def _offered(self, deadline: Deadline) -> dict[int, tuple[int, int]]:
        """What the broker serves, by api key (KIP-511: version 0 if 3 is not known)."""
        request = ApiVersionsRequest(
            client_software_name=SOFTWARE, client_software_version=SOFTWARE_VERSION
        )
        for version in (3, 0):
            self.send(request, deadline, version)
            answer = self.receive(ApiVersionsResponse, deadline)
            if answer.error_code != ErrorCode.UNSUPPORTED_VERSION:
                break
        return {each.api_key: (each.min_version, each.max_version) for each in answer.api_keys}

    def _log_in(self, settings: Settings, deadline: Deadline) -> None:
        """The conversation that wire-dump's proxy has with brokers, on this socket."""
        from kafkawire.dump.proxy.sasl import Login, conversation
        from kafkawire.dump.proxy.sasl import Refused as LoginFailed

        assert settings.login is not None
        host, port = self.address
        talk = conversation(Login(*settings.login))
        frame = next(talk)
        with contextlib.suppress(StopIteration):
            while True:
                with self._guarded(ApiKey.SASL_AUTHENTICATE):
                    self._socket.settimeout(max(0.001, deadline.left_s))
                    self._socket.sendall(frame)
                    answer = self._frame(deadline)
                try:
                    frame = talk.send(bytes(answer))
                except LoginFailed as error:
                    raise LoginRefused(f"{host}:{port}: SASL: {error}") from None


def _connected(settings: Settings, address: tuple[str, int], deadline: Deadline) -> socket.socket:
    host, port = address
    limit = deadline.within(settings.connect_timeout_ms)
    try:
        found = socket.create_connection(address, max(0.001, limit.left_s))
    except OSError as error:
        raise Unreachable(f"{host}:{port}: {_why(error)}") from None
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


def _why(error: OSError) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    return error.strerror or str(error) or type(error).__name__
