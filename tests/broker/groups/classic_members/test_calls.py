"""SyncGroup, Heartbeat and LeaveGroup to consumer groups."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.requests.consumer_groups import ConsumerClient
from tests.support.requests.groups import Member
from tests.support.requests.migrating import MigratingHarness

ALL = {"t1": [0, 1, 2]}
Mixed = tuple[MigratingHarness, Member, ConsumerClient]


@pytest.fixture
def mixed() -> Mixed:
    """A group of a classic member, who has all there is, and a new one."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    return harness, old, harness.joiner("m1", "t1")


REFUSED: list[tuple[dict[str, Any], int]] = [
    ({"member_id": "nobody"}, 25),
    ({"member_id": "m1"}, 25),
    ({"group_instance_id": "unknown"}, 25),
    ({"generation_id": 99}, 22),
    ({"generation_id": -1}, 22),
    ({"protocol_type": "connect"}, 23),
    ({"protocol_name": "sticky"}, 23),
    ({}, 27),
]


@pytest.mark.parametrize(("fields", "code"), REFUSED)
def test_a_sync_is_refused_in_order(mixed: Mixed, fields: dict[str, Any], code: int) -> None:
    """groups D-93, G 151: who, which generation, what protocol, and whether to join again."""
    _, old, _ = mixed
    assert old.send_sync(**fields).response.error_code == code


def test_a_sync_says_what_the_member_has(mixed: Mixed) -> None:
    """groups D-93: type and name are those of the request; also while it gives back."""
    harness, old, _ = mixed
    harness.rejoin(old, ALL)
    response = old.send_sync().response
    assert (response.protocol_type, response.protocol_name) == ("consumer", "range")
    assert response.assignment[:2] == b"\0\1"
    assert len(harness.assigned(old)["t1"]) == 2
    response = old.send_sync(version=3).response
    assert (response.error_code, response.protocol_type) == (0, None)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"member_id": "nobody"}, 25),
        ({"member_id": "m1"}, 25),
        ({"group_instance_id": "unknown"}, 25),
        ({"generation_id": 99}, 22),
    ],
)
def test_a_heartbeat_of_others_is_refused(mixed: Mixed, fields: dict[str, Any], code: int) -> None:
    """groups D-94."""
    assert mixed[1].heartbeat(**fields) == code


def test_a_heartbeat_says_when_to_join_again(mixed: Mixed) -> None:
    """groups D-94: behind the target, something to give back, or all that it waits for is free."""
    harness, old, new = mixed
    assert old.heartbeat() == 27
    harness.rejoin(old, ALL)
    assert old.heartbeat() == 27
    kept = harness.assigned(old)
    harness.rejoin(old, kept)
    assert old.heartbeat() == 0
    waiting = harness.classic(id="c1")
    waiting.send_join()
    assert waiting.joined.error_code == 0
    assert waiting.heartbeat() == 0
    new.beat()
    harness.rejoin(old, kept)
    assert waiting.heartbeat() == 0
    harness.rejoin(old, harness.assigned(old))
    state = harness.group().members["c1"].current.state
    assert (state.name, waiting.heartbeat()) == ("UNRELEASED", 27)
    harness.rejoin(waiting)
    assert waiting.heartbeat() == 0


def test_members_of_either_protocol_can_be_made_to_leave(mixed: Mixed) -> None:
    """groups D-95, G 152: by id or by instance id, with a code for each."""
    harness, old, _ = mixed
    harness.joiner("m2", "t1", instance_id="i2")
    asked = [("nobody", None), ("", "unknown"), ("x", "i2"), ("", "i2"), (old.id, None)]
    assert harness.leave("g", *asked) == [25, 25, 82, 0, 0]
    assert set(harness.group().members) == {"m1"}


def test_old_versions_of_leaving_answer_for_the_one(mixed: Mixed) -> None:
    """groups D-95."""
    harness, old, _ = mixed
    assert harness.leave_one("g", "nobody") == 25
    assert harness.leave_one("g", old.id) == 0
    assert harness.leave("g") == []


def test_classic_members_commit_with_their_generation(mixed: Mixed) -> None:
    """groups C-15: in every version, and with the codes that they know."""
    _, old, _ = mixed
    for version in (2, 8, 9):
        response = old.commit(("t1", 0, 5), version=version)
        assert response.topics[0].partitions[0].error_code == 0
        response = old.commit(
            ("t1", 0, 5), version=version, generation_id_or_member_epoch=old.generation + 1
        )
        assert response.topics[0].partitions[0].error_code == 22
