"""Groups and their offsets, as an admin client finds and changes them."""

from __future__ import annotations

from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from tests.client.admin.test_client import admin
from tests.support.requests.served import Running

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)


async def test_offsets_are_altered_read_and_deleted() -> None:
    async with admin() as (_, client):
        given: dict[TopicPartition, int | OffsetAndMetadata] = {
            FIRST: 7,
            SECOND: OffsetAndMetadata(9, 0, "why"),
        }
        altered = await client.alter_consumer_group_offsets("g", given)
        assert set(altered) == {FIRST, SECOND}
        read = await client.list_consumer_group_offsets(["g", "none"])
        assert read["g"] == {FIRST: (7, None, ""), SECOND: (9, 0, "why")}
        assert read["none"] == {}
        some = await client.list_consumer_group_offsets({"g": [FIRST], "none": [FIRST]})
        assert (some["g"], some["none"]) == ({FIRST: (7, None, "")}, {FIRST: None})
        deleted = await client.delete_consumer_group_offsets("g", [FIRST])
        assert set(deleted) == {FIRST}
        left = await client.list_consumer_group_offsets(["g"])
        assert left["g"] == {SECOND: (9, 0, "why")}


async def test_a_partition_that_fails_hides_no_other() -> None:
    """client B-50."""
    async with admin() as (_, client):
        none = TopicPartition("none", 0)
        altered = await client.alter_consumer_group_offsets("g", {FIRST: 7, none: 1})
        assert set(altered) == {FIRST}
        assert "UNKNOWN_TOPIC_OR_PARTITION" in str(altered.errors[none])


async def test_groups_are_listed_described_and_deleted() -> None:
    """client J-3, J-6."""
    async with admin() as (broker, client):
        await client.alter_consumer_group_offsets("g", {FIRST: 7})
        connection = await broker.connect()
        heartbeat = ConsumerGroupHeartbeatRequest(
            group_id="h",
            member_id="m" * 22,
            subscribed_topic_names=["t"],
            rebalance_timeout_ms=1000,
            topic_partitions=[],
        )
        await connection.request(heartbeat, 1)
        listed = await client.list_groups()
        assert {group: (each.state, each.type) for group, each in listed.items()} == {
            "g": ("Empty", "classic"),
            "h": ("Stable", "consumer"),
        }
        assert set(await client.list_groups(types=["consumer"])) == {"h"}
        described = await client.describe_consumer_groups(["g", "h", "none"])
        assert (described["g"].type, described["g"].members) == ("classic", ())
        (member,) = described["h"].members
        assert described["h"].assignor == "uniform"
        assert member.target_assignment == {"t": (0, 1)}
        assert "GROUP_ID_NOT_FOUND" in str(described.errors["none"])
        deleted = await client.delete_consumer_groups(["g", "h"])
        assert set(deleted) == {"g"}
        assert "NON_EMPTY_GROUP" in str(deleted.errors["h"])


async def test_a_classic_group_is_described() -> None:
    async with admin() as (_, client):
        await client.alter_consumer_group_offsets("g", {FIRST: 7})
        described = await client.describe_classic_groups(["g"])
        assert (described["g"].state, described["g"].type) == ("Empty", "classic")


async def joined(broker: Running, group: str, instance_id: str | None) -> None:
    """Have a member of the consumer protocol in a group."""
    connection = await broker.connect()
    heartbeat = ConsumerGroupHeartbeatRequest(
        group_id=group,
        member_id=(instance_id or "m").ljust(22, "-"),
        instance_id=instance_id,
        subscribed_topic_names=["t"],
        rebalance_timeout_ms=1000,
        topic_partitions=[],
    )
    answer = await connection.request(heartbeat, 1)
    assert answer.error_code == 0, answer.error_message


def connect_worker(group: str) -> JoinGroupRequest:
    """The request by which a worker of Kafka Connect joins its group."""
    protocol = JoinGroupRequest.JoinGroupRequestProtocol(name="sessioned", metadata=b"")
    return JoinGroupRequest(
        group_id=group,
        session_timeout_ms=10_000,
        rebalance_timeout_ms=10_000,
        protocol_type="connect",
        protocols=[protocol],
    )


async def test_groups_that_are_not_of_consumers_are_left_out() -> None:
    async with admin() as (broker, client):
        await client.alter_consumer_group_offsets("g", {FIRST: 7})
        await joined(broker, "h", None)
        connection = await broker.connect()
        await connection.send((connect_worker("c"), 3))
        while "c" not in await client.list_groups():
            pass
        assert set(await client.list_consumer_groups()) == {"g", "h"}
        assert set(await client.list_consumer_groups(states=["Stable"])) == {"h"}


async def test_members_are_removed_by_name_or_all() -> None:
    """client B-50."""
    async with admin() as (broker, client):
        await client.alter_consumer_group_offsets("other", {FIRST: 7})
        for name in ("one", "two", None):
            await joined(broker, "g", name)
        removed = await client.remove_members_from_consumer_group("g", ["one", "none"])
        assert set(removed) == {"one"}
        assert "UNKNOWN_MEMBER_ID" in str(removed.errors["none"])
        every = await client.remove_members_from_consumer_group("g", reason="moved")
        assert set(every) == {"two", "m".ljust(22, "-")}
        assert not await client.remove_members_from_consumer_group("g")
