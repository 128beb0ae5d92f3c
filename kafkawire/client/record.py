"""A record as the application gets it. All records of one record batch share their `Origin`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Generic, NamedTuple

from kafkawire.client.codecs import K, V

if TYPE_CHECKING:
    from kafkawire.client.values import TopicPartition

Headers = list[tuple[str, "bytes | None"]]


class TimestampType(IntEnum):
    """Kind of a record's timestamp: none, that of the producer, or of the log."""

    NONE = -1
    CREATE_TIME = 0
    LOG_APPEND_TIME = 1


class Origin(NamedTuple):
    """Shared fields of the records of one record batch."""

    topic: str
    partition: int
    timestamp_type: TimestampType
    leader_epoch: int | None


class ConsumerRecord(Generic[K, V]):
    """One record.

    Attributes:
        offset: Its offset in the partition.
        timestamp: In milliseconds, -1 for none.
        key: The key, None for null.
        value: The value, None for null.
    """

    __slots__ = ("_headers", "_origin", "key", "offset", "timestamp", "value")

    offset: int
    timestamp: int
    key: K | None
    value: V | None
    _headers: Headers
    _origin: Origin

    def __init__(  # noqa: PLR0913 - the fields of a record
        self,
        partition: TopicPartition,
        offset: int,
        key: K | None = None,
        value: V | None = None,
        *,
        timestamp: int = -1,
        headers: Sequence[tuple[str, bytes | None]] = (),
        timestamp_type: TimestampType = TimestampType.CREATE_TIME,
        leader_epoch: int | None = None,
    ) -> None:
        self._origin = Origin(partition.topic, partition.partition, timestamp_type, leader_epoch)
        self.offset = offset
        self.timestamp = timestamp
        self.key = key
        self.value = value
        self._headers = list(headers)

    @property
    def topic(self) -> str:
        """The name of the topic."""
        return self._origin.topic

    @property
    def partition(self) -> int:
        """The number of the partition."""
        return self._origin.partition

    @property
    def timestamp_type(self) -> TimestampType:
        """Whose time the timestamp is."""
        return self._origin.timestamp_type

    @property
    def leader_epoch(self) -> int | None:
        """The epoch of the leader that appended the record, None if it is unknown."""
        return self._origin.leader_epoch

    @property
    def headers(self) -> Headers:
        """Names and values, in order. A list made when first asked for: most records have none."""
        try:
            return self._headers
        except AttributeError:
            self._headers = []
            return self._headers

    def _fields(self) -> tuple[object, ...]:
        own = (self.offset, self.timestamp, self.key, self.value, self.headers)
        return (*self._origin, *own)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConsumerRecord):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((self.topic, self.partition, self.offset))

    def __repr__(self) -> str:
        return (
            f"ConsumerRecord(topic={self.topic!r}, partition={self.partition}, "
            f"offset={self.offset}, timestamp={self.timestamp}, key={self.key!r}, "
            f"value={self.value!r}, headers={self.headers!r})"
        )
