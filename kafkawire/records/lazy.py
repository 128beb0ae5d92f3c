"""Records of a batch, magic 2, without reading all of them.

`RecordIndex` finds where records begin and makes each when it is asked for, at a tenth of the price
of making all; `values_only`, `values_in` and `keys_in` skip all but the values or the keys, at half
of it. They prove that the records fill the batch, and raise InvalidRecords where they do not;
`records_in_turn` does not look ahead, for batches that may be broken behind what is wanted. The
layout is described, and decoded in full, in `kafkawire.records.record`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from operator import index as as_index

from kafkawire.protocol.buffers import Buffer
from kafkawire.records.batch import BatchHeader, read_header
from kafkawire.records.errors import InvalidRecords
from kafkawire.records.record import PAST_THE_END, Record, decode_section, records_section
from kafkawire.records.varint import TWO_BYTES_MAX, continue_varint, read_zigzag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.records.pieces import Data, Plain


class RecordIndex:
    """The records of one batch, each decoded when it is asked for.

    Making it walks the records' lengths only. Those must fill the batch; what is inside a record
    is checked when that record is decoded.
    """

    __slots__ = ("_data", "_end", "_header", "_starts")

    def __init__(
        self, buffer: Buffer, position: int = 0, header: BatchHeader | None = None
    ) -> None:
        self._header = read_header(buffer, position) if header is None else header
        self._data, at, self._end = records_section(buffer, position, self._header)
        try:
            self._starts = record_starts(self._data, at, self._end, self._header.records_count)
        except IndexError:
            raise InvalidRecords(PAST_THE_END) from None

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, index: int) -> Record:
        starts = self._starts
        place = as_index(index)
        at = starts[place]
        following = place + 1 or len(starts)
        end = starts[following] if following < len(starts) else self._end
        return _one(self._data, at, end, self._header)

    def __iter__(self) -> Iterator[Record]:
        return map(self.__getitem__, range(len(self._starts)))


def _one(data: bytes, at: int, end: int, header: BatchHeader) -> Record:
    return decode_section(data, at, end, header._replace(records_count=1))[0]


def records_in_turn(buffer: Buffer) -> Iterator[Record]:
    """The records of the batch, each read when it is its turn; nothing is proved of later ones.

    Raises InvalidRecords at the first that cannot be read, and behind the last if bytes are left.
    """
    header = read_header(buffer, 0)
    data, at, end = records_section(buffer, 0, header)
    for _ in repeat(None, header.records_count):
        try:
            size, start = read_zigzag(data, at)
        except IndexError:
            raise InvalidRecords(PAST_THE_END) from None
        if not 0 < size <= end - start:
            raise InvalidRecords(f"a record of {size} bytes, of which {end - start} are there")
        yield _one(data, at, start + size, header)
        at = start + size
    if at != end:
        raise InvalidRecords(f"{end - at} bytes are left after the last record of the batch")


def record_starts(data: Data, at: int, end: int, count: int) -> list[int]:
    """Where the records begin."""
    starts: list[int] = []
    append = starts.append
    signs = 0
    for _ in repeat(None, count):
        append(at)
        size = data[at]
        signs |= size
        if size < 128:
            at += (size >> 1) + 1
        else:
            following = data[at + 1]
            if following < 128:
                at += (size >> 1 & 63 | following << 6) + 2
            else:
                long_size, at = read_zigzag(data, at)
                at += long_size if long_size > 0 else end
    if at != end or signs & 1:
        raise InvalidRecords("the lengths of the records do not fill the batch")
    return starts


def values_only(
    buffer: Buffer, position: int = 0, header: BatchHeader | None = None
) -> list[bytes | None]:
    """The values of the batch's records. What stands behind a value is skipped unread."""
    if header is None:
        header = read_header(buffer, position)
    data, at, end = records_section(buffer, position, header)
    return values_in(data, at, end, header.records_count)


def values_in(data: Plain, at: int, end: int, count: int) -> list[bytes | None]:
    """The values of `count` records that fill `data` from `at` to `end`."""
    try:
        return _values(data, at, end, count)
    except IndexError:
        raise InvalidRecords(PAST_THE_END) from None


def _values(  # noqa: C901 - as in `kafkawire.records.record`
    data: Plain, at: int, end: int, count: int
) -> list[bytes | None]:
    values: list[bytes | None] = []
    append = values.append
    for _ in repeat(None, count):
        length = data[at]
        if length > 127:
            length = length & 127 | data[at := at + 1] << 7
            if length > TWO_BYTES_MAX:
                length, at = continue_varint(data, at)
        record_end = at + 1 + (length >> 1)
        at += 2
        while data[at] > 127:
            at += 1
        at += 1
        while data[at] > 127:
            at += 1
        size = data[at := at + 1]
        if size > 127:
            size, at = continue_varint(data, at + 1)
        at += 1 if size & 1 else (size >> 1) + 1
        size = data[at]
        if size > 127:
            size = size & 127 | data[at := at + 1] << 7
            if size > TWO_BYTES_MAX:
                size, at = continue_varint(data, at)
        at += 1
        append(None if size & 1 else data[at : (at := at + (size >> 1))])
        if at >= record_end or length & 1:
            raise InvalidRecords("a value does not fit its record")
        at = record_end
    if at != end:
        raise InvalidRecords(f"{end - at} bytes are left after the last record of the batch")
    return values


def keys_in(data: Plain, at: int, end: int, count: int) -> list[bytes | None]:
    """The keys of `count` records that fill `data` from `at` to `end`."""
    try:
        return _keys(data, at, end, count)
    except IndexError:
        raise InvalidRecords(PAST_THE_END) from None


def _keys(data: Plain, at: int, end: int, count: int) -> list[bytes | None]:
    keys: list[bytes | None] = []
    append = keys.append
    for _ in repeat(None, count):
        length = data[at]
        if length > 127:
            length = length & 127 | data[at := at + 1] << 7
            if length > TWO_BYTES_MAX:
                length, at = continue_varint(data, at)
        record_end = at + 1 + (length >> 1)
        at += 2
        while data[at] > 127:
            at += 1
        at += 1
        while data[at] > 127:
            at += 1
        size = data[at := at + 1]
        if size > 127:
            size, at = continue_varint(data, at + 1)
        at += 1
        append(None if size & 1 else data[at : (at := at + (size >> 1))])
        if at >= record_end or length & 1:
            raise InvalidRecords("a key does not fit its record")
        at = record_end
    if at != end:
        raise InvalidRecords(f"{end - at} bytes are left after the last record of the batch")
    return keys
