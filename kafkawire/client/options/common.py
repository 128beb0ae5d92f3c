"""Options that all clients have."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, TextIO, TypedDict

from kafkawire.client.options.kinds import INT64_MAX, choice, flag, real, text, thing, whole, words

if TYPE_CHECKING:
    import ssl

    from kafkawire.client.events import Event
    from kafkawire.sasl.oauthbearer import Token

HIDDEN = "[hidden]"
"""The text in place of a secret, as in Kafka."""


def _is_target(value: object) -> bool:
    return isinstance(value, str | PathLike) or hasattr(value, "write")


class CommonOptions(TypedDict, total=False):
    """Options that all clients have, as keywords."""

    bootstrap_resolve_timeout_ms: int
    client_id: str
    client_dns_lookup: str
    connections_max_idle_ms: int
    socket_connection_setup_timeout_ms: int
    socket_connection_setup_timeout_max_ms: int
    reconnect_backoff_ms: int
    reconnect_backoff_max_ms: int
    retry_backoff_ms: int
    retry_backoff_max_ms: int
    request_timeout_ms: int
    metadata_max_age_ms: int
    metadata_recovery_strategy: str
    metadata_recovery_rebootstrap_trigger_ms: int
    metadata_cluster_check_enable: bool
    send_buffer_bytes: int
    receive_buffer_bytes: int
    receive_frame_bytes_max: int
    enable_metrics_push: bool
    metrics_num_samples: int
    metrics_sample_window_ms: int
    metrics_recording_level: str
    observer: Callable[[Event], None]
    trace: str | PathLike[str] | TextIO
    close_budget_ms: int
    cancelled_close_budget_ms: int
    security_protocol: str
    sasl_mechanism: str
    sasl_jaas_config: str
    sasl_username: str
    sasl_password: str
    sasl_token: Callable[[], Awaitable[Token]]
    sasl_oauthbearer_token_endpoint_url: str
    sasl_login_refresh_window_factor: float
    sasl_login_refresh_window_jitter: float
    sasl_login_refresh_min_period_seconds: int
    sasl_login_refresh_buffer_seconds: int
    sasl_login_retry_backoff_ms: int
    sasl_login_retry_backoff_max_ms: int
    ssl_context: ssl.SSLContext
    ssl_protocol: str
    ssl_enabled_protocols: Sequence[str]
    ssl_endpoint_identification_algorithm: str
    ssl_truststore_location: str
    ssl_truststore_certificates: str
    ssl_truststore_password: str
    ssl_truststore_type: str
    ssl_keystore_location: str
    ssl_keystore_certificate_chain: str
    ssl_keystore_key: str
    ssl_keystore_password: str
    ssl_keystore_type: str
    ssl_key_password: str
    ssl_ca_location: str
    ssl_certificate_location: str
    ssl_key_location: str


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class CommonSettings:
    """Values of the options of all clients. Kafka's documentation describes each by its name."""

    bootstrap_servers: tuple[str, ...] = words()
    bootstrap_resolve_timeout_ms: int = whole(0, most=INT64_MAX)
    client_id: str = text("")
    client_dns_lookup: str = choice("use_all_dns_ips", "resolve_canonical_bootstrap_servers_only")
    connections_max_idle_ms: int = whole(540_000, least=-1, most=INT64_MAX)
    socket_connection_setup_timeout_ms: int = whole(10_000, most=INT64_MAX)
    socket_connection_setup_timeout_max_ms: int = whole(30_000, most=INT64_MAX)
    reconnect_backoff_ms: int = whole(50, most=INT64_MAX)
    reconnect_backoff_max_ms: int = whole(1_000, most=INT64_MAX)
    retry_backoff_ms: int = whole(100, most=INT64_MAX)
    retry_backoff_max_ms: int = whole(1_000, most=INT64_MAX)
    request_timeout_ms: int = whole(30_000)
    metadata_max_age_ms: int = whole(300_000, most=INT64_MAX)
    metadata_recovery_strategy: str = choice("rebootstrap", "none", case="any")
    metadata_recovery_rebootstrap_trigger_ms: int = whole(300_000, most=INT64_MAX)
    metadata_cluster_check_enable: bool = flag(True)
    send_buffer_bytes: int = whole(131_072, least=-1)
    receive_buffer_bytes: int = whole(65_536, least=-1)
    receive_frame_bytes_max: int = whole(104_857_600, least=1)
    enable_metrics_push: bool = flag(True)
    metrics_num_samples: int = whole(2, least=1)
    metrics_sample_window_ms: int = whole(30_000, most=INT64_MAX)
    metrics_recording_level: str = choice("INFO", "DEBUG", "TRACE")
    observer: Callable[[Event], None] | None = thing(  # noqa: RUF009 - a field
        None, "a function that gets events", callable
    )
    trace: object = thing(
        None, "stderr, a path, or a file that is open for writing text", _is_target
    )
    close_budget_ms: int = whole(30_000)
    cancelled_close_budget_ms: int = whole(3_000)

    security_protocol: str = choice("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL", case="any")
    sasl_mechanism: str = text("GSSAPI")
    sasl_jaas_config: str | None = text(None, is_secret=True)
    sasl_username: str | None = text(None)
    sasl_password: str | None = text(None, is_secret=True)
    sasl_token: Callable[[], Awaitable[Token]] | None = thing(  # noqa: RUF009 - a field
        None, "an async function", callable
    )
    sasl_oauthbearer_token_endpoint_url: str | None = text(None)
    sasl_login_refresh_window_factor: float = real(0.8, 0.5, 1.0)
    sasl_login_refresh_window_jitter: float = real(0.05, 0.0, 0.25)
    sasl_login_refresh_min_period_seconds: int = whole(60, most=900)
    sasl_login_refresh_buffer_seconds: int = whole(300, most=3_600)
    sasl_login_retry_backoff_ms: int = whole(100, most=INT64_MAX)
    sasl_login_retry_backoff_max_ms: int = whole(10_000, most=INT64_MAX)

    ssl_context: ssl.SSLContext | None = thing(  # noqa: RUF009 - a field
        None, "an ssl.SSLContext", lambda value: hasattr(value, "wrap_socket")
    )
    ssl_protocol: str = choice("TLSv1.3", "TLSv1.2")
    ssl_enabled_protocols: tuple[str, ...] = words(("TLSv1.2", "TLSv1.3"))
    ssl_endpoint_identification_algorithm: str = choice("https", "", case="any")
    ssl_truststore_location: str | None = text(None)
    ssl_truststore_certificates: str | None = text(None, is_secret=True)
    ssl_truststore_password: str | None = text(None, is_secret=True)
    ssl_truststore_type: str | None = text(None)
    ssl_keystore_location: str | None = text(None)
    ssl_keystore_certificate_chain: str | None = text(None, is_secret=True)
    ssl_keystore_key: str | None = text(None, is_secret=True)
    ssl_keystore_password: str | None = text(None, is_secret=True)
    ssl_keystore_type: str | None = text(None)
    ssl_key_password: str | None = text(None, is_secret=True)
    ssl_ca_location: str | None = text(None)
    ssl_certificate_location: str | None = text(None)
    ssl_key_location: str | None = text(None)

    def __repr__(self) -> str:
        """Show what differs from the defaults, without secrets."""
        told = (
            f"{field.name}={HIDDEN if field.metadata['is_secret'] else repr(value)}"
            for field in dataclasses.fields(self)
            if (value := getattr(self, field.name)) != field.default
        )
        return f"{type(self).__name__}({', '.join(told)})"
