"""GetTelemetrySubscriptions: what metrics a client is to push, and how often (KIP-714).

Answered whether or not there is a receiver; ApiVersions tells of it only if there is (admin D-53).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.telemetry.client_metrics import client_metrics_of
from kafkawire.protocol.messages.get_telemetry_subscriptions_request import (
    GetTelemetrySubscriptionsRequest,
)
from kafkawire.protocol.messages.get_telemetry_subscriptions_response import (
    GetTelemetrySubscriptionsResponse,
)
from kafkawire.records.compression import GZIP, LZ4, SNAPPY, ZSTD

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 0)

ACCEPTED = (ZSTD, LZ4, GZIP, SNAPPY)
"""Codecs in the order in which clients are to prefer them."""


def handle(
    broker: Broker, request: GetTelemetrySubscriptionsRequest, context: RequestContext
) -> GetTelemetrySubscriptionsResponse:
    """Tell a client what it is to push; a new one also who it is."""
    instance = client_metrics_of(broker).get(request.client_instance_id, context)
    return GetTelemetrySubscriptionsResponse(
        client_instance_id=instance.id,
        subscription_id=instance.subscription_id,
        accepted_compression_types=ACCEPTED,
        push_interval_ms=instance.wanted.interval_ms,
        telemetry_max_bytes=broker.config.int("telemetry.max.bytes"),
        delta_temporality=True,
        requested_metrics=instance.wanted.metrics,
    )
