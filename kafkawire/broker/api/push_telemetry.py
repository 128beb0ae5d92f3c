"""PushTelemetry: metrics of a client, for the receiver if there is one (KIP-714, admin D-55)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.telemetry.client_metrics import client_metrics_of
from kafkawire.protocol.messages.push_telemetry_request import PushTelemetryRequest
from kafkawire.protocol.messages.push_telemetry_response import PushTelemetryResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 0)


def handle(
    broker: Broker, request: PushTelemetryRequest, context: RequestContext
) -> PushTelemetryResponse:
    """Take it, or raise the `ApiError` that says why not."""
    client_metrics_of(broker).push(request, context)
    return PushTelemetryResponse()
