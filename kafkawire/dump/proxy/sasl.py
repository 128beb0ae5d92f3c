"""The proxy as a SASL client: what it says to a broker before it lets a client speak.

A conversation is a generator free of I/O: it yields frames to be sent (with their lengths) and is
sent the frames that answer (without). PLAIN is RFC 4616, SCRAM is RFC 5802 with the hashes of
RFC 7677 and its SHA-512 sibling; the broker's own proof is verified. Names and passwords are used
as they are: stringprep would change none that Kafka's own tools create.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from collections.abc import Generator
from typing import NamedTuple

from kafkawire.dump.proxy.streams import Stream
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse

CLIENT_ID = "wire-dump"
FRAME_BYTES_MAX = 1 << 20
NONCE_BYTES = 18
ITERATIONS_MAX = 1_000_000
"""A broker that asks for more hashing than this is after our time."""
HASHES = {"SCRAM-SHA-256": "sha256", "SCRAM-SHA-512": "sha512"}
MECHANISMS = ("PLAIN", *HASHES)


class Login(NamedTuple):
    """Who the proxy says it is."""

    mechanism: str
    user: str
    password: str

    def __repr__(self) -> str:
        return f"Login({self.mechanism}, {self.user!r})"


class Refused(OSError):
    """The broker does not let us in, or is not who it should be."""


Conversation = Generator[bytes, bytes, None]
Tokens = Generator[bytes, bytes, None]


def conversation(login: Login, nonce: str | None = None) -> Conversation:
    """All frames of a login. Raises `Refused`, and `ProtocolError` for what is no answer."""
    handshake = SaslHandshakeRequest(mechanism=login.mechanism)
    frame = yield encode_request(ApiKey.SASL_HANDSHAKE, 1, 0, CLIENT_ID, handshake)
    _, answer = decode_response(frame, ApiKey.SASL_HANDSHAKE, 1)
    assert isinstance(answer, SaslHandshakeResponse)
    if answer.error_code:
        offered = ", ".join(answer.mechanisms) or "none"
        raise Refused(f"the broker has no {login.mechanism}; it offers {offered}")
    tokens = _plain(login) if login.mechanism == "PLAIN" else _scram(login, nonce)
    token = next(tokens)
    for number in range(1, 10):
        request = SaslAuthenticateRequest(auth_bytes=token)
        frame = yield encode_request(ApiKey.SASL_AUTHENTICATE, 1, number, CLIENT_ID, request)
        try:
            token = tokens.send(_token(frame))
        except StopIteration:
            return


def _token(frame: bytes) -> bytes:
    _, answer = decode_response(frame, ApiKey.SASL_AUTHENTICATE, 1)
    assert isinstance(answer, SaslAuthenticateResponse)
    if answer.error_code:
        known = ErrorCode._value2member_map_.get(answer.error_code)
        name = known.name if isinstance(known, ErrorCode) else str(answer.error_code)
        raise Refused(answer.error_message or name)
    return bytes(answer.auth_bytes)


def _plain(login: Login) -> Tokens:
    yield f"\0{login.user}\0{login.password}".encode()


def _scram(login: Login, nonce: str | None) -> Tokens:
    name = HASHES[login.mechanism]
    nonce = nonce or secrets.token_urlsafe(NONCE_BYTES)
    user = login.user.replace("=", "=3D").replace(",", "=2C")
    bare = f"n={user},r={nonce}"
    challenge = (yield f"n,,{bare}".encode()).decode(errors="replace")
    given = _attributes(challenge)
    if not given.get("r", "").startswith(nonce):
        raise Refused("the broker's SCRAM nonce does not begin with ours")
    salted = _salted(name, login.password, given)
    unproved = f"c=biws,r={given['r']}"
    said = f"{bare},{challenge},{unproved}".encode()
    client_key = hmac.digest(salted, b"Client Key", name)
    signature = hmac.digest(hashlib.new(name, client_key).digest(), said, name)
    proof = bytes(mine ^ theirs for mine, theirs in zip(client_key, signature, strict=True))
    final = (yield f"{unproved},p={base64.b64encode(proof).decode()}".encode()).decode()
    expected = hmac.digest(hmac.digest(salted, b"Server Key", name), said, name)
    verifier = _attributes(final).get("v", "")
    if not hmac.compare_digest(base64.b64encode(expected).decode(), verifier):
        raise Refused("the broker does not know the password either: its SCRAM proof is wrong")


def _salted(name: str, password: str, given: dict[str, str]) -> bytes:
    try:
        iterations, salt = int(given["i"]), base64.b64decode(given["s"], validate=True)
    except (KeyError, ValueError, binascii.Error):
        raise Refused("the broker's SCRAM challenge makes no sense") from None
    if not 0 < iterations <= ITERATIONS_MAX:
        raise Refused(f"the broker asks for {iterations} SCRAM iterations")
    return hashlib.pbkdf2_hmac(name, password.encode(), salt, iterations)


def _attributes(message: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in message.split(","))
    return {name: value for name, _, value in pairs}


async def log_in(stream: Stream, login: Login) -> None:
    """Have the conversation on a stream. Raises `Refused`, and what streams raise."""
    talk = conversation(login)
    frame = next(talk)
    try:
        while True:
            await stream.send(frame)
            frame = talk.send(await _receive_frame(stream))
    except StopIteration:
        return
    except ProtocolError as error:
        raise Refused(f"the broker's answer to the login makes no sense: {error}") from None


async def _receive_frame(stream: Stream) -> bytes:
    """One frame; nothing comes behind it before we ask again."""
    data = b""
    while len(data) < 4 or len(data) < 4 + int.from_bytes(data[:4], "big"):
        if int.from_bytes(data[:4], "big") > FRAME_BYTES_MAX:
            raise Refused("the broker does not speak Kafka's protocol (or speaks TLS: --to-tls)")
        more = await stream.receive()
        if not more:
            raise Refused("the broker closed the connection during the login")
        data += more
    return data[4:]
