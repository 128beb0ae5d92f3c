"""Work through a topic with several workers for each partition, and stop without losing work.

    python examples/worker_pool.py localhost:9092 orders --group billing

Each assigned partition has a task (`handle`), which gives the records of a batch to its workers.
Records with the same key go to the same worker, so their order stays. The batch is committed when
all workers are done.

SIGTERM or Ctrl-C ends the subscription: each partition finishes and commits its batch, the consumer
leaves its group, and the program ends with exit code 0. A second one gives up at once: batches that
were not committed come again after the next start. So each record is worked on at least once.
"""

from __future__ import annotations

import argparse
import signal
import zlib
from collections.abc import Sequence

import trio

from kafkawire.client import Consumer, ConsumerRecord, PartitionStream

Record = ConsumerRecord[bytes, bytes]
WORKERS = 8
"""How many records of a partition are worked on at the same time."""


async def work_on(record: Record) -> None:
    """Do what this program is for; replace it."""
    await trio.sleep(0.01)
    print(f"{record.topic}-{record.partition}@{record.offset}", flush=True)  # noqa: T201


async def handle(stream: PartitionStream[bytes, bytes]) -> None:
    """Work through one partition until it is revoked or the subscription ends."""
    async for batch in stream:
        async with trio.open_nursery() as workers:
            for records in by_worker(batch):
                workers.start_soon(work_in_order, records)
        await stream.commit(batch)


async def work_in_order(records: Sequence[Record]) -> None:
    """Be one worker of a partition."""
    for record in records:
        await work_on(record)


def by_worker(batch: Sequence[Record]) -> list[list[Record]]:
    """Divide records among workers, those of one key to one worker."""
    shares: list[list[Record]] = [[] for _ in range(WORKERS)]
    for record in batch:
        number = record.offset if record.key is None else zlib.crc32(record.key)
        shares[number % WORKERS].append(record)
    return [share for share in shares if share]


async def stop_on_signal(consumer: Consumer[bytes, bytes], scope: trio.CancelScope) -> None:
    """End the subscription at the first signal, and everything at the second."""
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        await anext(signals)
        await consumer.unsubscribe()
        await anext(signals)
        scope.cancel()


async def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and serve the topic until a signal comes."""
    parser = argparse.ArgumentParser(description="Work through a topic with several workers.")
    parser.add_argument("bootstrap", help="addresses of brokers: HOST:PORT[,HOST:PORT]")
    parser.add_argument("topic")
    parser.add_argument("--group", default="workers", help="the group to be a member of (workers)")
    chosen = parser.parse_args(arguments)
    async with (
        Consumer(
            chosen.bootstrap,
            topics=[chosen.topic],
            group_id=chosen.group,
            auto_offset_reset="earliest",
            enable_auto_commit=False,  # `handle` commits
        ) as consumer,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(stop_on_signal, consumer, nursery.cancel_scope)
        await consumer.serve(handle)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main)
