"""Some operations of the admin client, of N 133, and their partial failures: client N 134."""

from __future__ import annotations

import pytest
import trio

from compat.client.world import World, read, until_made
from kafkawire.client import (
    Admin,
    ConfigResource,
    InvalidTopic,
    NewTopic,
    QuotaEntity,
    RetriableError,
    ServerError,
    TopicPartition,
    UnknownTopic,
)
from kafkawire.client.core.operations import topic_descriptions
from tests.support.rings.skips import skip_without


async def test_topics(world: World) -> None:
    """One that fails hides no other."""
    good, unknown = world.name(), world.name()
    async with Admin(world.bootstrap) as admin:
        made = await admin.create_topics(
            [NewTopic(good, 3, configs={"retention.ms": "-1"}), "no such/name"]
        )
        assert (made[good].partitions, made[good].replication_factor) == (3, 1)
        assert isinstance(made.errors["no such/name"], InvalidTopic)
        again = await admin.create_topics([good])
        assert [getattr(error, "code", None) for error in again.errors.values()] == [36]
        (await admin.create_topics([unknown], validate_only=True)).unwrap()
        told = await admin.describe_topics([good, unknown])
        assert isinstance(told.errors[unknown], UnknownTopic)
        assert told[good].id == made[good].id
        (node,) = (await admin.describe_cluster()).nodes
        assert [(each.leader, each.replicas) for each in told[good].partitions] == [
            (node.id, (node.id,))
        ] * 3
        assert good in await admin.list_topics()
        gone = await admin.delete_topics([good, unknown])
        assert set(gone) == {good}
        assert isinstance(gone.errors[unknown], UnknownTopic)


@pytest.mark.parametrize("partitions", [1, 2, 5, 2000])
async def test_topics_page_by_page(
    world: World, monkeypatch: pytest.MonkeyPatch, partitions: int
) -> None:
    """Client J-4: pages of any size are the same descriptions, and those that Metadata has."""
    monkeypatch.setattr(topic_descriptions, "PAGE_PARTITIONS", partitions)
    first, second, missing = [f"{world.name()}-{number}" for number in range(3)]
    async with Admin(world.bootstrap) as admin:
        made = (await admin.create_topics([NewTopic(first, 5), NewTopic(second, 2)])).unwrap()
        for name, count in ((first, 5), (second, 2)):
            await until_made(admin, name, count)
        told = await admin.describe_topics([second, missing, "", first])
        assert [each.partition for each in told[first].partitions] == [0, 1, 2, 3, 4]
        assert [each.partition for each in told[second].partitions] == [0, 1]
        assert [type(told.errors[each]) for each in (missing, "")] == [UnknownTopic, InvalidTopic]
        assert told[first].authorized_operations is None
        by_id = (await admin.describe_topics([made[first].id])).unwrap()
        assert by_id[made[first].id] == told[first]
        found = await admin.describe_topics([first], include_authorized_operations=True)
        bits = found[first].authorized_operations or 0
        assert {each for each in range(32) if bits >> each & 1} == {3, 4, 5, 6, 7, 8, 10, 11}


async def test_configurations(world: World) -> None:
    topic = await world.topic(configs={"cleanup.policy": "compact"})
    resource = ConfigResource("topic", topic)

    async def shown(admin: Admin) -> dict[str, tuple[str | None, str]]:
        entries = await admin.describe_configs({resource: ["cleanup.policy", "flush.ms"]})
        return {each.name: (each.value, each.source) for each in entries[resource]}

    async with Admin(world.bootstrap) as admin:
        before = await shown(admin)
        change: dict[str, str | tuple[str, str | None] | None] = {
            "cleanup.policy": ("append", "delete"),
            "flush.ms": "1000",
        }
        (await admin.incremental_alter_configs({resource: change})).unwrap()
        while (between := await shown(admin)) == before:
            pass
        wrong = await admin.incremental_alter_configs({resource: {"flush.ms": "soon"}})
        (await admin.incremental_alter_configs({resource: {"flush.ms": None}})).unwrap()
        while (after := await shown(admin)) == between:
            pass
    assert before["cleanup.policy"][0] == "compact"
    assert between["cleanup.policy"][0] == "compact,delete"
    assert between["flush.ms"][0] == "1000"
    assert [getattr(error, "code", None) for error in wrong.errors.values()] == [40]
    assert after["flush.ms"] == before["flush.ms"]


