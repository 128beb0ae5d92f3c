"""The admin client against a broker in the same run of trio."""

from __future__ import annotations

import inspect
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any, get_args, get_type_hints

import pytest
import trio

import kafkawire.client
from kafkawire.client.admin import Admin
from kafkawire.client.core.operations.sources import Plan
from kafkawire.client.errors import (
    BootstrapError,
    Closed,
    ConfigurationError,
    TimedOut,
    refusal,
)
from kafkawire.client.outcomes import Outcomes
from kafkawire.client.values import TopicPartition
from tests.support.requests.served import Running, serving
from tests.support.suite.patience import patient

OPERATIONS = """
    abortTransaction addRaftVoter alterClientQuotas alterConsumerGroupOffsets
    alterPartitionReassignments alterReplicaLogDirs alterShareGroupOffsets
    alterStreamsGroupOffsets alterUserScramCredentials createAcls createDelegationToken
    createPartitions createTopics deleteAcls deleteConsumerGroupOffsets deleteConsumerGroups
    deleteRecords deleteShareGroupOffsets deleteShareGroups deleteStreamsGroupOffsets
    deleteStreamsGroups deleteTopics describeAcls describeClassicGroups describeClientQuotas
    describeCluster describeConfigs describeConsumerGroups describeDelegationToken
    describeFeatures describeLogDirs describeMetadataQuorum describeProducers
    describeReplicaLogDirs describeShareGroups describeStreamsGroups describeTopics
    describeTransactions describeUserScramCredentials electLeaders expireDelegationToken
    fenceProducers forceTerminateTransaction incrementalAlterConfigs listClientMetricsResources
    listConfigResources listConsumerGroupOffsets listConsumerGroups listGroups listOffsets
    listPartitionReassignments listShareGroupOffsets listStreamsGroupOffsets listTopics
    listTransactions removeMembersFromConsumerGroup removeRaftVoter renewDelegationToken
    unregisterBroker unregisterController updateFeatures
    alterConfigs
"""
"""Of Kafka's Admin in 4.4.0, and what earlier releases had since 3.0. Left out is what is about the
client itself: closing it, its metrics, its id for telemetry."""
LIMIT_MS = int(patient(30.0) * 1000)


@asynccontextmanager
async def admin() -> AsyncIterator[tuple[Running, Admin]]:
    async with serving() as broker:
        host, port = broker.server.address
        async with Admin(f"{host}:{port}", default_api_timeout_ms=LIMIT_MS) as client:
            yield broker, client


async def test_entering_reads_the_cluster() -> None:
    """client B-2."""
    async with admin() as (broker, client):
        assert list(client.sources.metadata.view.nodes) == [broker.server.broker.node_id]


@pytest.mark.slow
async def test_where_no_broker_answers_entering_fails() -> None:
    """client B-2, N 2: and nothing is left behind."""
    with trio.socket.socket() as one:
        await one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
        with pytest.raises(BootstrapError, match=f"127.0.0.1:{port}.*refused"):
            async with Admin(f"127.0.0.1:{port}", default_api_timeout_ms=300):
                pass


@pytest.mark.parametrize("options", [{}, {"bootstrap_servers": "localhost"}])
def test_a_wrong_option_is_refused_at_once(options: dict[str, str]) -> None:
    with pytest.raises(ConfigurationError):
        Admin(**options)  # type: ignore[arg-type]  # that is what is tested


async def test_an_admin_that_is_not_open_says_so() -> None:
    """client B-62."""
    async with admin() as (_, client):
        pass
    with pytest.raises(Closed, match="async with"):
        await client.list_topics()


async def test_what_the_body_raises_leaves_as_itself() -> None:
    """client B-3."""
    async with serving() as broker:
        host, port = broker.server.address
        with pytest.raises(KeyError, match="mine"):
            async with Admin(f"{host}:{port}"):
                raise KeyError("mine")


@pytest.mark.slow
async def test_an_operation_ends_when_its_time_is_over() -> None:
    """client B-6."""
    async with admin() as (_, client):
        found = await client.list_offsets({TopicPartition("none", 0): -1}, timeout_ms=300)
        error = found.errors[TopicPartition("none", 0)]
        assert isinstance(error, TimedOut)
        assert "UNKNOWN_TOPIC_OR_PARTITION" in str(error.last_error)


async def test_a_cancelled_operation_leaves_the_client_usable() -> None:
    """client L.2."""
    async with admin() as (_, client):
        with trio.move_on_after(0.05) as scope:
            await client.list_offsets({TopicPartition("none", 0): -1})
        assert scope.cancelled_caught
        assert set(await client.list_topics()) == {"t"}


async def test_operations_of_many_tasks_run_at_once() -> None:
    """client B-4."""
    async with admin() as (_, client), trio.open_nursery() as nursery:
        for number in range(20):
            nursery.start_soon(client.create_topics, [f"topic-{number}"])
    async with admin() as (_, client):
        assert set(await client.list_topics()) == {"t"}


async def test_a_group_is_described_where_the_newer_api_is_switched_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Apache Kafka 3.9 offers ConsumerGroupDescribe, and answers UNSUPPORTED_VERSION."""
    async with admin() as (_, client):
        plans: list[str] = []

        async def run(plan: Plan[str, str], end: float) -> Outcomes[str, str]:
            plans.append(plan.keys[0])
            if len(plans) == 1:
                return Outcomes({}, {"g": refusal(35, "group g")})
            return Outcomes({"g": "classic"}, {})

        monkeypatch.setattr(client, "_run", run)
        found = await client.describe_consumer_groups(["g"])
        assert str(found["g"]) == "classic"
        assert (plans, found.errors) == (["g", "g"], {})


@pytest.mark.parametrize("operation", OPERATIONS.split())
def test_every_operation_of_kafkas_admin_is_there(operation: str) -> None:
    """client B.5."""
    name = re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", operation)
    assert inspect.iscoroutinefunction(getattr(Admin, name, None)), name


def named_in(found: Any, seen: set[Any]) -> None:
    """Add a type to those seen, and all that it is made of."""
    if found in seen:
        return
    seen.add(found)
    parts = [each for each in get_args(found) if not isinstance(each, list)]
    if isinstance(found, type) and issubclass(found, tuple):
        parts += get_type_hints(found).values()
    for part in parts:
        named_in(part, seen)


def test_every_value_that_operations_give_and_take_can_be_named() -> None:
    """client B-1."""
    seen: set[Any] = set()
    methods = [each for name, each in vars(Admin).items() if not name.startswith("_")]
    for method in filter(inspect.iscoroutinefunction, methods):
        hints = get_type_hints(method, vars(import_module(method.__module__)))
        for name in hints.keys() - {"self", "admin", "plan"}:
            named_in(hints[name], seen)
    ours = {
        each.__name__
        for each in seen
        if isinstance(each, type) and each.__module__.startswith("kafkawire.client.")
    }
    assert "TopologyNode" in ours
    assert ours - set(kafkawire.client.__all__) == set()
