"""SaslHandshake through bytes, where there is nothing to authenticate."""

from __future__ import annotations

import pytest

from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from tests.support.requests.harness import BrokerHarness


@pytest.mark.parametrize("version", [0, 1])
def test_a_handshake_is_refused_and_the_connection_goes_on(version: int) -> None:
    """admin E-9."""
    client = BrokerHarness().connect()
    for mechanism in ("PLAIN", "nope"):
        response = client.request(SaslHandshakeRequest(mechanism=mechanism), version)
        assert (response.error_code, response.mechanisms) == (34, [])
