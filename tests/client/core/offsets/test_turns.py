"""Turns of requests about offsets: one under way, pauses, and the search for the coordinator."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.offsets.committing_member import NoMember, OffsetsOptions, Parts
from kafkawire.client.core.offsets.turns import Doors, Turns, has_newer_epoch
from kafkawire.client.errors import ConnectionLost, GroupAuthorizationFailed
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse
from kafkawire.timers import Timers

ANSWERED = Answer(4, 9, OffsetFetchResponse())


class Surroundings:
    """A coordinator and an outbox that keep what is asked of them, and the owner of turns."""

    def __init__(self, node: int | None = 4) -> None:
        self.node = node
        self.failure: Any = None
        self.searches: list[Any] = []
        self.sent: list[Call] = []
        self.taken: list[tuple[int, int]] = []
        self.failed: list[Any] = []
        self.is_wanted = True
        self.timers = Timers()
        outside: Any = self
        self.turns = Turns(
            OffsetsOptions("g", retry_backoff_ms=100),
            Parts(outside, outside, outside, self.timers, Random(1)),
            Doors(lambda now_ms: self.is_wanted, self.take, self.fail),
        )

    def find(self, waiter: Any, now_ms: int) -> None:
        self.searches.append(waiter)

    def lost(self, node: int) -> None:
        self.node = None if node == self.node else self.node

    def send(self, call: Call, now_ms: int) -> None:
        self.sent.append(call)

    def take(self, node: int, now_ms: int) -> None:
        self.taken.append((node, now_ms))
        call = Call(9, OffsetFetchRequest(), lambda answer, at_ms: None, node=node)
        self.turns.send(call, now_ms)

    def fail(self, error: Any, now_ms: int) -> None:
        self.failed.append(error)

    def run(self, now_ms: int) -> None:
        self.timers.run(now_ms, 100)


def test_a_turn_waits_for_the_next_run_of_timers_and_for_the_one_under_way() -> None:
    world = Surroundings()
    world.turns.soon(0)
    world.turns.soon(0)
    assert (world.taken, len(world.timers)) == ([], 1)
    world.run(0)
    world.turns.soon(1)
    assert len(world.timers) == 0
    world.turns.go_on(1)
    world.run(1)
    assert world.taken == [(4, 0)]
    assert [call.lane for call in world.sent] == [2]
    world.turns.ended(ANSWERED)
    world.turns.go_on(2)
    assert world.taken == [(4, 0), (4, 2)]


def test_nothing_is_sent_and_looked_up_if_nothing_is_wanted() -> None:
    world = Surroundings(node=None)
    world.is_wanted = False
    world.turns.soon(0)
    world.run(0)
    assert (world.taken, world.searches) == ([], [])


@pytest.mark.parametrize(("is_urgent", "least", "most"), [(False, 80, 120), (True, 0, 0)])
def test_a_repetition_waits_for_a_back_off_unless_it_is_urgent(
    is_urgent: bool, least: int, most: int
) -> None:
    """A turn that was planned before waits as well."""
    world = Surroundings()
    world.turns.soon(0)
    world.turns.again(0, is_urgent=is_urgent)
    assert least <= world.timers.next_deadline_ms() <= most
    assert len(world.timers) == 1
    world.turns.go_on(0)
    assert world.taken == []
    world.run(120)
    assert world.taken == [(4, 120)]


def test_pauses_grow_until_a_turn_goes_well() -> None:
    world = Surroundings()
    for _ in range(4):
        world.turns.again(0)
    assert world.timers.next_deadline_ms() >= 640
    world.turns.go_on(0)
    world.turns.again(0)
    assert world.timers.next_deadline_ms() <= 120


def test_the_coordinator_is_looked_up_if_a_request_is_not_answered() -> None:
    world = Surroundings()
    world.turns.go_on(0)
    world.turns.ended(Answer(4, 9, None, ConnectionLost("away")))
    world.turns.go_on(1)
    assert world.taken == [(4, 0)]
    (found,) = world.searches
    world.node = 5
    found(7)
    assert world.taken == [(4, 0), (5, 7)]


def test_a_search_that_fails_for_good_is_told() -> None:
    world = Surroundings(node=None)
    world.turns.go_on(0)
    world.failure = GroupAuthorizationFailed(30)
    world.searches[0](1)
    assert world.failed == [world.failure]
    assert world.taken == []


def test_an_epoch_is_newer_than_that_of_an_older_request() -> None:
    """client G-55."""
    member = NoMember("g")
    sent = member.identity()
    assert not has_newer_epoch(member, sent)
    assert has_newer_epoch(member, sent._replace(generation_id=-2))
