"""Items about batches and their records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kafkawire.dump.batches import TIMESTAMP_TYPES, codec_name
from kafkawire.dump.json_values import bytes_value
from kafkawire.dump.log.batches import BATCH_BYTES_MAX, Batch, Entry, OldMessage
from kafkawire.dump.log.hiding import Hide
from kafkawire.dump.log.items import Item, problem
from kafkawire.dump.records.internal import (
    TOPICS,
    Declared,
    control_name,
    read_control,
    read_record,
)
from kafkawire.protocol.errors import ProtocolError
from kafkawire.records.lazy import RecordIndex
from kafkawire.records.record import Record


def batch_item(file: str, batch: Batch) -> Item:
    """The head of a batch."""
    header = batch.header
    facts: dict[str, object] = {
        "file": file,
        "position": batch.position,
        "bytes": batch.size,
        "baseOffset": header.base_offset,
        "lastOffset": header.last_offset,
        "count": header.records_count,
        "magic": header.magic,
        "compression": codec_name(header.compression),
        "partitionLeaderEpoch": header.partition_leader_epoch,
        "timestampType": TIMESTAMP_TYPES[header.timestamp_type],
        "baseTimestamp": header.base_timestamp,
        "maxTimestamp": header.max_timestamp,
        "producerId": header.producer_id,
        "producerEpoch": header.producer_epoch,
        "baseSequence": header.base_sequence,
        "lastSequence": header.last_sequence,
        "isTransactional": header.is_transactional,
        "isControl": header.is_control,
        "crc": header.crc,
    }
    if header.has_delete_horizon:
        facts["deleteHorizonMs"] = header.base_timestamp
    if header.is_control:
        facts["control"] = control_of(batch)
    return Item("batch", facts)


def control_of(batch: Batch) -> str | None:
    """What the first record of a control batch is; None where there is no reading it."""
    try:
        if batch.data is None:
            return None
        records = RecordIndex(batch.data, 0, batch.header)
        return control_name(records[0].key) if len(records) else None
    except ProtocolError:
        return None


def message_item(file: str, entry: OldMessage) -> Item:
    """An entry of the formats before record batches."""
    message = entry.message
    return Item(
        "message",
        {
            "file": file,
            "position": entry.position,
            "bytes": entry.size,
            "baseOffset": entry.first_offset,
            "lastOffset": entry.last_offset,
            "count": len(entry.inner),
            "magic": message.magic,
            "compression": codec_name(message.compression),
            "timestampType": TIMESTAMP_TYPES[message.timestamp_type],
            "maxTimestamp": entry.max_timestamp,
        },
    )


def record_items(
    file: str, entry: Entry, topic: str | None, hide: Hide | None = None
) -> Iterator[Item]:
    """The records of a batch, those of internal topics by their declarations.

    `hide` makes records of those that may have secrets; None shows all of them as they are.
    """
    if isinstance(entry, OldMessage):
        for message in entry.inner:
            record = Record(message.offset, message.timestamp, message.key, message.value)
            yield from _record(file, entry, record, topic, hide)
        return
    if entry.data is None:
        yield problem(file, f"only of batches up to {BATCH_BYTES_MAX:,} bytes records are shown",
                      entry.position)  # fmt: skip
        return
    try:
        for record in RecordIndex(entry.data, 0, entry.header):
            yield from _record(file, entry, record, topic, hide)
    except ProtocolError as error:
        yield problem(file, f"its records cannot be read: {error}", entry.position)


def _record(
    file: str, entry: Entry, record: Record, topic: str | None, hide: Hide | None
) -> Iterator[Item]:
    facts: dict[str, object] = {
        "file": file,
        "position": entry.position,
        "offset": record.offset,
        "timestamp": record.timestamp,
    }
    try:
        declared = _declared(entry, record, topic)
    except ProtocolError as error:
        yield problem(file, f"the record at offset {record.offset}: {error}", entry.position)
        declared = None
    if hide is not None and not (declared is not None and _is_control(entry)):
        record = hide(record, declared is not None)
        declared = declared and _declared_again(entry, record, topic)
    if declared is None:
        facts |= bytes_value("key", record.key) | bytes_value("value", record.value)
    else:
        for part, found in zip(("key", "value"), declared, strict=True):
            facts |= _part(part, found)
    if record.headers:
        facts["headers"] = [{"name": name} | bytes_value("value", value)
                            for name, value in record.headers]  # fmt: skip
    yield Item("record", facts)


def _declared(entry: Entry, record: Record, topic: str | None) -> Sequence[Declared | None] | None:
    if _is_control(entry):
        found = read_control(record.key, record.value)
        return None if found is None else (None, found)
    return read_record(topic, record.key, record.value) if topic in TOPICS else None


def _declared_again(
    entry: Entry, record: Record, topic: str | None
) -> Sequence[Declared | None] | None:
    """None if so much had to be hidden that it cannot be read any more."""
    try:
        return _declared(entry, record, topic)
    except ProtocolError:
        return None


def _is_control(entry: Entry) -> bool:
    return isinstance(entry, Batch) and entry.header.is_control


def _part(part: str, found: Declared | None) -> dict[str, object]:
    if found is None:
        return {part: None}
    return {f"{part}Type": found.name, f"{part}Version": found.version, part: found.fields}
