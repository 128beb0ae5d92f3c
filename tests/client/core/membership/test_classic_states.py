"""The table of a classic member (client M.3): each pair is allowed, or a bug."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from kafkawire.client.core.membership.classic_states import (
    HEARTBEATING,
    REBALANCING,
    TRANSITIONS,
    Event,
    State,
    next_state,
)
from tests.client.support.classic import COOPERATIVE, EAGER, JOIN, SYNC, Classic
from tests.client.support.group import answering
from tests.client.support.walks import assert_settles, common_moves, noting, some_time
from tests.support.suite.state_tables import assert_moves

HEARTBEAT = 12
ENDS = "FAIL FAILED, EXPIRE LEFT, LEAVE LEAVING"
ALLOWED = {
    "UNJOINED": "FOUND PREPARING, FAIL FAILED, LEAVE LEAVING",
    "PREPARING": f"PREPARED JOINING, FENCE PREPARING, {ENDS}",
    "JOINING": f"JOINED SYNCING, REJOIN JOINING, FENCE JOINING, LOSE UNJOINED, {ENDS}",
    "SYNCING": f"SYNCED ADOPTING, REJOIN JOINING, FENCE JOINING, LOSE UNJOINED, {ENDS}",
    "ADOPTING": "ADOPTED STABLE, REJOIN JOINING, REBALANCE PREPARING, FENCE PREPARING, "
    f"LOSE UNJOINED, {ENDS}",
    "STABLE": f"REBALANCE PREPARING, FENCE PREPARING, LOSE UNJOINED, {ENDS}",
    "LEFT": "ASK UNJOINED, LEAVE LEAVING",
    "FAILED": "SUBSCRIBE UNJOINED, LEAVE LEAVING",
    "LEAVING": "GONE UNJOINED",
}


def allowed() -> dict[tuple[State, Event], State]:
    """Return the table as client M.3 has it, and LEAVING between a member and none."""
    found = {}
    for before, moves in ALLOWED.items():
        for move in moves.split(", "):
            event, after = move.split()
            found[State[before], Event[event]] = State[after]
    return found


@pytest.mark.parametrize(("state", "event"), list(product(State, Event)))
def test_each_pair_is_in_the_table_or_a_bug(state: State, event: Event) -> None:
    assert_moves(next_state, state, event, allowed().get((state, event)))


def test_members_send_heartbeats_and_rebalance_where_they_should() -> None:
    """client M.3, G-3, G-68."""
    assert State.JOINING not in HEARTBEATING
    assert State.SYNCING not in HEARTBEATING
    assert {State.PREPARING, State.ADOPTING, State.STABLE} < set(HEARTBEATING)
    assert set(REBALANCING) == {State.UNJOINED, State.PREPARING, State.JOINING, State.SYNCING}


class Walk:
    """A member of which everything happens in any order; keeps the pairs that were reached."""

    def __init__(self, seed: int, reached: set[tuple[State, Event]]) -> None:
        self.random = Random(seed)
        names = COOPERATIVE if seed % 2 else EAGER
        options: dict[str, Any] = {
            "max_poll_interval_ms": 20_000,
            "revocation_budget_ms": 9000,
            "session_timeout_ms": 12_000,
        }
        self.client = Classic(seed=seed, names=names, **options)
        self.other = Classic(self.client, seed=seed + 1, names=names, **options)
        noting(self.client, reached)
        for name in ("orders", "bills"):
            self.client.world.create_topic(name, 3)

    def step(self) -> None:
        """Do one thing, and let some time pass."""
        client, random = self.client, self.random
        delayed = random.choice([JOIN, SYNC, HEARTBEAT, 3])
        own: list[Callable[[], object]] = [
            client.hold,
            lambda: answering(
                client,
                random.choice([14, 15, 16, 22, 25, 27, 30]),
                api=random.choice([JOIN, SYNC, HEARTBEAT, 10]),
            ),
            lambda: client.member.enforce_rebalance("walk", client.now_ms),
            lambda: setattr(client.world, "delay", lambda api: api == delayed),
            lambda: client.member.commit_refused(
                random.choice([22, 25, 27, 82]), client.member.group_metadata(), client.now_ms
            ),
        ]
        random.choice([*common_moves(client, self.other, random), *own])()
        some_time(client, self.other, random)


@pytest.mark.long
def test_random_walks_reach_each_pair_and_settle() -> None:
    """client N-10, N-11: when faults stop, all settles within two minutes."""
    reached: set[tuple[State, Event]] = set()
    for seed in range(80):
        walk = Walk(seed, reached)
        for _ in range(80):
            walk.step()
        assert_settles(walk.client, walk.other)
    table = {(state, event) for state, moves in TRANSITIONS.items() for event in moves}
    assert table - reached <= {(State.PREPARING, Event.FENCE)}, "which a test of refusals reaches"
