"""The proxy's logins in frames, against a broker that is scripted."""

from __future__ import annotations

import contextlib

import pytest

from kafkawire.dump.proxy.sasl import Refused, conversation
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_request_header, encode_response
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from kafkawire.sasl.conversation import Login


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
        talk = conversation(login)
        frame = next(talk)
        with contextlib.suppress(StopIteration):
            while True:
                frame = talk.send(self.answer(frame))


def test_plain_is_one_token() -> None:
    broker = Broker(["PLAIN"], b"")
    broker.hear(Login("PLAIN", "alice", "sécret"))

    assert broker.mechanism == "PLAIN"
    assert broker.said == ["\0alice\0sécret".encode()]


def test_every_login_has_a_nonce_of_its_own() -> None:
    brokers = [Broker(["SCRAM-SHA-256"], b"r=other,s=YQ==,i=1") for _ in range(2)]
    for broker in brokers:
        with pytest.raises(Refused, match="nonce"):
            broker.hear(Login("SCRAM-SHA-256", "alice", "secret"))
    first, second = (broker.said[0] for broker in brokers)
    assert first != second
    assert len(first) > 30


@pytest.mark.parametrize(
    ("broker", "said"),
    [
        (Broker(["GSSAPI"]), "it offers GSSAPI"),
        (Broker(["PLAIN"], b"", error_code=58), "Authentication failed"),
    ],
)
def test_who_is_not_let_in_is_told_why(broker: Broker, said: str) -> None:
    with pytest.raises(Refused, match=said):
        broker.hear(Login("PLAIN", "alice", "secret"))


def test_an_answer_that_is_none_is_an_error_of_the_protocol() -> None:
    talk = conversation(Login("PLAIN", "alice", "secret"))
    next(talk)
    with pytest.raises(ProtocolError):
        talk.send(b"\0\0\0\0\xff")
