"""Records of one partition as a consumer returns them, decoded at first access.

A `Batch` is a slice of one answer: records of one record batch or of several. Their bytes are
verified and uncompressed; no record is an object yet. Iteration decodes some hundred records at a
time, `values` and `keys` read nothing else, `len` and an index read the lengths of records only.
Nothing is kept, so records that are read twice are made twice.

A record that cannot be read or deserialized raises after the records before it. `stopped_at` is
its offset then: the consumer's position returns there, and `seek` passes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import IntEnum
from itertools import chain
from operator import index as as_index
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol, TypeVar, cast, overload

from kafkawire.client.codecs import Deserializers, K, V
from kafkawire.client.errors import CorruptRecords, RecordDeserializationError
from kafkawire.client.record import ConsumerRecord, Origin, TimestampType
from kafkawire.records.errors import RecordsError

if TYPE_CHECKING:
    import pyarrow as pa

    from kafkawire.client.values import TopicPartition
    from kafkawire.records.record import R

A = TypeVar("A")
B = TypeVar("B")
NO_EPOCH = -1


class Skip(IntEnum):
    """The type of SKIP."""

    SKIP = 0


SKIP: Final = Skip.SKIP
"""Returned by `on_bad_record` to leave out a record."""

OnBadRecord = Callable[[RecordDeserializationError], "tuple[K | None, V | None] | Skip"]
"""Gets what failed; returns a key and a value in its place, or SKIP, or raises."""


class Part(Protocol):
    """Records of one record batch: `Stretch` and `MessageStretch` of `kafkawire.records`."""

    @property
    def timestamp_type(self) -> int: ...  # noqa: D102
    @property
    def leader_epoch(self) -> int: ...  # noqa: D102
    @property
    def first_offset(self) -> int: ...  # noqa: D102
    def __len__(self) -> int: ...
    def records(self, kind: type[R]) -> Iterator[list[R]]: ...  # noqa: D102
    def record(self, index: int, kind: type[R]) -> R: ...  # noqa: D102
    def values(self) -> list[bytes | None]: ...  # noqa: D102
    def keys(self) -> list[bytes | None]: ...  # noqa: D102


class Bounds(NamedTuple):
    """Offsets of a partition as they were when a batch was fetched.

    Attributes:
        first_offset: That of the first record.
        next_offset: Behind the batch, and behind the gaps and markers after it.
        high_watermark: The end of what all in-sync replicas have, -1 if unknown.
        last_stable_offset: The first offset of an open transaction, -1 if unknown.
    """

    first_offset: int
    next_offset: int
    high_watermark: int
    last_stable_offset: int


class Batch(Sequence["ConsumerRecord[K, V]"], Generic[K, V]):
    """Some records of one partition, in the order of their offsets; at least one.

    Reading raises CorruptRecords for a record that is no record, RecordDeserializationError for
    one that a deserializer fails with; records before it are given out first.

    Attributes:
        partition: The partition.
        stopped_at: The offset of the record that could not be given out; None without one.
    """

    __slots__ = ("_bounds", "_codecs", "_on_bad", "_parts", "_settled", "partition", "stopped_at")

    def __init__(self, partition: TopicPartition, parts: Sequence[Part], bounds: Bounds) -> None:
        self.partition = partition
        self.stopped_at: int | None = None
        self._parts = parts
        self._bounds = bounds
        self._codecs: Deserializers[K, V] | None = None
        self._on_bad: OnBadRecord[K, V] | None = None
        self._settled: list[ConsumerRecord[K, V]] | None = None

    def through(
        self, codecs: Deserializers[A, B], on_bad_record: OnBadRecord[A, B] | None = None
    ) -> Batch[A, B]:
        """Return the same records with their keys and values deserialized.

        With `on_bad_record`, all records are deserialized at the first look at one of them, and
        kept: what is skipped changes the length.
        """
        if codecs.are_bytes:
            return cast("Batch[A, B]", self)
        batch: Batch[A, B] = Batch(self.partition, self._parts, self._bounds)
        batch._codecs = codecs
        batch._on_bad = on_bad_record
        return batch

    @property
    def first_offset(self) -> int:
        """The offset of the first record."""
        return self._bounds.first_offset

    @property
    def next_offset(self) -> int:
        """The offset at which reading continues, after the last record, gaps and markers."""
        return self._bounds.next_offset

    @property
    def leader_epoch(self) -> int | None:
        """The epoch of the leader that appended the last record, None if it is unknown."""
        return _epoch(self._parts[-1])

    @property
    def high_watermark(self) -> int:
        """The end of what all in-sync replicas had when this was fetched; -1 if unknown."""
        return self._bounds.high_watermark

    @property
    def last_stable_offset(self) -> int:
        """The first offset of an open transaction when this was fetched; -1 if unknown."""
        return self._bounds.last_stable_offset

    def __len__(self) -> int:
        if self._on_bad is not None:
            return len(self._all())
        return sum(map(len, self._parts))

    def __iter__(self) -> Iterator[ConsumerRecord[K, V]]:
        if self._on_bad is not None:
            return iter(self._all())
        return chain.from_iterable(self._steps())

    @overload
    def __getitem__(self, index: int) -> ConsumerRecord[K, V]: ...
    @overload
    def __getitem__(self, index: slice) -> list[ConsumerRecord[K, V]]: ...
    def __getitem__(self, index: int | slice) -> ConsumerRecord[K, V] | list[ConsumerRecord[K, V]]:
        if self._on_bad is not None:
            return self._all()[index]
        if isinstance(index, slice):
            return [self._one(place) for place in range(*index.indices(len(self)))]
        place = as_index(index)
        if place < 0:
            place += len(self)
        return self._one(place)

    def values(self) -> list[V | None]:
        """Return the values, in half the time that the records would take."""
        if self._codecs is None:
            return cast("list[V | None]", self._raw("values"))
        if self._on_bad is not None:
            return [record.value for record in self._all()]
        return self._field("value", self._codecs, self._codecs.deserialize_value)

    def keys(self) -> list[K | None]:
        """Return the keys, in half the time that the records would take."""
        if self._codecs is None:
            return cast("list[K | None]", self._raw("keys"))
        if self._on_bad is not None:
            return [record.key for record in self._all()]
        return self._field("key", self._codecs, self._codecs.deserialize_key)

    def columns(self) -> pa.RecordBatch:
        """Return the records as Arrow columns, keys and values as bytes; needs pyarrow.

        `kafkawire.client.columns` has the schema.
        """
        from kafkawire.client.columns import columns_of  # pyarrow is an extra

        return columns_of(list(chain.from_iterable(self._read())))

    def __repr__(self) -> str:
        count = sum(map(len, self._parts))
        return f"Batch({self.partition} from {self.first_offset} to {self.next_offset}, {count})"

    def _raw(self, field: str) -> list[bytes | None]:
        found: list[bytes | None] = []
        try:
            for part in self._parts:
                found += part.values() if field == "values" else part.keys()
        except RecordsError as error:
            for _ in self._read():  # raises, and finds the offset
                pass
            raise AssertionError("records can be read, their values cannot") from error
        return found

    def _field(
        self,
        name: str,
        codecs: Deserializers[K, V],
        deserialize: Callable[[str, Sequence[tuple[str, bytes | None]], bytes | None], A | None],
    ) -> list[A | None]:
        """Return the keys or the values of all records, deserialized."""
        topic = self.partition.topic
        if not codecs.need_headers:
            raws = self._raw(f"{name}s")
            with suppress(Exception):  # found again below, with its record
                return [deserialize(topic, (), raw) for raw in raws]
        found: list[A | None] = []
        for record in chain.from_iterable(self._read()):
            headers = getattr(record, "_headers", ())
            try:
                found.append(deserialize(topic, headers, getattr(record, name)))
            except Exception as error:
                raise self._undecoded(record, name, error) from error
        return found

    def _steps(self) -> Iterator[list[ConsumerRecord[K, V]]]:
        """Yield the records, some at a time."""
        for records in self._read():
            if self._codecs is None:
                yield cast("list[ConsumerRecord[K, V]]", records)
            else:
                yield from self._deserialized(records, self._codecs)

    def _read(self) -> Iterator[list[ConsumerRecord[bytes, bytes]]]:
        """Yield the records with keys and values as they were read, some at a time."""
        offset = self.first_offset - 1
        try:
            for part in self._parts:
                origin = self._origin(part)
                for records in part.records(_KIND):
                    for record in records:
                        record._origin = origin
                    offset = max(offset, records[-1].offset)
                    yield records
        except RecordsError as error:
            raise self._corrupt(offset + 1, error) from error

    def _one(self, place: int) -> ConsumerRecord[K, V]:
        index = place
        for part in self._parts:
            if 0 <= index < len(part):
                break
            index -= len(part)
        else:
            raise IndexError(f"{place} is not an index of {len(self)} records")
        try:
            record = part.record(index, _KIND)
        except RecordsError as error:
            before = self.first_offset if place == 0 else self._one(place - 1).offset + 1
            raise self._corrupt(before, error) from error
        record._origin = self._origin(part)
        if self._codecs is None:
            return cast("ConsumerRecord[K, V]", record)
        return self._through(record, self._codecs)

    def _origin(self, part: Part) -> Origin:
        stamp = TimestampType(part.timestamp_type)
        return Origin(self.partition.topic, self.partition.partition, stamp, _epoch(part))

    def _corrupt(self, offset: int, error: RecordsError) -> CorruptRecords:
        self.stopped_at = offset
        return CorruptRecords(self.partition, offset, str(error))

    def _deserialized(
        self, records: list[ConsumerRecord[bytes, bytes]], codecs: Deserializers[K, V]
    ) -> Iterator[list[ConsumerRecord[K, V]]]:
        """Yield the records deserialized; those before one that fails come first."""
        found: list[ConsumerRecord[K, V]] = []
        for record in records:
            try:
                found.append(self._through(record, codecs))
            except RecordDeserializationError:
                yield found
                raise
        yield found

    def _through(
        self, record: ConsumerRecord[bytes, bytes], codecs: Deserializers[K, V]
    ) -> ConsumerRecord[K, V]:
        """Deserialize key and value of a record in their places."""
        topic = self.partition.topic
        headers = getattr(record, "_headers", ())
        part = "key"
        try:
            key = codecs.deserialize_key(topic, headers, record.key)
            part = "value"
            value = codecs.deserialize_value(topic, headers, record.value)
        except Exception as error:
            raise self._undecoded(record, part, error) from error
        found = cast("ConsumerRecord[K, V]", record)
        found.key, found.value = key, value
        return found

    def _undecoded(
        self, record: ConsumerRecord[bytes, bytes], part: str, why: Exception
    ) -> RecordDeserializationError:
        self.stopped_at = record.offset
        error = RecordDeserializationError(self.partition, record.offset, part, why)
        error.key, error.value = record.key, record.value
        error.headers, error.timestamp = record.headers, record.timestamp
        return error

    def _all(self) -> list[ConsumerRecord[K, V]]:
        """The records that `on_bad_record` leaves; made once."""
        if self._settled is None:
            assert self._codecs is not None
            records = chain.from_iterable(self._read())
            settled = (self._replaced(record, self._codecs) for record in records)
            self._settled = [record for record in settled if record is not None]
            self.stopped_at = None
        return self._settled

    def _replaced(
        self, record: ConsumerRecord[bytes, bytes], codecs: Deserializers[K, V]
    ) -> ConsumerRecord[K, V] | None:
        assert self._on_bad is not None
        try:
            return self._through(record, codecs)
        except RecordDeserializationError as error:
            answer = self._on_bad(error)
            if isinstance(answer, Skip):
                return None
            found = cast("ConsumerRecord[K, V]", record)
            found.key, found.value = answer
            return found


def _epoch(part: Part) -> int | None:
    return None if part.leader_epoch == NO_EPOCH else part.leader_epoch


_KIND: type[ConsumerRecord[bytes, bytes]] = ConsumerRecord
