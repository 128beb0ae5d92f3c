"""What the state machine above the log learns."""

from __future__ import annotations

from tests.support.broker.raft_replicas import Alone, vote


def test_a_leader_is_announced_when_its_epoch_has_committed() -> None:
    """replication A-56."""
    alone = Alone(epochs=[0])
    alone.lead()
    assert ("elected", 1) not in alone.events
    alone.fetched_by(2, 1, 0)
    assert ("elected", 1) not in alone.events
    alone.fetched_by(2, 2, 1)
    assert alone.events[-2:] == [("committed", 2), ("elected", 1)]
    alone.replica.append([b"x"], alone.now_ms)
    alone.ask(vote(3, 2, (1, 1)))
    assert alone.events[-2:] == [("lost", 1), ("leader", -1, 2)]


def test_a_leader_that_was_never_announced_is_not_lost() -> None:
    alone = Alone()
    alone.lead()
    alone.replica.resign(1, alone.now_ms)
    assert not [each for each in alone.events if each[0] in ("elected", "lost")]


def test_each_leader_is_named_once() -> None:
    alone = Alone()
    alone.follow(2, 1)
    alone.follow(2, 1)
    alone.follow(3, 2)
    assert [each for each in alone.events if each[0] == "leader"] == [
        ("leader", -1, 0),
        ("leader", 2, 1),
        ("leader", 3, 2),
    ]
