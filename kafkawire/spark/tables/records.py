"""Rows of `records`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.dump.log.internal import control_name
from kafkawire.dump.records.batches import WireBatch, batches_in
from kafkawire.protocol.errors import ProtocolError
from kafkawire.spark.tables.column import Row
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
        place = (entry.topic, entry.partition)
        shift = _NO_SHIFT if given is None else given.get(place)
        for batch in batches_in(message.data, *entry.place):
            yield from _batch_rows((*head, *place), batch, shift)


_NO_SHIFT = 0


def _given(exchange: Exchange) -> dict[tuple[str, int], int]:
    """The offsets that a broker gave to what was produced."""
    answers = () if exchange.response is None else entries_of(exchange.response)
    found = {(each.topic, each.partition): each.values.get("baseOffset", -1) for each in answers}
    return {key: offset for key, offset in found.items() if offset != UNKNOWN_OFFSET}


def _batch_rows(head: Row, batch: WireBatch, shift: int | None) -> Iterator[Row]:
    header, codec, base_offset = batch.header, batch.codec or None, batch.base_offset
    producer_id, epoch, sequence = batch.producer
    transactional = header is not None and header.is_transactional
    # A producer counts from 0; an old wrapper's offset is that of its last message.
    for record in batch.records():
        offset = None if shift is None else record.offset + shift
        own = -1
        if sequence >= 0:
            own = (sequence + record.offset - base_offset) % SEQUENCES
        yield (
            *head,
            offset,
            record.timestamp,
            batch.timestamp_type,
            record.key,
            record.value,
            list(record.headers) or None,
            _control(batch, record),
            codec,
            base_offset,
            producer_id,
            epoch,
            own,
            transactional,
        )


def _control(batch: WireBatch, record: Record) -> str | None:
    if not batch.is_control:
        return None
    try:
        return control_name(record.key)
    except ProtocolError as error:
        return str(error)
