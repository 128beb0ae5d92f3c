"""JoinGroup to consumer groups."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.support.requests.migrating import MigratingHarness, offering, subscription

OFFER = offering("t1")


@pytest.fixture
def harness() -> MigratingHarness:
    """A broker with a group of one new member, who has all there is."""
    harness = MigratingHarness()
    harness.joiner("m1", "t1")
    return harness


def test_a_classic_member_is_answered_at_once_and_leads_nobody(harness: MigratingHarness) -> None:
    """groups D-92, G 147: generation is the epoch, no leader, no members."""
    classic = harness.classic(id="c1")
    response = classic.send_join().response
    assert (response.error_code, response.generation_id) == (0, 3)
    assert (response.protocol_type, response.protocol_name) == ("consumer", "range")
    assert (response.leader, response.members, response.skip_assignment) == ("", [], False)
    assert response.member_id == "c1"


@pytest.mark.parametrize("version", [0, 3])
def test_an_old_client_gets_an_id_and_is_a_member(harness: MigratingHarness, version: int) -> None:
    """groups D-92."""
    response = harness.classic().send_join(version).response
    assert (response.error_code, len(response.member_id)) == (0, 22)
    assert response.member_id in harness.group().members


@pytest.mark.parametrize(("version", "name"), [(4, ""), (6, ""), (7, None), (9, None)])
def test_a_client_must_come_back_with_its_id(
    harness: MigratingHarness, version: int, name: str | None
) -> None:
    """groups D-92: 22 characters, which the group does not remember."""
    response = harness.classic().send_join(version).response
    assert (response.error_code, len(response.member_id)) == (79, 22)
    assert response.generation_id == -1
    assert set(harness.group().members) == {"m1"}


REFUSED: list[tuple[str, Sequence[tuple[str, bytes]]]] = [
    ("connect", OFFER),
    ("consumer", ()),
    ("consumer", (("range", b"\0"),)),
    ("consumer", (("range", b"\xff\xff\0\0\0\0\xff\xff\xff\xff"),)),
]


@pytest.mark.parametrize(("protocol_type", "protocols"), REFUSED)
def test_what_the_group_cannot_read_is_refused(
    harness: MigratingHarness, protocol_type: str, protocols: Sequence[tuple[str, bytes]]
) -> None:
    """groups D-92: 23, with no member id."""
    classic = harness.classic(id="c1", protocol_type=protocol_type)
    classic.protocols = protocols
    response = classic.send_join().response
    assert (response.error_code, response.member_id) == (23, "")
    assert set(harness.group().members) == {"m1"}


def test_classic_members_need_a_protocol_in_common(harness: MigratingHarness) -> None:
    """groups D-92: one of those offered, whatever its place; only the first is read."""
    first = harness.classic(id="c1")
    first.send_join()
    other = harness.classic(id="c2")
    other.protocols = offering("t1", name="sticky")
    assert other.send_join().response.error_code == 23
    other.protocols = (*offering("t1", name="sticky"), ("range", b"unread"))
    response = other.send_join().response
    assert (response.error_code, response.protocol_name) == (0, "sticky")


def test_the_group_may_be_full() -> None:
    """groups D-12, D-92: 81 comes before what is wrong with the protocols."""
    harness = MigratingHarness({"group.consumer.max.size": "1"})
    harness.joiner("m1", "t1")
    assert harness.classic(id="c1", protocol_type="connect").send_join().response.error_code == 81


def test_the_policy_may_forbid_classic_members() -> None:
    """groups D-92, G 149."""
    harness = MigratingHarness({"group.consumer.migration.policy": "Disabled"})
    harness.joiner("m1", "t1")
    response = harness.classic(id="c1").send_join().response
    assert (response.error_code, response.member_id) == (23, "")


def test_joining_again_gives_partitions_back() -> None:
    """groups D-92, D-94, G 146: what it still lists is not given to anybody else."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    new = harness.joiner("m1", "t1")
    generation = old.generation
    assert harness.rejoin(old, {"t1": [0, 1, 2]}).generation_id == generation
    kept = harness.assigned(old)
    assert len(kept["t1"]) == 2
    assert new.beat().assignment is None
    assert old.heartbeat() == 27
    assert harness.rejoin(old, kept).generation_id == generation + 1
    assert old.heartbeat() == 0
    new.beat()
    assert new.assigned == {"t1": {0, 1, 2} - set(kept["t1"])}


