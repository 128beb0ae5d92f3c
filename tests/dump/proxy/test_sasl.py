"""The proxy's own logins, against the examples of the RFCs and a broker that is scripted."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import sys

import pytest

from kafkawire.dump.proxy.sasl import HASHES, Login, Refused, conversation
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_request_header, encode_response
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse

NONCE = "wire"


class Broker:
    """Answers frames of a login."""

    def __init__(self, mechanisms: list[str], *tokens: bytes, error_code: int = 0) -> None:
        self.mechanisms = mechanisms
        self.tokens = list(tokens)
        self.error_code = error_code
        self.mechanism = ""
        self.said: list[bytes] = []

    def answer(self, data: bytes) -> bytes:
        header = decode_request_header(data[4:])
        at = header.correlation_id
        if header.api_key == ApiKey.SASL_HANDSHAKE:
            found = SaslHandshakeRequest.decode(data, 1, 4 + header.body_offset)
            self.mechanism = found.mechanism
            code = 0 if found.mechanism in self.mechanisms else 33
            shaken = SaslHandshakeResponse(error_code=code, mechanisms=self.mechanisms)
            return b"".join(encode_response(at, ApiKey.SASL_HANDSHAKE, 1, shaken))[4:]  # type: ignore[arg-type]
        asked = SaslAuthenticateRequest.decode(data, 1, 4 + header.body_offset)
        self.said.append(asked.auth_bytes)
        token = self.tokens.pop(0)
        done = SaslAuthenticateResponse(
            error_code=self.error_code,
            error_message="Authentication failed" if self.error_code else None,
            auth_bytes=token,
        )
        return b"".join(encode_response(at, ApiKey.SASL_AUTHENTICATE, 1, done))[4:]  # type: ignore[arg-type]

    def hear(self, login: Login) -> None:
        talk = conversation(login, NONCE)
        frame = next(talk)
        with contextlib.suppress(StopIteration):
            while True:
                frame = talk.send(self.answer(frame))


def test_plain_is_one_token() -> None:
    broker = Broker(["PLAIN"], b"")
    broker.hear(Login("PLAIN", "alice", "sécret"))

    assert broker.mechanism == "PLAIN"
    assert broker.said == ["\0alice\0sécret".encode()]


def test_scram_is_as_in_the_example_of_rfc_5802(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HASHES, "SCRAM-SHA-1", "sha1")
    monkeypatch.setattr(sys.modules[__name__], "NONCE", "fyko+d2lbbFgONRv9qkxdawL")
    nonce = f"{NONCE}3rfcNHYJY1ZVvWVs7j"
    broker = Broker(
        ["SCRAM-SHA-1"],
        f"r={nonce},s=QSXCR+Q6sek8bf92,i=4096".encode(),
        b"v=rmF9pqV8S7suAoZWja4dJRkFsKQ=",
    )
    broker.hear(Login("SCRAM-SHA-1", "user", "pencil"))

    assert broker.said == [
        f"n,,n=user,r={NONCE}".encode(),
        f"c=biws,r={nonce},p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=".encode(),
    ]


@pytest.mark.parametrize("mechanism", HASHES)
def test_a_proof_opens_what_was_stored_of_the_password(mechanism: str) -> None:
    name, salt, rounds = HASHES[mechanism], b"salt", 4096
    challenge = f"r={NONCE}more,s={base64.b64encode(salt).decode()},i={rounds}"
    salted = hashlib.pbkdf2_hmac(name, b"pass=word", salt, rounds)
    said = f"n=a=2Cb=3Dc,r={NONCE},{challenge},c=biws,r={NONCE}more".encode()
    verifier = hmac.digest(hmac.digest(salted, b"Server Key", name), said, name)
    final = b"v=" + base64.b64encode(verifier)
    broker = Broker([mechanism], challenge.encode(), final)
    broker.hear(Login(mechanism, "a,b=c", "pass=word"))

    proof = base64.b64decode(broker.said[1].decode().partition(",p=")[2])
    stored = hashlib.new(name, hmac.digest(salted, b"Client Key", name)).digest()
    signature = hmac.digest(stored, said, name)
    key = bytes(mine ^ theirs for mine, theirs in zip(proof, signature, strict=True))
    assert hashlib.new(name, key).digest() == stored


@pytest.mark.parametrize(
    ("broker", "mechanism", "said"),
    [
        (Broker(["GSSAPI"]), "PLAIN", "it offers GSSAPI"),
        (Broker(["PLAIN"], b"", error_code=58), "PLAIN", "Authentication failed"),
        (Broker(["SCRAM-SHA-256"], b"r=other,s=YQ==,i=1"), "SCRAM-SHA-256", "nonce"),
        (Broker(["SCRAM-SHA-256"], f"r={NONCE}1,s=?,i=1".encode()), "SCRAM-SHA-256", "sense"),
        (Broker(["SCRAM-SHA-256"], f"r={NONCE}1,s=YQ==".encode()), "SCRAM-SHA-256", "sense"),
        (
            Broker(["SCRAM-SHA-256"], f"r={NONCE}1,s=YQ==,i=99999999".encode()),
            "SCRAM-SHA-256",
            "iterations",
        ),
        (
            Broker(["SCRAM-SHA-256"], f"r={NONCE}1,s=YQ==,i=1".encode(), b"v=wrong"),
            "SCRAM-SHA-256",
            "proof is wrong",
        ),
    ],
)
def test_who_is_not_let_in_is_told_why(broker: Broker, mechanism: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        broker.hear(Login(mechanism, "alice", "secret"))


def test_an_answer_that_is_none_is_an_error_of_the_protocol() -> None:
    talk = conversation(Login("PLAIN", "alice", "secret"))
    next(talk)
    with pytest.raises(ProtocolError):
        talk.send(b"\0\0\0\0\xff")


def test_a_login_does_not_show_its_password() -> None:
    assert "secret" not in repr(Login("PLAIN", "alice", "secret"))
