"""Transactions that a partition has open and that no coordinator is going to end.

A partition remembers the producers that wrote to it, and where their open transactions begin. A
coordinator remembers the partitions of each open transaction. What only the partition remembers
hangs: its last stable offset stays where it is.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.cli.locating import describe, led
from kafkawire.client.cli.output import Output
from kafkawire.client.descriptions import ProducerState
from kafkawire.client.values import TopicPartition
from kafkawire.wording import iso

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

OPEN_STATES = ("Ongoing", "PrepareCommit", "PrepareAbort", "PrepareEpochFence")
_COLUMNS = {
    "topic": "TOPIC",
    "partition": "PARTITION",
    "producer_id": "PRODUCER",
    "producer_epoch": "EPOCH",
    "transaction_start_offset": "FROM OFFSET",
    "last": "LAST RECORD",
}


class Open(NamedTuple):
    """A transaction that a partition has open."""

    partition: TopicPartition
    producer: ProducerState


async def find_hanging(admin: Admin, arguments: argparse.Namespace, output: Output) -> None:
    """Find transactions that hang."""
    names = arguments.topics or sorted(await admin.list_topics(include_internal=True))
    topics = await describe(admin, output, names) if names else {}
    partitions = [each for topic in topics.values() for each in led(output, topic)]
    before_ms = int((time.time() - arguments.older) * 1000)
    opened = [
        each
        for each in await open_transactions(admin, partitions, output)
        if each.producer.last_timestamp < before_ms
    ]
    hanging = await _without_coordinator(admin, opened, output)
    output.rows(_COLUMNS, map(_row, sorted(hanging)))
    if not hanging and not output.exit_code:
        output.line("no transaction hangs")


async def abort_hanging(
    admin: Admin, place: TopicPartition, producer_id: int, output: Output
) -> None:
    """Abort the transaction that a producer has open in a partition."""
    found = [
        each.producer
        for each in await open_transactions(admin, [place], output)
        if each.producer.producer_id == producer_id
    ]
    if not found:
        if not output.exit_code:
            output.fail(f"producer {producer_id} has no open transaction in {place}")
        return
    (producer,) = found
    await admin.abort_transaction(
        place,
        producer_id=producer_id,
        producer_epoch=producer.producer_epoch,
        coordinator_epoch=producer.coordinator_epoch or 0,
    )
    row = {**place._asdict(), "producer_id": producer_id, "is_aborted": True}
    output.tell(f"{place}: the transaction of producer {producer_id} is aborted", row)


async def open_transactions(
    admin: Admin, partitions: Sequence[TopicPartition], output: Output
) -> list[Open]:
    """Return the transactions that partitions have open."""
    found = await admin.describe_producers(partitions)
    for partition, error in found.errors.items():
        output.failed(f"producers of {partition}", error)
    return [
        Open(partition, producer)
        for partition, producers in found.items()
        for producer in producers
        if producer.transaction_start_offset is not None
    ]


async def _without_coordinator(admin: Admin, opened: Sequence[Open], output: Output) -> list[Open]:
    """Return the transactions that no coordinator has open."""
    if not opened:
        return []
    producers = sorted({each.producer.producer_id for each in opened})
    listed = await admin.list_transactions(producer_ids=producers)
    for broker, error in listed.errors.items():
        output.failed(f"transactions of {broker}", error)
    if listed.errors:  # what a broker did not list must not be taken for hanging
        return []
    described = await admin.describe_transactions(listed)
    for name, error in described.errors.items():
        output.failed(f"transactional id {name!r}", error)
    if described.errors:
        return []
    known: Mapping[int, tuple[TopicPartition, ...]] = {
        each.producer_id: each.partitions
        for each in described.values()
        if each.state in OPEN_STATES
    }
    return [
        each for each in opened if each.partition not in known.get(each.producer.producer_id, ())
    ]


def _row(found: Open) -> dict[str, object]:
    last = iso(found.producer.last_timestamp)
    return {**found.partition._asdict(), **found.producer._asdict(), "last": last}
