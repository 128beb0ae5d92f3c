"""One connection to the broker that is going to die: requests may be sent ahead of their answers.

Whatever ends the connection shows as `Gone`, and only that; a broker that is alive and says
something unexpected is a finding.
"""

from __future__ import annotations

import socket
import struct
from typing import Any

from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.message import Message

ANSWER_SECONDS_MAX = 60.0


class Gone(Exception):
    """The broker is not there any more."""


class Wire:
    """A socket, and what was asked on it and not answered yet."""

    def __init__(self, port: int) -> None:
        self._sent: list[tuple[int, int]] = []
        self._answered = 0
        try:
            self._socket = socket.create_connection(("127.0.0.1", port), ANSWER_SECONDS_MAX)
        except ConnectionError as error:
            raise Gone from error
        # Ends with a reset, so that many runs leave no ports behind that wait for latecomers.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._reader = self._socket.makefile("rb")

    @property
    def unanswered(self) -> int:
        """Requests whose answers are still to come."""
        return len(self._sent) - self._answered

    def send(self, request: Message, version: int) -> None:
        """Send without waiting."""
        self._sent.append((request.API_KEY, version))
        frame = encode_request(request.API_KEY, version, len(self._sent), "crash", request)
        try:
            self._socket.sendall(frame)
        except ConnectionError as error:
            raise Gone from error

    def receive(self) -> Any:
        """The answer to the oldest request that has none."""
        head = self._read(4)
        body = self._read(int.from_bytes(head, "big"))
        api_key, version = self._sent[self._answered]
        self._answered += 1
        number, response = decode_response(body, api_key, version)
        assert number == self._answered
        return response

    def ask(self, request: Message, version: int) -> Any:
        """Send and wait."""
        self.send(request, version)
        return self.receive()

    def close(self) -> None:
        """Close the socket."""
        self._reader.close()
        self._socket.close()

    def _read(self, size: int) -> bytes:
        try:
            data = self._reader.read(size)
        except ConnectionError as error:
            raise Gone from error
        if len(data) < size:
            raise Gone
        return data
