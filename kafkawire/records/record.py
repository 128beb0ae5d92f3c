"""Records of a batch, magic 2, all at once.

    length varint of all that follows          attributes i8 (unused)
    timestamp delta varlong                    offset delta varint
    key length varint (negative: null), key    value length varint (negative: null), value
    headers: count varint, then for each: key length varint, key, value length varint, value

Where fewer than all fields of all records are needed, `kafkawire.records.lazy` is faster, and who
needs only counts and offsets has the batch's head.

The loops spell out varints of one and two bytes on the spot: a call per field would cost more
than all the rest. Reading past the end shows as an IndexError, or in lengths that do not add up,
so no field is checked on its own: each record must end where its length says, and the last one
where the batch does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import repeat

from kafkawire.protocol.buffers import Buffer
from kafkawire.protocol.pacing import rest, unhurried
from kafkawire.records.batch import (
    CODEC_MASK,
    HEADER_BYTES,
    LOG_APPEND_TIME,
    LOG_OVERHEAD,
    BatchHeader,
    read_header,
)
from kafkawire.records.compression import decompress_buffer, decompressed
from kafkawire.records.errors import CorruptRecord, InvalidRecords
from kafkawire.records.varint import (
    TWO_BYTES_MAX,
    continue_varint,
    continue_varlong,
    read_zigzag,
    wrapped_long,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, TypeVar

    from kafkawire.records.pieces import Plain
    from kafkawire.records.window import Window

    class Fields(Protocol):
        """A class whose objects the loops below fill: `Record`, and what a client gives out.

        `_headers` is left unset where a record has none.
        """

        offset: int
        timestamp: int
        key: bytes | None
        value: bytes | None
        _headers: Headers

    R = TypeVar("R", bound=Fields)

HEADER_NAMES_MAX = 1024
HEADER_NAME_BYTES_MAX = 256
"""So many names of record headers, of so many bytes at most, are kept ready as text."""
MANY_HEADERS = 256
"""A record with as many headers is read in steps."""
RECORDS_PER_STEP = 1024
BYTES_PER_STEP = 1 << 20
"""Records that are decoded between two rests, and about how many bytes of them."""
PAST_THE_END = "a record reads past the end of its batch"
SAFE_TIMESTAMP = 1 << 62
"""Below it, no delta of up to four bytes can leave 64 bits."""

Headers = list[tuple[str, bytes | None]]

_names: dict[bytes, str] = {}
_make = object.__new__


class Record:
    """One record. `timestamp` in milliseconds, -1 for none; `headers` may repeat names."""

    __slots__ = ("_headers", "key", "offset", "timestamp", "value")

    def __init__(
        self,
        offset: int,
        timestamp: int,
        key: bytes | None,
        value: bytes | None,
        headers: Headers | None = None,
    ) -> None:
        self.offset = offset
        self.timestamp = timestamp
        self.key = key
        self.value = value
        if headers is not None:
            self._headers: Headers = headers

    @property
    def headers(self) -> Headers:
        """Names and values, in order. A list made when first asked for: most records have none."""
        try:
            return self._headers
        except AttributeError:
            self._headers = []
            return self._headers

    def as_tuple(self) -> tuple[int, bytes | None, bytes | None, Headers]:
        """What `encode_batch` takes."""
        return self.timestamp, self.key, self.value, self.headers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((self.offset, self.timestamp, self.key, self.value))

    def __repr__(self) -> str:
        return "Record(offset={}, timestamp={}, key={!r}, value={!r}, headers={!r})".format(
            *self._fields()
        )

    def _fields(self) -> tuple[int, int, bytes | None, bytes | None, Headers]:
        return self.offset, self.timestamp, self.key, self.value, self.headers


def records_section(buffer: Buffer, position: int, header: BatchHeader) -> tuple[bytes, int, int]:
    """The uncompressed records of a batch: bytes, where they begin, where they end.

    Raises CorruptRecord where the batch is not whole, UnreadableRecords from its codec.
    """
    data, start, end = plain_section(buffer, position, header)
    return data if isinstance(data, bytes) else data[:], start, end


def plain_section(buffer: Buffer, position: int, header: BatchHeader) -> tuple[Plain, int, int]:
    """As `records_section`; large records that were compressed are a memory map."""
    start, end = section_bounds(len(buffer), position, header)
    if header.attributes & CODEC_MASK:
        data = decompress_buffer(header.compression, memoryview(buffer)[start:end])
        return data, 0, len(data)
    if type(buffer) is bytes:
        return buffer, start, end
    return bytes(memoryview(buffer)[start:end]), 0, end - start


def section_bounds(size: int, position: int, header: BatchHeader) -> tuple[int, int]:
    """Where the records of the batch at `position` of `size` bytes begin and end.

    Raises as `records_section`.
    """
    start = position + HEADER_BYTES
    end = position + LOG_OVERHEAD + header.batch_length
    if end > size or end < start:
        raise CorruptRecord(f"a batch of {header.size} bytes does not fit what holds it")
    if header.records_count < 0:
        raise InvalidRecords(f"Found invalid record count {header.records_count} in magic v2 batch")
    return start, end


def decode_records(
    buffer: Buffer, position: int = 0, header: BatchHeader | None = None
) -> list[Record]:
    """All records of the batch at `position`."""
    if header is None:
        header = read_header(buffer, position)
    return decode_section(*records_section(buffer, position, header), header)


def decode_section(data: Plain, at: int, end: int, header: BatchHeader) -> list[Record]:
    """The records that fill `data` from `at` to `end`, as `records_section` found them."""
    records: list[Record] = []
    for step in decode_in_steps(data, at, end, header):
        records += step
    return records


def decode_batch_in_steps(buffer: Buffer, header: BatchHeader) -> Iterator[list[Record]]:
    """Yield the records of the batch in `buffer`, some at a time; what came before is not kept.

    Raises as `decode_records`.
    """
    if not header.attributes & CODEC_MASK:
        return decode_in_steps(*plain_section(buffer, 0, header), header)
    start, end = section_bounds(len(buffer), 0, header)
    from kafkawire.records.window import Window  # a start needs none

    pieces = decompressed(header.compression, memoryview(buffer)[start:end])
    return decode_window(Window(b"", pieces), header)


def decode_in_steps(data: Plain, at: int, end: int, header: BatchHeader) -> Iterator[list[Record]]:
    """As `decode_section`, at most `RECORDS_PER_STEP` records at a time, with rests in between."""
    left = header.records_count
    while True:
        fitting = left * BYTES_PER_STEP // max(1, end - at)  # if all are of one size
        count = min(left, max(1, fitting), RECORDS_PER_STEP)
        try:
            records, at = _decode(data, at, count, header, Record)
        except IndexError:
            raise InvalidRecords(PAST_THE_END) from None
        left -= len(records)
        if not left and at != end:
            raise InvalidRecords(f"{end - at} bytes are left after the last record of the batch")
        _set_timestamps(records, header)
        yield records
        if not left:
            return
        rest()


def decode_window(window: Window, header: BatchHeader) -> Iterator[list[Record]]:
    """As `decode_in_steps`, of records that come in pieces; those of a window at a time at most."""
    left = header.records_count
    try:
        while left:
            count = _whole_records(window, min(left, RECORDS_PER_STEP))
            if not count:
                window.more()
                continue
            records, window.at = _decode(window.data, window.at, count, header, Record)
            left -= count
            _set_timestamps(records, header)
            yield records
            rest()
        is_at_end = window.is_at_end()
    except IndexError:
        raise InvalidRecords(PAST_THE_END) from None
    if not is_at_end:
        raise InvalidRecords("bytes are left after the last record of the batch")


def _whole_records(window: Window, count: int) -> int:
    """How many of the next `count` records end within the window, by their lengths."""
    data, at, found = window.data, window.at, 0
    with suppress(IndexError):
        while found < count:
            length, at = read_zigzag(data, at)
            at += length
            if at > len(data):
                break
            found += 1
    return found


def decode_some(
    data: Plain, at: int, count: int, header: BatchHeader, kind: type[R]
) -> tuple[list[R], int]:
    """The `count` records from `at` on, as objects of `kind`, and where they end."""
    try:
        records, after = _decode(data, at, count, header, kind)
    except IndexError:
        raise InvalidRecords(PAST_THE_END) from None
    _set_timestamps(records, header)
    return records, after


def _set_timestamps(records: Sequence[Fields], header: BatchHeader) -> None:
    if header.timestamp_type == LOG_APPEND_TIME:
        for record in records:
            record.timestamp = header.max_timestamp
    elif not -SAFE_TIMESTAMP < header.base_timestamp < SAFE_TIMESTAMP:
        for record in records:
            record.timestamp = wrapped_long(record.timestamp)


def _decode(  # noqa: C901 - see the module's docstring
    data: Plain, at: int, count: int, header: BatchHeader, kind: type[R]
) -> tuple[list[R], int]:
    """The `count` records from `at` on, and where they end."""
    base_offset, base_timestamp = header.base_offset, header.base_timestamp
    make = _make
    records: list[R] = []
    append = records.append
    for _ in repeat(None, count):
        length = data[at]
        if length > 127:
            length = length & 127 | data[at := at + 1] << 7
            if length > TWO_BYTES_MAX:
                length, at = continue_varint(data, at)
        record_end = at + 1 + (length >> 1)
        record = make(kind)
        delta = data[at := at + 2]
        if delta > 127:
            delta = delta & 127 | data[at := at + 1] << 7
            if delta > TWO_BYTES_MAX:
                delta, at = _delta(data, at, base_timestamp)
        record.timestamp = base_timestamp + (~(delta >> 1) if delta & 1 else delta >> 1)
        delta = data[at := at + 1]
        if delta > 127:
            delta = delta & 127 | data[at := at + 1] << 7
            if delta > TWO_BYTES_MAX:
                delta, at = continue_varint(data, at)
        record.offset = base_offset + (~(delta >> 1) if delta & 1 else delta >> 1)
        size = data[at := at + 1]
        if size > 127:
            size, at = continue_varint(data, at + 1)
        at += 1
        record.key = None if size & 1 else data[at : (at := at + (size >> 1))]
        size = data[at]
        if size > 127:
            size = size & 127 | data[at := at + 1] << 7
            if size > TWO_BYTES_MAX:
                size, at = continue_varint(data, at)
        at += 1
        record.value = None if size & 1 else data[at : (at := at + (size >> 1))]
        if data[at]:
            record._headers, at = _headers(data, at)
        else:
            at += 1
        if at != record_end or length & 1:
            raise InvalidRecords("a record does not fill its length")
        append(record)
    return records, at


def _delta(data: Plain, at: int, base_timestamp: int) -> tuple[int, int]:
    """As `continue_varlong`; adding the result to the base stays within 64 bits."""
    raw, at = continue_varlong(data, at)
    value = wrapped_long(base_timestamp + (raw >> 1 ^ -(raw & 1))) - base_timestamp
    return value << 1 if value >= 0 else ~(value << 1), at


def _headers(data: Plain, at: int) -> tuple[Headers, int]:
    """The headers at `at` and where they end; that a record holds them all is for the caller."""
    count = data[at]
    if count > 127:
        count, at = continue_varint(data, at + 1)
    at += 1
    if count & 1:
        raise InvalidRecords("Found invalid number of record headers: negative")
    names = _names
    headers: Headers = []
    for _ in range(count >> 1) if count < MANY_HEADERS else unhurried(range(count >> 1)):
        size = data[at]
        if size > 127:
            size, at = continue_varint(data, at + 1)
        if size & 1:
            raise InvalidRecords("Invalid negative header key size")
        at += 1
        raw = data[at : (at := at + (size >> 1))]
        try:
            name = names[raw]
        except KeyError:
            name = _name(raw)
        size = data[at]
        if size > 127:
            size, at = continue_varint(data, at + 1)
        at += 1
        headers.append((name, None if size & 1 else data[at : (at := at + (size >> 1))]))
    return headers, at


def _name(raw: bytes) -> str:
    """The name of a header; broken UTF-8 is replaced, as Java does."""
    name = raw.decode("utf-8", "replace")
    if len(_names) < HEADER_NAMES_MAX and len(raw) <= HEADER_NAME_BYTES_MAX:
        _names[raw] = name
    return name
