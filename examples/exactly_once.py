"""Copy a topic to another one, changed, with each record there exactly once.

    python examples/exactly_once.py localhost:9092 orders invoices --group billing

The records of a batch and the offset of the next record to read are written in one transaction, so
the cluster has both or neither. A consumer of `invoices` with isolation.level=read_committed gets
each record once, also when this program is killed and started again, and when several copies share
the partitions.

Each copy needs a transactional id of its own (`--id`), and the same one after a restart:
`init_transactions` ends the transaction that a killed copy has left open. Until then the group's
offsets of that transaction are undecided, and the consumer has to wait for them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import trio

from kafkawire.client import (
    AbortableError,
    Batch,
    CommitFailed,
    Consumer,
    ConsumerRecord,
    Producer,
    ProducerRecord,
)

Reader = Consumer[bytes, bytes]
Writer = Producer[bytes, bytes]


def changed(record: ConsumerRecord[bytes, bytes]) -> ProducerRecord:
    """Make the record that is written; replace it."""
    value = None if record.value is None else record.value.upper()
    return ProducerRecord(value, record.key)


async def copy(consumer: Reader, producer: Writer, topic: str) -> None:
    """Copy batch by batch, each in a transaction of its own."""
    async for batch in consumer.batches():
        try:
            await copy_batch(batch, consumer, producer, topic)
        except (AbortableError, CommitFailed):
            # The transaction was aborted. If the partition has gone to another member, it goes on
            # there. If it is still here, the batch is read again.
            if batch.partition in consumer.assignment:
                consumer.seek(batch.partition, batch.first_offset)


async def copy_batch(
    batch: Batch[bytes, bytes], consumer: Reader, producer: Writer, topic: str
) -> None:
    """Write what a batch becomes, and where reading goes on behind it."""
    async with producer.transaction() as transaction:
        await producer.send_all(topic, [changed(record) for record in batch])
        await transaction.send_offsets(consumer, batch)


async def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and copy until the program is interrupted."""
    parser = argparse.ArgumentParser(description="Copy a topic, each record exactly once.")
    parser.add_argument("bootstrap", help="addresses of brokers: HOST:PORT[,HOST:PORT]")
    parser.add_argument("source", help="the topic to read")
    parser.add_argument("target", help="the topic to write")
    parser.add_argument("--group", default="copy", help="the group to be a member of (copy)")
    parser.add_argument("--id", default="copy-1", help="the transactional id (copy-1)")
    chosen = parser.parse_args(arguments)
    async with Producer(chosen.bootstrap, transactional_id=chosen.id) as producer:
        await producer.init_transactions()
        async with Consumer(
            chosen.bootstrap,
            topics=[chosen.source],
            group_id=chosen.group,
            auto_offset_reset="earliest",
            isolation_level="read_committed",
            enable_auto_commit=False,  # offsets are committed by transactions
        ) as consumer:
            await copy(consumer, producer, chosen.target)


if __name__ == "__main__":
    try:
        trio.run(main)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
