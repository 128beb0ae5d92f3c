"""`kafkawire bench`: how fast records get to a broker, and from it.

What is measured is the whole of this client, the network and the broker. CPU is that of this
process, which is what the library costs.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice

import trio

from kafkawire.client.admin import Admin
from kafkawire.client.cli import connection, verbs
from kafkawire.client.cli.locating import Bounds, bounds, partitions_of
from kafkawire.client.cli.output import Output, sized
from kafkawire.client.consumer import Consumer
from kafkawire.client.delivery import Deliveries, Delivery
from kafkawire.client.descriptions import NewTopic
from kafkawire.client.errors import ClientError
from kafkawire.client.options import AdminSettings, ConsumerSettings, ProducerSettings
from kafkawire.client.producer import Producer
from kafkawire.client.values import TopicPartition

Environment = Mapping[str, str]
TOPIC, PARTITIONS = "kafkawire-bench", 4
RECORDS, SIZE = 200_000, 100
SIZE_MIN, SIZE_MAX = 32, 1_000_000
SET = 1000
"""Records that are sent together, and whose acknowledgement is waited for together."""
KEPT = 1000
"""Values that are made before the clock runs, and sent again and again."""
LOOK_S = 0.2
EVERY_S = 0.2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verbs of the command."""
    add = verbs.Verbs(parser)
    producing = add.add_session(
        "produce", bench_produce, "send records as fast as they are taken", _PRODUCE_EXAMPLES
    )
    _add_common(producing, RECORDS)
    more = producing.add_argument
    more("--size", type=size, default=SIZE, metavar="BYTES", help=f"of a value ({SIZE})")
    verbs.add_sending(producing)
    more("--each", action="store_true", help=f"send one by one, instead of {SET} together")
    consuming = add.add_session(
        "consume", bench_consume, "read records as fast as they come", _CONSUME_EXAMPLES
    )
    _add_common(consuming, None)


def _add_common(parser: argparse.ArgumentParser, records: int | None) -> None:
    add = parser.add_argument
    add("topic", metavar="TOPIC", nargs="?", default=TOPIC, help=f"({TOPIC})")
    add(
        "-n",
        "--count",
        type=verbs.positive,
        default=records,
        metavar="RECORDS",
        help=f"number of records ({'all records' if records is None else records})",
    )


def size(text: str) -> int:
    """Read the size of a value."""
    if not text.isdecimal() or not SIZE_MIN <= int(text) <= SIZE_MAX:
        raise argparse.ArgumentTypeError(f"{text!r} is not from {SIZE_MIN} to {SIZE_MAX}")
    return int(text)


class Meter:
    """Work since the first record, and times until sets of records were acknowledged."""

    def __init__(self, output: Output, total: int) -> None:
        self.records = self.bytes = self.failed = 0
        self._output = output
        self._total = total
        self._took_s: list[float] = []
        self._start_s, self._start_cpu_s = time.perf_counter(), time.process_time()
        self._next_s = self._start_s + EVERY_S

    def add(self, records: int, size: int) -> None:
        """Note records that were sent or read."""
        self.records += records
        self.bytes += size
        now_s = time.perf_counter()
        if now_s >= self._next_s:
            self._next_s = now_s + EVERY_S
            rate = self.records / (now_s - self._start_s)
            done = f"{self.records:,} of {self._total:,} records"
            self._output.progress(f"{done}, {rate:,.0f} per second")

    async def acknowledged(self, sent: Deliveries | Delivery) -> None:
        """Wait for an acknowledgement, and note how long it took."""
        start_s = time.perf_counter()
        try:
            await sent
        except ClientError as error:
            self.failed += 1
            if self.failed == 1:
                self._output.failed("records failed", error)
        else:
            self._took_s.append(time.perf_counter() - start_s)

    def end(self, topic: str) -> None:
        """Print what was measured."""
        seconds = time.perf_counter() - self._start_s
        cpu_s = time.process_time() - self._start_cpu_s
        count = max(self.records, 1)
        row: dict[str, object] = {
            "topic": topic,
            "records": self.records,
            "bytes": self.bytes,
            "seconds": round(seconds, 3),
            "records_per_s": round(self.records / seconds),
            "bytes_per_s": round(self.bytes / seconds),
            "cpu_us_per_record": round(cpu_s / count * 1e6, 2),
        }
        if self._took_s:
            row |= {"ack_ms_p50": self._quantile_ms(0.5), "ack_ms_p99": self._quantile_ms(0.99)}
        self._output.flush()
        if self._output.is_json:
            self._output.object(row)
        for line in _lines(row):
            self._output.line(line)

    def _quantile_ms(self, share: float) -> float:
        ordered = sorted(self._took_s)
        return round(ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000, 1)


