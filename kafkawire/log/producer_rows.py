"""What a producer snapshot keeps of a partition's producers, and making them of it again.

Of a producer's last batches only the newest is kept, as Kafka does: after a restart an older one
that is sent again is refused, not recognised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.formats.producer_snapshot import ProducerRow
from kafkawire.log.producer_entry import NO_SEQUENCE, ProducedBatch, ProducerEntry, sequence_after

if TYPE_CHECKING:
    from kafkawire.log.producer_state import ProducerState

NO_OFFSET = -1


def rows_of(producers: ProducerState) -> list[ProducerRow]:
    """The producers as a snapshot has them."""
    return [_row(entry) for entry in producers]


def _row(entry: ProducerEntry) -> ProducerRow:
    batch = entry.batches[-1] if entry.batches else None
    return ProducerRow(
        entry.producer_id,
        entry.producer_epoch,
        NO_SEQUENCE if batch is None else batch.last_sequence,
        NO_OFFSET if batch is None else batch.last_offset,
        0 if batch is None else batch.last_offset - batch.first_offset,
        entry.last_timestamp,
        entry.coordinator_epoch,
        entry.transaction_first_offset,
    )


def entry_of(row: ProducerRow) -> ProducerEntry:
    """A producer as it was."""
    entry = ProducerEntry(row.producer_id)
    entry.producer_epoch = row.producer_epoch
    entry.coordinator_epoch = row.coordinator_epoch
    entry.last_timestamp = row.timestamp
    entry.transaction_first_offset = row.transaction_first_offset
    if row.last_offset >= 0:
        first_sequence = sequence_after(row.last_sequence - row.offset_delta - 1)
        entry.batches.append(
            ProducedBatch(
                first_sequence,
                row.last_sequence,
                row.last_offset - row.offset_delta,
                row.last_offset,
                row.timestamp,
            )
        )
        entry.last_offset = row.last_offset
    return entry
