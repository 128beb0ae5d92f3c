"""What the assignor is told, and the records of what it answers."""

from kafkawire.broker.groups.consumer.change import Change
from kafkawire.broker.groups.consumer.lookup import FoundGroup, FoundMember
from kafkawire.broker.groups.consumer.member import ConsumerMember, Profile
from kafkawire.broker.groups.consumer.target import targets_of
from tests.support.requests.consumer_groups import ConsumerHarness, settle


def change(harness: ConsumerHarness, found: FoundMember, *topics: str) -> Change:
    shard, group = harness.broker.groups.shard_of("g"), harness.group()
    profile = found.member.profile._replace(topic_names=topics)
    return Change(shard, FoundGroup(group, []), found, profile, harness.now_ms)


def test_only_members_whose_target_changed_get_a_record() -> None:
    """groups D-32, D-33: the assignor sees the member that is about to be one."""
    harness = ConsumerHarness()
    settle([harness.joiner("m1", "t1"), harness.joiner("m2", "t1")])
    new = change(harness, FoundMember(ConsumerMember("m3", Profile()), []), "t2")
    count = len(new.records)
    targets = targets_of(new)
    assert set(targets) == {"m1", "m2", "m3"}
    t2 = harness.broker.metadata.topics["t2"].topic_id
    assert targets["m3"] == {t2: (0, 1)}
    kinds = [(record.key.API_KEY, record.value is None) for record in new.records[count:]]
    assert kinds == [(7, False), (6, False)]
    assert set(harness.group().targets) == {"m1", "m2"}


def test_a_member_that_takes_a_place_takes_over_its_target() -> None:
    """groups D-33."""
    harness = ConsumerHarness()
    client = harness.joiner("s1", "t1", instance_id="i")
    owner = harness.group().members[client.member_id]
    found = FoundMember(ConsumerMember("s2", owner.profile, owner.current), [], "s1")
    new = change(harness, found, "t1")
    targets = targets_of(new)
    t1 = harness.broker.metadata.topics["t1"].topic_id
    assert targets == {"s2": {t1: (0, 1, 2)}}
    assert [record.key.API_KEY for record in new.records] == [6]


def test_topics_that_do_not_exist_are_assigned_to_nobody() -> None:
    """groups D-33, D-40."""
    harness = ConsumerHarness()
    client = harness.joiner("m1", "missing")
    assert harness.group().targets == {"m1": {}}
    assert client.assigned == {}


def test_racks_do_not_matter() -> None:
    """groups D-37, D-79: they are known, and that is all."""
    found = []
    for racks in ((None, None), ("near", "far")):
        harness = ConsumerHarness()
        clients = [
            harness.joiner(f"m{index}", "t1", rack_id=rack) for index, rack in enumerate(racks)
        ]
        settle(clients)
        found.append([client.assigned for client in clients])
    assert found[0] == found[1]
