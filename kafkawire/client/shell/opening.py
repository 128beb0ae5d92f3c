"""From the settings of a client to its runtime: addresses, time limits, TLS and SASL."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, cast

from kafkawire.client.addresses import addresses
from kafkawire.client.core.lane import LaneOptions
from kafkawire.client.core.metadata import MetadataOptions
from kafkawire.client.core.metrics.samples import Windows
from kafkawire.client.core.network import NetworkOptions
from kafkawire.client.options import AdminSettings
from kafkawire.client.shell.connection_log import ConnectionLog
from kafkawire.client.shell.line import LineOptions
from kafkawire.client.shell.resolving import NameOptions
from kafkawire.client.shell.runtime import Runtime
from kafkawire.client.shell.security import security_of

if TYPE_CHECKING:
    from kafkawire.client.options import CommonSettings
    from kafkawire.client.shell.tracing import Target

UNLIMITED = 1 << 30

_numbers: dict[str, itertools.count[int]] = {}


def make_runtime(
    settings: CommonSettings, kind: str, *, creates_topics: bool, in_flight_max: int = UNLIMITED
) -> Runtime:
    """Return a runtime as the settings say.

    Args:
        settings: The checked options of the client.
        kind: "consumer", "producer" or "admin", for the name of a client that has none.
        creates_topics: Whether brokers may create topics that the client asks for.
        in_flight_max: How many requests may wait for answers on one connection.

    Raises:
        ConfigurationError: An option cannot be followed.
    """
    controllers = settings.bootstrap_controllers if isinstance(settings, AdminSettings) else ()
    rebootstraps = settings.metadata_recovery_strategy == "rebootstrap"
    security = security_of(settings, random.Random())
    network = NetworkOptions(
        bootstrap=addresses(settings.bootstrap_servers or controllers),
        client_id=settings.client_id or _client_id(kind),
        lane=LaneOptions(
            settings.request_timeout_ms,
            settings.connections_max_idle_ms,
            settings.socket_connection_setup_timeout_ms,
            settings.socket_connection_setup_timeout_max_ms,
            settings.reconnect_backoff_ms,
            settings.reconnect_backoff_max_ms,
            in_flight_max,
        ),
        rebootstraps=rebootstraps,
        checks_cluster=settings.metadata_cluster_check_enable,
        authentication=security.authentication,
        frame_bytes_max=settings.receive_frame_bytes_max,
        windows=windows_of(settings),
        has_tls=security.context is not None,
    )
    metadata = MetadataOptions(
        settings.metadata_max_age_ms,
        settings.retry_backoff_ms,
        settings.retry_backoff_max_ms,
        creates_topics,
        settings.metadata_recovery_rebootstrap_trigger_ms if rebootstraps else None,
        bool(controllers),
    )
    names = NameOptions(
        settings.bootstrap_resolve_timeout_ms, settings.client_dns_lookup != "use_all_dns_ips"
    )
    lines = LineOptions(security.context, settings.send_buffer_bytes, settings.receive_buffer_bytes)
    runtime = Runtime(network, metadata, lines, tokens=security.tokens, names=names)
    runtime.network.watchers.append(ConnectionLog(runtime.client_id))
    _watch(runtime, settings)
    return runtime


def _watch(runtime: Runtime, settings: CommonSettings) -> None:
    """Connect what the application watches its client with, and import no more than that."""
    if settings.observer is not None:
        from kafkawire.client.shell.observing import Observing

        runtime.observe(Observing(settings.observer))
    if settings.trace is not None:
        from kafkawire.client.shell.tracing import Trace

        runtime.follow(Trace(cast("Target", settings.trace)))


def windows_of(settings: CommonSettings) -> Windows:
    """Return how long rates and averages of metrics go back."""
    return Windows(settings.metrics_num_samples, settings.metrics_sample_window_ms)


def _client_id(kind: str) -> str:
    """The name of a client that was given none, as Kafka makes it up."""
    numbers = _numbers.setdefault(kind, itertools.count(1))
    return f"kafkawire-{kind}-{next(numbers)}"
