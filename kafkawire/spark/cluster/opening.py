"""From a task's settings to its client, which the process keeps for the next task."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

from kafkawire.client.blocking import Client
from kafkawire.client.core.lane import LaneOptions
from kafkawire.client.core.network import NetworkOptions
from kafkawire.client.logins import authentication_of
from kafkawire.spark.cluster.errors import LoginRefused
from kafkawire.tls import NoTls, client_context

if TYPE_CHECKING:
    from kafkawire.spark.cluster.settings import Settings

FRAME_BYTES_MAX = (1 << 31) - 1
SPARE_BYTES_MAX = 32 << 20
"""Answers up to this size are received into memory that earlier ones were in."""


def make_client(settings: Settings) -> Client:
    """A client that has not connected yet. Raises LoginRefused for files of TLS."""
    return Client(network_options(settings), _context(settings))


def network_options(settings: Settings) -> NetworkOptions:
    """What settings say about connections, but for TLS."""
    lane = LaneOptions(
        request_timeout_ms=settings.request_timeout_ms,
        socket_connection_setup_timeout_ms=settings.connect_timeout_ms,
        socket_connection_setup_timeout_max_ms=settings.connect_timeout_ms,
    )
    return NetworkOptions(
        bootstrap=settings.bootstrap,
        client_id=settings.client_id,
        lane=lane,
        authentication=None if settings.login is None else authentication_of(settings.login),
        frame_bytes_max=FRAME_BYTES_MAX,
        spare_bytes_max=SPARE_BYTES_MAX,
    )


def _context(settings: Settings) -> ssl.SSLContext | None:
    if not settings.has_tls:
        return None
    try:
        return client_context(settings.tls)
    except NoTls as error:
        raise LoginRefused(f"TLS: {error}") from None
