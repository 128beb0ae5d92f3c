"""From the options of a client to how its connections are encrypted and begin."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import trio

from kafkawire.client.core.sasl.refreshing import Refreshing, RefreshWindow
from kafkawire.client.errors import ConfigurationError
from kafkawire.client.logins import authentication_of
from kafkawire.client.options.security import (
    OAUTHBEARER,
    has_sasl,
    has_tls,
    login_of,
    subject_of,
    token_file_of,
)
from kafkawire.client.shell.tokens import Tokens
from kafkawire.sasl.oauthbearer import Token, jwt, unsecured
from kafkawire.tls import NoTls, client_context
from kafkawire.tls import settings_of as tls_settings_of

if TYPE_CHECKING:
    import ssl
    from random import Random

    from kafkawire.client.core.connection import Conversation
    from kafkawire.client.options.common import CommonSettings

_TLS_OPTIONS = (
    "ssl_truststore_location",
    "ssl_truststore_certificates",
    "ssl_truststore_password",
    "ssl_keystore_location",
    "ssl_keystore_certificate_chain",
    "ssl_keystore_key",
    "ssl_keystore_password",
    "ssl_key_password",
    "ssl_ca_location",
    "ssl_certificate_location",
    "ssl_key_location",
    "ssl_endpoint_identification_algorithm",
)


class Security(NamedTuple):
    """Encryption and authentication of connections.

    Attributes:
        context: The context of TLS connections; None: without TLS.
        authentication: Makes the conversation that logs a connection in; None: without a login.
        tokens: What keeps the bearer token fresh: `first` before connections are made, then `run`
            in a task; None for mechanisms without such a token.
    """

    context: ssl.SSLContext | None = None
    authentication: Callable[[], Conversation] | None = None
    tokens: Tokens | None = None


def security_of(settings: CommonSettings, random: Random) -> Security:
    """Return how connections are made. Reads the files of TLS. Raises ConfigurationError."""
    context = tls_context_of(settings) if has_tls(settings) else None
    if not has_sasl(settings):
        return Security(context)
    if settings.sasl_mechanism == OAUTHBEARER:
        tokens = Tokens(_source(settings), Refreshing(_window(settings), random))
        return Security(context, tokens.conversation, tokens)
    return Security(context, authentication_of(login_of(settings)))


def tls_context_of(settings: CommonSettings) -> ssl.SSLContext:
    """Return the context that was given or that the options describe.

    Raises ConfigurationError.
    """
    if settings.ssl_context is not None:
        return settings.ssl_context
    given = {name.replace("_", "."): getattr(settings, name) or "" for name in _TLS_OPTIONS}
    given["ssl.enabled.protocols"] = ",".join(_protocols(settings))
    try:
        return client_context(tls_settings_of(given))
    except NoTls as error:
        raise ConfigurationError(f"TLS: {error}") from None


def _protocols(settings: CommonSettings) -> list[str]:
    """The versions that are enabled, up to that of ssl.protocol, as in Java."""
    newest = settings.ssl_protocol
    found = [each for each in settings.ssl_enabled_protocols if each <= newest]
    if settings.ssl_enabled_protocols and not found:
        raise ConfigurationError(
            f"ssl.protocol {newest} excludes every one of ssl.enabled.protocols"
        )
    return found


def _source(settings: CommonSettings) -> Callable[[], Awaitable[Token]]:
    """The source of bearer tokens: the user's function, a file, or an unsigned token of a name."""
    if settings.sasl_token is not None:
        return settings.sasl_token
    file, subject = token_file_of(settings), subject_of(settings)

    async def read() -> Token:
        assert file is not None
        return jwt(await trio.Path(Path(file)).read_text())

    async def make() -> Token:
        assert subject is not None
        return unsecured(subject, int(time.time() * 1000))

    return make if file is None else read


def _window(settings: CommonSettings) -> RefreshWindow:
    return RefreshWindow(
        settings.sasl_login_refresh_window_factor,
        settings.sasl_login_refresh_window_jitter,
        settings.sasl_login_refresh_min_period_seconds * 1000,
        settings.sasl_login_refresh_buffer_seconds * 1000,
        settings.sasl_login_retry_backoff_ms,
        settings.sasl_login_retry_backoff_max_ms,
    )
