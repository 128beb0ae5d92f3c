"""Limits of connections, alone and in a server: who waits, who is closed, who stays.

What clients see was compared with Apache Kafka 4.4.0.
"""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from kafkawire.broker.config import BrokerConfig, ConfigError
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from kafkawire.server.connection_quotas import ConnectionQuotas
from tests.support.requests.served import Client, Running, serving

HOST = "127.0.0.1"
REMOVE, SET = 1, 0


def quotas(**overrides: str) -> ConnectionQuotas:
    return ConnectionQuotas(BrokerConfig(_named(overrides)))


def _named(overrides: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "."): value for name, value in overrides.items()}


def test_without_limits_there_is_always_room() -> None:
    found = quotas()
    for _ in range(1000):
        assert found.delay_ms(0) == 0
        assert found.has_room
        assert found.admit(HOST)
    assert (found.count, found.excess) == (1000, 0)


def test_an_address_has_as_many_as_it_may_have() -> None:
    found = quotas(max_connections_per_ip="2", max_connections_per_ip_overrides="10.0.0.9:1")
    assert [found.admit(HOST) for _ in range(3)] == [True, True, False]
    assert [found.admit("10.0.0.9") for _ in range(2)] == [True, False]
    found.release(HOST)
    assert [found.admit(HOST) for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    "text", ["localhost:1", " localhost:1 ,", "10.0.0.1:5,127.0.0.1:1", "127.0.0.1:+1"]
)
def test_addresses_go_by_their_names_too(text: str) -> None:
    found = quotas(max_connections_per_ip_overrides=text)
    assert [found.admit(HOST) for _ in range(2)] == [True, False]


@pytest.mark.parametrize("text", ["127.0.0.1", "127.0.0.1:x", "x..y:1"])
def test_what_is_no_address_with_a_count_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"max\.connections\.per\.ip\.overrides"):
        quotas(max_connections_per_ip_overrides=text)


def test_a_wrong_limit_of_a_listener_is_refused() -> None:
    with pytest.raises(ConfigError, match="Not a number"):
        quotas(listener_name_plaintext_max_connections="x")


@pytest.mark.parametrize("name", ["max_connections", "listener_name_plaintext_max_connections"])
def test_one_more_waits_for_room(name: str) -> None:
    found = quotas(**{name: "2"})
    assert found.admit(HOST)
    had_room = [found.has_room]
    assert found.admit(HOST)
    had_room.append(found.has_room)
    found.release(HOST)
    assert [*had_room, found.has_room] == [True, False, True]


@pytest.mark.parametrize(
    "name",
    ["max_connection_creation_rate", "listener_name_plaintext_max_connection_creation_rate"],
)
def test_new_ones_wait_until_the_rate_is_down_again(name: str) -> None:
    """Ten windows' worth may come at once; a wait is no longer than one window."""
    found = quotas(**{name: "2"})
    assert {found.delay_ms(0) for _ in range(20)} == {0}
    assert [found.delay_ms(0), found.delay_ms(0), found.delay_ms(0)] == [500, 1000, 1000]
    assert found.delay_ms(12_000) == 0


def test_a_rate_of_zero_has_each_wait_for_a_window() -> None:
    assert quotas(max_connection_creation_rate="0").delay_ms(0) == 1000


# In a server


async def is_served(client: Client) -> bool:
    """Whether a request is answered, before anything else could change."""
    with trio.move_on_after(1):
        await client.request(ApiVersionsRequest(), 0)
        return True
    return False


async def alter(client: Client, broker: str = "", **values: str | None) -> None:
    configs = [
        IncrementalAlterConfigsRequest.AlterableConfig(
            name=name.replace("_", "."),
            config_operation=REMOVE if value is None else SET,
            value=value,
        )
        for name, value in values.items()
    ]
    resource = IncrementalAlterConfigsRequest.AlterConfigsResource(
        resource_type=4, resource_name=broker, configs=configs
    )
    response = await client.request(IncrementalAlterConfigsRequest(resources=[resource]), 1)
    assert response.responses[0].error_code == 0, response.responses[0].error_message


async def connected(running: Running, count: int) -> list[Client]:
    """Connections that have been served, one after another."""
    clients = []
    for _ in range(count):
        client = await running.connect()
        assert await is_served(client)
        await trio.sleep(0.01)
        clients.append(client)
    return clients


async def test_too_many_of_an_address_are_closed_at_once(autojump_clock: MockClock) -> None:
    async with serving({"max.connections.per.ip": "2"}) as running:
        first, second = await connected(running, 2)
        third = await running.connect()
        assert await third.is_closed()
        await second.stream.aclose()
        await connected(running, 1)
        assert await is_served(first)


async def test_a_connection_too_many_is_served_when_another_one_has_ended(
    autojump_clock: MockClock,
) -> None:
    async with serving({"max.connections": "2"}) as running:
        first, second = await connected(running, 2)
        third, fourth = await running.connect(), await running.connect()
        assert not await is_served(third)
        assert await is_served(first)
        await second.stream.aclose()
        assert await third.receive()
        assert not await is_served(fourth)
        await first.stream.aclose()
        assert await fourth.receive()
        assert running.bugs == []


async def test_a_lowered_limit_closes_those_that_were_silent_for_longest(
    autojump_clock: MockClock,
) -> None:
    async with serving() as running:
        clients = await connected(running, 5)
        assert await is_served(clients[0])
        await trio.sleep(0.01)
        await alter(clients[4], max_connections="3")
        assert await clients[1].is_closed()
        assert await clients[2].is_closed()
        for at in (0, 3, 4):
            assert await is_served(clients[at])
        late = await running.connect()
        assert not await is_served(late)
        await alter(clients[4], max_connections=None)
        assert await late.receive()


async def test_a_lowered_limit_of_the_listener_closes_nothing(autojump_clock: MockClock) -> None:
    async with serving() as running:
        clients = await connected(running, 3)
        await alter(clients[0], "1", listener_name_plaintext_max_connections="2")
        for client in clients:
            assert await is_served(client)
        assert not await is_served(await running.connect())


@pytest.mark.slow
async def test_new_connections_come_no_faster_than_allowed(autojump_clock: MockClock) -> None:
    async with serving({"max.connection.creation.rate": "10"}) as running:
        start = trio.current_time()
        for _ in range(150):
            client = await running.connect()
            await client.request(ApiVersionsRequest(), 0)
            await client.stream.aclose()
        assert 4 < trio.current_time() - start < 15


async def test_limits_of_addresses_stay_if_new_ones_cannot_be_resolved(
    autojump_clock: MockClock,
) -> None:
    async with serving({"max.connections.per.ip.overrides": "127.0.0.1:1"}) as running:
        (client,) = await connected(running, 1)
        await alter(client, max_connections_per_ip_overrides="x..y:7")  # resolves to nothing
        assert await (await running.connect()).is_closed()
        assert running.bugs == []


async def test_a_server_that_stops_lets_go_of_a_connection_that_waits(
    autojump_clock: MockClock,
) -> None:
    async with serving({"max.connections": "1"}) as running:
        (present,) = await connected(running, 1)
        waiting = await running.connect()
        assert not await is_served(waiting)
    assert await present.is_closed()
    assert await waiting.is_closed()
