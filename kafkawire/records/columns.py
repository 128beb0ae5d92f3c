"""Checking many records of one shape at once, by the columns of their bytes.

Both forms below take records from where a `Tally` stands and move it on past those that are good
for certain. They never refuse records: what does not fit them is left to the loop of
`kafkawire.records.check`, which is the definition of good. Whether the last record ends where the
batch does is for the caller to see; until then it may end further on.

*Equal sizes.* The length bytes of records of equal size are `data[at::size]`; as far as they stay
the same, each field of the records is a column too, and slices, `count`, `max` and comparisons
with ready tables verify it in C. Lengths and header marks must be constant, offset deltas must
count up; keys, values and header names may hold anything.

*One shape.* Where only the values' sizes differ, one loop steps from record to record by their
lengths and keeps the head of each, together with the byte before it: the record before must have
ended in a header count of 0. The loop tests nothing. A wrong step ends in a column that does not
fit, for the joined heads are then checked as above, and `length - value length` must be the same
in all records: one subtraction of two integers with 16 bits for each record.

The widths of varints change within a batch, so runs are cut where offset deltas take another byte,
and where the first bytes of another varint change between "goes on" (above 127) and not.
"""

from __future__ import annotations

from itertools import repeat
from struct import unpack

from kafkawire.protocol.pacing import rest
from kafkawire.records.errors import InvalidRecords
from kafkawire.records.tally import Tally
from kafkawire.records.varint import TWO_BYTES_MAX, read_zigzag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.records.pieces import Column, Data

RUN_MIN = 16
"""Shorter runs are cheaper in the loop."""
WALK_RECORDS, WALK_GROWTH = 64, 8
"""A walk begins with so many records, and takes so many times more after each that fitted."""
SPARE_BYTES = 1
"""Heads are kept this much longer than needed: timestamps usually grow by a byte within a walk."""
ONE_BYTE_OFFSETS, OFFSET_BLOCK = 64, 8192
"""Offset deltas from 64 take two bytes, from 8,192 three; a block of 8,192 shares the third."""
STAMP_BYTES_MAX = 2
DISTINCT_MAX = 8
"""So many different timestamps are looked for before all are looked at one by one."""

