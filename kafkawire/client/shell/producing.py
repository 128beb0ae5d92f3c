"""From the settings of a producer to the options of its core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.shell.opening import windows_of
from kafkawire.records.compression import GZIP, LZ4, NONE, SNAPPY, ZSTD

if TYPE_CHECKING:
    from kafkawire.client.options import ProducerSettings

_CODECS = {"none": NONE, "gzip": GZIP, "snappy": SNAPPY, "lz4": LZ4, "zstd": ZSTD}
_DEFAULT_LEVELS = {"gzip": -1, "lz4": 9, "zstd": 3}


def core_options(made: ProducerSettings) -> ProducerOptions:
    """Return what the core needs of the settings."""
    kind = made.compression_type
    level: int | None = getattr(made, f"compression_{kind}_level", None)
    return ProducerOptions(
        acks=made.acks,
        enable_idempotence=made.enable_idempotence,
        linger_ms=made.linger_ms,
        batch_size=made.batch_size,
        buffer_memory=made.buffer_memory,
        max_request_size=made.max_request_size,
        delivery_timeout_ms=made.delivery_timeout_ms,
        request_timeout_ms=made.request_timeout_ms,
        retries=made.retries,
        retry_backoff_ms=made.retry_backoff_ms,
        retry_backoff_max_ms=made.retry_backoff_max_ms,
        in_flight_max=made.max_in_flight_requests_per_connection,
        compression=_CODECS[kind],
        compression_level=None if level == _DEFAULT_LEVELS.get(kind) else level,
        metadata_max_idle_ms=made.metadata_max_idle_ms,
        partitioner_ignore_keys=made.partitioner_ignore_keys,
        partitioner_adaptive_partitioning_enable=made.partitioner_adaptive_partitioning_enable,
        partitioner_availability_timeout_ms=made.partitioner_availability_timeout_ms,
        partitioner_rack_aware=made.partitioner_rack_aware,
        client_rack=made.client_rack,
        transactional_id=made.transactional_id,
        transaction_timeout_ms=made.transaction_timeout_ms,
        windows=windows_of(made),
    )
