"""What the operators ask of records: batches are opened, whatever their codec.

The dearest questions there are: they come last. A batch that cannot be opened holds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from kafkawire.dump.batches import batches_in
from kafkawire.dump.filter.asking import Argument, Builder, Test, messages
from kafkawire.dump.filter.patterns import Pattern, body_test
from kafkawire.dump.model import Exchange
from kafkawire.dump.records.records_fields import records_of
from kafkawire.records.record import Record

Parts = Callable[[Record], Iterable[bytes | None]]


def held_by(parts: Parts) -> Builder:
    """Whether a part of some record, its key for example, holds the argument."""

    def build(argument: Argument) -> Test:
        assert isinstance(argument, Pattern)
        test = body_test(argument)

        def matches(exchange: Exchange) -> bool:
            return any(
                part is not None and test(bytes(part))
                for record in records_in(exchange)
                for part in parts(record)
            )

        return matches

    return build


def records_in(exchange: Exchange) -> Iterator[Record]:
    """Every record of both messages, as far as they can be read."""
    for message in messages(exchange):
        for field in records_of(message):
            for batch in batches_in(message.data, field.start, field.end):
                yield from batch.records()


def key(record: Record) -> Iterable[bytes | None]:
    """Its key."""
    return (record.key,)


def value(record: Record) -> Iterable[bytes | None]:
    """Its value."""
    return (record.value,)


def headers(record: Record) -> Iterable[bytes | None]:
    """Names and values of its headers, `name=value` for those that have one."""
    return [name.encode() + b"=" + bytes(text or b"") for name, text in record.headers]
