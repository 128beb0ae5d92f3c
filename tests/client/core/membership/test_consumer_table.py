"""Each pair of the table of KIP-848 members is reached by a member (client M.4, N-11)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kafkawire.client.core.membership.consumer_states import TRANSITIONS, Event, State
from tests.client.support.group import Client, answering, joined, partitions, together
from tests.client.support.walks import assert_settles, common_moves, noting, some_time

HEARTBEAT, METADATA = 68, 3

Reached = set[tuple[State, Event]]


def in_state(state: State, reached: Reached) -> Client:
    """Return a member in one of the states in which it keeps its place, holding records."""
    client = Client(max_poll_interval_ms=20_000)
    noting(client, reached)
    client.world.create_topic("orders", 4)
    client.shell.is_busy = state is State.RECONCILING
    client.world.delay = lambda api: api == HEARTBEAT and state is State.JOINING
    client.subscribe("orders")
    client.world.advance(3000)
    if state is State.ACKNOWLEDGING:
        other = Client(client, seed=1)
        client.hold()
        other.subscribe("orders")
        together([client, other], 10_000)
        client.world.delay = lambda api: api == HEARTBEAT
        client.world.advance(5000)
        client.ask()
        client.world.settle()
    assert client.state() is state
    client.hold()
    return client


@pytest.mark.parametrize(
    "state",
    [
        State.JOINING,
        State.RECONCILING,
        State.ACKNOWLEDGING,
        State.STABLE,
    ],
)
@pytest.mark.parametrize("event", [Event.FENCE, Event.FAIL, Event.LEAVE, Event.EXPIRE])
def test_a_membership_may_end_in_each_of_its_states(state: State, event: Event) -> None:
    """client M.4, N-11: and the member comes back."""
    reached: Reached = set()
    client = in_state(state, reached)
    if event is Event.LEAVE:
        client.leave()
    elif event is Event.EXPIRE:
        client.world.advance(20_000)
    else:
        answering(client, 25 if event is Event.FENCE else 30)
        client.world.delay = lambda api: False
        client.world.advance(5000)
    assert (state, event) in reached
    client.world.delay = lambda api: False
    client.ask()
    client.subscribe("orders")
    client.world.advance(60_000)
    assert client.state() is State.STABLE
    assert client.shell.assigned == client.member.owned


def without_bills(reached: Reached) -> Client:
    """Return a member whose target has a topic that metadata cannot name yet."""
    client = Client()
    noting(client, reached)
    for name in ("orders", "bills"):
        client.world.create_topic(name, 2)

    def edit(api: int, answer: Any) -> Any:
        if api != METADATA:
            return None
        answer.topics = [topic for topic in answer.topics if topic.name != "bills"]
        return answer

    client.world.edit = edit
    client.subscribe("orders", "bills")
    client.world.advance(8000)
    return client


def test_topics_without_a_name_wait_and_the_rest_goes_ahead() -> None:
    """client G-52."""
    client = without_bills(set())
    assert client.member.owned == partitions("orders", 0, 1)
    assert client.state() is State.RECONCILING
    assert [len(each.topic_partitions) for each in client.sent(HEARTBEAT)[:2]] == [0, 1]
    assert len(client.sent(METADATA)) < 30, "no hot loop"
    client.world.edit = lambda api, answer: None
    client.world.advance(8000)
    assert client.member.owned == partitions("orders", 0, 1) | partitions("bills", 0, 1)
    assert client.state() is State.STABLE
    assert client.shell.kinds() == ["Assigned", "Assigned"]


def test_a_target_may_change_while_names_are_missing() -> None:
    """client M.4: RECONCILING stays, or all of the new target is owned."""
    reached: Reached = set()
    client = without_bills(reached)
    client.world.create_topic("more")
    client.subscribe("orders", "bills", "more")
    client.world.advance(8000)
    assert (State.RECONCILING, Event.TARGET) in reached
    assert client.member.owned == partitions("orders", 0, 1) | partitions("more", 0)
    client.subscribe("orders")
    client.world.advance(8000)
    client = without_bills(reached)
    client.subscribe("orders")
    client.world.advance(8000)
    assert (State.RECONCILING, Event.SETTLED) in reached
    assert client.state() is State.STABLE
    assert client.member.owned == partitions("orders", 0, 1)


def test_an_answer_without_an_assignment_leaves_nothing_to_do() -> None:
    """client M.4: JOINING, without an assignment."""
    reached: Reached = set()
    client = Client()
    noting(client, reached)
    client.world.create_topic("orders", 2)

    def edit(api: int, answer: Any) -> Any:
        if api != HEARTBEAT:
            return None
        answer.assignment = None
        return answer

    client.world.edit = edit
    client.subscribe("orders")
    client.world.advance(3000)
    assert (State.JOINING, Event.SETTLED) in reached
    assert client.state() is State.STABLE
    assert client.shell.kinds() == []


def test_a_target_that_is_owned_already_changes_nothing() -> None:
    """client M.4: STABLE; full heartbeats are answered by an assignment."""
    reached: Reached = set()
    client = joined()
    noting(client, reached)
    answering(client, 16)
    client.world.advance(5000)
    assert (State.STABLE, Event.SETTLED) in reached
    assert client.shell.kinds() == ["Assigned"]


class Walk:
    """A member of which everything happens in any order; keeps the pairs that were reached."""

    def __init__(self, seed: int, reached: set[tuple[State, Event]]) -> None:
        self.random = Random(seed)
        self.client = Client(seed=seed, max_poll_interval_ms=20_000, revocation_budget_ms=9000)
        self.other = Client(self.client, seed=seed + 1)
        noting(self.client, reached)
        for name in ("orders", "bills"):
            self.client.world.create_topic(name, 3)

    def step(self) -> None:
        """Do one thing, and let some time pass."""
        client, random = self.client, self.random
        own: list[Callable[[], object]] = [
            lambda: answering(client, random.choice([14, 15, 16, 25, 25, 110, 30, 29])),
            lambda: setattr(client.world, "delay", lambda api: api == HEARTBEAT),
            lambda: client.member.commit_refused(25, client.member.group_metadata(), client.now_ms),
        ]
        random.choice([*common_moves(client, self.other, random), *own])()
        some_time(client, self.other, random)


ENDINGS = (Event.FENCE, Event.FAIL, Event.LEAVE, Event.EXPIRE)
MEMBER = (State.JOINING, State.RECONCILING, State.ACKNOWLEDGING, State.STABLE)
DIRECTED = {
    *((state, event) for state in MEMBER for event in ENDINGS),
    (State.RECONCILING, Event.TARGET),
    (State.RECONCILING, Event.SETTLED),
    (State.JOINING, Event.SETTLED),
    (State.STABLE, Event.SETTLED),
}
"""Pairs that tests above reach, each by itself."""


@pytest.mark.slow
def test_random_walks_reach_the_other_pairs_and_settle() -> None:
    """client N-10, N-11: when faults stop, all settles within two minutes."""
    reached: Reached = set()
    for seed in range(40):
        walk = Walk(seed, reached)
        for _ in range(60):
            walk.step()
        assert_settles(walk.client, walk.other)
    table = {(state, event) for state, moves in TRANSITIONS.items() for event in moves}
    assert table - reached <= DIRECTED
