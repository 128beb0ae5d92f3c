"""Requests in any version, and any bytes: what no client would send, and what comes back.

    with RawConnection(broker.bootstrap) as raw:
        answer = raw.ask(MetadataRequest(topics=None), 12)
        raw.send_bytes(b"\\x00\\x00\\x00\\x04oops")
        assert raw.is_closed()

Blocking, for one thread, on one connection, to one broker. Versions are the caller's affair, and so
are logins: it has only what a test needs to see the bytes.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import time
from collections import deque
from typing import Any, NamedTuple, Self

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.registry import request_class

LIMIT_S = 20.0
RECEIVE_BYTES = 1 << 16


class Gone(ConnectionError):
    """The broker is not there, or not any more."""


class Sent(NamedTuple):
    """A request that is to be answered. `sent_at` is by the monotonic clock."""

    api_key: int
    version: int
    correlation_id: int
    sent_at: float


class RawConnection:
    """One connection. Whatever ends it raises Gone; what takes too long raises TimeoutError.

    Args:
        bootstrap: HOST:PORT of the broker.
        client_id: The name in the headers of requests.
        limit_s: How long an answer may take, in seconds.
        source_host: The address to connect from; empty: any.
        resets: Whether `close` ends the connection with a reset, which leaves no port behind that
            waits for latecomers.
    """

    def __init__(
        self,
        bootstrap: str,
        client_id: str | None = "raw",
        *,
        limit_s: float = LIMIT_S,
        source_host: str = "",
        resets: bool = False,
    ) -> None:
        host, _, port = bootstrap.rpartition(":")
        self.client_id = client_id
        self.correlation_id = 0
        """That of the latest request."""
        self.unanswered: deque[Sent] = deque()
        self._limit_s = limit_s
        self._received = bytearray()
        try:
            self.sock = socket.create_connection(
                (host.strip("[]"), int(port)), limit_s, (source_host, 0) if source_host else None
            )
        except ConnectionError as error:
            raise Gone(str(error)) from error
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if resets:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.sock.close()

    # Requests and answers

    def ask(self, message: Message, version: int) -> Any:
        """Send a request and return its answer, decoded."""
        self.send(message, version)
        return self.receive()

    def send(self, message: Message, version: int, *, has_answer: bool = True) -> None:
        """Send a request and do not wait."""
        frame = self.encoded(message, version)
        if has_answer:
            sent = Sent(message.API_KEY, version, self.correlation_id, time.monotonic())
            self.unanswered.append(sent)
        self.send_bytes(frame)

    def receive(self) -> Any:
        """Return the answer to the oldest request that has none. Raises ProtocolError."""
        frame = self.frame()
        sent = self.unanswered.popleft()
        number, response = decode_response(frame, sent.api_key, sent.version)
        if number != sent.correlation_id:
            raise DecodeError(f"answer {number} came to request {sent.correlation_id}")
        return response

    def versions(self) -> dict[int, int]:
        """Ask for the newest version that both sides know, by api key."""
        known = {each.value for each in ApiKey}
        return {
            each.api_key: min(each.max_version, request_class(each.api_key).VERSIONS[1])
            for each in self.ask(ApiVersionsRequest(), 0).api_keys
            if each.api_key in known
        }

    # Bytes

    def encoded(self, message: Message, version: int) -> bytes:
        """Return a request's frame with the next correlation id, length included."""
        self.correlation_id += 1
        return encode_request(
            message.API_KEY, version, self.correlation_id, self.client_id, message
        )

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.sock.settimeout(self._limit_s)
        try:
            self.sock.sendall(data)
        except ConnectionError as error:
            raise Gone(str(error)) from error

    def frame(self, limit_s: float | None = None) -> bytes:
        """Return the next frame, without its length."""
        deadline = time.monotonic() + (self._limit_s if limit_s is None else limit_s)
        while True:
            size = 4 + int.from_bytes(self._received[:4], "big")
            if len(self._received) >= max(4, size):
                frame = bytes(self._received[4:size])
                del self._received[:size]
                return frame
            data = self._some(deadline - time.monotonic())
            if not data:
                raise Gone("the broker closed the connection")
            self._received += data

    def last_words(self, data: bytes) -> bytes:
        """Send `data` and nothing after it; return all that comes until the broker closes.

        The broker closes once it has served what it can, so no answer, late or never, is awaited.
        """
        with contextlib.suppress(ConnectionError):
            self.send_bytes(data)
            self.sock.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: self.sock.recv(RECEIVE_BYTES), b""))
        return b""

    # What became of the connection

    def is_served(self) -> bool:
        """Return whether the broker still answers on this connection."""
        return not self.ask(ApiVersionsRequest(), 0).error_code

    def is_closed(self) -> bool:
        """Wait for the broker to close the connection; False if it sends something instead."""
        try:
            return not self._received and not self._some(self._limit_s)
        except Gone:
            return True

    def _some(self, limit_s: float) -> bytes:
        """What comes next; empty at the end."""
        if limit_s <= 0:
            raise TimeoutError("no answer in time")
        self.sock.settimeout(limit_s)
        try:
            return self.sock.recv(RECEIVE_BYTES)
        except ConnectionError as error:
            raise Gone(str(error)) from error