async def test_groups_and_their_offsets(world: World, protocol: str) -> None:
    topic, group, unknown = await world.topic(2), world.name(), world.name()
    first, second = TopicPartition(topic, 0), TopicPartition(topic, 1)
    await world.write(topic, range(3))
    async with Admin(world.bootstrap) as admin:
        async with world.consumer(
            topics=[topic], group_id=group, group_protocol=protocol, client_id="reader"
        ) as consumer:
            await read(consumer, 3)
            listed = (await admin.list_groups())[group]
            assert (listed.protocol_type, listed.state) == ("consumer", "Stable")
            told = (await admin.describe_consumer_groups([group]))[group]
            assert (told.type, told.state) == (protocol, "Stable")
            (member,) = told.members
            assert member.client_id == "reader"
            assert dict(member.assignment) == {topic: (0, 1)}
            refused = await admin.delete_consumer_groups([group])
            assert [getattr(error, "code", None) for error in refused.errors.values()] == [68]
            await consumer.commit()
        found = (await admin.list_consumer_group_offsets([group]))[group]
        assert {key: each.offset for key, each in found.items() if each is not None} == {
            first: 3,
            second: 0,
        }
        (await admin.alter_consumer_group_offsets(group, {first: 1, second: 0})).unwrap()
        assert await world.committed(group) == {first: 1, second: 0}
        (await admin.delete_consumer_group_offsets(group, [second])).unwrap()
        assert await world.committed(group) == {first: 1}
        gone = await admin.delete_consumer_groups([group, unknown])
        assert set(gone) == {group}
        assert [getattr(error, "code", None) for error in gone.errors.values()] == [69]
        assert group not in await admin.list_groups()


async def test_records(world: World) -> None:
    topic = await world.topic()
    partition, missing = TopicPartition(topic, 0), TopicPartition(topic, 7)
    await world.write(topic, [100, 300, 200])
    async with Admin(world.bootstrap, default_api_timeout_ms=2000) as admin:
        offsets = {}
        for time_ms in (-1, -2, -3, 150, 1000):
            found = (await admin.list_offsets({partition: time_ms}))[partition]
            offsets[time_ms] = (found.offset, found.timestamp)
        assert offsets == {-1: (3, -1), -2: (0, -1), -3: (1, 300), 150: (1, 300), 1000: (-1, -1)}
        assert await admin.delete_records({partition: 2}) == {partition: 2}
        with pytest.raises(ServerError):
            (await admin.delete_records({partition: 5})).unwrap()
        assert (await admin.list_offsets({partition: -2}))[partition].offset == 2
        assert missing in (await admin.list_offsets({missing: -1})).errors


async def test_share_groups(world: World) -> None:
    """A share group that an operator makes, moves, and deletes."""
    world.needs_share_and_streams_groups()
    topic, group, unknown = await world.topic(2), world.name(), world.name()
    first, second = TopicPartition(topic, 0), TopicPartition(topic, 1)
    async with Admin(world.bootstrap) as admin:
        offsets = {first: 0, TopicPartition(unknown, 0): 0}
        altered = await admin.alter_share_group_offsets(group, offsets)
        while isinstance(altered.errors.get(first), RetriableError):
            await trio.sleep(0.1)  # the first share group of a broker: its state has no topic yet
            altered = await admin.alter_share_group_offsets(group, offsets)
        assert set(altered) == {first}, altered.errors
        assert [type(error) for error in altered.errors.values()] == [UnknownTopic]
        told = await admin.describe_share_groups([group, unknown])
        assert (told[group].type, told[group].state, told[group].members) == ("share", "Empty", ())
        assert [getattr(error, "code", None) for error in told.errors.values()] == [69]
        assert (await admin.list_groups())[group].type.lower() == "share"
        found = await admin.list_share_group_offsets({group: [first, second], unknown: None})
        assert set(found[group]) == {first, second}
        assert getattr(found[group][first], "start_offset", None) == 0
        assert found[group][second] is None
        assert found[unknown] == {}
        forgotten = await admin.delete_share_group_offsets(group, [topic, unknown])
        assert set(forgotten) == {topic}
        gone = await admin.delete_share_groups([group, unknown])
        assert set(gone) == {group}
        assert [getattr(error, "code", None) for error in gone.errors.values()] == [69]


