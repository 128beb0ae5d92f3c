"""The login of a connection, with the client's errors."""

from __future__ import annotations

import pytest

from kafkawire.client.core.sasl.authentication import authentication
from kafkawire.client.errors import AuthenticationError
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from kafkawire.sasl.plain import plain


def test_a_login_ends_with_the_lifetime_of_its_session() -> None:
    """client K-2, K-3, K-9."""
    talk = authentication("PLAIN", plain("alice", "hunter2"))
    assert next(talk) == SaslHandshakeRequest(mechanism="PLAIN")
    asked = talk.send(SaslHandshakeResponse(mechanisms=["PLAIN"]))
    assert asked == SaslAuthenticateRequest(auth_bytes=b"\0alice\0hunter2")
    with pytest.raises(StopIteration) as end:
        talk.send(SaslAuthenticateResponse(session_lifetime_ms=5_000))
    assert end.value.value == 5_000


@pytest.mark.parametrize("code", [33, 34])
def test_a_mechanism_that_the_broker_refuses(code: int) -> None:
    """client K-2."""
    talk = authentication("PLAIN", plain("alice", "hunter2"))
    next(talk)
    with pytest.raises(AuthenticationError, match="it offers GSSAPI") as refused:
        talk.send(SaslHandshakeResponse(error_code=code, mechanisms=["GSSAPI"]))
    assert refused.value.code == code


@pytest.mark.parametrize("code", [58, -1])
def test_a_refusal_is_an_authentication_error_with_the_broker_s_text(code: int) -> None:
    """client K-2, K-10."""
    talk = authentication("PLAIN", plain("alice", "hunter2"))
    next(talk)
    talk.send(SaslHandshakeResponse())
    with pytest.raises(AuthenticationError, match="PLAIN: go away") as refused:
        talk.send(SaslAuthenticateResponse(error_code=code, error_message="go away"))
    assert refused.value.code == code
    assert "hunter2" not in str(refused.value)


def test_what_the_client_itself_refuses_has_the_code_of_a_failed_login() -> None:
    talk = authentication("PLAIN", plain("alice\0", "hunter2"))
    next(talk)
    with pytest.raises(AuthenticationError, match="NUL") as refused:
        talk.send(SaslHandshakeResponse())
    assert refused.value.code == 58
