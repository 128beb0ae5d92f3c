"""Options of producers: their defaults, and values that are read in their own way."""

from __future__ import annotations

import pytest

from kafkawire.client.options import ProducerSettings, settings
from kafkawire.client.options.producer import read_acks, read_gzip_level

DEFAULTS = {
    "acks": -1,
    "enable_idempotence": True,
    "linger_ms": 5,
    "batch_size": 16_384,
    "delivery_timeout_ms": 120_000,
    "compression_type": "none",
    "compression_gzip_level": -1,
    "compression_lz4_level": 9,
    "compression_zstd_level": 3,
    "transactional_id": None,
    "transaction_timeout_ms": 60_000,
    "transaction_two_phase_commit_enable": False,
    "buffer_memory": 33_554_432,
    "max_block_ms": 60_000,
    "max_request_size": 1_048_576,
    "max_in_flight_requests_per_connection": 5,
    "metadata_max_idle_ms": 300_000,
    "partitioner_ignore_keys": False,
    "partitioner_adaptive_partitioning_enable": True,
    "partitioner_availability_timeout_ms": 0,
    "partitioner_rack_aware": False,
    "retries": 2_147_483_647,
    "receive_buffer_bytes": 32_768,
    "connections_max_idle_ms": 540_000,
}


def test_defaults_are_those_of_kafka() -> None:
    found = settings(ProducerSettings, {"bootstrap_servers": "a:1"})
    assert {name: getattr(found, name) for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize(
    ("value", "meant"), [("all", -1), (" 1 ", 1), (0, 0), (-1, -1), ("-1", -1)]
)
def test_acks_are_words_or_numbers(value: object, meant: int) -> None:
    assert read_acks(value) == meant


@pytest.mark.parametrize("value", [2, "most", True, None])
def test_other_acks_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match="all, -1, 0 or 1"):
        read_acks(value)


def test_levels_of_gzip_have_a_gap() -> None:
    assert [read_gzip_level(value) for value in (-1, "1", 9)] == [-1, 1, 9]
    for wrong in (0, 10, "12", ""):
        with pytest.raises(ValueError, match="1 to 9"):
            read_gzip_level(wrong)
