"""What Kafka verifies of a batch's records before it appends them (its `LogValidator`).

Every record is looked at: it fills its length, its varints are well formed, its header count and
the keys of its headers are not negative, and the records fill the batch. On the way the extremes
of the timestamps are found, for the log's time index.

`check_by_loop` is the definition: field by field, record by record, 600 ns each. Records of equal
sizes, or at least of one shape, are checked by columns instead (`kafkawire.records.columns`), at a
tenth or a half of that; a property test proves all forms equal. Columns take what fits them, the
loop takes some records where nothing fits, and so on in turns.
"""

from __future__ import annotations

from itertools import repeat

from kafkawire.protocol.buffers import Buffer
from kafkawire.protocol.pacing import rest, unhurried
from kafkawire.records.batch import (
    CODEC_MASK,
    LOG_APPEND_TIME,
    NO_TIMESTAMP,
    TIMESTAMP_TYPE_BIT,
    BatchHeader,
)
from kafkawire.records.columns import RUN_MIN, check_equal, check_varied
from kafkawire.records.errors import InvalidRecords
from kafkawire.records.pieces import copied
from kafkawire.records.record import (
    MANY_HEADERS,
    PAST_THE_END,
    Record,
    decode_section,
    records_section,
    section_bounds,
)
from kafkawire.records.tally import NO_RECORD_BYTES_MAX, RecordsInfo, Tally
from kafkawire.records.varint import TWO_BYTES_MAX, continue_varint, continue_varlong

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.records.pieces import Data

LOOP_RECORDS_MIN = 32
"""So many records go through the loop before columns are tried again; twice as many each time."""
LOOP_RECORDS_MAX = 4096
"""The most; the loop rests after so many."""
PLAIN_RECORD_BYTES_MIN = 7
"""Length, attributes, two deltas, two sizes, a header count."""
HEADERS_END = 1 << 32
"""No count of headers is too large for this."""
SKIMS_ALL = 2
"""For `is_skimmed`, beyond True: lengths of records may even be negative."""
NULL_SIZE = 1
"""-1 as a varint."""
SCRATCH_BYTES_MAX = 2 << 20
"""Views of no more than this are copied into memory that is kept, where columns can be taken of
them: fresh memory costs more than the copy, and for large batches more than looking at it."""
TOO_MANY_BYTES = "Incorrect declared batch size, records still remaining in file"
_LONG = 1 << 63

_scratches: list[bytearray] = []


def check_records(buffer: Buffer, position: int, header: BatchHeader) -> RecordsInfo:
    """Verify the records of the uncompressed batch at `position`.

    Raises InvalidRecords, and CorruptRecord where the batch is not whole.
    """
    assert not header.attributes & CODEC_MASK
    if type(buffer) is bytes:
        start, end = section_bounds(len(buffer), position, header)
        return check_section(buffer, start, end, header)
    if type(buffer) is not memoryview:
        data, at, end = records_section(buffer, position, header)
        return check_section(data, at, end, header)
    if len(buffer) > SCRATCH_BYTES_MAX:
        start, end = section_bounds(len(buffer), position, header)
        return check_section(copied(buffer[start:end]), 0, end - start, header)
    # Taken away while it is in use: there may be a broker in each of several threads.
    scratch = _scratches.pop() if _scratches else bytearray()
    try:
        size = len(buffer)
        if size > len(scratch):
            scratch += bytes(size - len(scratch))
        memoryview(scratch)[:size] = buffer  # assigning to a bytearray would copy twice
        start, end = section_bounds(size, position, header)
        return check_section(scratch, start, end, header)
    finally:
        _scratches.append(scratch)


