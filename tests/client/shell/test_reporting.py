"""Metrics of clients that a cluster subscribes to, against a broker in the same run of trio."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.lowlevel

from kafkawire.broker.metadata.config_changes import SET, Alteration, Operation
from kafkawire.broker.telemetry.pushed import Pushed
from kafkawire.client.admin import Admin
from kafkawire.client.consumer import Consumer
from kafkawire.client.producer import Producer
from kafkawire.client.values import TopicPartition
from tests.support.requests.served import serving
from tests.support.suite.patience import patient

CLIENT_METRICS = 16
Client = Producer[bytes, bytes] | Consumer[bytes, bytes] | Admin
LIMIT_S = patient(10.0)


@asynccontextmanager
async def subscribing(metrics: str) -> AsyncIterator[tuple[str, list[Pushed]]]:
    """A broker that subscribes to metrics, and what clients have pushed to it."""
    pushed: list[Pushed] = []
    async with serving() as running:
        broker = running.server.broker
        broker.telemetry = pushed.append
        operations = [Operation("metrics", SET, metrics), Operation("interval.ms", SET, "100000")]
        broker.controller.alter_configs(
            [Alteration(CLIENT_METRICS, "mine", operations)],
            validate_only=False,
            now_ms=running.server.now_ms(),
        )
        host, port = running.server.address
        yield f"{host}:{port}", pushed


async def until_subscribed(client: Client) -> None:
    with trio.fail_after(LIMIT_S):
        while client._reporting._telemetry.client_instance_id == bytes(16):
            await trio.lowlevel.checkpoint()


@pytest.mark.slow
async def test_a_producer_pushes_for_the_last_time_when_it_closes() -> None:
    """client K-20, L-2, N 139: what was sent at the very end is in it."""
    async with subscribing("org.apache.kafka.producer.") as (bootstrap, pushed):
        producer = Producer(bootstrap, client_id="me", transactional_id="tx")
        async with producer:
            await until_subscribed(producer)
            async with producer.transaction():
                await producer.send("t", b"value")
    (last,) = pushed
    assert (last.terminating, last.client_id) == (True, "me")
    assert b"org.apache.kafka.producer.topic.record.send.total" in last.metrics
    assert b"transactional_id" in last.metrics
    assert b"org.apache.kafka.producer.connection.creation.total" in last.metrics


@pytest.mark.slow
async def test_a_consumer_pushes_its_own_metrics() -> None:
    """client K-20, N 139."""
    async with subscribing("*") as (bootstrap, pushed):
        async with Producer(bootstrap, enable_metrics_push=False) as producer:
            await producer.send("t", b"value", partition=0)
        consumer = Consumer(bootstrap, group_id="g", auto_offset_reset="earliest")
        async with consumer:
            await consumer.assign([TopicPartition("t", 0)])
            await consumer.poll(LIMIT_S)
            await consumer.commit()
            await until_subscribed(consumer)
    (last,) = pushed
    for name in ("fetch.manager.fetch.latency.avg", "coordinator.commit.latency.max"):
        assert f"org.apache.kafka.consumer.{name}".encode() in last.metrics
    assert b"group_id" in last.metrics


async def test_nothing_is_pushed_where_that_is_switched_off() -> None:
    """client K-20: enable.metrics.push, which admin clients have to be given."""
    async with subscribing("*") as (bootstrap, pushed):
        async with Producer(bootstrap, enable_metrics_push=False) as producer:
            await (await producer.send("t", b"value"))
        async with Admin(bootstrap) as admin:
            await admin.describe_cluster()
        assert pushed == []
        async with Admin(bootstrap, enable_metrics_push=True) as admin:
            await until_subscribed(admin)
    assert b"org.apache.kafka.admin.client.request.total" in pushed[0].metrics
