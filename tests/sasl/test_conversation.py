"""All requests of a login, against a broker that is scripted."""

from __future__ import annotations

import pytest

from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from kafkawire.sasl.conversation import Login, conversation
from kafkawire.sasl.tokens import Refused

ALICE = Login("PLAIN", "alice", "secret")


def test_the_mechanism_then_its_tokens_then_the_lifetime() -> None:
    """client K-2, K-9."""
    talk = conversation("PLAIN", ALICE.tokens("nonce"))
    assert next(talk) == SaslHandshakeRequest(mechanism="PLAIN")
    shaken = SaslHandshakeResponse(mechanisms=["PLAIN"])
    assert talk.send(shaken) == SaslAuthenticateRequest(auth_bytes=b"\0alice\0secret")
    with pytest.raises(StopIteration) as end:
        talk.send(SaslAuthenticateResponse(session_lifetime_ms=5_000))
    assert end.value.value == 5_000


def test_a_mechanism_the_broker_lacks() -> None:
    """client K-2."""
    talk = conversation("PLAIN", ALICE.tokens("nonce"))
    next(talk)
    with pytest.raises(Refused, match=r"no PLAIN; it offers GSSAPI, OAUTHBEARER") as refused:
        talk.send(SaslHandshakeResponse(error_code=33, mechanisms=["GSSAPI", "OAUTHBEARER"]))
    assert refused.value.code == 33


@pytest.mark.parametrize(
    ("message", "shown"), [("wrong password", "wrong password"), (None, "SASL_AUTHENTICATION")]
)
def test_a_refusal_has_the_text_of_the_broker(message: str | None, shown: str) -> None:
    """client K-2."""
    talk = conversation("PLAIN", ALICE.tokens("nonce"))
    next(talk)
    talk.send(SaslHandshakeResponse())
    with pytest.raises(Refused, match=shown) as refused:
        talk.send(SaslAuthenticateResponse(error_code=58, error_message=message))
    assert refused.value.code == 58


def test_scram_goes_on_for_two_tokens() -> None:
    talk = conversation("SCRAM-SHA-512", Login("SCRAM-SHA-512", "bob", "x").tokens("mine"))
    next(talk)
    assert talk.send(SaslHandshakeResponse()) == SaslAuthenticateRequest(
        auth_bytes=b"n,,n=bob,r=mine"
    )
    proof = talk.send(SaslAuthenticateResponse(auth_bytes=b"r=mine1,s=YQ==,i=4096"))
    assert isinstance(proof, SaslAuthenticateRequest)
    assert proof.auth_bytes.startswith(b"c=biws,r=mine1,p=")


def test_a_login_does_not_show_its_password() -> None:
    """client K-10."""
    assert repr(ALICE) == "Login(PLAIN, 'alice')"
