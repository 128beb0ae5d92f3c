"""What the options say about who the client is."""

from __future__ import annotations

import pytest

from kafkawire.client.errors import ConfigurationError
from kafkawire.client.options import CommonSettings, settings
from kafkawire.client.options.security import (
    has_sasl,
    has_tls,
    login_of,
    subject_of,
    token_file_of,
)
from kafkawire.sasl.conversation import Login

MODULES = "org.apache.kafka.common.security"
SCRAM = f'{MODULES}.scram.ScramLoginModule required username="a" password="hunter2"'


def made(**options: object) -> CommonSettings:
    """Return settings with a login."""
    return settings(
        CommonSettings,
        {"bootstrap_servers": "a:1", "security_protocol": "SASL_SSL", **options},
    )


@pytest.mark.parametrize(
    ("protocol", "tls", "sasl"),
    [("PLAINTEXT", False, False), ("ssl", True, False)],
)
def test_protocols_without_a_login(protocol: str, tls: bool, sasl: bool) -> None:
    found = made(security_protocol=protocol)
    assert (has_tls(found), has_sasl(found)) == (tls, sasl)


def test_protocols_with_a_login() -> None:
    names = {"sasl_mechanism": "PLAIN", "sasl_username": "a", "sasl_password": "b"}
    assert has_tls(made(**names))
    plain = made(security_protocol="sasl_plaintext", **names)
    assert (has_tls(plain), has_sasl(plain)) == (False, True)


@pytest.mark.parametrize(
    ("options", "login"),
    [
        (
            {"sasl_mechanism": "PLAIN", "sasl_username": "a", "sasl_password": "b"},
            Login("PLAIN", "a", "b"),
        ),
        (
            {"sasl_mechanism": "SCRAM-SHA-256", "sasl_jaas_config": f"{SCRAM};"},
            Login("SCRAM-SHA-256", "a", "hunter2"),
        ),
        (
            {"sasl_mechanism": "SCRAM-SHA-512", "sasl_jaas_config": f"{SCRAM} tokenauth=true;"},
            Login("SCRAM-SHA-512", "a", "hunter2", is_delegated=True),
        ),
        (
            {
                "sasl_mechanism": "SCRAM-SHA-512",
                "sasl_jaas_config": f"{SCRAM};",
                "sasl_password": "c",
            },
            Login("SCRAM-SHA-512", "a", "c"),
        ),
    ],
)
def test_names_and_passwords_are_options_or_of_java_s_modules(
    options: dict[str, object], login: Login
) -> None:
    """client K-3."""
    assert login_of(made(**options)) == login


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({}, "GSSAPI is not spoken here; give PLAIN, SCRAM-SHA-256, SCRAM-SHA-512, OAUTHBEARER"),
        ({"sasl_mechanism": "PLAIN", "sasl_username": "hunter2"}, "needs sasl_username and"),
        ({"sasl_mechanism": "PLAIN", "sasl_jaas_config": f"{SCRAM};"}, "name PlainLoginModule"),
        ({"sasl_mechanism": "SCRAM-SHA-256", "sasl_jaas_config": "hunter2"}, "ScramLoginModule"),
        ({"sasl_mechanism": "OAUTHBEARER"}, "needs sasl_token"),
        (
            {
                "sasl_mechanism": "OAUTHBEARER",
                "sasl_oauthbearer_token_endpoint_url": "https://idp.example",
            },
            "No HTTP client is included",
        ),
        ({"security_protocol": "SSL", "ssl_truststore_type": "jks"}, "keytool -importkeystore"),
        ({"security_protocol": "SSL", "ssl_keystore_type": "JKS"}, r"ssl\.keystore\.type"),
    ],
)
def test_what_cannot_work_is_refused_with_what_to_do(options: dict[str, object], why: str) -> None:
    """client K-4, K-10."""
    with pytest.raises(ConfigurationError, match=why) as refused:
        made(**options)
    assert "hunter2" not in str(refused.value)


def test_where_bearer_tokens_come_from() -> None:
    """client K-4."""
    given = {"sasl_mechanism": "OAUTHBEARER"}
    for url in ("file:/run/token", "file:///run/token"):
        found = made(**given, sasl_oauthbearer_token_endpoint_url=url)
        assert token_file_of(found) == "/run/token"
    config = f'{MODULES}.oauthbearer.OAuthBearerLoginModule required {{}}="alice";'
    found = made(**given, sasl_jaas_config=config.format("unsecuredLoginStringClaim_sub"))
    assert subject_of(found) == "alice"
