"""Raw requests over loopback to a broker of `kafkawire.testing`."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Any

from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest

TIMEOUT_S = 20.0


def framed(frame: bytes) -> bytes:
    """A frame with its length in front."""
    return len(frame).to_bytes(4, "big") + frame


class RawClient:
    """One connection, used a request at a time or with bytes of the test's own."""

    def __init__(self, bootstrap: str, client_id: str | None = "raw") -> None:
        host, _, port = bootstrap.rpartition(":")
        self.sock = socket.create_connection((host, int(port)), TIMEOUT_S)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.client_id = client_id
        self.correlation_id = 0

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *error: object) -> None:
        self.sock.close()

    def encoded(self, message: Message, version: int) -> bytes:
        """A request's frame with the next correlation id, length included."""
        self.correlation_id += 1
        return encode_request(
            message.API_KEY, version, self.correlation_id, self.client_id, message
        )

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.sock.sendall(data)

    def receive_frame(self) -> bytes:
        """The next frame, without its length."""
        return self._receive(int.from_bytes(self._receive(4), "big"))

    def request(self, message: Message, version: int) -> Any:
        """Send a request and return its decoded answer."""
        self.send(self.encoded(message, version))
        correlation_id, response = decode_response(self.receive_frame(), message.API_KEY, version)
        assert correlation_id == self.correlation_id
        return response

    def last_words(self, data: bytes) -> bytes:
        """Send `data` and nothing after it; all that comes until the broker closes.

        The broker closes once it has served what it can, so no answer, late or never, is awaited.
        """
        try:
            self.send(data)
            self.sock.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: self.sock.recv(1 << 16), b""))
        except (BrokenPipeError, ConnectionResetError):
            return b""

    def is_served(self) -> bool:
        """Whether the broker still answers on this connection."""
        return not self.request(ApiVersionsRequest(), 0).error_code

    def is_closed(self) -> bool:
        """Wait for the broker to close the connection; False if it sends something instead."""
        try:
            return self.sock.recv(1) == b""
        except ConnectionResetError:
            return True

    def _receive(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            part = self.sock.recv(size - len(data))
            assert part, "the broker closed the connection"
            data += part
        return data


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Wait for what another thread does; fails after `TIMEOUT_S`."""
    limit = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < limit, f"never: {what}"
        time.sleep(0.001)  # another thread has to run
