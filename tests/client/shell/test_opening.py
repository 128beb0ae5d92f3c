"""What settings make of a runtime."""

from __future__ import annotations

import pytest

from kafkawire.client.errors import AuthenticationError, ConfigurationError
from kafkawire.client.options import AdminSettings, settings
from kafkawire.client.shell.opening import make_runtime
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse


def made(**options: object) -> object:
    given = settings(AdminSettings, {"bootstrap_servers": "a:1", **options})
    return make_runtime(given, "admin", creates_topics=False)


def test_clients_without_a_name_are_numbered() -> None:
    """client C.1: `kafkawire-consumer-1`."""
    given = settings(AdminSettings, {"bootstrap_servers": "a:1"})
    names = [
        make_runtime(given, "some kind", creates_topics=False).network._options.client_id
        for _ in range(2)
    ]
    assert names == ["kafkawire-some kind-1", "kafkawire-some kind-2"]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"bootstrap_servers": "a"}, "no HOST:PORT"),
        ({"security_protocol": "SASL_PLAINTEXT"}, "sasl.mechanism GSSAPI is not spoken"),
        (
            {"security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": "PLAIN"},
            "PLAIN needs sasl_username",
        ),
    ],
)
def test_what_cannot_be_followed_is_refused(options: dict[str, object], why: str) -> None:
    with pytest.raises(ConfigurationError, match=why):
        made(**options)


def test_tls_follows_the_options_of_certificates() -> None:
    """client K-1: host names are verified unless the algorithm is empty."""
    options = {"security_protocol": "SSL", "ssl_truststore_certificates": "no certificate"}
    with pytest.raises(ConfigurationError, match="TLS: "):
        made(**options)
    given = settings(
        AdminSettings,
        {
            "bootstrap_servers": "a:1",
            "security_protocol": "SSL",
            "ssl_endpoint_identification_algorithm": "",
        },
    )
    runtime = make_runtime(given, "admin", creates_topics=False)
    context = runtime._line_options.tls
    assert context is not None
    assert not context.check_hostname


def test_a_login_that_is_refused_is_an_authentication_error() -> None:
    """client K-2: with the broker's text."""
    given = settings(
        AdminSettings,
        {
            "bootstrap_servers": "a:1",
            "security_protocol": "SASL_PLAINTEXT",
            "sasl_mechanism": "PLAIN",
            "sasl_username": "ann",
            "sasl_password": "secret",
        },
    )
    runtime = make_runtime(given, "admin", creates_topics=False)
    authentication = runtime.network._options.authentication
    assert authentication is not None
    login = authentication()
    next(login)
    token = login.send(SaslHandshakeResponse(mechanisms=["PLAIN"]))
    assert token.auth_bytes == b"\0ann\0secret"  # type: ignore[attr-defined]
    with pytest.raises(AuthenticationError, match="wrong password"):
        login.send(SaslAuthenticateResponse(error_code=58, error_message="wrong password"))


def test_controllers_are_where_an_admin_client_begins() -> None:
    """client D-19."""
    given = settings(AdminSettings, {"bootstrap.controllers": "c:9093"})
    runtime = make_runtime(given, "admin", creates_topics=False)
    assert runtime.network.bootstrap == [("c", 9093)]
    assert runtime.metadata.asks_controllers


def test_a_client_that_does_not_begin_anew_has_no_trigger() -> None:
    """client D-16."""
    for strategy, trigger_ms in (("rebootstrap", 300_000), ("none", None)):
        given = {"bootstrap_servers": "a:1", "metadata.recovery.strategy": strategy}
        runtime = make_runtime(settings(AdminSettings, given), "admin", creates_topics=False)
        options = runtime.metadata._options
        assert options.metadata_recovery_rebootstrap_trigger_ms == trigger_ms
