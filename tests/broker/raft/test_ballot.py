"""The votes of one election."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.ballot import Ballot
from kafkawire.broker.raft.voters import ReplicaKey, Voter, VoterSet


def ballot(*ids: int) -> Ballot:
    return Ballot(VoterSet(Voter(ReplicaKey(each)) for each in ids), 1)


@pytest.mark.parametrize(("count", "others"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_more_than_half_of_the_voters_win(count: int, others: int) -> None:
    """replication A-40."""
    votes = ballot(*range(1, count + 1))
    for each in range(2, 2 + others):
        assert not votes.is_won
        votes.record(each, is_granted=True)
    assert votes.is_won


def test_it_is_lost_when_the_others_are_no_majority() -> None:
    votes = ballot(1, 2, 3)
    votes.record(2, is_granted=False)
    assert not votes.is_lost
    votes.record(3, is_granted=False)
    assert votes.is_lost


def test_votes_are_counted_by_voter() -> None:
    """replication A-47."""
    votes = ballot(1, 2, 3, 4, 5)
    votes.record(2, is_granted=True)
    votes.record(2, is_granted=True)
    votes.record(9, is_granted=True)
    assert votes.granted == {1, 2}
    assert not votes.is_won
    votes.record(2, is_granted=False)
    assert (votes.granted, votes.rejected) == ({1}, {2})
    assert votes.unrecorded() == [3, 4, 5]


def test_an_observer_does_not_count_itself() -> None:
    assert not ballot(2, 3).granted
