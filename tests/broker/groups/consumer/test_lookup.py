"""Which group and which member a heartbeat speaks for."""

from typing import Any

import pytest

from tests.support.requests.consumer_groups import ConsumerHarness, settle
from tests.support.requests.groups import commit, fetch, offset_of

JOIN: dict[str, Any] = {
    "member_epoch": 0,
    "rebalance_timeout_ms": 5_000,
    "subscribed_topic_names": ["t1"],
    "topic_partitions": [],
}


@pytest.fixture
def harness() -> ConsumerHarness:
    return ConsumerHarness()


def refused(answer: Any) -> tuple[int, str]:
    assert (answer.member_id, answer.member_epoch, answer.assignment) == (None, 0, None)
    return answer.error_code, answer.error_message


def test_only_who_joins_makes_a_group(harness: ConsumerHarness) -> None:
    """groups D-10, D-11, G 102."""
    answer = harness.beat(member_id="m", member_epoch=1)
    assert refused(answer) == (69, "Consumer group g not found.")
    assert "g" not in harness.broker.groups.shard_of("g").groups
    assert harness.beat(member_id="m", **JOIN).error_code == 0


@pytest.mark.parametrize("is_simple", [True, False])
def test_an_empty_classic_group_gives_way_and_its_offsets_stay(
    harness: ConsumerHarness, is_simple: bool
) -> None:
    """groups D-11, A-23, G 144: the classic group's tombstone stands before the member."""
    if is_simple:
        commit(harness.connect(), ("t1", 0, 7))
    else:
        (member,) = harness.stable()
        member.commit(("t1", 0, 7))
        member.leave()
    count = len(harness.written())
    assert harness.beat(member_id="m", **JOIN).error_code == 0
    assert harness.kinds(count) == [-2, 5, 3, 7, 6, 8]
    assert offset_of(fetch(harness.connect(), {"t1": [0]})) == 7


def test_an_epoch_on_a_classic_group_finds_no_consumer_group(harness: ConsumerHarness) -> None:
    """groups D-11."""
    harness.stable()
    answer = harness.beat(member_id="m", member_epoch=1)
    assert refused(answer) == (69, "Group g is not a consumer group.")


def test_a_full_group_takes_nobody_but_those_it_knows() -> None:
    """groups D-12, G 137: by member id, or by static name; nobody is even told to be unknown."""
    harness = ConsumerHarness({"group.consumer.max.size": "2"})
    harness.joiner("m1")
    static = harness.joiner("m2", instance_id="i")
    answer = harness.beat(member_id="m3", **JOIN)
    assert refused(answer) == (
        81,
        "The consumer group has reached its maximum capacity of 2 members.",
    )
    assert harness.beat(0, member_id="", **JOIN).error_code == 81
    assert harness.beat(member_id="x", member_epoch=1).error_code == 81
    assert harness.beat(member_id="m1", **JOIN).error_code == 0
    static.leave(-2)
    assert harness.beat(member_id="m9", instance_id="i", **JOIN).error_code == 0


def test_an_unknown_member_is_told_so(harness: ConsumerHarness) -> None:
    """groups D-13, G 109."""
    harness.joiner("m1")
    answer = harness.beat(member_id="x", member_epoch=1)
    assert refused(answer) == (25, "Member x is not a member of group g.")


def test_a_static_name_has_one_owner(harness: ConsumerHarness) -> None:
    """groups D-14, G 126: also when the owner itself joins once more."""
    harness.joiner("s1", instance_id="i1")
    for member_id in ("s2", "s1"):
        answer = harness.beat(member_id=member_id, instance_id="i1", **JOIN)
        assert refused(answer) == (
            111,
            f"Static member {member_id} with instance id i1 cannot join the group because the "
            "instance id is owned by s1 member.",
        )


def test_a_static_name_must_be_the_members(harness: ConsumerHarness) -> None:
    """groups D-15."""
    owner = harness.joiner("s1", instance_id="i1")
    answer = harness.beat(member_id="s1", member_epoch=2, instance_id="i9")
    assert refused(answer) == (25, "Instance id i9 is unknown.")
    answer = harness.beat(member_id="s2", member_epoch=2, instance_id="i1")
    assert refused(answer) == (
        82,
        "Static member s2 with instance id i1 was fenced by member s1.",
    )
    assert owner.send(instance_id=None).error_code == 0


@pytest.mark.parametrize("returns_as", ["s2", "s1"])
def test_a_static_member_that_was_away_gets_its_place_back(
    harness: ConsumerHarness, returns_as: str
) -> None:
    """groups D-14, D-32, D-64, D-71, G 127, G 128: under any id, and without another epoch."""
    other = harness.joiner("m")
    away = harness.joiner("s1", instance_id="i1")
    settle([other, away])
    epochs, had = harness.epochs(), away.assigned
    assert had
    assert away.leave(-2).member_epoch == -2
    assert harness.group().state_name == "Reconciling"
    count = len(harness.written())

    back = harness.joiner(returns_as, instance_id="i1")
    assert harness.kinds(count) == [-8, -7, -5, 5, 7, 8, 8]
    inherited = harness.written(count)[5][2]
    assert (inherited.member_epoch, inherited.previous_member_epoch) == (0, 0)
    assert (back.epoch, back.assigned, harness.epochs()) == (epochs[1], had, epochs)
    assert harness.group().state_name == "Stable"
    assert set(harness.group().members) == {"m", returns_as}
    zeros = {
        epoch
        for found in harness.group().members[returns_as].current.assigned.values()
        for epoch in found.values()
    }
    assert zeros == {0}
    if returns_as != "s1":
        answer = harness.beat(member_id="s1", member_epoch=epochs[0], instance_id="i1")
        assert answer.error_code == 82
        assert harness.beat(member_id="s1", member_epoch=epochs[0]).error_code == 25


def test_a_member_that_is_away_knows_no_epoch(harness: ConsumerHarness) -> None:
    """groups D-16."""
    away = harness.joiner("s1", instance_id="i1")
    away.leave(-2)
    answer = harness.beat(member_id="s1", member_epoch=2, instance_id="i1")
    assert answer.error_code == 110
    assert "greater member epoch (2)" in answer.error_message
    assert "(-2)" in answer.error_message


def test_a_returning_member_may_read_something_else(harness: ConsumerHarness) -> None:
    """groups D-14, D-33: its target is that of the one it takes the place of."""
    harness.set_group_config("g", "consumer.assignment.interval.ms", "0")
    away = harness.joiner("s1", "t1", instance_id="i1")
    away.leave(-2)
    epoch = harness.epochs()[0]
    back = harness.joiner("s2", "t1", "t2", instance_id="i1")
    assert harness.epochs() == (epoch + 1, epoch + 1)
    assert back.assigned == {"t1": {0, 1, 2}, "t2": {0, 1}}
    assert set(harness.group().targets) == {"s2"}
