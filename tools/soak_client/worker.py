"""One process of a soak: a producer or a member of a group. SIGTERM ends it in order.

python -m tools.soak_client.worker produce BOOTSTRAP NAME JOURNAL
python -m tools.soak_client.worker consume BOOTSTRAP NAME JOURNAL GROUP PROTOCOL
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import trio

from kafkawire.client import Consumer, Producer
from kafkawire.client.options import ConsumerOptions
from tools.soak_client.journal import Entry, Journal

TOPIC = "soak"
RECORDS_AT_ONCE = 50
PAUSE_S = 0.2
VALUE_BYTES = 100
SESSION_MS = 10_000
FETCH_MEMORY_BYTES = 8 << 20
BUFFER_MEMORY_BYTES = 4 << 20


async def produce(bootstrap: str, name: str, journal: Journal) -> None:
    """Write numbered records until cancelled, and note those that are acknowledged."""
    number = 0
    async with Producer(
        bootstrap, client_id=name, buffer_memory=BUFFER_MEMORY_BYTES, compression_type="lz4"
    ) as producer:
        while True:
            numbers = range(number, number + RECORDS_AT_ONCE)
            number += RECORDS_AT_ONCE
            records = [(b"%d" % each, value_of(name, each)) for each in numbers]
            with trio.CancelScope(shield=True):
                sent = await producer.send_all(TOPIC, records)
                await sent
                told = [each.metadata() for each in sent]
            journal.add(
                Entry(each.partition, each.offset, name, number)
                for each, number in zip(told, numbers, strict=True)
            )
            await trio.sleep(PAUSE_S)


async def consume(bootstrap: str, name: str, journal: Journal, group: str, protocol: str) -> None:
    """Read until cancelled, and note each record before it is done."""
    options: ConsumerOptions = {
        "client_id": name,
        "group_id": group,
        "group_protocol": protocol,
        "auto_offset_reset": "earliest",
        "fetch_memory_bytes": FETCH_MEMORY_BYTES,
    }
    if protocol == "classic":  # with the other one the broker decides
        options["session_timeout_ms"] = SESSION_MS
    async with Consumer(bootstrap, topics=[TOPIC], **options) as consumer:
        async for batch in consumer.batches():
            journal.add(
                entry_of(batch.partition.partition, record.offset, bytes(record.value or b""))
                for record in batch
            )


def value_of(name: str, number: int) -> bytes:
    """Return the value of a record."""
    return b"%s %d " % (name.encode(), number) + b"." * VALUE_BYTES


def entry_of(partition: int, offset: int, value: bytes) -> Entry:
    """Return the entry of a record that was read."""
    name, number, _ = value.split(b" ")
    return Entry(partition, offset, name.decode(), int(number))


async def main(*arguments: str) -> None:
    """Work until SIGTERM."""
    kind, bootstrap, name, path, *more = arguments
    journal = Journal(Path(path))
    with trio.open_signal_receiver(signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            if kind == "produce":
                nursery.start_soon(produce, bootstrap, name, journal)
            else:
                group, protocol = more
                nursery.start_soon(consume, bootstrap, name, journal, group, protocol)
            async for _ in signals:
                nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main, *sys.argv[1:])
