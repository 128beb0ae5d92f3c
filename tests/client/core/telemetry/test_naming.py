"""Names of telemetry, as the Java client of Kafka 4.4 makes them."""

from __future__ import annotations

import pytest

from kafkawire.client.core.telemetry.naming import telemetry_name, telemetry_tags


@pytest.mark.parametrize(
    ("group", "name", "full"),
    [
        (
            "consumer-fetch-manager-metrics",
            "records-consumed-total",
            "org.apache.kafka.consumer.fetch.manager.records.consumed.total",
        ),
        (
            "producer-metrics",
            "request-latency-avg",
            "org.apache.kafka.producer.request.latency.avg",
        ),
        ("app-info", "start-time-ms", "org.apache.kafka.app.info.start.time.ms"),
        (
            "producer-topic-metrics",
            "Record_send-rate",
            "org.apache.kafka.producer.topic.record_send.rate",
        ),
    ],
)
def test_names_have_dots_and_no_suffix_of_the_group(group: str, name: str, full: str) -> None:
    """client K-20."""
    assert telemetry_name(group, name) == full


def test_tags_have_underscores_and_no_id_of_the_client() -> None:
    """client K-20: as Kafka's own clients push them."""
    tags = {"client-id": "A-1", "Node-Id": "x", "topic": "t-1"}
    assert telemetry_tags(tags) == {"node_id": "x", "topic": "t-1"}
