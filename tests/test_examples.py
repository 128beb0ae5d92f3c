"""The examples, run as a reader would run them, against a broker in this process."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from examples.worker_pool import by_worker
from kafkawire.client import Admin, Consumer, ConsumerRecord, NewTopic, Producer, TopicPartition
from tests.support.requests.served import serving
from tests.support.suite.patience import patient

pytestmark = pytest.mark.process
ROOT = Path(__file__).parents[1]
LIMIT_S = patient(60.0)
COUNT = 300
QUICK = {
    "group.initial.rebalance.delay.ms": "0",
    "group.consumer.min.session.timeout.ms": "1000",
    "group.consumer.session.timeout.ms": "1000",
    "group.consumer.min.heartbeat.interval.ms": "100",
    "group.consumer.heartbeat.interval.ms": "100",
}
"""The partitions of a member that was killed go to another one after a second."""


@asynccontextmanager
async def orders() -> AsyncIterator[str]:
    """The address of a broker whose topic `orders` has COUNT records in 3 partitions."""
    with trio.fail_after(LIMIT_S):
        async with serving(QUICK) as broker:
            host, port = broker.server.address
            async with Admin(f"{host}:{port}") as admin:
                topics = [NewTopic("orders", partitions=3), NewTopic("invoices", partitions=3)]
                (await admin.create_topics(topics)).unwrap()
            async with Producer(f"{host}:{port}") as producer:
                await produce(producer, 0)
            yield f"{host}:{port}"


async def produce(producer: Producer[bytes, bytes], start: int) -> None:
    for number in range(start, start + COUNT):
        await producer.send("orders", b"order %d" % number, key=b"%d" % (number % 7))
    await producer.flush()


@asynccontextmanager
async def running(*command: str) -> AsyncIterator[trio.Process]:
    """An example as a process, which ends with the block."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = await trio.lowlevel.open_process(
        [sys.executable, *command], cwd=ROOT, env=environment, stdout=subprocess.PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()
            assert process.stdout is not None
            await process.stdout.aclose()


async def shown(process: trio.Process, is_all: Callable[[str], bool]) -> str:
    """What a process has printed, when it is all."""
    assert process.stdout is not None
    text = b""
    while not is_all(text.decode()):
        part = await process.stdout.receive_some()
        assert part, f"ended with {await process.wait()} after {text.decode()}"
        text += part
    return text.decode()


def record(offset: int, key: bytes | None) -> ConsumerRecord[bytes, bytes]:
    return ConsumerRecord(TopicPartition("t", 0), offset, key)


def test_records_of_one_key_have_one_worker_and_their_order() -> None:
    keys = [b"a", None, b"b", b"a", None, b"c", b"b", b"a"]
    shares = by_worker([record(offset, key) for offset, key in enumerate(keys)])
    where = {each.offset: number for number, share in enumerate(shares) for each in share}
    assert sorted(where) == list(range(8))
    assert where[0] == where[3] == where[7]
    assert where[2] == where[6]
    assert where[1] != where[4]
    assert all(
        [each.offset for each in share] == sorted(e.offset for e in share) for share in shares
    )


async def test_a_worker_pool_works_on_each_record_and_stops_at_a_signal() -> None:
    async with orders() as address:
        async with running("examples/worker_pool.py", address, "orders", "--group", "g") as pool:
            lines = await shown(pool, lambda text: text.count("\n") >= COUNT)
            pool.send_signal(signal.SIGTERM)
            assert await pool.wait() == 0
        assert len(set(lines.split())) == COUNT
        async with Admin(address) as admin:
            offsets = (await admin.list_consumer_group_offsets(["g"]))["g"]
        assert sum(each.offset for each in offsets.values() if each is not None) == COUNT


