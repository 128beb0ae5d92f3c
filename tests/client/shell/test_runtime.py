"""The client's network over real sockets to a broker in the same run of trio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from kafkawire.client.core.calls import Answer
from kafkawire.client.core.lane import LaneOptions
from kafkawire.client.core.metadata import MetadataOptions
from kafkawire.client.core.network import NetworkOptions
from kafkawire.client.errors import BootstrapError, ConnectionLost, TimedOut
from kafkawire.client.shell.line import Line
from kafkawire.client.shell.resolving import NameOptions
from kafkawire.client.shell.runtime import Runtime
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from tests.support.requests.served import Running, serving
from tests.support.suite.patience import patient

FETCH, METADATA, LIST_GROUPS = 1, 3, 16
LIMIT_MS = int(patient(30.0) * 1000)


@asynccontextmanager
async def runtime(*addresses: tuple[str, int], **lane: int) -> AsyncIterator[Runtime]:
    options = NetworkOptions(list(addresses), "test", LaneOptions(**lane))
    found = Runtime(options, MetadataOptions(), seed=1)
    await found.open()
    try:
        yield found
    finally:
        await found.close()


@asynccontextmanager
async def both() -> AsyncIterator[tuple[Running, Runtime]]:
    async with serving() as broker, runtime(address_of(broker)) as found:
        await found.bootstrap(LIMIT_MS)
        yield broker, found


def address_of(broker: Running) -> tuple[str, int]:
    host, port = broker.server.address
    return host, port


async def test_a_client_reads_the_cluster_when_it_begins() -> None:
    """client B-2."""
    async with both() as (broker, found):
        node = found.metadata.view.nodes[broker.server.broker.node_id]
        assert (node.host, node.port) == address_of(broker)


@pytest.mark.slow
async def test_where_nothing_listens_all_addresses_are_named() -> None:
    """client B-2, N 2."""
    with trio.socket.socket() as one:
        await one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
        async with runtime(("127.0.0.1", port), ("no.such.host.invalid", 9)) as found:
            with pytest.raises(BootstrapError) as caught:
                await found.bootstrap(500)
    failures = caught.value.failures
    assert "refused" in failures[f"127.0.0.1:{port}"]
    assert "cannot be resolved" in failures["no.such.host.invalid:9"]


async def test_requests_are_answered() -> None:
    async with both() as (_, found):
        answers: list[Answer] = []

        async def ask() -> None:
            answers.append(await found.ask(LIST_GROUPS, ListGroupsRequest(), limit_ms=LIMIT_MS))

        async with trio.open_nursery() as nursery:
            for _ in range(50):
                nursery.start_soon(ask)
        assert {type(answer.message).__name__ for answer in answers} == {"ListGroupsResponse"}
        assert len(answers) == 50


def long_poll(found: Runtime) -> FetchRequest:
    partition = FetchRequest.FetchPartition(partition_max_bytes=1 << 20)
    topic_id = found.metadata.view.topic_id("t")
    topic = FetchRequest.FetchTopic(topic_id=topic_id, partitions=[partition])
    return FetchRequest(
        max_wait_ms=600_000, min_bytes=1, max_bytes=1 << 20, session_epoch=-1, topics=[topic]
    )


async def test_a_cancelled_request_leaves_the_connection_as_it_is() -> None:
    """client D-5."""
    async with both() as (_, found):
        found.metadata.want(["t"], found.now_ms())
        found.pump()
        await found.ask(METADATA, MetadataRequest(topics=[]), limit_ms=LIMIT_MS)
        with trio.move_on_after(0.05):
            await found.ask(FETCH, long_poll(found), node=1, lane=0)
        with pytest.raises(TimedOut):
            await found.ask(FETCH, long_poll(found), node=1, lane=0, limit_ms=20)
        answer = await found.ask(LIST_GROUPS, ListGroupsRequest(), node=1, limit_ms=LIMIT_MS)
        assert answer.message is not None
        assert {lane.node_id for lane in found.network.lanes()} == {1}


@pytest.mark.slow
async def test_a_large_answer_comes_whole() -> None:
    topics = [MetadataRequest.MetadataRequestTopic(name=f"no-such-{n}") for n in range(20_000)]
    request = MetadataRequest(topics=topics, allow_auto_topic_creation=False)
    async with both() as (_, found):
        answer: Any = await found.ask(METADATA, request, limit_ms=LIMIT_MS)
        assert len(answer.message.topics) == 20_000


async def test_a_broker_that_ends_ends_calls() -> None:
    async with both() as (broker, found):
        found.metadata.want(["t"], found.now_ms())
        await found.ask(METADATA, MetadataRequest(topics=[]), limit_ms=LIMIT_MS)
        answers: list[Answer] = []

        async def ask() -> None:
            answers.append(await found.ask(FETCH, long_poll(found), node=1, lane=0))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            await trio.testing.wait_all_tasks_blocked(0.05)
            for link in list(broker.server.links):
                link.close()
        assert isinstance(answers[0].failure, ConnectionLost)


async def test_an_answer_counts_though_the_broker_closes_the_connection_behind_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A broker that stops has answered: what it acknowledged is not sent again (client N 104)."""
    async with both() as (_, found):
        await found.ask(LIST_GROUPS, ListGroupsRequest(), limit_ms=LIMIT_MS)
        for line in found.carrier.lines.values():
            monkeypatch.setattr(line, "receive", closing_behind(line))
        answer = await found.ask(LIST_GROUPS, ListGroupsRequest(), limit_ms=LIMIT_MS)
        assert answer.failure is None
        assert answer.message is not None


