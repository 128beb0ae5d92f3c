"""SaslAuthenticate through bytes, where there is nothing to authenticate."""

from __future__ import annotations

import pytest

from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from tests.support.requests.harness import BrokerHarness


@pytest.mark.parametrize("version", range(3))
def test_tokens_are_refused_and_the_connection_goes_on(version: int) -> None:
    """admin E-9."""
    client = BrokerHarness().connect()
    for token in (b"", b"\0user\0secret"):
        response = client.request(SaslAuthenticateRequest(auth_bytes=token), version)
        text = "SaslAuthenticate request received after successful authentication"
        assert (response.error_code, response.error_message) == (34, text)
        assert response.auth_bytes == b""