@pytest.mark.slow
async def test_killed_copies_leave_each_record_exactly_once() -> None:
    command = ("examples/exactly_once.py",)
    async with orders() as address, Producer(address) as producer:
        arguments = (address, "orders", "invoices", "--group", "g", "--id", "x")
        for turn in range(1, 4):
            async with running(*command, *arguments) as copy:
                await until_written(address, turn * COUNT // 2)
                copy.kill()
            await produce(producer, turn * COUNT)
        async with running(*command, *arguments) as copy:
            values = await until_written(address, 4 * COUNT)
            copy.send_signal(signal.SIGINT)
            assert await copy.wait() == 130
    assert len(values) == 4 * COUNT
    assert set(values) == {b"ORDER %d" % number for number in range(4 * COUNT)}


DYING = """
import os, sys, trio
from kafkawire.client import Consumer, Producer

async def main(address):
    async with Producer(address, transactional_id="x") as producer, Consumer(
        address, topics=["orders"], group_id="g", auto_offset_reset="earliest"
    ) as consumer:
        batch = await anext(consumer.batches())
        await producer.begin_transaction()
        await producer.send_all("invoices", [(None, b"LOST")])
        await producer.flush()
        await producer.send_offsets_to_transaction(
            {batch.partition: batch.next_offset}, consumer.group_metadata
        )
        print("open", flush=True)
        os.kill(os.getpid(), 9)

trio.run(main, sys.argv[1])
"""
"""Dies with the offsets of a batch in an open transaction, which lasts for a minute."""


async def test_a_copy_ends_the_transaction_that_the_one_before_left_open() -> None:
    async with orders() as address:
        async with running("-c", DYING, address) as dying:
            assert await dying.wait() == -signal.SIGKILL
        arguments = (address, "orders", "invoices", "--group", "g", "--id", "x")
        async with running("examples/exactly_once.py", *arguments) as copy:
            with trio.fail_after(LIMIT_S / 2):
                values = await until_written(address, COUNT)
            copy.kill()
    assert set(values) == {b"ORDER %d" % number for number in range(COUNT)}


async def until_written(address: str, count: int) -> list[bytes | None]:
    """All committed values of the invoices, when there are so many."""
    values: list[bytes | None] = []
    options = {"isolation_level": "read_committed", "auto_offset_reset": "earliest"}
    async with Consumer(address, fetch_max_wait_ms=50, **options) as consumer:  # type: ignore[arg-type]
        await consumer.assign([TopicPartition("invoices", number) for number in range(3)])
        while len(values) < count:
            for batch in (await consumer.poll()).values():
                values += batch.values()
    return values


@pytest.mark.skipif(
    sys.platform == "win32",
    reason="Windows has no SIGINT for a child: the end of an example is not tried",
)
async def test_a_page_gets_new_records_and_no_markup() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with (
        orders() as address,
        running("examples/tail_page.py", address, "orders", "--port", str(port)) as page,
        Producer(address) as producer,
    ):
        text = await fetched(port, "/", "</script>")
        assert "innerHTML" not in text
        assert (await fetched(port, "/", "\r\n\r\n", host="evil.example")).startswith(
            "HTTP/1.1 400"
        )
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keep_producing, producer)
            events = await fetched(port, "/records", "\n\n")
            nursery.cancel_scope.cancel()
        (event,) = re.findall(r"^data: (.*)$", events, re.M)[:1]
        row = json.loads(event)
        assert (row["topic"], row["key"], row["value"]) == ("orders", None, "<b>x</b>")
        assert time.time() * 1000 - row["timestamp"] < LIMIT_S * 1000
        page.send_signal(signal.SIGTERM)
        assert await page.wait() == 0


async def keep_producing(producer: Producer[bytes, bytes]) -> None:
    while True:
        await producer.send("orders", b"<b>x</b>")
        await trio.sleep(0.05)


async def fetched(port: int, path: str, until: str, host: str = "127.0.0.1") -> str:
    """Return what the page answers, until a text is in it."""
    while True:
        try:
            stream = await trio.open_tcp_stream("127.0.0.1", port)
            break
        except OSError:
            await trio.sleep(0.05)
    async with stream:
        await stream.send_all(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        text = ""
        while until not in text:
            part = await stream.receive_some()
            assert part, text
            text += part.decode()
        return text
