"""Security options of a client, checked: `security.protocol`, `ssl.*` and `sasl.*`."""

from __future__ import annotations

from kafkawire.client.errors import ConfigurationError
from kafkawire.client.options.common import CommonSettings
from kafkawire.sasl import jaas
from kafkawire.sasl.conversation import MECHANISMS, Login

OAUTHBEARER = "OAUTHBEARER"
FILE_SCHEME = "file:"
UNSECURED_SUBJECT = "unsecuredLoginStringClaim_sub"
"""The pair of Kafka's OAuthBearerLoginModule that asks for an unsigned token, for tests."""
_STORE_TYPES = ("", "PEM", "PKCS12")
_MODULES = {"PLAIN": "PlainLoginModule", OAUTHBEARER: "OAuthBearerLoginModule"}
_SCRAM_MODULE = "ScramLoginModule"


def has_tls(settings: CommonSettings) -> bool:
    """Return whether connections are encrypted."""
    return settings.security_protocol.endswith("SSL")


def has_sasl(settings: CommonSettings) -> bool:
    """Return whether connections begin with a login."""
    return settings.security_protocol.startswith("SASL")


def check(settings: CommonSettings) -> None:
    """Raise ConfigurationError where the options cannot be what the user means."""
    for store in ("truststore", "keystore"):
        kind = (getattr(settings, f"ssl_{store}_type") or "").upper()
        if kind not in _STORE_TYPES:
            raise ConfigurationError(
                f"ssl.{store}.type {kind} is not read here; give PEM files, or convert the store:"
                " keytool -importkeystore -srckeystore OLD -destkeystore NEW.p12"
                " -deststoretype PKCS12"
            )
    if not has_sasl(settings):
        return
    if settings.sasl_mechanism == OAUTHBEARER:
        _check_token(settings)
    else:
        login_of(settings)


def login_of(settings: CommonSettings) -> Login:
    """Return the name and the password of a login. Raises ConfigurationError."""
    mechanism = settings.sasl_mechanism
    if mechanism not in MECHANISMS:
        offered = ", ".join((*MECHANISMS, OAUTHBEARER))
        raise ConfigurationError(f"sasl.mechanism {mechanism} is not spoken here; give {offered}")
    pairs = _pairs(settings)
    user = pairs.get("username") if settings.sasl_username is None else settings.sasl_username
    password = pairs.get("password") if settings.sasl_password is None else settings.sasl_password
    if user is None or password is None:
        raise ConfigurationError(
            f"{mechanism} needs sasl_username and sasl_password, or sasl.jaas.config with username"
            " and password"
        )
    return Login(mechanism, user, password, pairs.get("tokenauth", "").lower() == "true")


def token_file_of(settings: CommonSettings) -> str | None:
    """Return the name of the file that has the bearer token; None if there is none."""
    url = settings.sasl_oauthbearer_token_endpoint_url or ""
    if not url.startswith(FILE_SCHEME):
        return None
    return url.removeprefix(FILE_SCHEME).removeprefix("//")


def subject_of(settings: CommonSettings) -> str | None:
    """Return the subject of an unsigned token, for tests; None without the option."""
    return _pairs(settings).get(UNSECURED_SUBJECT)


def _check_token(settings: CommonSettings) -> None:
    given = (settings.sasl_token, token_file_of(settings), subject_of(settings))
    if all(each is None for each in given):
        raise ConfigurationError(
            "OAUTHBEARER needs sasl_token, an async function that returns a Token; or"
            " sasl.oauthbearer.token.endpoint.url=file:PATH. No HTTP client is included"
        )


def _pairs(settings: CommonSettings) -> dict[str, str]:
    text = settings.sasl_jaas_config
    if text is None:
        return {}
    found = jaas.parsed(text)
    wanted = _MODULES.get(settings.sasl_mechanism, _SCRAM_MODULE)
    if found.module != wanted:
        raise ConfigurationError(
            f"sasl.jaas.config has to name {wanted} for sasl.mechanism {settings.sasl_mechanism}"
        )
    return found.pairs
