"""Writing record batches, magic 2.

A record is a tuple (timestamp, key, value, headers), or a `Record`. The batch's base timestamp is
that of its first record, offsets count up from the base offset, and the parts of all records are
joined once. Varints of usual size come from a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, count
from struct import error as struct_error
from typing import cast

from kafkawire.protocol.buffers import Buffer
from kafkawire.protocol.errors import EncodeError
from kafkawire.protocol.pacing import aside
from kafkawire.records import compression as codecs
from kafkawire.records.batch import (
    HEADER_BYTES,
    HEADER_FORMAT,
    LOG_OVERHEAD,
    MAGIC,
    NO_TIMESTAMP,
    seal,
)
from kafkawire.records.pieces import AT_ONCE_BYTES_MAX
from kafkawire.records.record import HEADER_NAME_BYTES_MAX, HEADER_NAMES_MAX, Record
from kafkawire.records.varint import encode_zigzag, ready_varints, wrapped_long

RecordTuple = tuple[int, "bytes | None", "bytes | None", "Sequence[tuple[str, bytes | None]]"]
"""Timestamp in milliseconds, key, value, headers."""

TIMESTAMP_BOUND = 1 << 63

_names: dict[str, bytes] = {}
"""Names of record headers that are ready as bytes, bounded as those ready as text are."""
_PLACE = bytes(HEADER_BYTES)
_NULL = b"\x01"
"""A length of -1."""


def encode_batch(  # noqa: PLR0913 - the fields of a batch
    records: Sequence[Record | RecordTuple],
    *,
    base_offset: int = 0,
    compression: int = codecs.NONE,
    level: int | None = None,
    timestamp_type: int = 0,
    producer_id: int = -1,
    producer_epoch: int = -1,
    base_sequence: int = -1,
    leader_epoch: int = -1,
    transactional: bool = False,
    control: bool = False,
    delete_horizon_ms: int | None = None,
) -> bytearray:
    """One batch of `records`, with its checksum.

    The delete horizon, where given, takes the place of the base timestamp (KIP-534). Raises
    EncodeError where a value does not fit its field.
    """
    tuples = _as_tuples(records)
    base_timestamp = tuples[0][0] if tuples else NO_TIMESTAMP
    if delete_horizon_ms is not None:
        base_timestamp = delete_horizon_ms
    bits = (timestamp_type != 0, transactional, control, delete_horizon_ms is not None)
    attributes = compression | sum(bit << place for place, bit in enumerate(bits, start=3))
    parts: list[Buffer] = [_PLACE]
    max_timestamp = _write(tuples, base_timestamp, parts)
    if compression != codecs.NONE:
        parts[1:] = [codecs.compress(compression, b"".join(parts[1:]), level)]
    batch = bytearray().join(parts)
    frame = (base_offset, len(batch) - LOG_OVERHEAD, leader_epoch, MAGIC, 0, attributes)
    times = (len(tuples) - 1, base_timestamp, max_timestamp)
    producer = (producer_id, producer_epoch, base_sequence)
    _finish(batch, (*frame, *times, *producer, len(tuples)))
    return batch


def encode_batch_in_steps(  # noqa: PLR0913 - the fields of a batch
    steps: Iterator[list[Record]],
    *,
    compression: int,
    bytes_max: int,
    level: int | None = None,
    producer_id: int = -1,
    producer_epoch: int = -1,
    base_sequence: int = -1,
    transactional: bool = False,
) -> bytearray | None:
    """As `encode_batch`, of records that come a few at a time and are not kept.

    There is at least one record. The caller's iterator rests between its steps. None stands for
    a batch of more than `bytes_max` bytes: all steps are taken, but it is not kept.
    """
    body = _Body(compression, level, bytes_max - HEADER_BYTES)
    count, base_timestamp, max_timestamp = 0, NO_TIMESTAMP, NO_TIMESTAMP
    for records in steps:
        tuples = _as_tuples(records)
        if not count:
            base_timestamp = max_timestamp = tuples[0][0]
        parts: list[Buffer] = []
        max_timestamp = max(max_timestamp, _write(tuples, base_timestamp, parts, first=count))
        body.add(b"".join(parts))
        count += len(tuples)
    batch = body.after(_PLACE)
    if batch is None:
        return None
    frame = (0, len(batch) - LOG_OVERHEAD, -1, MAGIC, 0, compression | transactional << 4)
    times = (count - 1, base_timestamp, max_timestamp)
    _finish(batch, (*frame, *times, producer_id, producer_epoch, base_sequence, count))
    return batch


class _Body:
    """The records of a batch, compressed step by step if they are many bytes.

    What exceeds `bytes_max` is counted only.
    """

    __slots__ = ("_bytes_max", "_codec", "_compressor", "_level", "_parts", "_size", "_waiting")

    def __init__(self, codec: int, level: int | None, bytes_max: int) -> None:
        self._codec = codec
        self._level = level
        self._bytes_max = bytes_max
        self._compressor: codecs.Compressor | None = None
        self._waiting = bytearray()
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, records: bytes) -> None:
        """Take the bytes of some records."""
        self._waiting += records
        if len(self._waiting) > AT_ONCE_BYTES_MAX:
            if self._codec == codecs.NONE:
                self._keep(bytes(self._waiting))
            else:
                self._compress()
            self._waiting = bytearray()

    def after(self, head: bytes) -> bytearray | None:
        """Return `head` and the records; None if these exceed their bound."""
        if self._compressor is not None:
            self._compress()
            self._keep(self._compressor.finish())
        else:
            self._keep(codecs.compress(self._codec, self._waiting, self._level))
        return None if self._size > self._bytes_max else bytearray().join((head, *self._parts))

    def _compress(self) -> None:
        if self._compressor is None:
            self._compressor = codecs.compressor(self._codec, self._level)
        feed = partial(self._compressor.feed, self._waiting)
        self._keep(aside(feed) if self._codec in codecs.IN_THREADS else feed())

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size <= self._bytes_max:
            self._parts.append(part)


def _finish(batch: bytearray, fields: Sequence[int]) -> None:
    """Write the head of a batch and its checksum."""
    try:
        HEADER_FORMAT.pack_into(batch, 0, *fields)
    except struct_error as failure:
        raise EncodeError(f"a field of the batch is out of range: {failure}") from None
    seal(batch)


def _as_tuples(records: Sequence[Record | RecordTuple]) -> Sequence[RecordTuple]:
    if set(map(type, records)) <= {tuple}:
        return cast("Sequence[RecordTuple]", records)
    return [record if isinstance(record, tuple) else record.as_tuple() for record in records]


def _write(
    tuples: Sequence[RecordTuple], base_timestamp: int, parts: list[Buffer], *, first: int = 0
) -> int:
    """Append the bytes of all records to `parts`; return the greatest timestamp.

    `first` is the offset delta of the first.

    A length that the table lacks, or the length of None, fails the usual way through a record;
    that record is then written the long way.
    """
    ready = ready_varints()
    known = ready if not first else ready[first:]
    offset_deltas = chain(known, map(encode_zigzag, count(max(first, len(ready)))))
    append = parts.append
    join = b"".join
    names = _names
    latest: int | None = None
    greatest = tuples[0][0] if tuples else NO_TIMESTAMP
    stamp = b""
    for (timestamp, key, value, headers), offset_delta in zip(tuples, offset_deltas, strict=False):
        if timestamp != latest:
            latest = timestamp
            stamp = b"\0" + encode_zigzag(_checked_delta(timestamp, base_timestamp))
            if timestamp > greatest:
                greatest = timestamp
        try:
            sized_key = _NULL if key is None else ready[len(key)] + key
            size = ready[len(value)]  # type: ignore[arg-type]
            if headers:
                fields = [stamp, offset_delta, sized_key, size, value, ready[len(headers)]]
                for name, header in headers:
                    fields += (names[name], ready[len(header)], header)  # type: ignore[arg-type]
                body = join(fields)  # type: ignore[arg-type]
            else:
                body = join((stamp, offset_delta, sized_key, size, value, b"\0"))  # type: ignore[arg-type]
            append(ready[len(body)])
        except (IndexError, KeyError, TypeError):
            body = join((stamp, offset_delta, _sized(key), _sized(value), _headers(headers)))
            append(encode_zigzag(len(body)))
        append(body)
    return greatest


def _sized(value: bytes | None) -> bytes:
    """`value` with its length before it."""
    return _NULL if value is None else encode_zigzag(len(value)) + value


def _checked_delta(timestamp: int, base_timestamp: int) -> int:
    if not -TIMESTAMP_BOUND <= timestamp < TIMESTAMP_BOUND:
        raise EncodeError(f"timestamp {timestamp} does not fit 64 bits")
    return wrapped_long(timestamp - base_timestamp)


def _headers(headers: Sequence[tuple[str, bytes | None]]) -> bytes:
    parts = [encode_zigzag(len(headers))]
    for name, value in headers:
        parts += (_names.get(name) or _name(name), _sized(value))
    return b"".join(parts)


def _name(name: str) -> bytes:
    """The name of a header with its length before it."""
    raw = name.encode()
    sized = encode_zigzag(len(raw)) + raw
    if len(_names) < HEADER_NAMES_MAX and len(raw) <= HEADER_NAME_BYTES_MAX:
        _names[name] = sized
    return sized