_EVEN = bytes(range(0, 256, 2))
_GOES_ON = bytes(128) + b"\1" * 128
"""Translates a byte to whether a varint goes on after it."""
_HIGH = bytes(range(128, 256))
_SINGLE = bytes(range(0, 2 * ONE_BYTE_OFFSETS, 2))
_LOW = bytes(range(128, 256, 2)) * (OFFSET_BLOCK // ONE_BYTE_OFFSETS)

_high: list[bytes] = []


class _Misfit(Exception):
    """These records are nothing for columns."""


def check_equal(data: Data, end: int, tally: Tally, stop: int) -> None:
    """Move `tally` past runs of records of equal size."""
    try:
        while stop - tally.index >= RUN_MIN:
            _equal_run(data, end, tally, stop)
            rest()
    except (_Misfit, IndexError, InvalidRecords):
        return


def _equal_run(data: Data, end: int, tally: Tally, stop: int) -> None:
    at = tally.at
    length, body = read_zigzag(data, at)
    size = body - at + length
    if not 0 < length <= tally.record_bytes_max:
        raise _Misfit
    count = min(_offset_bound(tally.index, stop) - tally.index, (end - at) // size)
    for place in range(at, body):
        column = data[place : place + count * size : size]
        count = min(count, len(column) - len(column.lstrip(column[:1])))
    if count < RUN_MIN:
        raise _Misfit
    run = _Run(data, at, size, count)
    run.place = body - at + 1
    minimum, maximum, first = run.stamps()
    run.offsets(tally.index)
    key_size = run.sized()
    run.sized()
    run.headers()
    if run.place != size:
        raise _Misfit
    tally.has_null_key |= key_size < 0
    tally.add(
        minimum=minimum,
        maximum=maximum,
        offset_delta=tally.index + first,
        count=count,
        at=at + count * size,
    )


def _offset_bound(index: int, stop: int) -> int:
    """How far offset deltas stay in their table."""
    if index < ONE_BYTE_OFFSETS:
        return min(stop, ONE_BYTE_OFFSETS)
    return min(stop, (index // OFFSET_BLOCK + 1) * OFFSET_BLOCK)


class _Run:
    """`count` records, or heads of records, of `size` bytes each, which begin at `start`.

    `place` is the field to read, counted from the beginning of a record.
    """

    __slots__ = ("count", "data", "place", "size", "start", "stop")

    def __init__(self, data: Data, start: int, size: int, count: int) -> None:
        self.data = data
        self.start = start
        self.stop = start + count * size
        self.size = size
        self.count = count
        self.place = 0

    def column(self) -> Column:
        """The bytes at `place`, one of each record; steps on."""
        place = self.place
        if place >= self.size:
            raise _Misfit
        self.place = place + 1
        return self.data[self.start + place : self.stop : self.size]

    def varints(self) -> list[Column]:
        """The columns of a varint that takes equally many bytes in all records."""
        columns = [self.column()]
        while not columns[-1].isascii():
            if len(columns) == STAMP_BYTES_MAX or columns[-1].translate(None, _HIGH):
                raise _Misfit
            columns.append(self.column())
        return columns

    def stamps(self) -> tuple[int, int, int]:
        """The least and greatest timestamp delta, and which record has the greatest first."""
        columns = self.varints()
        if len(columns) == 1:
            raw: Column | tuple[int, ...] = columns[0]
            few = _distinct(columns[0])
            if few:
                signed = [_signed(value) for value in few]
                greatest = max(signed)
                return min(signed), greatest, raw.index(few[signed.index(greatest)])
        else:
            raw = _interleaved(*columns)
        if columns[0].translate(None, _EVEN):  # some are negative
            signed = [_signed(value) for value in raw]
            return min(signed), max(signed), signed.index(max(signed))
        greatest = max(raw)
        return _signed(min(raw)), _signed(greatest), raw.index(greatest)

    def offsets(self, index: int) -> None:
        """Verify that the offset deltas count up from `index`."""
        count = self.count
        if index < ONE_BYTE_OFFSETS:
            fits = self.column() == _SINGLE[index : index + count]
        else:
            block, start = divmod(index, OFFSET_BLOCK)
            fits = self.column() == _LOW[start : start + count]
            fits &= self.column() == _high_table(goes_on=block > 0)[start : start + count]
            if block:
                if block > 127:
                    raise _Misfit
                fits &= self.column().count(block) == count
        if not fits:
            raise _Misfit

    def constant(self) -> int:
        """The varint at `place`, the same in all records; steps past it."""
        data, start, count = self.data, self.start, self.count
        first = data[start + self.place]
        if first < 128:
            if self.column().count(first) != count:
                raise _Misfit
            return first >> 1 ^ -(first & 1)
        value, after = read_zigzag(data, start + self.place)
        while start + self.place < after:
            first = data[start + self.place]
            if self.column().count(first) != count:
                raise _Misfit
        return value

    def sized(self) -> int:
        """Step past bytes of the same size in all records, -1 for null; return that size."""
        size = self.constant()
        self.place += max(0, size)
        return size

    def headers(self) -> None:
        """Step past headers whose sizes are the same in all records."""
        count = self.constant()
        if not 0 <= count <= self.size:
            raise _Misfit
        for _ in repeat(None, count):
            if self.sized() < 0:
                raise _Misfit
            self.sized()


def _distinct(column: Column) -> bytes:
    """The values that there are, if they are few: most records of a batch are of the same time."""
    found = b""
    for _ in repeat(None, DISTINCT_MAX):
        value = bytes(column[:1])
        found += value
        column = column.translate(None, value)
        if not column:
            return found
    return b""


def _interleaved(low: Column, high: Column) -> tuple[int, ...]:
    """Numbers in the order of the varints with these bytes: the top bit of `low` is always set."""
    pairs = bytearray(2 * len(low))
    pairs[::2] = low
    pairs[1::2] = high
    return unpack(f"<{len(low)}H", pairs)


def _signed(raw: int) -> int:
    """The value of a varint of one byte, or of two as `_interleaved` has it."""
    if raw > 127:
        raw = raw & 127 | raw >> 1 & 0x3F80
    return raw >> 1 ^ -(raw & 1)


def _high_table(*, goes_on: bool) -> bytes:
    """The second bytes of the offset deltas of a block; above 127 where a third follows."""
    if not _high:
        high = bytes(index >> 6 for index in range(OFFSET_BLOCK))
        _high.extend((high, bytes(value | 128 for value in high)))
    return _high[goes_on]


# One shape


def check_varied(data: Data, tally: Tally, stop: int) -> None:
    """Move `tally` past records without headers, of which only the values differ in size."""
    count = WALK_RECORDS
    try:
        while stop - tally.index >= RUN_MIN and 2 * tally.record_bytes_max >= TWO_BYTES_MAX - 1:
            before = tally.index
            bound = min(_offset_bound(before, stop), before + count)
            _shaped_run(data, tally, bound)
            if tally.index == bound:
                count *= WALK_GROWTH
            elif tally.index - before < RUN_MIN:
                return
    except (_Misfit, IndexError, InvalidRecords):
        return


class _Shape:
    """The widths, in bytes, of what stands before a record's value; `head` is all of it."""

    __slots__ = ("head", "length", "value")

    def __init__(self, data: Data, at: int, index: int) -> None:
        _, place = read_zigzag(data, at)
        self.length = place - at
        place += 2 if data[place + 1] < 128 else 3
        if index >= OFFSET_BLOCK:
            place += 3
        else:
            place += 1 if index < ONE_BYTE_OFFSETS else 2
        key_size, place = read_zigzag(data, place)
        place += max(0, key_size)
        value_size, after = read_zigzag(data, place)
        self.value = after - place
        self.head = after - at
        if value_size < 0 or self.length > 2 or self.value > 2:
            raise _Misfit


def _shaped_run(data: Data, tally: Tally, stop: int) -> None:
    shape = _Shape(data, tally.at, tally.index)
    walked = shape.length
    if data[_after(data, tally.at) - 1]:
        raise _Misfit
    stride = shape.head + 1 + SPARE_BYTES
    heads, after = _walk(data, tally.at, stop - tally.index, shape)
    joined = b"".join(heads)
    if len(joined) != stride * len(heads):
        raise _Misfit
    while joined and shape.head < stride and shape.length == walked:
        count = _fitting(joined, stride, shape)
        if count < RUN_MIN:
            raise _Misfit
        run = _Run(joined, 0, stride, count)
        _check_heads(run, shape, tally, data, after if len(joined) == stride * count else None)
        joined = joined[stride * count :]
        if joined:
            shape = _Shape(data, tally.at, tally.index)


def _after(data: Data, at: int) -> int:
    """Where the record at `at`, whose length takes one byte or two, ends."""
    size = data[at]
    if size < 128:
        return at + (size >> 1) + 1
    return at + (size >> 1 & 63 | data[at + 1] << 6) + 2


def _walk(data: Data, at: int, count: int, shape: _Shape) -> tuple[list[Column], int]:
    """Heads of `count` records, each after the byte before it; and where the last of them ends."""
    head = shape.head + SPARE_BYTES
    heads: list[Column] = [b"\0" + data[at : at + head]]
    append = heads.append
    head += 1
    before = at - 1
    if shape.length == 1:
        for _ in repeat(None, count - 1):
            before += (data[before + 1] >> 1) + 1
            append(data[before : before + head])
    else:
        for _ in repeat(None, count - 1):
            before += (data[before + 1] >> 1 & 63 | data[before + 2] << 6) + 2
            append(data[before : before + head])
    return heads, _after(data, before + 1)


def _fitting(joined: bytes, stride: int, shape: _Shape) -> int:
    """How many heads have varints of the widths of the first: length, timestamp, value length."""
    count = len(joined) // stride
    for place in (1, shape.length + 2, shape.head - shape.value + 1):
        goes_on = joined[place : stride * count : stride].translate(_GOES_ON)
        other = goes_on.find(b"\1" if goes_on[0] == 0 else b"\0")
        if other >= 0:
            count = other
    return count


def _check_heads(run: _Run, shape: _Shape, tally: Tally, data: Data, after: int | None) -> None:
    """Take the records of these heads; `after` is where they end, if that is known."""
    if run.column()[1:].count(0) != run.count - 1:
        raise _Misfit
    columns = _even_varints(run, shape.length)
    lengths = _lanes(columns)
    at = tally.at + shape.length * run.count + _total(columns) // 2 if after is None else after
    if data[at - 1]:
        raise _Misfit
    run.place += 1
    minimum, maximum, first = run.stamps()
    run.offsets(tally.index)
    key_size = run.sized()
    values = _lanes(_even_varints(run, shape.value))
    rest = 2 * (shape.head - shape.length + 1)
    if lengths - values != rest * _ones(run.count):
        raise _Misfit
    tally.has_null_key |= key_size < 0
    tally.add(
        minimum=minimum,
        maximum=maximum,
        offset_delta=tally.index + first,
        count=run.count,
        at=at,
    )


def _ones(count: int) -> int:
    """A 1 in each lane of 16 bits."""
    return int.from_bytes(b"\1\0" * count, "little")


def _even_varints(run: _Run, width: int) -> list[Column]:
    """The columns of the varints at the run's place, none of which may be negative."""
    columns = run.varints()
    if len(columns) != width or columns[0].translate(None, _EVEN):  # some are negative
        raise _Misfit
    return columns


def _lanes(columns: list[Column]) -> int:
    """The varints of these columns, still zig-zagged, 16 bits for each."""
    count = len(columns[0])
    raw = bytearray(2 * count)
    raw[::2] = columns[0]
    if len(columns) == 1:
        return int.from_bytes(raw, "little")
    raw[1::2] = columns[1]
    lanes = int.from_bytes(raw, "little")
    ones = _ones(count)
    return (lanes & 127 * ones) + (lanes >> 1 & 0x3F80 * ones)


def _total(columns: list[Column]) -> int:
    """The sum of these varints, still zig-zagged."""
    high = sum(columns[1]) - len(columns[0]) if len(columns) > 1 else 0
    return sum(columns[0]) + 128 * high
