"""Batches with some of their records left out.

A record is kept as the bytes it is made of. Only where the base timestamp changes (the first record
went, or the delete horizon takes its place, KIP-534) its head is written anew. Offsets, sequence
numbers, leader epoch and the last offset of the batch stay what they were, so that nobody can
tell from the numbers that something is missing (fetch H-63; Kafka's `MemoryRecords.filterTo`).
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from kafkawire.records import compression as codecs
from kafkawire.records.batch import (
    CODEC_MASK,
    CONTROL_BIT,
    DELETE_HORIZON_BIT,
    HEADER_BYTES,
    HEADER_FORMAT,
    LOG_APPEND_TIME,
    LOG_OVERHEAD,
    NO_TIMESTAMP,
    TIMESTAMP_TYPE_BIT,
    TRANSACTIONAL_BIT,
    BatchHeader,
    seal,
)
from kafkawire.records.errors import InvalidRecords
from kafkawire.records.record import records_section
from kafkawire.records.varint import encode_zigzag, read_zigzag, read_zigzag_long, wrapped_long

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kafkawire.protocol.buffers import Buffer

KEPT_BITS = CODEC_MASK | TIMESTAMP_TYPE_BIT | TRANSACTIONAL_BIT | CONTROL_BIT
EMPTIED_BITS = KEPT_BITS & ~CODEC_MASK

PART_RECORDS = 1024
"""Of a large batch so many records are found in a row."""

Span = tuple[int, int, int, int, int, "bytes | None", bool]
"""A record: where it begins, where its key begins, where it ends; timestamp and offset delta; key;
whether it has a value."""


class SplitBatch:
    """The records of a batch by where they lie in `data`, its records without compression."""

    __slots__ = ("data", "header", "spans")

    def __init__(self, header: BatchHeader, data: bytes, spans: list[Span]) -> None:
        self.header = header
        self.data = data
        self.spans = spans


def split(batch: Buffer, header: BatchHeader) -> SplitBatch:
    """Find the records of `batch`. Raises InvalidRecords where they cannot be told apart."""
    for source in split_in_parts(batch, header, header.records_count):
        if source is not None:
            return source
    raise AssertionError("a batch that has no end")


def split_in_parts(
    batch: Buffer, header: BatchHeader, part_records: int = PART_RECORDS
) -> Iterator[SplitBatch | None]:
    """As `split`, so many records at a time: None after each part but the last."""
    data, at, end = records_section(batch, 0, header)
    spans: list[Span] = []
    left = header.records_count
    try:
        while left > part_records:
            at = _find(data, at, part_records, spans)
            left -= part_records
            yield None
        at = _find(data, at, left, spans)
    except IndexError:
        raise InvalidRecords("a record reads past the end of its batch") from None
    if at != end:
        raise InvalidRecords(f"{end - at} bytes are left after the last record of the batch")
    yield SplitBatch(header, data, spans)


def _find(data: bytes, at: int, count: int, spans: list[Span]) -> int:
    """Add `count` records to `spans`; where the last one ends.

    Varints of one byte, which most are, are read on the spot.
    """
    append = spans.append
    for _ in repeat(None, count):
        start = at
        size = data[at]
        size, at = (size >> 1, at + 1) if size < 128 else read_zigzag(data, at)
        after = at + size
        delta = data[at := at + 1]
        timestamp_delta, at = (
            (delta >> 1 ^ -(delta & 1), at + 1) if delta < 128 else read_zigzag_long(data, at)
        )
        delta = data[at]
        offset_delta, body = (
            (delta >> 1 ^ -(delta & 1), at + 1) if delta < 128 else read_zigzag(data, at)
        )
        size = data[body]
        size, at = (size >> 1 ^ -(size & 1), body + 1) if size < 128 else read_zigzag(data, body)
        key = None if size < 0 else data[at : (at := at + size)]
        size = data[at]
        size, at = (size >> 1 ^ -(size & 1), at + 1) if size < 128 else read_zigzag(data, at)
        if at + (size if size > 0 else 0) >= after or after > len(data):
            raise InvalidRecords("a record does not fill its length")
        append((start, body, after, timestamp_delta, offset_delta, key, size >= 0))
        at = after
    return at


def rebuilt(
    source: SplitBatch, kept: Sequence[Span], delete_horizon_ms: int | None = None
) -> bytearray:
    """The batch with the records `kept`, of which there is one at least.

    A delete horizon that the batch has already goes on unless another one is given.
    """
    header = source.header
    if delete_horizon_ms is None and header.has_delete_horizon:
        delete_horizon_ms = header.base_timestamp
    timestamps = _timestamps(header, kept)
    base_timestamp = timestamps[0] if delete_horizon_ms is None else delete_horizon_ms
    records = _joined(source, kept, timestamps, base_timestamp)
    if header.compression:
        records = codecs.compress(header.compression, records)
    attributes = header.attributes & KEPT_BITS
    if delete_horizon_ms is not None:
        attributes |= DELETE_HORIZON_BIT
    newest = header.max_timestamp
    if header.timestamp_type != LOG_APPEND_TIME:
        newest = max(NO_TIMESTAMP, *timestamps)
    return _batch(
        header._replace(
            batch_length=HEADER_BYTES - LOG_OVERHEAD + len(records),
            attributes=attributes,
            base_timestamp=base_timestamp,
            max_timestamp=newest,
            records_count=len(kept),
        ),
        records,
    )


def emptied(header: BatchHeader) -> bytearray:
    """The batch without its records: 61 bytes (fetch A-41)."""
    return _batch(
        header._replace(
            batch_length=HEADER_BYTES - LOG_OVERHEAD,
            attributes=header.attributes & EMPTIED_BITS,
            base_timestamp=NO_TIMESTAMP,
            records_count=0,
        ),
        b"",
    )


def _batch(header: BatchHeader, records: Buffer) -> bytearray:
    batch = bytearray().join((HEADER_FORMAT.pack(*header), records))
    seal(batch)
    return batch


def _timestamps(header: BatchHeader, kept: Sequence[Span]) -> list[int]:
    if header.timestamp_type == LOG_APPEND_TIME:
        return [header.max_timestamp] * len(kept)
    base = header.base_timestamp
    return [wrapped_long(base + span[3]) for span in kept]


def _joined(
    source: SplitBatch, kept: Sequence[Span], timestamps: Sequence[int], base_timestamp: int
) -> bytes:
    data, header = source.data, source.header
    if base_timestamp == header.base_timestamp and header.timestamp_type != LOG_APPEND_TIME:
        return b"".join([data[start:end] for start, _, end, *_ in kept])
    parts: list[bytes] = []
    for (_, body, end, _, offset_delta, *_), timestamp in zip(kept, timestamps, strict=True):
        stamp = encode_zigzag(wrapped_long(timestamp - base_timestamp))
        head = b"\0" + stamp + encode_zigzag(offset_delta)
        parts += (encode_zigzag(len(head) + end - body), head, data[body:end])
    return b"".join(parts)
