"""LeaveGroup, or silence."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.membership.classic_leave import ClassicLeave
from kafkawire.client.core.membership.common import Leave, MemberOptions, Parts
from kafkawire.client.values import GroupMetadata
from kafkawire.timers import Timers


class Fixture:
    """A member that leaves, with a coordinator that may be unknown."""

    def __init__(self, instance: str | None = None) -> None:
        self.node: int | None = 1
        self.calls: list[Call] = []
        self.ended: list[int] = []
        self.who = GroupMetadata("billing", 3, "me", instance)
        me: Any = self
        options = MemberOptions("billing", instance)
        self.leave = ClassicLeave(options, Parts(me, me, me, me, Timers(), Random(0)))

    def send(self, call: Call, now_ms: int) -> None:
        self.calls.append(call)

    def find(self, waiter: Any, now_ms: int) -> None:
        waiter(now_ms)

    def go(self, leave: Leave = Leave.DEFAULT, *, is_parked: bool = False) -> None:
        self.leave.leave(self.who, leave, self.ended.append, 5, is_parked=is_parked)


@pytest.mark.parametrize(
    ("instance", "leave", "is_told"),
    [
        (None, Leave.DEFAULT, True),
        (None, Leave.REMAIN, False),
        ("i", Leave.DEFAULT, False),
        ("i", Leave.LEAVE, True),
    ],
)
def test_who_tells_the_group(instance: str | None, leave: Leave, is_told: bool) -> None:
    """client G-48."""
    fixture = Fixture(instance)
    fixture.go(leave)
    assert len(fixture.calls) == is_told
    assert bool(fixture.ended) == (not is_told), "the answer ends it"
    for call in fixture.calls:
        call.done(Answer(1, 5, None), 9)
        assert (fixture.ended, call.lane) == ([9], 2)


def test_what_the_group_does_not_know_is_not_told() -> None:
    """client L-3: no id yet, or no coordinator."""
    fixture = Fixture()
    fixture.who = fixture.who._replace(member_id="")
    fixture.go()
    assert (fixture.calls, fixture.ended) == ([], [5])
    fixture = Fixture()
    fixture.node = None
    fixture.go()
    assert (fixture.calls, fixture.ended) == ([], [5])


def test_a_parked_lane_is_avoided() -> None:
    """client G-48, L-1."""
    fixture = Fixture()
    fixture.go(is_parked=True)
    assert [call.lane for call in fixture.calls] == [0]


def test_static_members_are_silent_when_records_are_held_too_long() -> None:
    """client G-31."""
    for instance in (None, "i"):
        fixture = Fixture(instance)
        fixture.leave.expired(fixture.who, 5, is_parked=False)
        assert len(fixture.calls) == (instance is None)
