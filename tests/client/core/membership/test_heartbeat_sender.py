"""When heartbeats are sent."""

from __future__ import annotations

from random import Random
from typing import Any

from kafkawire.client.core.calls import Call
from kafkawire.client.core.membership.common import MemberOptions, Parts
from kafkawire.client.core.membership.heartbeat_sender import Doors, HeartbeatSender
from kafkawire.client.errors import ClientError
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.timers import Timers


class Coordinator:
    """Known at once, or later."""

    def __init__(self) -> None:
        self.node: int | None = 1
        self.failure: ClientError | None = None
        self.waiting: list[Any] = []

    def find(self, waiter: Any, now_ms: int) -> None:
        self.waiting.append(waiter)

    def forget(self, waiter: Any) -> None:
        if waiter in self.waiting:
            self.waiting.remove(waiter)


class Fixture:
    """A sender with an outbox that keeps what it is sent."""

    def __init__(self) -> None:
        self.timers, self.coordinator = Timers(), Coordinator()
        self.calls: list[tuple[int, Call]] = []
        self.withdrawn: list[Call] = []
        self.failures: list[ClientError] = []
        self.stalls: list[int] = []
        self.makes = True
        nothing: Any = None
        coordinator: Any = self.coordinator
        parts = Parts(self, coordinator, nothing, nothing, self.timers, Random(0))
        doors = Doors(
            self.make,
            lambda now_ms: None,
            lambda error, now_ms: self.failures.append(error),
            self.stalls.append,
        )
        self.sender = HeartbeatSender(MemberOptions("g"), parts, doors)
        self.sender.interval_ms = 3000

    def send(self, call: Call, now_ms: int) -> None:
        self.calls.append((now_ms, call))

    def withdraw(self, call: Call) -> None:
        self.withdrawn.append(call)

    def make(self) -> Call | None:
        return Call(12, HeartbeatRequest(), lambda answer, now_ms: None) if self.makes else None

    def run(self, until_ms: int, *, answers: bool = True) -> None:
        while (due_ms := self.timers.next_deadline_ms()) <= until_ms:
            self.timers.run(due_ms, 10)
            if answers:
                self.sender.ended()
                self.sender.go_on(due_ms)

    @property
    def times(self) -> list[int]:
        return [now_ms for now_ms, _ in self.calls]


def test_the_interval_counts_from_the_last_one_that_was_sent() -> None:
    """client G-45, G-51."""
    fixture = Fixture()
    fixture.sender.hurry(100)
    fixture.sender.ended()
    fixture.sender.go_on(900)
    fixture.run(7000)
    assert fixture.times == [100, 3100, 6100]
    assert {(call.node, call.lane) for _, call in fixture.calls} == {(1, 2)}


def test_one_is_under_way_at_most() -> None:
    """client G-51: an urgent one follows the answer."""
    fixture = Fixture()
    fixture.sender.hurry(0)
    fixture.sender.hurry(10)
    fixture.run(10_000, answers=False)
    assert fixture.times == [0]
    fixture.sender.ended()
    fixture.sender.go_on(10_000)
    assert fixture.times == [0, 10_000]


def test_a_backoff_holds_an_urgent_one_back() -> None:
    """client D-27: 100 ms at first, then twice as long."""
    fixture = Fixture()
    fixture.sender.hurry(0)
    fixture.sender.ended()
    fixture.sender.back_off(0)
    fixture.sender.hurry(10)
    fixture.run(60, answers=False)
    assert fixture.times == [0]
    fixture.run(120, answers=False)
    assert len(fixture.times) == 2
    fixture.sender.ended()
    fixture.sender.back_off(200)
    fixture.run(350, answers=False)
    assert len(fixture.times) == 2
    fixture.run(450, answers=False)
    assert len(fixture.times) == 3


def test_a_heartbeat_waits_for_the_coordinator() -> None:
    fixture = Fixture()
    fixture.coordinator.node = None
    fixture.sender.hurry(0)
    assert fixture.times == []
    fixture.coordinator.node = 7
    fixture.coordinator.waiting.pop()(500)
    assert fixture.calls[0][1].node == 7
    fixture.sender.stop()
    fixture.coordinator.node, fixture.coordinator.failure = None, ClientError("no")
    fixture.sender.hurry(600)
    fixture.coordinator.waiting.pop()(700)
    assert [str(error) for error in fixture.failures] == ["no"]


def test_stopping_withdraws_what_is_under_way() -> None:
    fixture = Fixture()
    fixture.sender.hurry(0)
    fixture.sender.stop()
    assert fixture.withdrawn == [fixture.calls[0][1]]
    fixture.run(10_000, answers=False)
    assert fixture.times == [0]


def test_a_member_may_have_nothing_to_send() -> None:
    fixture = Fixture()
    fixture.makes = False
    fixture.sender.hurry(0)
    assert fixture.times == []


def test_other_signs_of_life_start_the_interval() -> None:
    """client G-45: a join is one."""
    fixture = Fixture()
    fixture.sender.start(1000)
    fixture.run(4000, answers=False)
    assert fixture.times == [4000]


def test_lateness_of_more_than_an_interval_is_told() -> None:
    """client G-4."""
    fixture = Fixture()
    fixture.sender.start(0)
    fixture.timers.run(6000, 10)
    assert fixture.stalls == []
    fixture.sender.stop()
    fixture.sender.start(10_000)
    fixture.timers.run(20_000, 10)
    assert fixture.stalls == [7000]
