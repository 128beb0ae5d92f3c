"""Rows of `records`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from kafkawire.dump.batches import WireBatch, batches_in
from kafkawire.dump.records.internal import control_name
from kafkawire.protocol.errors import ProtocolError
from kafkawire.spark.tables.column import Row
from kafkawire.spark.tables.declared import RECORDS
from kafkawire.spark.tables.identity import exchange_columns
from kafkawire.spark.tables.partitions import UNKNOWN_OFFSET
from kafkawire.spark.tables.placed import PRODUCE, WITH_PARTITIONS, entries_of

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange
    from kafkawire.records.record import Record

SEQUENCES = 1 << 31
"""Sequences begin again at 0 behind the greatest (`DefaultRecordBatch.incrementSequence`)."""


def record_rows(exchange: Exchange) -> Iterator[Row]:
    """The records of an exchange in their order, as far as they can be read."""
    key = exchange.message.api_key
    message = exchange.request if key == PRODUCE else exchange.response
    if message is None or key not in WITH_PARTITIONS:
        return
    head = exchange_columns(exchange)
    given = _given(exchange) if key == PRODUCE else None
    for entry in entries_of(message):
        if entry.place is None:
            continue
        shift = _NO_SHIFT if given is None else given.get((entry.topic, entry.partition))
        head |= {"topic": entry.topic, "partition": entry.partition}
        for batch in batches_in(message.data, *entry.place):
            yield from _batch_rows(head, batch, shift)


_NO_SHIFT = 0


def _given(exchange: Exchange) -> dict[tuple[str, int], int]:
    """The offsets that a broker gave to what was produced."""
    answers = () if exchange.response is None else entries_of(exchange.response)
    found = {(each.topic, each.partition): each.values.get("baseOffset", -1) for each in answers}
    return {key: offset for key, offset in found.items() if offset != UNKNOWN_OFFSET}


def _batch_rows(head: Mapping[str, object], batch: WireBatch, shift: int | None) -> Iterator[Row]:
    header, base_offset = batch.header, batch.base_offset
    producer_id, epoch, sequence = batch.producer
    of_batch = {
        **head,
        "timestamp_type": batch.timestamp_type,
        "codec": batch.codec or None,
        "batch_offset": base_offset,
        "producer_id": producer_id,
        "producer_epoch": epoch,
        "is_transactional": header is not None and header.is_transactional,
    }
    # A producer counts from 0; an old wrapper's offset is that of its last message.
    for record in batch.records():
        offset = None if shift is None else record.offset + shift
        own = -1
        if sequence >= 0:
            own = (sequence + record.offset - base_offset) % SEQUENCES
        yield RECORDS.row(
            **of_batch,
            offset=offset,
            timestamp_ms=record.timestamp,
            key=record.key,
            value=record.value,
            headers=list(record.headers) or None,
            control=_control(batch, record),
            sequence=own,
        )


def _control(batch: WireBatch, record: Record) -> str | None:
    if not batch.is_control:
        return None
    try:
        return control_name(record.key)
    except ProtocolError as error:
        return str(error)
