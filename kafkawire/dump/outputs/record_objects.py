"""Batches and records as objects for JSON, with the keys of `envelope.BATCH` and below."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from kafkawire.dump.records.show import message_with_records, records_of_exchange
from kafkawire.dump.records.views import AUTO, Views

if TYPE_CHECKING:
    from kafkawire.dump.model import Exchange, Message
    from kafkawire.dump.records.show import ShownBatch, ShownRecord
    from kafkawire.dump.records.shown import Shown


def batch_objects(
    exchange: Exchange, message: Message, views: Views | None
) -> list[dict[str, Any]] | None:
    """The batches in a message of the exchange; None if that is not the one that has them."""
    if message_with_records(exchange) is not message:
        return None
    return [batch_object(batch) for batch in records_of_exchange(exchange, views or AUTO)]


def batch_object(shown: ShownBatch, records_max: int | None = None) -> dict[str, Any]:
    """A batch and its records, the first of them only if there are more than `records_max`."""
    batch = shown.batch
    header = batch.header
    producer_id, producer_epoch, base_sequence = batch.producer
    # First, since problems of records are known only when they have been read.
    records = [record_object(record) for record in islice(shown.records(), records_max)]
    return {
        "topic": shown.topic,
        "partition": shown.partition,
        "path": shown.path,
        "start": batch.start,
        "size": batch.size,
        "isPartial": batch.is_partial,
        "magic": batch.magic,
        "baseOffset": batch.base_offset,
        "count": batch.count,
        "codec": batch.codec or None,
        "producerId": producer_id,
        "producerEpoch": producer_epoch,
        "baseSequence": base_sequence,
        "isTransactional": header is not None and header.is_transactional,
        "isControl": batch.is_control,
        "problems": shown.problems,
        "records": records,
    }


def record_object(record: ShownRecord) -> dict[str, Any]:
    """A record."""
    return {
        "offset": record.offset,
        "timestamp": record.timestamp,
        "control": record.control,
        "key": shown_object(record.key),
        "value": shown_object(record.value),
        "headers": [
            {"name": header.name, **shown_object(header.value)} for header in record.headers
        ],
        "trace": record.trace,
    }


def shown_object(shown: Shown) -> dict[str, Any]:
    """A key, a value or a header."""
    return {"kind": shown.kind, "value": shown.value, "note": shown.note or None}
