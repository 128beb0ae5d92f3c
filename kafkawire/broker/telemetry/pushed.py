"""What a receiver of telemetry is given (Kafka's `ClientTelemetryPayload` and its context)."""

from collections.abc import Callable
from typing import NamedTuple


class Pushed(NamedTuple):
    """What one client has pushed: `metrics` are the bytes of an OpenTelemetry `MetricsData`."""

    client_instance_id: bytes
    metrics: bytes
    terminating: bool
    """It is the client's last."""
    client_id: str
    client_host: str
    client_port: int
    principal: str
    software_name: str
    software_version: str


class NotAccepted(Exception):
    """Raised by a receiver for what it cannot take; the client hears INVALID_RECORD."""


Receiver = Callable[[Pushed], None]
