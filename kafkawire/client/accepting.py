"""From what an application sends to records: keys and values as bytes, headers, the time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, cast

from kafkawire.client.codecs import Headers, K, Serializers, V

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.records.builder import RecordTuple


class Partitioner(Protocol):
    """Chooses the partitions of records."""

    def partition(
        self, topic: str, key: bytes | None, value: bytes | None, partitions: int
    ) -> int | None:
        """Return one of so many partitions, None for the one that is sticky at the moment."""


class ProducerRecord(NamedTuple):
    """A record for `send_all` that has more than a key and a value."""

    value: object = None
    key: object = None
    headers: Headers = ()
    timestamp: int | None = None


PAIR, PLAIN = {tuple}, {bytes, type(None)}
"""The types of what needs neither codec nor check."""


class RecordMaker(Generic[K, V]):
    """Makes the records of one producer. Raises what its serializers raise."""

    def __init__(
        self,
        codecs: Serializers[K, V],
        intercept: Callable[[str, ProducerRecord], ProducerRecord] | None = None,
    ) -> None:
        self._codecs = codecs
        self._intercept = intercept
        self._are_bytes = codecs.are_bytes

    def all_made(
        self, topic: str, records: Sequence[tuple[K | None, V | None] | ProducerRecord]
    ) -> list[RecordTuple]:
        """Return some records of `send_all`, of the same time where they have none."""
        if self._are_bytes and set(map(type, records)) <= PAIR:
            pairs = cast("Sequence[tuple[bytes | None, bytes | None]]", records)
            if {type(each) for pair in pairs for each in pair} <= PLAIN:
                now_ms = int(time.time() * 1000)
                return [(now_ms, key, value, ()) for key, value in pairs]
        return [self._made(topic, each) for each in records]

    def _made(self, topic: str, record: tuple[K | None, V | None] | ProducerRecord) -> RecordTuple:
        """Return a record of `send_all`, which has a pair or more for each."""
        if isinstance(record, ProducerRecord):
            value, key, headers, timestamp = record
            return self.record(topic, cast("K", key), cast("V", value), headers, timestamp)
        key, value = record
        return self.record(topic, key, value, (), None)

    def record(
        self,
        topic: str,
        key: K | None,
        value: V | None,
        headers: Headers,
        timestamp: int | None,
    ) -> RecordTuple:
        """Return a record with key and value as bytes; the time is now if there is none."""
        if self._intercept is not None:
            seen = self._intercept(topic, ProducerRecord(value, key, headers, timestamp))
            value, key = cast("V", seen.value), cast("K", seen.key)
            headers, timestamp = seen.headers, seen.timestamp
        if self._are_bytes and type(value) is bytes and (key is None or type(key) is bytes):
            raw: tuple[bytes | None, bytes | None] = (cast("bytes | None", key), value)
        else:
            raw = self._codecs.serialize(topic, headers, key, value)
        if timestamp is None:
            timestamp = int(time.time() * 1000)
        elif timestamp < 0:
            raise ValueError(f"timestamp {timestamp} is negative")
        return timestamp, *raw, checked(headers) if headers else ()


def checked(headers: Headers) -> list[tuple[str, bytes | None]]:
    """Return headers as they are kept. Raises TypeError."""
    kept = []
    for name, value in headers:
        if not isinstance(name, str):
            raise TypeError(f"the name of a header is a str, not {type(name).__name__}")
        if value is not None and not isinstance(value, bytes | bytearray | memoryview):
            raise TypeError(f"header {name}: bytes are needed, not {type(value).__name__}")
        kept.append((name, None if value is None else bytes(value)))
    return kept
