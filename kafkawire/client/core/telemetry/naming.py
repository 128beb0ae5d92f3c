"""Names of metrics in telemetry (Kafka's `TelemetryMetricNamingConvention`)."""

from __future__ import annotations

from collections.abc import Mapping

PREFIX = "org.apache.kafka"
GROUP_SUFFIX = "-metrics"
CLIENT_ID = "client-id"


def telemetry_name(group: str, name: str) -> str:
    """Return the name of a metric, as `org.apache.kafka.consumer.node.request.rate`."""
    return f"{PREFIX}.{_dotted(group.removesuffix(GROUP_SUFFIX))}.{_dotted(name)}"


def telemetry_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the attributes of a metric, as `node_id`; requests have the id of the client."""
    return {
        name.lower().replace("-", "_"): value for name, value in tags.items() if name != CLIENT_ID
    }


def _dotted(text: str) -> str:
    return text.lower().replace("-", ".")
