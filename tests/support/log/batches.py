"""Small record batches and logs for tests."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any

from kafkawire.log.append import AppendInfo, AppendOrigin
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.buffers import Buffer
from kafkawire.records.batch import BatchHeader, read_header
from kafkawire.records.builder import encode_batch
from kafkawire.records.record import Record, decode_records

NOW_MS = 1_700_000_000_000


def make_batch(
    count: int = 1, *, timestamps: Sequence[int] | None = None, size: int = 1, **fields: Any
) -> bytes:
    """`count` records with values of `size` bytes; `fields` as `encode_batch` has them."""
    times = [NOW_MS] * count if timestamps is None else timestamps
    return bytes(encode_batch([(time, b"k", b"v" * size, []) for time in times], **fields))


def numbered_batch(
    sequence: int, *, epoch: int = 0, producer: int = 7, transactional: bool = True
) -> bytes:
    """One record of a producer that numbers what it sends."""
    return make_batch(
        producer_id=producer,
        producer_epoch=epoch,
        base_sequence=sequence,
        transactional=transactional,
    )


def make_marker(
    producer_id: int,
    producer_epoch: int,
    *,
    commit: bool,
    coordinator_epoch: int = 0,
    timestamp: int = NOW_MS,
) -> bytes:
    key = struct.pack(">hh", 0, 1 if commit else 0)
    value = struct.pack(">hi", 0, coordinator_epoch)
    return bytes(
        encode_batch(
            [(timestamp, key, value, [])],
            producer_id=producer_id,
            producer_epoch=producer_epoch,
            transactional=True,
            control=True,
        )
    )


def make_log(configs: Mapping[str, str] | None = None) -> PartitionLog:
    return PartitionLog(TopicPartition("t", 0), LogConfig.from_mapping(configs or {}))


def append(log: PartitionLog, batch: Buffer, **options: Any) -> AppendInfo:
    """Append in leader epoch 0, and let the high watermark follow."""
    options = {"leader_epoch": 0, "now_ms": NOW_MS, **options}
    info = log.append_as_leader(batch, **options)
    log.move_high_watermark(log.log_end_offset)
    return info


def append_marker(log: PartitionLog, *args: Any, **fields: Any) -> AppendInfo:
    return append(log, make_marker(*args, **fields), origin=AppendOrigin.COORDINATOR)


def headers_of(log: PartitionLog) -> list[BatchHeader]:
    return [header for header, _ in log.iter_batches()]


def records_of(log: PartitionLog) -> list[Record]:
    return [record for _, batch in log.iter_batches() for record in decode_records(batch)]


def header_of(batch: bytes) -> BatchHeader:
    return read_header(batch)
