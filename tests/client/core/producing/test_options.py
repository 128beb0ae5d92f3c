"""Options of the producer's core."""

from __future__ import annotations

from kafkawire.client.core.producing.options import ProducerOptions


def test_defaults_are_those_of_kafka() -> None:
    """client C.3."""
    options = ProducerOptions()
    assert (options.acks, options.enable_idempotence, options.linger_ms) == (-1, True, 5)
    assert (options.batch_size, options.buffer_memory) == (16384, 33554432)
    assert (options.max_request_size, options.delivery_timeout_ms) == (1048576, 120000)
    assert (options.in_flight_max, options.metadata_max_idle_ms) == (5, 300000)
    assert (options.retry_backoff_ms, options.retry_backoff_max_ms) == (100, 1000)
    assert options.partitioner_adaptive_partitioning_enable
    assert options.transaction_timeout_ms == 60000
