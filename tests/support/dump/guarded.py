"""A listener before a broker with TLS and SASL logins, which sends false answers for a test.

Frames go to the broker and back one at a time on each connection. Addresses in the answers are
those of the listener, so that clients stay with it. `edit` may change an answer, or return None to
have the connection closed instead; `asked` has all requests that came, as (api key, version).
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import socket
import ssl
import threading
from collections.abc import Callable
from typing import Any

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.exchange import (
    decode_request_header,
    decode_response,
    encode_response,
)
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse

REFUSED = 58
UNSUPPORTED_MECHANISM = 33
ITERATIONS = 4096

Edit = Callable[[int, Any], "Any | None"]
"""From the api key and the answer to the answer."""


class Guarded:
    """Before the broker at `bootstrap`; a context manager."""

    def __init__(
        self,
        bootstrap: str,
        *,
        tls: ssl.SSLContext | None = None,
        users: dict[str, str] | None = None,
        mechanisms: tuple[str, ...] = ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"),
        edit: Edit | None = None,
    ) -> None:
        host, _, port = bootstrap.rpartition(":")
        self._broker = (host, int(port))
        self._tls, self._users, self._mechanisms = tls, users, mechanisms
        self.edit = edit
        self.asked: list[tuple[int, int]] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._thread = threading.Thread(target=self._accept, daemon=True)

    @property
    def port(self) -> int:
        return int(self._socket.getsockname()[1])

    @property
    def bootstrap(self) -> str:
        return f"localhost:{self.port}"

    def __enter__(self) -> Guarded:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for each in self._open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def count(self, api_key: int) -> int:
        return sum(key == api_key for key, _ in self.asked)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._socket.accept()
                self._open.append(client)
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError, EOFError):
            if self._tls is not None:
                client = self._tls.wrap_socket(client, server_side=True)
            with client, socket.create_connection(self._broker) as broker:
                self._open.append(broker)
                _Talk(self, client, broker).run()

    def answered(self, api_key: int, version: int, frame: bytes) -> bytes | None:
        """An answer as it goes to the client."""
        correlation_id, found = decode_response(frame, api_key, version)
        answer: Any = found
        self._move(api_key, answer)
        if self.edit is not None:
            answer = self.edit(api_key, answer)
        if answer is None:
            return None
        return joined(encode_response(correlation_id, api_key, version, answer))

    def pass_on(self, frame: bytes, broker: socket.socket) -> bytes:
        """A request to the broker; returns its answer."""
        broker.sendall(len(frame).to_bytes(4, "big") + frame)
        return _frame(broker)

    def _move(self, api_key: int, answer: Any) -> None:
        places = []
        if api_key == ApiKey.METADATA:
            places = answer.brokers
        if api_key == ApiKey.FIND_COORDINATOR:
            places = [answer, *answer.coordinators]
        for place in places:
            if place.host:
                place.host, place.port = "localhost", self.port


class _Talk:
    """One connection."""

    def __init__(self, guard: Guarded, client: socket.socket, broker: socket.socket) -> None:
        self._guard, self._client, self._broker = guard, client, broker
        self._is_known = guard._users is None
        self._mechanism = ""
        self._scram: _Scram | None = None

    def run(self) -> None:
        while True:
            frame = _frame(self._client)
            header = decode_request_header(frame)
            self._guard.asked.append((header.api_key, header.api_version))
            body = frame[header.body_offset :]
            if header.api_key == ApiKey.SASL_HANDSHAKE:
                self._answer(header, self._handshake(body))
            elif header.api_key == ApiKey.SASL_AUTHENTICATE:
                self._answer(header, self._authenticate(body, header.api_version))
            elif self._is_known or header.api_key == ApiKey.API_VERSIONS:
                self._pass_on(frame, header)
            else:
                return

    def _pass_on(self, frame: bytes, header: Any) -> None:
        answer = self._guard.pass_on(frame, self._broker)
        edited = self._guard.answered(header.api_key, header.api_version, answer)
        if edited is None:
            raise EOFError
        self._client.sendall(edited)

    def _answer(self, header: Any, answer: Message) -> None:
        version, correlation_id = header.api_version, header.correlation_id
        out = encode_response(correlation_id, answer.API_KEY, version, answer)
        self._client.sendall(joined(out))

    def _handshake(self, body: bytes) -> SaslHandshakeResponse:
        self._mechanism = SaslHandshakeRequest.decode(body, 1).mechanism
        offered = list(self._guard._mechanisms)
        code = 0 if self._mechanism in offered else UNSUPPORTED_MECHANISM
        return SaslHandshakeResponse(error_code=code, mechanisms=offered)

    def _authenticate(self, body: bytes, version: int) -> SaslAuthenticateResponse:
        token = SaslAuthenticateRequest.decode(body, version).auth_bytes
        users = self._guard._users or {}
        if self._mechanism == "PLAIN":
            _, user, password = token.decode().split("\0")
            self._is_known = users.get(user) == password
            if not self._is_known:
                return SaslAuthenticateResponse(error_code=REFUSED, error_message="wrong password")
            return SaslAuthenticateResponse()
        if self._scram is None:
            self._scram = _Scram(self._mechanism, users)
            return SaslAuthenticateResponse(auth_bytes=self._scram.challenge(token))
        final = self._scram.final(token)
        self._is_known = final is not None
        if final is None:
            return SaslAuthenticateResponse(error_code=REFUSED, error_message="wrong proof")
        return SaslAuthenticateResponse(auth_bytes=final)


class _Scram:
    """The server's side of RFC 5802."""

    def __init__(self, mechanism: str, users: dict[str, str]) -> None:
        self._hash = mechanism.removeprefix("SCRAM-").replace("-", "").lower()
        self._users = users

    def challenge(self, token: bytes) -> bytes:
        self._bare = token.decode().removeprefix("n,,")
        fields = dict(part.split("=", 1) for part in self._bare.split(","))
        self._password = self._users.get(fields["n"], "\0")
        salt = base64.b64encode(b"salted").decode()
        self._said = f"r={fields['r']}theirs,s={salt},i={ITERATIONS}"
        return self._said.encode()

    def final(self, token: bytes) -> bytes | None:
        unproved, _, proof = token.decode().rpartition(",p=")
        name = self._hash
        salted = hashlib.pbkdf2_hmac(name, self._password.encode(), b"salted", ITERATIONS)
        stored = hashlib.new(name, hmac.digest(salted, b"Client Key", name)).digest()
        message = f"{self._bare},{self._said},{unproved}".encode()
        signature = hmac.digest(stored, message, name)
        pairs = zip(base64.b64decode(proof), signature, strict=True)
        if hashlib.new(name, bytes(a ^ b for a, b in pairs)).digest() != stored:
            return None
        verifier = hmac.digest(hmac.digest(salted, b"Server Key", name), message, name)
        return b"v=" + base64.b64encode(verifier)


def _frame(sock: socket.socket) -> bytes:
    return _exactly(sock, int.from_bytes(_exactly(sock, 4), "big"))


def _exactly(sock: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = sock.recv(size - len(data))
        if not part:
            raise EOFError
        data += part
    return data