def closing_behind(line: Line) -> Callable[[], bytes | None]:
    """Return `line.receive` with the end of the connection right behind the first bytes."""
    came: list[bytes] = []
    receive = line.receive

    def received() -> bytes | None:
        data = receive()
        line.is_drained = False
        if data:
            came.append(data)
        return b"" if came and data is None else data

    return received


async def test_nothing_is_left_when_a_client_is_cancelled_while_it_begins() -> None:
    """client B-2, L.2."""
    async with serving() as broker:
        with trio.move_on_after(0.01):
            async with runtime(address_of(broker)) as found:
                await found.bootstrap(LIMIT_MS)
                await trio.sleep_forever()
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert not broker.server.links


def tasks() -> int:
    """How many tasks of this run there are."""
    waiting, count = [trio.lowlevel.current_root_task()], 0
    while waiting:
        task = waiting.pop()
        if task is not None:
            count += 1
            waiting += [child for nursery in task.child_nurseries for child in nursery.child_tasks]
    return count


async def test_nothing_runs_on_when_a_client_has_ended() -> None:
    """client A-1, P-4: a connection has a task, which ends with the block."""
    async with serving() as broker:
        await trio.testing.wait_all_tasks_blocked()
        before = tasks()
        async with runtime(address_of(broker)) as found:
            await found.bootstrap(LIMIT_MS)
            assert tasks() > before
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert tasks() == before


async def test_names_that_cannot_be_resolved_fail_at_once() -> None:
    """client D-10: bootstrap.resolve.timeout.ms=0, whatever time there is."""
    async with runtime(("no.such.host.invalid", 9), ("none.invalid", 9)) as found:
        with trio.fail_after(LIMIT_MS / 1000), pytest.raises(BootstrapError) as failed:
            await found.bootstrap(LIMIT_MS * 1000)
    assert set(failed.value.failures) == {"no.such.host.invalid:9", "none.invalid:9"}
    assert all("cannot be resolved" in why for why in failed.value.failures.values())


@pytest.mark.slow
async def test_names_are_tried_again_until_their_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """client D-10: a positive bootstrap.resolve.timeout.ms."""
    tries: list[str] = []

    async def addresses_of(host: str, port: int) -> list[tuple[str, int]]:
        tries.append(host)
        if len(tries) < 3:
            raise OSError("not yet")
        return [target]

    monkeypatch.setattr("kafkawire.client.shell.carrier.addresses_of", addresses_of)
    async with serving() as broker:
        target = address_of(broker)
        network = NetworkOptions([("late.invalid", 9)], "test")
        names = NameOptions(resolve_timeout_ms=LIMIT_MS)
        found = Runtime(network, MetadataOptions(), names=names, seed=1)
        await found.open()
        try:
            await found.bootstrap(LIMIT_MS)
        finally:
            await found.close()
    assert tries[:3] == ["late.invalid"] * 3
