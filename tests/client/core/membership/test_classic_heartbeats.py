"""Heartbeats of classic members, and the session."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.membership.classic_heartbeats import ClassicHeartbeats, Doors
from kafkawire.client.core.membership.common import MemberOptions, Parts
from kafkawire.client.errors import AuthenticationError, ConnectionLost
from kafkawire.client.values import GroupMetadata
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.timers import Timers

ME = GroupMetadata("billing", 3, "me", None)


class Fixture:
    """Heartbeats each 3 s in a session of 10 s; the test answers."""

    def __init__(self) -> None:
        self.timers = Timers()
        self.node: int | None = 1
        self.failure = None
        self.calls: list[tuple[int, Call]] = []
        self.refusals: list[tuple[Any, ...]] = []
        self.failures: list[Any] = []
        self.expired: list[int] = []
        self.who: GroupMetadata | None = ME
        me: Any = self
        doors = Doors(
            lambda: self.who,
            lambda *refusal: self.refusals.append(refusal),
            lambda error, now_ms: self.failures.append(error),
            self.expired.append,
            lambda late_ms: None,
        )
        options = MemberOptions("billing", session_timeout_ms=10_000)
        parts = Parts(me, me, me, me, self.timers, Random(0))
        self.heartbeats = ClassicHeartbeats(options, parts, doors)
        self.heartbeats.start(0)

    def send(self, call: Call, now_ms: int) -> None:
        self.calls.append((now_ms, call))

    def withdraw(self, call: Call) -> None:
        pass

    def find(self, waiter: Any, now_ms: int) -> None:
        self.node = 2
        waiter(now_ms)

    def forget(self, waiter: Any) -> None:
        pass

    def lost(self, node: int) -> None:
        assert node == self.node
        self.node = None

    def run(self, until_ms: int) -> None:
        while self.timers.next_deadline_ms() <= until_ms:
            self.timers.run(self.timers.next_deadline_ms(), 10)

    def answer(self, code: int, now_ms: int) -> None:
        message = HeartbeatResponse(error_code=code)
        self.calls[-1][1].done(Answer(self.node or -1, 4, message), now_ms)

    @property
    def times(self) -> list[int]:
        return [now_ms for now_ms, _ in self.calls]


def test_each_interval_one_is_sent() -> None:
    """client G-45."""
    fixture = Fixture()
    for number in range(1, 5):
        fixture.run(3000 * number)
        fixture.answer(0, 3000 * number + 50)
    assert fixture.times == [3000, 6000, 9000, 12_000]
    assert fixture.expired == []
    fixture.heartbeats.stop()
    fixture.run(100_000)
    assert len(fixture.times) == 4
    assert fixture.expired == []


def test_a_session_without_answers_expires() -> None:
    """client G-1."""
    fixture = Fixture()
    fixture.run(3000)
    fixture.answer(27, 3500)
    fixture.run(13_499)
    assert fixture.expired == []
    fixture.run(13_500)
    assert fixture.expired == [13_500]
    assert [code for code, *_ in fixture.refusals] == [27]


@pytest.mark.parametrize("code", [15, 16])
def test_the_coordinator_is_found_again_at_once(code: int) -> None:
    """client G-46."""
    fixture = Fixture()
    fixture.run(3000)
    fixture.answer(code, 3010)
    assert fixture.times == [3000, 3010]
    assert (fixture.calls[-1][1].node, fixture.refusals) == (2, [])


@pytest.mark.parametrize("code", [14, None])
def test_trouble_backs_off(code: int | None) -> None:
    """client G-46, D-27: and tells the member nothing."""
    fixture = Fixture()
    fixture.run(3000)
    if code is None:
        fixture.calls[-1][1].done(Answer(1, -1, None, ConnectionLost("reset")), 3010)
    else:
        fixture.answer(code, 3010)
    fixture.run(3080)
    assert fixture.times == [3000]
    fixture.run(3140)
    assert len(fixture.times) == 2
    assert fixture.node == (2 if code is None else 1)
    assert fixture.refusals == fixture.failures == []


@pytest.mark.parametrize("code", [22, 25, 82, 30])
def test_other_codes_are_the_members(code: int) -> None:
    """client G-46."""
    fixture = Fixture()
    fixture.run(3000)
    fixture.answer(code, 3010)
    assert fixture.refusals == [(code, 12, 1, 3010)]


def test_what_another_attempt_does_not_mend_ends_the_membership() -> None:
    fixture = Fixture()
    fixture.run(3000)
    error = AuthenticationError(58)
    fixture.calls[-1][1].done(Answer(1, -1, None, error), 3010)
    assert fixture.failures == [error]


def test_a_member_without_generation_sends_none() -> None:
    fixture = Fixture()
    fixture.who = None
    fixture.run(9000)
    assert fixture.times == []
