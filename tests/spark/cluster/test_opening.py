"""From options to connections: every limit and every secret arrives."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.spark.cluster import LoginRefused
from kafkawire.spark.cluster.opening import make_client, network_options
from tests.support.spark.topic_rows import settings


def test_limits_and_names_are_those_of_the_options() -> None:
    found = network_options(
        settings(
            "one:1,two:2",
            client_id="task",
            request_timeout_ms=123,
            socket_connection_setup_timeout_ms=45,
        )
    )
    assert found.bootstrap == (("one", 1), ("two", 2))
    assert found.client_id == "task"
    assert found.lane.request_timeout_ms == 123
    assert found.lane.socket_connection_setup_timeout_ms == 45
    assert found.lane.socket_connection_setup_timeout_max_ms == 45
    assert found.authentication is None
    assert found.frame_bytes_max == 2_147_483_647
    assert found.spare_bytes_max == 33_554_432


def test_a_login_begins_with_its_mechanism() -> None:
    found = network_options(
        settings(
            "one:1",
            security_protocol="SASL_PLAINTEXT",
            sasl_mechanism="PLAIN",
            sasl_username="ann",
            sasl_password="secret",
        )
    )
    assert found.authentication is not None
    request = next(found.authentication())
    assert isinstance(request, SaslHandshakeRequest)
    assert request.mechanism == "PLAIN"


def test_a_file_that_is_not_there_is_told_before_anything_is_connected(tmp_path: Path) -> None:
    missing = tmp_path / "ca.pem"
    found = settings("one:1", security_protocol="SSL", ssl_ca_location=missing)
    with pytest.raises(LoginRefused, match=r"TLS: .*ca\.pem"):
        make_client(found)
