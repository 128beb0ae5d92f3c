"""Appends of our own making: coordinators, transaction markers, the metadata log.

Nothing of such batches is doubted; they get offsets and an epoch. Markers are the exception: a
coordinator may have been replaced without knowing it, and is told so (produce C.8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.placing import CheckedBatch, place_batch
from kafkawire.log.producer_state import EndTransactionMarker
from kafkawire.records.batch import iter_headers
from kafkawire.records.control import read_marker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kafkawire.log.growing import GrowingLog
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.batch import BatchHeader


def trusted_batches(
    records: Buffer, log: GrowingLog, leader_epoch: int
) -> Iterator[tuple[Buffer, BatchHeader]]:
    """The batches of `records`, each at the end that `log` has when it is asked for."""
    whole = memoryview(records)
    for position, header in iter_headers(records):
        batch = whole[position : position + header.size]
        marker = marker_of(header, batch) if header.is_control else None
        if marker is not None:
            log.producer_state.check_marker(marker)
        yield place_batch(
            CheckedBatch(batch, header), base_offset=log.log_end_offset, leader_epoch=leader_epoch
        )


def marker_of(header: BatchHeader, batch: Buffer) -> EndTransactionMarker | None:
    """The marker in a control batch; None for control records of other kinds.

    Compaction may have emptied the batch; then the whole transaction is gone.
    """
    if not header.is_control or header.producer_id < 0 or not header.records_count:
        return None
    marker = read_marker(batch, 0, header)
    if marker is None:
        return None
    return EndTransactionMarker(
        header.producer_id,
        header.producer_epoch,
        marker.coordinator_epoch,
        marker.is_commit,
        header.base_offset,
        header.max_timestamp,
    )
