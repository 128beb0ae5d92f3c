"""What scenarios expect of an answer, whoever gives it.

Scripts are compared side by side; scenarios say beside that what *both* sides must show. What a
side does not show ends its script with an AssertionError, which the runner reports as a finding
of that side: a scenario is green only if the real Kafka shows it, and so do we.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from compat.oracle.scripts.fetching import PRODUCE_BY_NAME
from compat.oracle.scripts.kit import Part, batch, message, produce
from compat.oracle.steps import Ask, Outcome
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.batch import iter_headers


class Shown(NamedTuple):
    """A partition of a fetch response, in short."""

    partition: int
    error: int
    size: int
    """Of the records, in bytes; -1 where they are null."""


def expect(what: str, actual: object, expected: object) -> None:
    """Raise AssertionError unless both are equal."""
    assert actual == expected, f"{what}: {actual!r}, not {expected!r}"


def fetched(outcome: Outcome) -> FetchResponse:
    """The answer to a fetch."""
    return message(outcome, FetchResponse)


def partitions(found: FetchResponse) -> list[FetchResponse.PartitionData]:
    """All partitions of an answer, in its order."""
    return [each for topic in found.responses for each in topic.partitions]


def only(found: FetchResponse) -> FetchResponse.PartitionData:
    """The one partition of an answer."""
    each = partitions(found)
    assert len(each) == 1, f"{len(each)} partitions, not one"
    return each[0]


def shown(found: FetchResponse) -> list[Shown]:
    """The partitions of an answer: number, error and bytes."""
    return [
        Shown(each.partition_index, each.error_code, size_of(each)) for each in partitions(found)
    ]


def numbers(found: FetchResponse) -> list[int]:
    """The numbers of the partitions of an answer."""
    return [each.partition_index for each in partitions(found)]


def with_data(found: FetchResponse) -> list[int]:
    """The numbers of those that have records."""
    return [each.partition_index for each in partitions(found) if size_of(each) > 0]


def errors(found: FetchResponse) -> list[int]:
    """The errors of the partitions of an answer."""
    return [each.error_code for each in partitions(found)]


def size_of(data: FetchResponse.PartitionData) -> int:
    """The bytes of its records; -1 where they are null."""
    return -1 if data.records is None else len(bytes(data.records))


def bases(data: FetchResponse.PartitionData) -> list[int]:
    """The base offsets of its whole batches."""
    assert data.records is not None
    found = bytes(data.records)
    return [header.base_offset for _, header in iter_headers(found)]


def append(name: str, partition: int = 0, *values: bytes, connection: str = "main") -> Part[int]:
    """Append one batch by acks=all on a connection; its base offset."""
    found = message(
        (
            yield Ask(
                produce(name, batch(*(values or (b"x",))), partition), PRODUCE_BY_NAME, connection
            )
        ),
        ProduceResponse,
    )
    data = found.responses[0].partition_responses[0]
    expect("error of an append", data.error_code, 0)
    return data.base_offset


def append_all(name: str, where: Iterable[int], connection: str = "main") -> Part[None]:
    """Append a batch of one record to each of these partitions."""
    for partition in where:
        yield from append(name, partition, connection=connection)
