"""Mechanisms and users, as connections learn them; with and without masks."""

from __future__ import annotations

import pytest

from kafkawire.dump import secrets
from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.model import Exchange, ExchangeDone, Header, Message, RequestSeen, seen_at
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from tests.support.dump.exchanges import START_NS
from tests.support.dump.talking import Conversation


def shaken(mechanism: str) -> Conversation:
    talk = Conversation()
    talk.say(SaslHandshakeRequest(mechanism=mechanism), SaslHandshakeResponse())
    return talk


def say(talk: Conversation, asked: bytes, answered: bytes, **fields: object) -> Exchange:
    return talk.say(
        SaslAuthenticateRequest(auth_bytes=asked),
        SaslAuthenticateResponse(auth_bytes=answered, **fields),  # type: ignore[arg-type]
    )


def test_plain_takes_one_exchange() -> None:
    talk = shaken("PLAIN")
    exchange = say(talk, b"\0alice\0****", b"", session_lifetime_ms=3_600_000)
    assert (talk.connection.sasl_mechanism, talk.connection.user) == ("PLAIN", "alice")
    assert exchange.notes == ["alice by PLAIN authenticated for 60 min"]


def test_scram_takes_two() -> None:
    talk = shaken("SCRAM-SHA-256")
    assert say(talk, b"n,,n=alice,r=abc", b"r=abcdef,s=****,i=4096").notes == []
    final = say(talk, b"c=biws,r=abcdef,p=****", b"v=****")
    assert final.notes == ["alice by SCRAM-SHA-256 authenticated"]


def test_oauthbearer_names_its_subject_even_when_masked() -> None:
    talk = shaken("OAUTHBEARER")
    exchange = say(talk, b"n,,\x01auth=Bearer sub=alice****", b"")
    assert exchange.notes == ["alice by OAUTHBEARER authenticated"]


def test_a_refusal_says_why() -> None:
    talk = shaken("PLAIN")
    exchange = say(
        talk, b"\0alice\0****", b"",
        error_code=ErrorCode.SASL_AUTHENTICATION_FAILED, error_message="wrong password",
    )  # fmt: skip
    assert exchange.notes == ["alice by PLAIN refused: wrong password"]
    code = ErrorCode.ILLEGAL_SASL_STATE
    exchange = say(Conversation(), b"?", b"", error_code=code, error_message=None)
    assert exchange.notes == ["the client refused: ILLEGAL_SASL_STATE"]


def test_a_mechanism_that_the_broker_lacks_is_said() -> None:
    talk = Conversation()
    code = ErrorCode.UNSUPPORTED_SASL_MECHANISM
    exchange = talk.say(
        SaslHandshakeRequest(mechanism="GSSAPI"),
        SaslHandshakeResponse(error_code=code, mechanisms=["PLAIN", "SCRAM-SHA-512"]),
    )
    assert exchange.notes == [
        "the broker does not have GSSAPI: UNSUPPORTED_SASL_MECHANISM, it has PLAIN, SCRAM-SHA-512"
    ]


def _bare(talk: Conversation, data: bytes, *, is_request: bool) -> Message:
    header = Header(SASL_TOKEN, 0, 0, 0)
    masked = secrets.mask(data, header, is_request)
    return Message(talk.connection, masked, header, seen_at(START_NS), is_request=is_request)


@pytest.mark.parametrize("is_refused", [False, True])
def test_bare_tokens_are_understood_without_a_handshake(is_refused: bool) -> None:
    talk = Conversation()
    exchange = Exchange(1, talk.connection)
    exchange.request = _bare(talk, b"\0alice\0secret", is_request=True)
    talk.state.observe(RequestSeen(exchange))
    if is_refused:
        exchange.ended = "closed"
    else:
        exchange.response = _bare(talk, b"", is_request=False)
    talk.state.observe(ExchangeDone(exchange))
    assert (talk.connection.sasl_mechanism, talk.connection.user) == ("PLAIN", "alice")
    refused = "closed without an answer, which is how brokers refuse: alice by PLAIN"
    assert exchange.notes == [refused if is_refused else "alice by PLAIN authenticated"]