def check_section(
    data: Data,
    at: int,
    end: int,
    header: BatchHeader,
    *,
    is_skimmed: int = False,
    record_bytes_max: int = NO_RECORD_BYTES_MAX,
) -> RecordsInfo:
    """Verify the records that fill `data` from `at` to `end`.

    Raises InvalidRecords.
    """
    count = header.records_count
    is_one = count == 1 and end - at <= record_bytes_max
    if is_one and (info := check_one(data, at, end, header)) is not None:
        return info
    tally = Tally(at, is_skimmed=is_skimmed, record_bytes_max=record_bytes_max)
    patience = LOOP_RECORDS_MIN
    try:
        while tally.index < count:
            rest()
            if not check_columns(data, end, tally, count):
                check_by_loop(data, tally, min(count, tally.index + patience))
                patience = min(2 * patience, LOOP_RECORDS_MAX)
    except IndexError:
        raise InvalidRecords(PAST_THE_END) from None
    if tally.at != end:
        raise InvalidRecords(TOO_MANY_BYTES)
    if wraps(tally, header):
        return wrapped_info(tally, decode_section(bytes(data[:end]), at, end, header))
    return info_of(tally, header)


def check_columns(data: Data, end: int, tally: Tally, stop: int) -> bool:
    """Move `tally` past records before `stop` that have a column; return whether they were many."""
    before = tally.index
    check_equal(data, end, tally, stop)
    if tally.index - before < RUN_MIN:
        check_varied(data, tally, stop)
    return tally.index - before >= RUN_MIN


def check_one(data: Data, at: int, end: int, header: BatchHeader) -> RecordsInfo | None:
    """Verify the only record of a batch if it is of the plainest shape; None says nothing.

    Plain is: lengths of at most two bytes, deltas of 0, no headers, CreateTime. Small requests
    bring little else, and the general way costs them more than anything else they meet.
    """
    if header.attributes & TIMESTAMP_TYPE_BIT or end - at < PLAIN_RECORD_BYTES_MIN:
        return None
    length = data[at]
    if length > 127:
        length = length & 127 | data[at := at + 1] << 7
    if length & 1 or length > TWO_BYTES_MAX or at + 1 + (length >> 1) != end:
        return None
    if data[at + 2] or data[at + 3]:
        return None
    key = data[at := at + 4]
    if key > 127:
        key = key & 127 | data[at := at + 1] << 7
    at += 1 if key == NULL_SIZE else (key >> 1) + 1
    if at + 2 > end:
        return None
    value = data[at]
    if value > 127:
        value = value & 127 | data[at := at + 1] << 7
    at += 1 if value == NULL_SIZE else (value >> 1) + 1
    if at + 1 != end or data[at] or (key | value) > TWO_BYTES_MAX:
        return None
    if (key & 1 and key != NULL_SIZE) or (value & 1 and value != NULL_SIZE):
        return None  # the general way knows what Kafka makes of these
    timestamp = header.base_timestamp
    return RecordsInfo(timestamp, timestamp, header.base_offset, key == NULL_SIZE, True)


def check_by_loop(  # noqa: C901 - as in `kafkawire.records.record`
    data: Data, tally: Tally, stop: int
) -> None:
    """Verify the records from `tally.index` up to `stop`, one by one.

    As in Kafka's `DefaultRecord`, a record's length is verified before any of its other fields.
    """
    index, at, skims = tally.index, tally.at, tally.is_skimmed
    longest = 2 * tally.record_bytes_max
    stamps: list[int] = []
    offsets: list[int] = []
    for _ in repeat(None, stop - index):
        length = data[at]
        if length > 127:
            length = length & 127 | data[at := at + 1] << 7
            if length > TWO_BYTES_MAX:
                length, at = continue_varint(data, at)
        if length > longest or length & 1:
            check_length(length >> 1 ^ -(length & 1), tally)
        record_end = at + 1 + (length >> 1)
        delta = data[at := at + 2]
        if delta > 127:
            delta = delta & 127 | data[at := at + 1] << 7
            if delta > TWO_BYTES_MAX:
                delta, at = continue_varlong(data, at)
        stamps.append(delta)
        delta = data[at := at + 1]
        if delta > 127:
            delta = delta & 127 | data[at := at + 1] << 7
            if delta > TWO_BYTES_MAX:
                delta, at = continue_varint(data, at)
        offsets.append(delta)
        size = data[at := at + 1]
        if size > 127:
            size, at = continue_varint(data, at + 1)
        if size & 1:
            tally.has_null_key = True
            at += 1
        else:
            at += (size >> 1) + 1
        size = data[at]
        if size > 127:
            size = size & 127 | data[at := at + 1] << 7
            if size > TWO_BYTES_MAX:
                size, at = continue_varint(data, at)
        at += 1 if size & 1 else (size >> 1) + 1
        at = skip_headers(data, at, HEADERS_END if skims else record_end) if data[at] else at + 1
        if at != record_end and not skims:
            raise InvalidRecords("a record does not fill its length")
    _take(tally, stamps, offsets, at)