async def test_streams_groups(world: World) -> None:
    """Offsets are those of any group; a group of another kind is not found."""
    world.needs_share_and_streams_groups()
    topic, group = await world.topic(), world.name()
    only = TopicPartition(topic, 0)
    async with Admin(world.bootstrap) as admin:
        (await admin.alter_streams_group_offsets(group, {only: 0})).unwrap()
        found = (await admin.list_streams_group_offsets([group]))[group]
        assert [each and each.offset for each in found.values()] == [0]
        told = await admin.describe_streams_groups([group], include_graph=True)
        assert [getattr(error, "code", None) for error in told.errors.values()] == [69]
        (await admin.delete_streams_group_offsets(group, [only])).unwrap()


async def test_quotas(world: World) -> None:
    """The broker refuses a quota that there is not, by itself."""
    entity = QuotaEntity(user=world.name())
    async with Admin(world.bootstrap) as admin:
        wanted: dict[str, float | None] = {"producer_byte_rate": 1e6}
        (await admin.alter_client_quotas({entity: wanted})).unwrap()
        while not (found := await admin.describe_client_quotas(entity)):
            pass
        assert found == {entity: {"producer_byte_rate": 1e6}}
        wrong = await admin.alter_client_quotas({entity: {"nonsense": 1.0}})
        assert [getattr(error, "code", None) for error in wrong.errors.values()] == [42]
        (await admin.alter_client_quotas({entity: {"producer_byte_rate": None}})).unwrap()


async def test_passwords(world: World) -> None:
    """A user without credentials hides no other."""
    if world.version is None:
        skip_without(
            "kafkawire has no API for SCRAM credentials", "they run against Apache Kafka only"
        )
    user, unknown, mechanism = world.name(), world.name(), "SCRAM-SHA-512"
    async with Admin(world.bootstrap) as admin:
        (await admin.alter_user_scram_credentials({user: {mechanism: "secret"}})).unwrap()
        while not (told := await admin.describe_user_scram_credentials([user, unknown])):
            pass
        assert dict(told) == {user: {mechanism: 4096}}
        assert [getattr(error, "code", None) for error in told.errors.values()] == [91]
        gone = await admin.alter_user_scram_credentials(
            {user: {mechanism: None}, unknown: {mechanism: None}}
        )
        assert set(gone) == {user}
        assert [getattr(error, "code", None) for error in gone.errors.values()] == [91]


async def test_what_the_cluster_tells_of_itself(world: World) -> None:
    async with Admin(world.bootstrap) as admin:
        (node,) = (await admin.describe_cluster()).nodes
        quorum = await admin.describe_metadata_quorum()
        assert (quorum.leader, [each.id for each in quorum.voters]) == (node.id, [node.id])
        features = await admin.describe_features()
        assert features["metadata.version"].finalized
        ((path, directory),) = (await admin.describe_log_dirs([node.id]))[node.id].items()
        assert (bool(path), directory.error) == (True, None)
        assert await admin.list_partition_reassignments() == {}
        assert not (await admin.elect_leaders()).errors
        told = await admin.describe_log_dirs([node.id + 7], timeout_ms=2000)
        assert list(told.errors) == [node.id + 7]


async def test_transactional_ids_are_fenced_listed_and_described(world: World) -> None:
    name = world.name()
    async with Admin(world.bootstrap) as admin:
        fenced = (await admin.fence_producers([name]))[name]
        assert (await admin.list_transactions())[name].producer_id == fenced.producer_id
        told = (await admin.describe_transactions([name]))[name]
        assert (told.state, told.partitions, told.start_time_ms) == ("Empty", (), None)
        await admin.force_terminate_transaction(name)
