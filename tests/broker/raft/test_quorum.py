"""Role, epoch and vote of a replica, and the file that keeps them."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.quorum import QuorumFailure
from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.voters import ReplicaKey
from kafkawire.log.formats.quorum_state import QuorumState
from tests.support.broker.raft_replicas import Alone, begin, vote, vote_response
from tests.support.broker.raft_world import key

HERE = key(1).directory_id


def test_the_file_of_a_fixed_quorum_has_the_voters() -> None:
    """replication A-35: version 0, written before the vote leaves."""
    alone = Alone()
    alone.ask(vote(2, 1))
    assert alone.disk.state == (
        b'{"clusterId":"","leaderId":-1,"leaderEpoch":1,"votedId":2,"appliedOffset":0,'
        b'"currentVoters":[{"voterId":1},{"voterId":2},{"voterId":3}],"data_version":0}'
    )


def test_the_file_of_a_quorum_in_the_log_has_the_directory() -> None:
    """replication A-35: version 1."""
    alone = Alone(level=1)
    alone.ask(vote(2, 1))
    assert alone.stored() == QuorumState(1, -1, 1, 2, key(2).directory_id)
    alone.ask(begin(2, 1))
    assert alone.stored() == QuorumState(1, 2, 1, 2, key(2).directory_id)


def test_an_observer_writes_the_file_too() -> None:
    """replication A-35."""
    alone = Alone((2, 3))
    alone.ask(begin(2, 4))
    assert alone.stored() == QuorumState(0, 2, 4, current_voters=(2, 3))


def test_nothing_is_written_for_what_is_known() -> None:
    alone = Alone()
    alone.follow()
    writes = alone.disk.writes
    alone.ask(begin(2, 1))
    alone.ask(vote(3, 1, pre_vote=True))
    assert alone.disk.writes == writes


@pytest.mark.parametrize(
    ("state", "role", "epoch"),
    [
        (None, Role.UNATTACHED, 0),
        (QuorumState(0, 2, 3), Role.FOLLOWER, 3),
        (QuorumState(0, 9, 3), Role.UNATTACHED, 3),
        (QuorumState(0, -1, 3, 2), Role.UNATTACHED, 3),
        (QuorumState(0, -1, 3, 1), Role.CANDIDATE, 3),
        (QuorumState(1, -1, 3, 1, HERE), Role.CANDIDATE, 3),
        (QuorumState(1, -1, 3, 1, b"x" * 16), Role.UNATTACHED, 3),
        (QuorumState(0, 1, 3, 1), Role.RESIGNED, 3),
    ],
)
def test_a_start_takes_the_role_from_the_file(
    state: QuorumState | None, role: Role, epoch: int
) -> None:
    """replication A-37: a replica never resumes leadership."""
    alone = Alone(state=state)
    assert (alone.role, alone.epoch) == (role, epoch)


def test_a_log_of_a_later_epoch_overrides_the_file() -> None:
    """replication A-37."""
    alone = Alone(state=QuorumState(0, 2, 3), epochs=[5])
    assert (alone.role, alone.epoch, alone.leader_id) == (Role.UNATTACHED, 5, -1)


def test_a_candidate_that_crashed_votes_for_no_other() -> None:
    """replication A-37, A-45."""
    alone = Alone(state=QuorumState(0, -1, 3, 1))
    response = alone.ask(vote(2, 3))
    assert "vote_granted=False" in repr(response)


@pytest.mark.parametrize("seed_wait", range(3))
def test_election_timers_are_random_between_one_and_two_timeouts(seed_wait: int) -> None:
    """replication A-38."""
    alone = Alone()
    alone.wait(seed_wait)
    begun = alone.now_ms - seed_wait
    wait_ms = alone.replica.core.quorum.deadline_ms - begun
    assert 1000 <= wait_ms < 2000
    alone.wait(begun + 999 - alone.now_ms)
    assert alone.plays(Role.UNATTACHED)
    alone.wait(1001)
    assert not alone.plays(Role.UNATTACHED)


def test_a_higher_epoch_keeps_a_running_timer_and_a_vote_begins_a_new_one() -> None:
    """replication A-38."""
    alone = Alone()
    before = alone.replica.core.quorum.deadline_ms
    alone.wait(500)
    alone.ask(vote(2, 4, (0, 0), voter_id=7))
    assert alone.epoch == 4
    assert alone.replica.core.quorum.deadline_ms == before
    alone.ask(vote(2, 4))
    assert alone.replica.core.quorum.deadline_ms >= alone.now_ms + 1000


def test_an_observer_has_no_timer() -> None:
    """replication A-24, A-38: it asks for ever, and never stands."""
    alone = Alone((2, 3))
    alone.wait(60_000)
    assert (alone.role, alone.epoch) == (Role.UNATTACHED, 0)
    alone.follow()
    alone.wait(60_000)
    assert alone.plays(Role.FOLLOWER)


def test_a_voter_without_a_fetch_stands() -> None:
    """replication A-24."""
    alone = Alone()
    alone.follow()
    alone.wait(1999)
    assert alone.plays(Role.FOLLOWER)
    alone.wait(1)
    assert alone.plays(Role.PROSPECTIVE)
    assert (alone.epoch, alone.leader_id) == (1, 2)


def test_two_leaders_of_one_epoch_are_fatal() -> None:
    """replication A-18."""
    alone = Alone()
    alone.follow(2, 1)
    with pytest.raises(QuorumFailure, match="replicas 2 and 3 both lead epoch 1"):
        alone.ask(begin(3, 1))


def test_a_lost_pre_vote_leads_back_to_the_leader() -> None:
    """Prospective: a majority rejects; the last leader is followed again."""
    alone = Alone()
    alone.follow(2, 1)
    for call in alone.stand():
        alone.answer(call, vote_response(1, granted=False, leader_id=2))
    assert (alone.role, alone.leader_id, alone.epoch) == (Role.FOLLOWER, 2, 1)


def test_a_prospective_replica_that_votes_stays_prospective() -> None:
    """replication A-46."""
    alone = Alone()
    alone.stand()
    assert alone.plays(Role.PROSPECTIVE)
    alone.ask(vote(2, 0, pre_vote=True))
    alone.wait(300)
    alone.replica.core.quorum.vote_for(ReplicaKey(2), alone.now_ms)
    assert alone.plays(Role.PROSPECTIVE)
    assert alone.stored() == QuorumState(0, -1, 0, 2, current_voters=(1, 2, 3))
    assert alone.replica.core.quorum.deadline_ms >= alone.now_ms + 1000
