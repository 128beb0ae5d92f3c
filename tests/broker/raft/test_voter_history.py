"""Voter sets by the offset of their records."""

from __future__ import annotations

from kafkawire.broker.raft.voter_history import VoterHistory
from kafkawire.broker.raft.voters import ReplicaKey, Voter, VoterSet


def voters(*ids: int) -> VoterSet:
    return VoterSet(Voter(ReplicaKey(each)) for each in ids)


def test_a_set_counts_when_it_is_appended_and_until_it_is_truncated() -> None:
    """replication A-59."""
    history = VoterHistory(voters(1))
    history.add_version(4, 1)
    history.add_voters(5, voters(1, 2))
    assert (history.latest.ids, history.kraft_version) == ([1, 2], 1)
    history.truncate(5)
    assert (history.latest.ids, history.kraft_version) == ([1], 1)
    history.truncate(0)
    assert (history.latest.ids, history.kraft_version) == ([1], 0)


def test_it_is_committed_below_the_high_watermark() -> None:
    history = VoterHistory(voters(1))
    assert history.is_committed(None)
    history.add_voters(5, voters(1, 2))
    assert not history.is_committed(None)
    assert not history.is_committed(5)
    assert history.is_committed(6)


def test_a_snapshot_begins_anew() -> None:
    history = VoterHistory(voters(1))
    history.add_voters(5, voters(1, 2))
    history.restart(10, voters(3), 1)
    history.truncate(10)
    assert (history.latest.ids, history.kraft_version, history.entry.offset) == ([3], 1, 9)
