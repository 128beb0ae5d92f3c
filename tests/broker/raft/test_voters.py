"""Voters and sets of them."""

from __future__ import annotations

from kafkawire.broker.raft.voters import Endpoint, ReplicaKey, Voter, VoterSet

HERE, THERE = b"h" * 16, b"t" * 16
FIRST = Voter(ReplicaKey(1, HERE), (Endpoint("CONTROLLER", "one", 9093),), 0, 1)
SECOND = Voter(ReplicaKey(2, THERE), (Endpoint("CONTROLLER", "two", 9094),), 1, 1)


def test_the_record_gives_the_voters_back() -> None:
    """replication A-59."""
    voters = VoterSet([FIRST, SECOND])
    assert VoterSet.decode(voters.encode()) == voters
    assert voters.encode()[:2] == b"\0\0"


def test_a_directory_counts_once_it_is_known() -> None:
    """replication A-8, A-59."""
    known = VoterSet([FIRST])
    assert known.has(ReplicaKey(1, HERE))
    assert not known.has(ReplicaKey(1, THERE))
    assert not known.has(ReplicaKey(1))
    fixed = VoterSet([Voter(ReplicaKey(1))])
    assert fixed.has(ReplicaKey(1, THERE))
    assert not fixed.has(ReplicaKey(2, THERE))


def test_a_change_of_one_voter_keeps_majorities_that_overlap() -> None:
    """replication A-66."""
    for count in range(1, 6):
        before = VoterSet(Voter(ReplicaKey(each)) for each in range(count))
        after = before.with_voter(Voter(ReplicaKey(9)))
        assert before.majority + after.majority > len(after)
        assert after.without(9) == before


def test_majorities() -> None:
    voters = VoterSet([FIRST, SECOND, Voter(ReplicaKey(3))])
    assert voters.majority == 2
    assert voters.is_majority([1, 3])
    assert not voters.is_majority([1, 7, 8])
    assert voters.ids == [1, 2, 3]
    assert len(voters) == 3


def test_levels() -> None:
    assert FIRST.supports(0)
    assert not SECOND.supports(0)
    assert not SECOND.supports(2)


def test_equal_sets_hash_alike() -> None:
    assert hash(VoterSet([FIRST, SECOND])) == hash(VoterSet([SECOND, FIRST]))
