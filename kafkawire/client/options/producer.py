"""Options of producers."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from kafkawire.client.options.common import CommonOptions, CommonSettings
from kafkawire.client.options.consumer import read_interceptors
from kafkawire.client.options.kinds import INT32_MAX, INT64_MAX, choice, flag, special, text, whole

ALL_REPLICAS = -1
_ACKS = {"all": ALL_REPLICAS, "-1": ALL_REPLICAS, "0": 0, "1": 1}


class ProducerOptions(CommonOptions, total=False):
    """Options of producers, as keywords."""

    client_rack: str
    retries: int
    acks: int | str
    enable_idempotence: bool
    linger_ms: int
    batch_size: int
    delivery_timeout_ms: int
    compression_type: str
    compression_gzip_level: int
    compression_lz4_level: int
    compression_zstd_level: int
    transactional_id: str | None
    transaction_timeout_ms: int
    transaction_two_phase_commit_enable: bool
    buffer_memory: int
    max_block_ms: int
    max_request_size: int
    max_in_flight_requests_per_connection: int
    metadata_max_idle_ms: int
    partitioner_ignore_keys: bool
    partitioner_adaptive_partitioning_enable: bool
    partitioner_availability_timeout_ms: int
    partitioner_rack_aware: bool
    interceptor_classes: Sequence[object]


def read_acks(value: object) -> int:
    """Return how many replicas acknowledge: -1 for all, 0 or 1. Raises ValueError."""
    found = None if isinstance(value, bool) else _ACKS.get(str(value).strip())
    if found is None:
        raise ValueError("all, -1, 0 or 1")
    return found


def read_gzip_level(value: object) -> int:
    """Return a level of gzip, -1 for its own default. Raises ValueError."""
    digits = str(value).strip()
    if digits != "-1" and digits not in set("123456789"):
        raise ValueError("-1, or 1 to 9")
    return int(digits)


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class ProducerSettings(CommonSettings):
    """Values of the options of a producer."""

    receive_buffer_bytes: int = whole(32_768, least=-1)
    client_rack: str = text("")
    retries: int = whole(INT32_MAX)
    acks: int = special(ALL_REPLICAS, read_acks)
    enable_idempotence: bool = flag(True)
    linger_ms: int = whole(5, most=INT64_MAX)
    batch_size: int = whole(16_384)
    delivery_timeout_ms: int = whole(120_000)
    compression_type: str = choice("none", "gzip", "snappy", "lz4", "zstd")
    compression_gzip_level: int = special(-1, read_gzip_level)
    compression_lz4_level: int = whole(9, least=1, most=17)
    compression_zstd_level: int = whole(3, least=-131_072, most=22)
    transactional_id: str | None = text(None, may_be_empty=False)
    transaction_timeout_ms: int = whole(60_000)
    transaction_two_phase_commit_enable: bool = flag(False)
    buffer_memory: int = whole(33_554_432, most=INT64_MAX)
    max_block_ms: int = whole(60_000, most=INT64_MAX)
    max_request_size: int = whole(1_048_576)
    max_in_flight_requests_per_connection: int = whole(5, least=1)
    metadata_max_idle_ms: int = whole(300_000, least=5_000, most=INT64_MAX)
    partitioner_ignore_keys: bool = flag(False)
    partitioner_adaptive_partitioning_enable: bool = flag(True)
    partitioner_availability_timeout_ms: int = whole(0, most=INT64_MAX)
    partitioner_rack_aware: bool = flag(False)
    interceptor_classes: tuple[object, ...] = special((), read_interceptors)
