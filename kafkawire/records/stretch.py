"""Consecutive records of one batch, uncompressed, decoded when they are asked for.

A consumer hands out a batch in parts of so many records. `Stretch` is such a part of a batch of
magic 2: where its records begin and end, and how many they are. Cutting one walks over the lengths
of its records; everything else reads no more than it returns. `MessageStretch` is the same of
messages of magic 0 and 1.

Objects are made of any class with the fields of a `Record`, by the loops of
`kafkawire.records.record`. All methods raise InvalidRecords for records that cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

from kafkawire.records.batch import BatchHeader
from kafkawire.records.errors import InvalidRecords
from kafkawire.records.lazy import keys_in, record_starts, values_in
from kafkawire.records.record import PAST_THE_END, decode_some
from kafkawire.records.varint import read_zigzag, read_zigzag_long

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.records.message_set import Message
    from kafkawire.records.pieces import Plain
    from kafkawire.records.record import R

RECORDS_PER_STEP = 256
"""Records that are decoded at a time; those of the step before may be gone by then."""
NO_TIMESTAMP_TYPE = -1
"""The timestamp type of messages of magic 0, which have no timestamps."""
_make = object.__new__


class Stretch:
    """`count` records of the batch with `header`, in `data` from `at` to `end`.

    That the records fill these bytes is verified when they are decoded, or when they are cut.
    """

    __slots__ = ("_at", "_data", "_end", "_starts", "count", "header")

    def __init__(self, data: Plain, at: int, end: int, count: int, header: BatchHeader) -> None:
        self._data = data
        self._at = at
        self._end = end
        self._starts: list[int] | None = None
        self.count = count
        self.header = header

    def __len__(self) -> int:
        return self.count

    @property
    def size(self) -> int:
        """Bytes of the records."""
        return self._end - self._at

    @property
    def timestamp_type(self) -> int:
        """CREATE_TIME or LOG_APPEND_TIME."""
        return self.header.timestamp_type

    @property
    def leader_epoch(self) -> int:
        """The epoch of the leader that appended the batch, -1 if that is unknown."""
        return self.header.partition_leader_epoch

    @property
    def first_offset(self) -> int:
        """The offset of the first record."""
        return self._offset_at(self._at)

    def records(self, kind: type[R]) -> Iterator[list[R]]:
        """Yield the records as objects of `kind`, RECORDS_PER_STEP at a time.

        Records before one that cannot be read are yielded first.
        """
        at, left = self._at, self.count
        while left:
            count = min(left, RECORDS_PER_STEP)
            try:
                records, at = self._decoded(at, count, kind)
            except InvalidRecords:
                yield from self._one_by_one(at, left, kind)
                raise
            left -= count
            yield records
        self._expect_end(at)

    def _one_by_one(self, at: int, count: int, kind: type[R]) -> Iterator[list[R]]:
        for _ in repeat(None, count):
            try:
                records, at = self._decoded(at, 1, kind)
            except InvalidRecords:
                return
            yield records

    def _decoded(self, at: int, count: int, kind: type[R]) -> tuple[list[R], int]:
        """The `count` records from `at` on, and where they end."""
        records, after = decode_some(self._data, at, count, self.header, kind)
        if after > self._end:  # the last one has bytes of what follows, or lacks some
            raise InvalidRecords(PAST_THE_END)
        return records, after

    def record(self, index: int, kind: type[R]) -> R:
        """Return the record at `index`, from 0."""
        if self._starts is None:
            try:
                self._starts = record_starts(self._data, self._at, self._end, self.count)
            except IndexError:
                raise InvalidRecords(PAST_THE_END) from None
        records, after = decode_some(self._data, self._starts[index], 1, self.header, kind)
        following = index + 1
        if after != (self._starts[following] if following < self.count else self._end):
            raise InvalidRecords("a record does not fill its length")
        return records[0]

    def values(self) -> list[bytes | None]:
        """Return the values alone, faster than the records."""
        return values_in(self._data, self._at, self._end, self.count)

    def keys(self) -> list[bytes | None]:
        """Return the keys alone, faster than the records."""
        return keys_in(self._data, self._at, self._end, self.count)

    def cut(self, count: int) -> tuple[Stretch, Stretch, int]:
        """Return the first `count` records, the others, and the last offset of the first.

        `count` is from 1 to all but one.
        """
        last, middle = _step_over(self._data, self._at, self._end, count)
        before = Stretch(self._data, self._at, middle, count, self.header)
        behind = Stretch(self._data, middle, self._end, self.count - count, self.header)
        return before, behind, self._offset_at(last)

    def since(self, offset: int) -> Stretch:
        """Return the records from `offset` on; there may be none left."""
        if offset <= self.header.base_offset:
            return self
        at = self._at
        for index in range(self.count):
            if self._offset_at(at) >= offset:
                return Stretch(self._data, at, self._end, self.count - index, self.header)
            at = _step_over(self._data, at, self._end, 1)[1]
        self._expect_end(at)
        return Stretch(self._data, at, at, 0, self.header)

    def _offset_at(self, at: int) -> int:
        """The offset of the record at `at`."""
        try:
            _, at = read_zigzag(self._data, at)
            _, at = read_zigzag_long(self._data, at + 1)
            delta, _ = read_zigzag(self._data, at)
        except IndexError:
            raise InvalidRecords(PAST_THE_END) from None
        return self.header.base_offset + delta

    def _expect_end(self, at: int) -> None:
        if at != self._end:
            left = self._end - at
            raise InvalidRecords(f"{left} bytes are left after the last record of the batch")


def _step_over(data: Plain, at: int, end: int, count: int) -> tuple[int, int]:
    """Where the last of `count` records from `at` on begins, and where it ends."""
    last, signs = at, 0
    try:
        for _ in repeat(None, count):
            last = at
            size = data[at]
            signs |= size
            if size < 128:
                at += (size >> 1) + 1
            elif (following := data[at + 1]) < 128:
                at += (size >> 1 & 63 | following << 6) + 2
            else:
                long_size, at = read_zigzag(data, at)
                at += long_size
    except IndexError:
        raise InvalidRecords(PAST_THE_END) from None
    if at > end or signs & 1:
        raise InvalidRecords(PAST_THE_END)
    return last, at


class MessageStretch:
    """Messages of magic 0 or 1, at least one, which are read already."""

    __slots__ = ("_messages",)

    def __init__(self, messages: Sequence[Message]) -> None:
        self._messages = messages

    def __len__(self) -> int:
        return len(self._messages)

    @property
    def size(self) -> int:
        """Bytes of keys and values."""
        fields = (field for each in self._messages for field in (each.key, each.value))
        return sum(len(field) for field in fields if field is not None)

    @property
    def leader_epoch(self) -> int:
        """Return -1: messages are older than leader epochs."""
        return -1

    @property
    def timestamp_type(self) -> int:
        """As of a `Stretch`, or NO_TIMESTAMP_TYPE."""
        first = self._messages[0]
        return first.timestamp_type if first.magic else NO_TIMESTAMP_TYPE

    @property
    def first_offset(self) -> int:
        """The offset of the first message."""
        return self._messages[0].offset

    def records(self, kind: type[R]) -> Iterator[list[R]]:
        """Yield the messages as objects of `kind`."""
        yield [_as_record(message, kind) for message in self._messages]

    def record(self, index: int, kind: type[R]) -> R:
        """Return the message at `index`, from 0."""
        return _as_record(self._messages[index], kind)

    def values(self) -> list[bytes | None]:
        """Return the values alone."""
        return [message.value for message in self._messages]

    def keys(self) -> list[bytes | None]:
        """Return the keys alone."""
        return [message.key for message in self._messages]

    def cut(self, count: int) -> tuple[MessageStretch, MessageStretch, int]:
        """Return the first `count` messages, the others, and the last offset of the first."""
        before, behind = self._messages[:count], self._messages[count:]
        return MessageStretch(before), MessageStretch(behind), before[-1].offset

    def since(self, offset: int) -> MessageStretch:
        """Return the messages from `offset` on; there may be none left."""
        return MessageStretch([each for each in self._messages if each.offset >= offset])


def _as_record(message: Message, kind: type[R]) -> R:
    record = _make(kind)
    record.offset = message.offset
    record.timestamp = message.timestamp
    record.key = message.key
    record.value = message.value
    return record
