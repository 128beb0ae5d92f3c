"""What waits for a disk does so beside the loop."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import trio
import trio.testing

from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
from kafkawire.protocol.exchange import encode_request
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.server.address import Address, bound_address, listen
from kafkawire.server.opening import open_storage
from kafkawire.server.server import Server

DISK_THREADS = 2


async def test_work_for_the_disk_is_done_in_a_thread(tmp_path: Path) -> None:
    """Requests are answered meanwhile, and what came of it is told where they are."""
    storage = open_storage(str(tmp_path / "data"), node_id=None, cluster_id=None)
    sock = listen(Address("127.0.0.1", 0))
    bugs: list[BaseException] = []
    broker = Broker(BrokerConfig({}), random=Random(0), now_ms=0, storage=storage)
    server = Server(broker, sock, address=bound_address(sock), report=bugs.append)
    server.start()
    results: list[object] = []
    here = threading.get_ident()
    error = OSError(5, "no disk")

    def fail() -> None:
        raise error

    def bug() -> None:
        raise AssertionError("a bug")

    async with trio.open_nursery() as nursery:
        await nursery.start(server.run)
        told = trio.Event()

        def done(result: object) -> None:
            results.append((result, threading.get_ident()))
            if len(results) == 2:
                told.set()

        broker.background(bug, done)
        goes_on = threading.Event()
        broker.background(lambda: goes_on.wait(10) and threading.get_ident() != here, done)
        async with await trio.open_tcp_stream(*server.address) as stream:
            await stream.send_all(encode_request(18, 0, 1, "test", ApiVersionsRequest()))
            assert await stream.receive_some()
        assert results == []
        goes_on.set()
        broker.background(fail, done)
        await told.wait()
        assert set(results) == {(True, here), (error, here)}
        assert [str(each) for each in bugs] == ["a bug"]
        # What was begun is finished, however much has to wait for a thread.
        for _ in range(3 * DISK_THREADS):
            broker.background(fail, done)
        nursery.cancel_scope.cancel()
    assert len(results) == 2 + 3 * DISK_THREADS
    # Whatever the stop wants to have done is done before it ends.
    broker.background(fail, done)
    assert results[-1] == (error, here)
    assert server.stop()


async def test_work_that_waits_for_a_thread_is_done_before_the_server_ends(tmp_path: Path) -> None:
    """Else a checkpoint would seem to be written for ever, and nothing be left in order."""
    storage = open_storage(str(tmp_path / "data"), node_id=None, cluster_id=None)
    sock = listen(Address("127.0.0.1", 0))
    broker = Broker(BrokerConfig({}), random=Random(0), now_ms=0, storage=storage)
    bugs: list[BaseException] = []
    server = Server(broker, sock, address=bound_address(sock), report=bugs.append)
    server.start()
    results: list[Any] = []
    goes_on = threading.Event()

    def waited(number: int) -> object:
        return goes_on.wait(10) and number

    async with trio.open_nursery() as nursery:
        await nursery.start(server.run)
        for number in range(10):
            broker.background(partial(waited, number), results.append)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
        goes_on.set()
    assert sorted(results) == list(range(10))
    assert server.stop()
    assert bugs == []
