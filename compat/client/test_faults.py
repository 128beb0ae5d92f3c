"""The proxy that spoils requests and answers, before a broker of this run of trio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from compat.client.acts import changed, cut, held, lost, misnumbered, oversized, refused, unsent
from compat.client.faults import Act, Faults, faulty
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from tests.support.requests.served import Client, serving

METADATA = MetadataRequest(topics=None), 12
HEARTBEAT = HeartbeatRequest(group_id="g", member_id="m", generation_id=1), 4
NOT_COORDINATOR = 16


@asynccontextmanager
async def proxied() -> AsyncIterator[Faults]:
    async with serving() as running:
        host, port = running.server.address
        async with faulty(f"{host}:{port}") as faults:
            yield faults


async def connect(faults: Faults, port: int | None = None) -> Client:
    bootstrap = int(faults.bootstrap.rpartition(":")[2])
    return Client(await trio.open_tcp_stream("127.0.0.1", port or bootstrap))


async def port_of(client: Client) -> int:
    """The port that Metadata has for the broker."""
    (broker,) = (await client.request(*METADATA)).brokers
    return int(broker.port)


async def topics(client: Client) -> set[str]:
    return {each.name for each in (await client.request(*METADATA)).topics}


async def test_addresses_in_answers_lead_through_the_proxy() -> None:
    async with proxied() as faults:
        first = await connect(faults)
        second = await connect(faults, await port_of(first))
        assert await topics(second) == {"t"}
        assert await port_of(second) == await port_of(first)
    assert [(each.connection, each.node) for each in faults.seen] == [
        (1, None),
        (2, faults.seen[1].node),
        (2, faults.seen[1].node),
        (1, None),
    ]
    assert faults.seen[1].node is not None
    assert faults.connections == 2


async def test_a_fault_meets_the_requests_that_it_is_for() -> None:
    """It skips some, meets some, and leaves the others alone."""
    async with proxied() as faults:
        client = await connect(faults)
        fault = faults.at(ApiKey.HEARTBEAT, refused(27), skip=1, times=2)
        codes = [(await client.request(*HEARTBEAT)).error_code for _ in range(5)]
        assert codes == [16, 27, 27, 16, 16]
        assert fault.used == 2
        faults.at(ApiKey.HEARTBEAT, refused(22), when=lambda exchange: exchange.connection == 2)
        assert (await client.request(*HEARTBEAT)).error_code == NOT_COORDINATOR
        assert (await (await connect(faults)).request(*HEARTBEAT)).error_code == 22
        faults.at(ApiKey.HEARTBEAT, refused(27), times=100)
        faults.clear(ApiKey.HEARTBEAT)
        assert (await client.request(*HEARTBEAT)).error_code == NOT_COORDINATOR


@pytest.mark.parametrize(("act", "is_made"), [(lost(), True), (unsent(), False)])
async def test_the_connection_ends_after_the_broker_acts_or_before(
    act: Act, *, is_made: bool
) -> None:
    topic = CreateTopicsRequest.CreatableTopic(name="new", num_partitions=1, replication_factor=1)
    async with proxied() as faults:
        faults.at(ApiKey.CREATE_TOPICS, act)
        client = await connect(faults)
        await client.send((CreateTopicsRequest(topics=[topic], timeout_ms=1000), 7))
        assert await client.is_closed()
        assert ("new" in await topics(await connect(faults))) == is_made


async def test_an_answer_that_waits_holds_back_those_behind_it() -> None:
    async with proxied() as faults:
        until = trio.Event()
        faults.at(ApiKey.METADATA, held(until))
        client, other = await connect(faults), await connect(faults)
        await client.send(METADATA, HEARTBEAT)
        assert (await other.request(*HEARTBEAT)).error_code == NOT_COORDINATOR
        assert [each.answered_s is None for each in faults.seen] == [True, True, False]
        until.set()
        assert (await client.receive()).brokers
        assert (await client.receive()).error_code == NOT_COORDINATOR


async def test_a_request_without_an_answer_takes_none_of_another() -> None:
    async with proxied() as faults:
        client = await connect(faults)
        await client.send((ProduceRequest(acks=0, timeout_ms=1000, topic_data=[]), 9))
        client.asked.clear()
        assert (await client.request(*HEARTBEAT)).error_code == NOT_COORDINATOR
        assert [each.has_answer for each in faults.seen] == [False, True]


@pytest.mark.parametrize(
    ("act", "change"),
    [
        (cut(9), lambda data: data[:9]),
        (misnumbered(), lambda data: data[:7] + bytes([data[7] + 7]) + data[8:]),
        (oversized(7 << 20), lambda data: (7 << 20).to_bytes(4, "big") + data[4:]),
    ],
    ids=["cut", "misnumbered", "oversized"],
)
async def test_an_answer_comes_in_other_bytes(act: Act, change: Callable[[bytes], bytes]) -> None:
    async with proxied() as faults:
        spoilt, whole = await connect(faults), await connect(faults)
        await whole.send(HEARTBEAT)
        expected = change(await whole.stream.receive_some())
        faults.at(ApiKey.HEARTBEAT, act)
        await spoilt.send(HEARTBEAT)
        assert await spoilt.stream.receive_some() == expected


async def test_an_answer_is_changed() -> None:
    def rename(answer: Any) -> None:
        answer.topics[0].name = "other"

    async with proxied() as faults:
        faults.at(ApiKey.METADATA, changed(rename))
        client = await connect(faults)
        assert await topics(client) == {"other"}
        assert await topics(client) == {"t"}


async def test_what_has_many_keys_is_refused_for_each() -> None:
    request = FindCoordinatorRequest(coordinator_keys=["a", "b"])
    async with proxied() as faults:
        faults.at(ApiKey.FIND_COORDINATOR, refused(15))
        answer = await (await connect(faults)).request(request, 4)
    assert [(each.key, each.error_code) for each in answer.coordinators] == [("a", 15), ("b", 15)]


async def test_a_broker_goes_and_comes_back_at_the_same_address() -> None:
    async with proxied() as faults:
        client = await connect(faults)
        node_port = await port_of(client)
        await faults.down()
        assert await client.is_closed()
        assert faults.open == 0
        for port in (None, node_port):
            with pytest.raises(OSError, match="all attempts to connect"):
                await connect(faults, port)
        faults.up()
        assert await topics(await connect(faults, node_port)) == {"t"}
        assert await port_of(await connect(faults)) == node_port


async def test_a_broker_moves_and_the_bootstrap_address_stays() -> None:
    async with proxied() as faults:
        client = await connect(faults)
        before = await port_of(client)
        await faults.move()
        after = await port_of(client)
        assert after != before
        with pytest.raises(OSError, match="all attempts to connect"):
            await connect(faults, before)
        assert await topics(await connect(faults, after)) == {"t"}


async def test_the_exception_of_the_block_leaves_it_as_itself() -> None:
    error = KeyError("mine")

    async def fail(bootstrap: str) -> None:
        async with faulty(bootstrap) as faults:
            await topics(await connect(faults))
            raise error

    async with serving() as running:
        host, port = running.server.address
        with pytest.raises(KeyError) as raised:
            await fail(f"{host}:{port}")
    assert raised.value is error
