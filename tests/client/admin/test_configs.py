"""Configurations, and the cluster, as an admin client reads and changes them."""

from __future__ import annotations

import pytest

from kafkawire.client.descriptions import ConfigResource, QuotaEntity
from kafkawire.client.errors import ConfigurationError, UnknownTopic
from tests.client.admin.test_client import admin

TOPIC, NODE = ConfigResource("topic", "t"), ConfigResource("broker", "1")


async def test_configurations_are_read_and_changed() -> None:
    async with admin() as (_, client):
        altered = await client.incremental_alter_configs(
            {TOPIC: {"retention.ms": "60000", "cleanup.policy": ("append", "compact")}}
        )
        assert set(altered) == {TOPIC}
        described = await client.describe_configs({TOPIC: None, NODE: ["num.partitions"]})
        found = {entry.name: entry for entry in described[TOPIC]}
        assert (found["retention.ms"].value, found["retention.ms"].source) == ("60000", "topic")
        assert found["cleanup.policy"].value == "delete,compact"
        assert found["max.message.bytes"].source == "default"
        (partitions,) = described[NODE]
        assert (partitions.name, partitions.type) == ("num.partitions", "int")
        await client.incremental_alter_configs({TOPIC: {"retention.ms": None}})
        (entry,) = (await client.describe_configs({TOPIC: ["retention.ms"]}))[TOPIC]
        assert entry.source == "default"


async def test_what_a_broker_refuses_is_told() -> None:
    async with admin() as (_, client):
        altered = await client.incremental_alter_configs({TOPIC: {"retention.ms": "soon"}})
        assert "INVALID_CONFIG" in str(altered.errors[TOPIC])


async def test_a_type_that_nothing_has_is_refused() -> None:
    async with admin() as (_, client):
        with pytest.raises(
            ConfigurationError, match="unknown resource type 'table'; there are topic,"
        ):
            await client.describe_configs([ConfigResource("table", "t")])


async def test_the_cluster_is_described() -> None:
    async with admin() as (broker, client):
        cluster = await client.describe_cluster()
        host, port = broker.server.address
        assert [(node.host, node.port) for node in cluster.nodes] == [(host, port)]
        assert cluster.cluster_id == broker.server.broker.cluster_id


async def test_what_has_configurations_is_listed() -> None:
    async with admin() as (_, client):
        subscription = ConfigResource("client_metrics", "latencies")
        await client.incremental_alter_configs({subscription: {"interval.ms": "60000"}})
        every = await client.list_config_resources()
        assert {TOPIC, NODE, subscription} <= set(every)
        assert await client.list_config_resources(["topic"]) == (TOPIC,)
        assert await client.list_client_metrics_resources() == ("latencies",)
        with pytest.raises(ConfigurationError, match="unknown resource type 'table'"):
            await client.list_config_resources(["table"])


async def test_quotas_are_set_found_and_removed() -> None:
    async with admin() as (_, client):
        anna, default = QuotaEntity(user="anna"), QuotaEntity(user=None, client_id="books")
        given: dict[QuotaEntity, dict[str, float | None]] = {
            anna: {"producer_byte_rate": 1000.0, "consumer_byte_rate": 500.0},
            default: {"producer_byte_rate": 10.0},
        }
        assert set(await client.alter_client_quotas(given)) == {anna, default}
        assert await client.describe_client_quotas() == given
        assert await client.describe_client_quotas(anna) == {anna: given[anna]}
        assert set(await client.describe_client_quotas(any_of=["user"])) == {anna, default}
        assert set(await client.describe_client_quotas(any_of=["user"], strict=True)) == {anna}
        removed = await client.alter_client_quotas(
            {anna: {"producer_byte_rate": None}, default: {"speed": 1.0}}
        )
        assert set(removed) == {anna}
        assert "INVALID_REQUEST" in str(removed.errors[default])
        assert await client.describe_client_quotas(anna) == {anna: {"consumer_byte_rate": 500.0}}
        with pytest.raises(ConfigurationError, match=r"'host'.*user, client_id, ip"):
            await client.describe_client_quotas(any_of=["host"])


async def test_a_configuration_is_replaced_as_a_whole() -> None:
    async with admin() as (_, client):
        before = {TOPIC: {"retention.ms": "60000", "flush.ms": "5"}}
        (await client.alter_configs(before)).unwrap()
        unknown = ConfigResource("topic", "none")
        checked = await client.alter_configs({TOPIC: {}, unknown: {}}, validate_only=True)
        assert set(checked) == {TOPIC}
        assert isinstance(checked.errors[unknown], UnknownTopic)
        (await client.alter_configs({TOPIC: {"flush.ms": "6"}})).unwrap()
        entries = (await client.describe_configs([TOPIC]))[TOPIC]
        assert {each.name: each.value for each in entries if each.source == "topic"} == {
            "flush.ms": "6"
        }
