"""Names that librdkafka has for options of Kafka's clients, with the same unit and meaning."""

from __future__ import annotations

SYNONYMS = {
    "compression_codec": "compression_type",
    "fetch_message_max_bytes": "max_partition_fetch_bytes",
    "fetch_wait_max_ms": "fetch_max_wait_ms",
    "max_in_flight": "max_in_flight_requests_per_connection",
    "message_max_bytes": "max_request_size",
    "message_send_max_retries": "retries",
    "message_timeout_ms": "delivery_timeout_ms",
    "metadata_broker_list": "bootstrap_servers",
    "queue_buffering_max_ms": "linger_ms",
    "request_required_acks": "acks",
    "sasl_mechanisms": "sasl_mechanism",
    "socket_timeout_ms": "request_timeout_ms",
}


def field_name(written: str) -> str:
    """Return the name of the settings' field for an option, written with dots or underscores."""
    name = written.strip().replace(".", "_")
    return SYNONYMS.get(name, name)
