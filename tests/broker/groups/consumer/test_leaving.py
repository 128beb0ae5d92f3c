"""Leaving: for good, for a while, and being taken out."""

from typing import Any

import pytest

from tests.support.requests.consumer_groups import ConsumerHarness, settle


@pytest.fixture
def harness() -> ConsumerHarness:
    return ConsumerHarness()


def test_who_leaves_is_answered_with_the_epoch_it_sent(harness: ConsumerHarness) -> None:
    """groups D-70, D-75, A-12: its partitions are free at once, the rest comes later."""
    m1, m2 = harness.joiner("m1"), harness.joiner("m2")
    settle([m1, m2])
    count = len(harness.written())
    answer = m1.leave()
    assert (answer.error_code, answer.member_id, answer.member_epoch) == (0, "m1", -1)
    assert (answer.heartbeat_interval_ms, answer.assignment) == (0, None)
    assert harness.kinds(count) == [-8, -7, -5, 3]
    assert harness.epochs() == (4, 3)
    harness.advance(1_000)
    assert m2.beat().member_epoch == 4
    assert m2.assigned == {"t1": {0, 1, 2}, "t2": {0, 1}}


def test_an_emptied_group_has_nothing_left_to_assign(harness: ConsumerHarness) -> None:
    """groups A-12, D-30, D-31, G 120: epochs go on, and the next member need not wait."""
    harness.joiner("m1").leave()
    group = harness.group()
    assert (group.state_name, harness.epochs(), group.metadata_hash) == ("Empty", (3, 3), 0)
    last = harness.written()[-1]
    assert (last[0], last[2].assignment_timestamp) == (6, 0)
    assert harness.joiner("m1").epoch == 4


def test_a_deleted_group_begins_anew(harness: ConsumerHarness) -> None:
    """groups D-30, A-13, B-90: and only an empty one can be deleted."""
    client = harness.joiner("m1")
    assert harness.delete_groups("g").results[0].error_code == 68
    client.leave()
    count = len(harness.written())
    assert harness.delete_groups("g").results[0].error_code == 0
    assert harness.kinds(count) == [-6, -4, -3]
    assert harness.joiner("m1").epoch == 2


LEAVE_ERRORS: list[tuple[dict[str, Any], int, str]] = [
    ({"group_id": "x"}, 69, "Group x not found."),
    ({"member_id": "x"}, 25, "Member x is not a member of group g."),
    ({"instance_id": "i9"}, 25, "Instance id i9 is unknown."),
    (
        {"member_id": "m2", "instance_id": "i1"},
        82,
        "Static member m2 with instance id i1 was fenced by member m1.",
    ),
]


@pytest.mark.parametrize("epoch", [-1, -2])
@pytest.mark.parametrize(("fields", "code", "message"), LEAVE_ERRORS)
def test_only_a_member_can_leave(
    harness: ConsumerHarness, epoch: int, fields: dict[str, Any], code: int, message: str
) -> None:
    """groups D-70, G 131."""
    harness.joiner("m1", instance_id="i1")
    if epoch == -2 and "instance_id" not in fields:
        fields = {**fields, "instance_id": "i1"}
        if "member_id" in fields:
            return
    answer = harness.beat(**{"member_id": "m1", "member_epoch": epoch, **fields})
    assert (answer.error_code, answer.error_message) == (code, message)


def test_a_classic_group_cannot_be_left_so(harness: ConsumerHarness) -> None:
    """groups D-70."""
    harness.stable()
    answer = harness.beat(member_id="m", member_epoch=-1)
    assert (answer.error_code, answer.error_message) == (69, "Group g is not a consumer group.")


def test_a_static_member_may_leave_for_good(harness: ConsumerHarness) -> None:
    """groups D-70, G 130: with its name or without."""
    client = harness.joiner("s1", instance_id="i1")
    assert client.leave(-1).error_code == 0
    client = harness.joiner("s1", instance_id="i1")
    assert client.send(member_epoch=-1, instance_id=None).error_code == 0
    assert harness.group().is_empty


def test_a_static_member_that_is_away_keeps_what_it_has(harness: ConsumerHarness) -> None:
    """groups D-71, A-15: one record, at epoch -2 and with partitions at epoch 0."""
    other, away = harness.joiner("m"), harness.joiner("s1", instance_id="i1")
    settle([other, away])
    count = len(harness.written())
    answer = away.leave(-2)
    assert (answer.member_id, answer.member_epoch, answer.assignment) == ("s1", -2, None)
    assert answer.heartbeat_interval_ms == 0
    assert harness.kinds(count) == [8]
    value = harness.written()[-1][2]
    assert (value.member_epoch, value.previous_member_epoch) == (-2, 3)
    assert {epoch for each in value.assigned_partitions for epoch in each.assignment_epochs} == {0}
    assert harness.epochs() == (3, 3)
    harness.advance(2_000)
    assert other.beat().assignment is None