def test_an_eager_member_owns_nothing_when_it_joins() -> None:
    """groups D-92, E-1: version 0 has no place for it, so all is given back at once."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    new = harness.joiner("m1", "t1")
    old.protocols = (("range", subscription("t1", version=0)),)
    old.send_join()
    assert old.joined.generation_id == new.epoch
    new.beat()
    assert len(new.assigned["t1"]) == 1


def test_a_static_name_goes_to_who_comes_without_an_id(harness: MigratingHarness) -> None:
    """groups D-92: whoever has it, and of whatever protocol; with an id it must be its own."""
    harness.joiner("m2", "t1", instance_id="i2")
    classic = harness.classic(id="x", instance="i2")
    assert classic.send_join().response.error_code == 82
    classic.instance = "unknown"
    assert classic.send_join().response.error_code == 25
    taker = harness.classic(instance="i2")
    response = taker.send_join().response
    assert response.error_code == 0
    assert harness.group().static_members == {"i2": response.member_id}
    assert set(harness.group().members) == {"m1", response.member_id}
    assert harness.joiner("m2", "t1", instance_id="i2").answer.error_code == 0


def test_what_a_member_says_of_itself_is_taken_over(harness: MigratingHarness) -> None:
    """groups D-92: rack and topics of the subscription, timeouts of the request."""
    classic = harness.classic(id="c1", rebalance_timeout_ms=7_000, session_timeout_ms=8_000)
    classic.protocols = offering("t2", "t1", "t1", version=3, rack_id="r")
    classic.send_join()
    profile = harness.group().members["c1"].profile
    assert (profile.topic_names, profile.rack_id) == (("t1", "t2"), "r")
    assert profile.rebalance_timeout_ms == 7_000
    assert profile.classic == (8_000, tuple(classic.protocols))


def test_a_member_of_the_new_protocol_may_become_a_classic_one(harness: MigratingHarness) -> None:
    """groups D-92, D-20: and the other way round."""
    harness.joiner("m2", "t1")
    again = harness.classic(id="m2")
    assert again.send_join().response.error_code == 0
    assert harness.group().members["m2"].is_classic
    harness.joiner("m2", "t1")
    assert not harness.group().members["m2"].is_classic


def test_a_classic_member_has_no_regular_expression(harness: MigratingHarness) -> None:
    """groups D-92: what it had before it was classic counts no more."""
    harness.joiner("m2", subscribed_topic_names=[], subscribed_topic_regex="t.*")
    assert harness.group().members["m2"].profile.topic_regex == "t.*"
    assert harness.classic(id="m2").send_join().response.error_code == 0
    profile = harness.group().members["m2"].profile
    assert (profile.topic_names, profile.topic_regex) == (("t1",), "")


def test_a_group_without_members_becomes_a_classic_one() -> None:
    """groups B-12, G 145: offsets stay, and generations begin with 1."""
    harness = MigratingHarness()
    new = harness.joiner("m1", "t1")
    new.leave()
    start = len(harness.records())
    classic = harness.classic()
    assert classic.join().response.error_code == 0
    assert harness.kinds(start)[:4] == [-6, -4, -3, 2]
    assert classic.joined.generation_id == 1
    (listed,) = harness.list_groups().groups
    assert listed.group_type == "classic"


def test_a_member_of_a_group_without_members_is_unknown() -> None:
    """groups B-12, B-13: the group stays what it is."""
    harness = MigratingHarness()
    harness.joiner("m1", "t1").leave()
    assert harness.classic(id="c1").send_join().response.error_code == 25
    assert harness.group().is_empty
