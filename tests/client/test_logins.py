"""Logins with a name and a password."""

from __future__ import annotations

from kafkawire.client.logins import authentication_of
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from kafkawire.sasl.conversation import Login


def first_token(make: object) -> bytes:
    """The first token that a conversation sends."""
    talk = make()  # type: ignore[operator]
    assert next(talk).mechanism == "SCRAM-SHA-256"
    request = talk.send(SaslHandshakeResponse(mechanisms=["SCRAM-SHA-256"]))
    assert isinstance(request, SaslAuthenticateRequest)
    return bytes(request.auth_bytes)


def test_each_connection_has_a_nonce_of_its_own() -> None:
    make = authentication_of(Login("SCRAM-SHA-256", "ann", "secret"))
    one, other = first_token(make), first_token(make)
    assert one.startswith(b"n,,n=ann,r=")
    assert other.startswith(b"n,,n=ann,r=")
    assert one != other