def check_length(length: int, tally: Tally) -> None:
    """Raise InvalidRecords if no record may claim `length` bytes."""
    if length < 0 and tally.is_skimmed < SKIMS_ALL:
        raise InvalidRecords(f"a record of {length} bytes")
    if length > tally.record_bytes_max:
        raise InvalidRecords(f"a record of {length} bytes exceeds {tally.record_bytes_max}")


def _take(tally: Tally, stamps: list[int], offsets: list[int], at: int) -> None:
    """Add to the tally what the loop has read; all numbers are still zig-zagged."""
    index, count = tally.index, len(stamps)
    if not count:
        return
    if offsets != list(range(2 * index, 2 * (index + count), 2)):
        tally.is_dense = False
    signed = [raw >> 1 ^ -(raw & 1) for raw in stamps]
    maximum = max(signed)
    raw = offsets[signed.index(maximum)]
    tally.add(
        minimum=min(signed),
        maximum=maximum,
        offset_delta=raw >> 1 ^ -(raw & 1),
        count=count,
        at=at,
    )


def skip_headers(data: Data, at: int, end: int) -> int:
    """Where the headers at `at` end."""
    count = data[at]
    if count > 127:
        count, at = continue_varint(data, at + 1)
    at += 1
    if count & 1 or count >> 1 > end - at:
        raise InvalidRecords(f"Found invalid number of record headers {count >> 1}")
    return skip_so_many_headers(data, at, count >> 1)


def skip_so_many_headers(data: Data, at: int, count: int) -> int:
    """Where the `count` headers at `at` end; raises IndexError if `data` ends before."""
    for _ in range(count) if count < MANY_HEADERS else unhurried(range(count)):
        size = data[at]
        if size > 127:
            size, at = continue_varint(data, at + 1)
        if size & 1:
            raise InvalidRecords("Invalid negative header key size")
        size = data[at := at + (size >> 1) + 1]
        if size > 127:
            size, at = continue_varint(data, at + 1)
        at += 1 if size & 1 else (size >> 1) + 1
    return at


def wraps(tally: Tally, header: BatchHeader) -> bool:
    """Return whether a timestamp leaves 64 bits; Java's sums then go on from the other end."""
    lowest = header.base_timestamp + tally.minimum
    return lowest < -_LONG or header.base_timestamp + tally.maximum >= _LONG


def wrapped_info(tally: Tally, records: Iterable[Record]) -> RecordsInfo:
    """Return what `info_of` does, with the timestamps of `records`, which are not none."""
    first, last, offset = _LONG, -_LONG - 1, -1
    for record in records:
        first = min(first, record.timestamp)
        if record.timestamp > last:
            last, offset = record.timestamp, record.offset
    return RecordsInfo(first, last, offset, tally.has_null_key, tally.is_dense)


def info_of(tally: Tally, header: BatchHeader) -> RecordsInfo:
    """Return what the log needs of the records that `tally` has passed."""
    minimum = maximum = NO_TIMESTAMP
    offset = header.base_offset
    if tally.index and header.timestamp_type == LOG_APPEND_TIME:
        minimum = maximum = header.max_timestamp
    elif tally.index:
        minimum = header.base_timestamp + tally.minimum
        maximum = header.base_timestamp + tally.maximum
        offset += tally.offset_delta_of_maximum
    return RecordsInfo(minimum, maximum, offset, tally.has_null_key, tally.is_dense)
