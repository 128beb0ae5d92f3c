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
from kafkawire.records.batch import (
    CODEC_MASK,
    LOG_APPEND_TIME,
    NO_TIMESTAMP,
    TIMESTAMP_TYPE_BIT,
    BatchHeader,
)
from kafkawire.records.columns import RUN_MIN, Data, check_equal, check_varied
from kafkawire.records.compression import DECOMPRESSED_BYTES_MAX
from kafkawire.records.errors import InvalidRecords, UnreadableRecords
from kafkawire.records.lazy import record_starts
from kafkawire.records.record import (
    Record,
    decode_section,
    records_section,
    section_bounds,
)
from kafkawire.records.tally import RecordsInfo, Tally
from kafkawire.records.varint import TWO_BYTES_MAX, continue_varint, continue_varlong, read_zigzag

LOOP_RECORDS_MIN = 32
"""So many records go through the loop before columns are tried again; twice as many each time."""
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
_LONG = 1 << 63

_scratches: list[bytearray] = []


def check_records(buffer: Buffer, position: int, header: BatchHeader) -> RecordsInfo:
    """Verify the records of the uncompressed batch at `position`.

    Raises InvalidRecords, and CorruptRecord where the batch is not whole.
    """
    assert not header.attributes & CODEC_MASK
    if type(buffer) is not memoryview or len(buffer) > SCRATCH_BYTES_MAX:
        data, at, end = records_section(buffer, position, header)
        return _check(data, at, end, header)
    # Taken away while it is in use: there may be a broker in each of several threads.
    scratch = _scratches.pop() if _scratches else bytearray()
    try:
        size = len(buffer)
        if size > len(scratch):
            scratch += bytes(size - len(scratch))
        memoryview(scratch)[:size] = buffer  # assigning to a bytearray would copy twice
        start, end = section_bounds(size, position, header)
        return _check(scratch, start, end, header)
    finally:
        _scratches.append(scratch)


def check_compressed(
    buffer: Buffer,
    position: int,
    header: BatchHeader,
    *,
    record_bytes_max: int = DECOMPRESSED_BYTES_MAX,
    is_skimmed: int = False,
) -> RecordsInfo:
    """Verify the records of the batch at `position`, whatever its codec.

    `record_bytes_max` bounds each record's length without its own length field, as Kafka 4.4's
    max.decompressed.message.bytes does. Raises as `check_records`, and UnreadableRecords where
    the codec fails or would make more than DECOMPRESSED_BYTES_MAX.

    Records that stay compressed as they are Kafka only skims (its `PartialDefaultRecord`): it
    reads field after field and never looks whether these fill the record's length. Before it had
    a bound for that length, it could be negative as well (SKIMS_ALL).
    """
    try:
        data, at, end = records_section(buffer, position, header)
    except UnreadableRecords as failure:
        if failure.readable is not None:
            _check_what_is_there(failure.readable, header, is_skimmed=is_skimmed)
        raise
    info = _check(data, at, end, header, is_skimmed=is_skimmed)
    if end - at > record_bytes_max:
        _check_sizes(data, at, end, header.records_count, record_bytes_max)
    return info


def _check_sizes(data: Data, at: int, end: int, count: int, record_bytes_max: int) -> None:
    starts = record_starts(data, at, end, count)
    for start, after in zip(starts, [*starts[1:], end], strict=True):
        body = start + 1
        while data[body - 1] > 127:
            body += 1
        if after - body > record_bytes_max:
            raise InvalidRecords(f"a record of {after - body} bytes exceeds {record_bytes_max}")


def _check_what_is_there(data: bytes, header: BatchHeader, *, is_skimmed: int) -> None:
    """Raise InvalidRecords for what is wrong before the codec's own failure is met.

    Kafka reads records as they come out of the codec, and whole ones unless it skims them.
    """
    tally = Tally(0, is_skimmed=is_skimmed)
    for _ in repeat(None, header.records_count):
        if not is_skimmed and _next_record(data, tally.at) > len(data):
            return
        try:
            check_by_loop(data, tally, tally.index + 1)
        except IndexError:
            if is_skimmed:
                return
            raise InvalidRecords("a record reads past its end") from None
    if tally.at < len(data):
        raise InvalidRecords("Incorrect declared batch size, records still remaining in file")


def _next_record(data: bytes, at: int) -> int:
    """Where the record at `at` says that it ends; behind all data if it does not say."""
    try:
        length, at = read_zigzag(data, at)
    except IndexError:
        return len(data) + 1
    return at + length


def _check(
    data: Data, at: int, end: int, header: BatchHeader, *, is_skimmed: int = False
) -> RecordsInfo:
    count = header.records_count
    if count == 1 and (info := check_one(data, at, end, header)) is not None:
        return info
    tally = Tally(at, is_skimmed=is_skimmed)
    patience = LOOP_RECORDS_MIN
    try:
        while tally.index < count:
            before = tally.index
            check_equal(data, end, tally, count)
            if tally.index - before < RUN_MIN:
                check_varied(data, tally, count)
            if tally.index - before < RUN_MIN:
                check_by_loop(data, tally, min(count, tally.index + patience))
                patience *= 2
    except IndexError:
        raise InvalidRecords("a record reads past the end of its batch") from None
    if tally.at != end:
        raise InvalidRecords("Incorrect declared batch size, records still remaining in file")
    if _wraps(tally, header):
        return _wrapped_info(tally, decode_section(bytes(data[:end]), at, end, header))
    return _info(tally, header)


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
    """Verify the records from `tally.index` up to `stop`, one by one."""
    index, at, skims = tally.index, tally.at, tally.is_skimmed
    stamps: list[int] = []
    offsets: list[int] = []
    for _ in repeat(None, stop - index):
        length = data[at]
        if length > 127:
            length = length & 127 | data[at := at + 1] << 7
            if length > TWO_BYTES_MAX:
                length, at = continue_varint(data, at)
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
        if (length & 1 and skims < SKIMS_ALL) or (at != record_end and not skims):
            raise InvalidRecords("a record does not fill its length")
    _take(tally, stamps, offsets, at)


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
    for _ in repeat(None, count >> 1):
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


def _wraps(tally: Tally, header: BatchHeader) -> bool:
    """Whether a timestamp leaves 64 bits; Java's sums then go on from the other end."""
    lowest = header.base_timestamp + tally.minimum
    return lowest < -_LONG or header.base_timestamp + tally.maximum >= _LONG


def _wrapped_info(tally: Tally, records: list[Record]) -> RecordsInfo:
    stamps = [record.timestamp for record in records]
    maximum = max(stamps)
    offset = records[stamps.index(maximum)].offset
    return RecordsInfo(min(stamps), maximum, offset, tally.has_null_key, tally.is_dense)


def _info(tally: Tally, header: BatchHeader) -> RecordsInfo:
    minimum = maximum = NO_TIMESTAMP
    offset = header.base_offset
    if tally.index and header.timestamp_type == LOG_APPEND_TIME:
        minimum = maximum = header.max_timestamp
    elif tally.index:
        minimum = header.base_timestamp + tally.minimum
        maximum = header.base_timestamp + tally.maximum
        offset += tally.offset_delta_of_maximum
    return RecordsInfo(minimum, maximum, offset, tally.has_null_key, tally.is_dense)
