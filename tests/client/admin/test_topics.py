"""Topics and their records, as an admin client makes and finds them."""

from __future__ import annotations

import pytest

from kafkawire.client.admin import Admin
from kafkawire.client.descriptions import NewTopic
from kafkawire.client.errors import InvalidTopic, ServerError, UnknownTopic
from kafkawire.client.values import TopicPartition
from tests.client.admin.test_client import LIMIT_MS, admin
from tests.support.log.batches import make_batch
from tests.support.requests.produce import produce_request
from tests.support.requests.served import serving


async def test_topics_are_created_described_and_deleted() -> None:
    """client B-50, N 133, N 134: one that fails hides no other."""
    async with admin() as (_, client):
        new: list[NewTopic | str] = [
            NewTopic("orders", 3, 1, configs={"retention.ms": "60000"}),
            "bills",
            "t",
        ]
        created = await client.create_topics(new)
        assert set(created) == {"orders", "bills"}
        assert created["orders"].partitions == 3
        assert "TOPIC_ALREADY_EXISTS" in str(created.errors["t"])
        described = await client.describe_topics(["orders", "none", created["bills"].id])
        assert [each.partition for each in described["orders"].partitions] == [0, 1, 2]
        assert described["orders"].partitions[0].replicas == (1,)
        assert described[created["bills"].id].name == "bills"
        assert isinstance(described.errors["none"], UnknownTopic)
        deleted = await client.delete_topics(["orders", created["bills"].id, "none"])
        assert set(deleted) == {"orders", created["bills"].id}
        assert set(deleted.errors) == {"none"}
        assert set(await client.list_topics()) == {"t"}


async def test_a_topic_without_a_name_hides_no_other() -> None:
    """client J-4: it is not sent, since an empty name is no topic to any broker."""
    async with admin() as (_, client):
        described = await client.describe_topics(["", "t"])
        assert set(described) == {"t"}
        with pytest.raises(InvalidTopic, match="is empty"):
            described.unwrap()


async def test_topics_are_described_by_brokers_without_pages() -> None:
    """client J-4: below DescribeTopicPartitions by Metadata."""
    async with serving(emulate="2.8") as broker:
        host, port = broker.server.address
        async with Admin(f"{host}:{port}", default_api_timeout_ms=LIMIT_MS) as client:
            described = await client.describe_topics(["t", "none"])
    assert [each.partition for each in described["t"].partitions] == [0, 1]
    assert described["t"].authorized_operations is None
    assert isinstance(described.errors["none"], UnknownTopic)


async def test_topics_can_be_checked_only() -> None:
    async with admin() as (_, client):
        (await client.create_topics(["orders"], validate_only=True)).unwrap()
        assert set(await client.list_topics()) == {"t"}


async def test_topics_grow() -> None:
    async with admin() as (_, client):
        grown = await client.create_partitions({"t": 5})
        assert dict(grown) == {"t": None}
        (topic,) = (await client.describe_topics(["t"])).values()
        assert len(topic.partitions) == 5
        shrunk = await client.create_partitions({"t": 2})
        with pytest.raises(ServerError, match="INVALID_PARTITIONS"):
            shrunk.unwrap()


async def test_offsets_are_found_and_records_deleted() -> None:
    """client B-16."""
    partition = TopicPartition("t", 0)
    async with admin() as (broker, client):
        connection = await broker.connect()
        await connection.request(produce_request(("t", 0, make_batch(5))), 9)
        latest = await client.list_offsets({partition: -1, TopicPartition("t", 1): -2})
        assert latest[partition].offset == 5
        assert latest[TopicPartition("t", 1)].offset == 0
        deleted = await client.delete_records({partition: 3})
        assert dict(deleted) == {partition: 3}
        earliest = await client.list_offsets({partition: -2}, isolation_level="read_committed")
        assert earliest[partition].offset == 3