def _lines(row: Mapping[str, object]) -> list[str]:
    """Return what was measured, for people."""
    lines = [
        f"{row['records']:,} records of {row['topic']} in {row['seconds']} s",
        f"  per second      {row['records_per_s']:,} records, {sized(row['bytes_per_s'])}",
        f"  CPU per record  {row['cpu_us_per_record']} us of this client",
    ]
    if "ack_ms_p50" in row:
        half, most = row["ack_ms_p50"], row["ack_ms_p99"]
        lines.append(f"  acknowledged    after {half} ms (half of them), {most} ms (99 %)")
    return lines


async def bench_produce(
    arguments: argparse.Namespace, output: Output, environment: Environment
) -> None:
    """Send records, and measure."""
    topic, total = arguments.topic, arguments.count
    async with connection.client(Admin, AdminSettings, arguments, environment) as admin:
        made = await admin.create_topics([NewTopic(TOPIC, PARTITIONS)]) if topic == TOPIC else None
        if not await partitions_of(admin, output, topic):
            return
    client = connection.client(
        Producer,
        ProducerSettings,
        arguments,
        environment,
        acks=arguments.acks,
        compression_type=arguments.compression,
    )
    values = made_values(arguments.size)
    async with client as producer:
        await producer.partitions_for(topic)
        meter = Meter(output, total)
        async with trio.open_nursery() as nursery:
            try:
                await _send(producer, islice(cycle(values), total), arguments, meter, nursery)
            except ClientError as error:
                output.failed("no more records can be sent", error)
        meter.end(topic)
    if made:
        output.note(f"`kafkawire topics delete {TOPIC}` removes the records again")


async def _send(
    producer: Producer[bytes, bytes],
    values: Iterator[bytes],
    arguments: argparse.Namespace,
    meter: Meter,
    nursery: trio.Nursery,
) -> None:
    """Send values in sets, and have the acknowledgement of each set waited for."""
    sent: Deliveries | Delivery
    while some := list(islice(values, SET)):
        if arguments.each:
            for value in some:
                sent = await producer.send(arguments.topic, value)
        else:
            sent = await producer.send_all(arguments.topic, [(None, value) for value in some])
        nursery.start_soon(meter.acknowledged, sent)
        meter.add(len(some), len(some[0]) * len(some))


def made_values(size: int) -> list[bytes]:
    """Return values like JSON, of a size: compressible, but not all the same."""
    source = random.Random(7)
    words = ["orders", "billing", "shipped", "pending", "customer", "total", "name", "street"]

    def made(number: int) -> bytes:
        text = f'{{"id":{number:06},"words":"'
        while len(text) < size:
            text += f"{source.choice(words)} {source.randrange(10_000)} "
        return (text[: size - 2] + '"}').encode()

    return [made(number) for number in range(KEPT)]


async def bench_consume(
    arguments: argparse.Namespace, output: Output, environment: Environment
) -> None:
    """Read records, and measure."""
    async with connection.client(Admin, AdminSettings, arguments, environment) as admin:
        partitions = await partitions_of(admin, output, arguments.topic)
        within = await bounds(admin, output, partitions)
    there = sum(limits.end - limits.start for limits in within.values())
    if not there:
        if not output.exit_code:
            output.fail(f"{arguments.topic} has no records", "`kafkawire bench produce` makes some")
        return
    total = min(arguments.count or there, there)
    client = connection.client(
        Consumer, ConsumerSettings, arguments, environment, auto_offset_reset="earliest"
    )
    async with client as consumer:
        await consumer.assign({each: limits.start for each, limits in within.items()})
        meter = Meter(output, total)
        await _read(consumer, within, total, meter)
        meter.end(arguments.topic)


async def _read(
    consumer: Consumer[bytes, bytes],
    within: Mapping[TopicPartition, Bounds],
    total: int,
    meter: Meter,
) -> None:
    """Read up to the ends that there were at the beginning."""
    going = {each for each, limits in within.items() if limits.start < limits.end}
    while going and meter.records < total:
        found = await consumer.poll(LOOK_S)
        for partition, batch in found.items():
            values: Sequence[bytes | None] = [record.value for record in batch]
            meter.add(len(values), sum(len(value or b"") for value in values))
            if batch.next_offset >= within[partition].end:
                going.discard(partition)
        if not found:  # transaction markers may be the last offsets
            going = {each for each in going if await consumer.position(each) < within[each].end}


_PRODUCE_EXAMPLES = """\
  kafkawire bench produce                          200,000 records of 100 bytes
  kafkawire bench produce -n 1000000 --size 1000 -z lz4
  kafkawire bench produce orders-test --acks 1 --each --json
"""
_CONSUME_EXAMPLES = """\
  kafkawire bench consume                          what `bench produce` has sent
  kafkawire bench consume orders -n 1000000 --json
"""
