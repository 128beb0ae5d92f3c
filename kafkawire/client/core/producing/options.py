"""Options of a producer, under Kafka's names."""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.client.core.metrics.samples import DEFAULT, Windows
from kafkawire.records.compression import NONE

ALL = -1
"""acks=all: an answer comes once all in-sync replicas have the records."""


class ProducerOptions(NamedTuple):
    """Kafka's options of the same names; sizes in bytes.

    Attributes:
        compression: The id of the codec (compression.type).
        compression_level: None: the default of the codec.
        in_flight_max: Requests without an answer for each broker
            (max.in.flight.requests.per.connection).
        windows: How long rates and averages of metrics go back.
        client_rack: Where partitioner_rack_aware looks for leaders.
    """

    acks: int = ALL
    enable_idempotence: bool = True
    linger_ms: int = 5
    batch_size: int = 16_384
    buffer_memory: int = 33_554_432
    max_request_size: int = 1_048_576
    delivery_timeout_ms: int = 120_000
    request_timeout_ms: int = 30_000
    retries: int = (1 << 31) - 1
    retry_backoff_ms: int = 100
    retry_backoff_max_ms: int = 1000
    in_flight_max: int = 5
    compression: int = NONE
    compression_level: int | None = None
    metadata_max_idle_ms: int = 300_000
    partitioner_ignore_keys: bool = False
    partitioner_adaptive_partitioning_enable: bool = True
    partitioner_availability_timeout_ms: int = 0
    partitioner_rack_aware: bool = False
    client_rack: str = ""
    transactional_id: str | None = None
    transaction_timeout_ms: int = 60_000
    windows: Windows = DEFAULT
