"""Vote: the checks and decisions of a voter, the course of an election."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.roles import Role
from kafkawire.log.formats.quorum_state import QuorumState
from kafkawire.protocol.messages.vote_request import VoteRequest
from kafkawire.protocol.messages.vote_response import VoteResponse
from tests.support.broker.raft_replicas import (
    TOPIC,
    Alone,
    begin,
    fetched,
    vote,
    vote_response,
)
from tests.support.broker.raft_world import CLUSTER_ID, key


def answer(alone: Alone, request: VoteRequest, version: int = 2) -> VoteResponse:
    response = alone.ask(request, version)
    assert isinstance(response, VoteResponse)
    return response


def result(alone: Alone, request: VoteRequest) -> tuple[int, bool]:
    """Error and vote of the partition."""
    partition = answer(alone, request).topics[0].partitions[0]
    return partition.error_code, partition.vote_granted


def test_what_a_candidate_sends() -> None:
    """replication A-42: a pre-vote has the epoch as it is, and the voter's directory if known."""
    alone = Alone(epochs=[1, 1, 4], level=1)
    (first, second) = alone.stand()
    assert (first.destination.id, first.destination.port, second.destination.id) == (2, 9002, 3)
    assert isinstance(first.request, VoteRequest)
    assert (first.request.cluster_id, first.request.voter_id) == (CLUSTER_ID, 2)
    assert first.request.topics[0].topic_name == TOPIC
    asked = first.request.topics[0].partitions[0]
    assert (asked.replica_epoch, asked.replica_id, asked.pre_vote) == (4, 1, True)
    assert (asked.last_offset_epoch, asked.last_offset) == (4, 3)
    assert asked.replica_directory_id == key(1).directory_id
    assert asked.voter_directory_id == key(2).directory_id
    alone.vote(first)
    (call, _) = alone.stand()
    assert isinstance(call.request, VoteRequest)
    asked = call.request.topics[0].partitions[0]
    assert (asked.replica_epoch, asked.pre_vote) == (5, False)


def test_directories_are_unknown_in_a_fixed_quorum() -> None:
    """replication A-42."""
    (first, _) = Alone().stand()
    assert isinstance(first.request, VoteRequest)
    assert first.request.topics[0].partitions[0].voter_directory_id == bytes(16)


def test_the_checks_come_in_order() -> None:
    """replication A-43: each row has all later errors, too."""
    alone = Alone(epochs=[3], state=QuorumState(0, -1, 3))
    wrong = vote(-1, 2, (2, -1), voter_id=9, cluster_id="other")
    wrong.topics[0].topic_name = "t"
    assert answer(alone, wrong).error_code == 104
    wrong.cluster_id = None
    assert answer(alone, wrong).error_code == 42
    wrong.topics[0].topic_name = TOPIC
    assert result(alone, wrong) == (42, False)
    asked = wrong.topics[0].partitions[0]
    asked.last_offset = 5
    assert result(alone, wrong) == (42, False)
    asked.last_offset_epoch = 1
    assert result(alone, wrong) == (74, False)
    asked.replica_epoch = 4
    assert result(alone, wrong) == (42, False)
    assert alone.epoch == 3
    asked.replica_id = 2
    assert result(alone, wrong) == (125, False)
    assert alone.epoch == 4, "the epoch is adopted before the key is checked"
    wrong.voter_id = 1
    asked.voter_directory_id = b"x" * 16
    assert result(alone, wrong) == (125, False)
    asked.voter_directory_id = key(1).directory_id
    assert result(alone, wrong) == (0, False)
    asked.last_offset_epoch, asked.last_offset = 3, 1
    assert result(alone, wrong) == (0, True)


def test_a_pre_vote_may_end_in_its_own_epoch() -> None:
    """replication A-43."""
    alone = Alone()
    assert result(alone, vote(2, 3, (3, 9), pre_vote=True)) == (0, True)
    assert result(alone, vote(2, 3, (4, 9), pre_vote=True)) == (42, False)
    assert result(alone, vote(2, 3, (3, 9))) == (42, False)


def test_responses_name_leader_and_epoch() -> None:
    """replication A-43: with its address from version 1 on."""
    alone = Alone()
    alone.follow(2, 5)
    response = answer(alone, vote(3, 1))
    partition = response.topics[0].partitions[0]
    assert (partition.error_code, partition.leader_id, partition.leader_epoch) == (74, 2, 5)
    (endpoint,) = response.node_endpoints
    assert (endpoint.node_id, endpoint.host, endpoint.port) == (2, "host", 9002)
    assert not answer(alone, vote(3, 1), version=0).node_endpoints


def test_a_stranger_may_be_granted_a_vote() -> None:
    """replication A-43: voters need not know the candidate."""
    assert result(Alone(), vote(9, 1)) == (0, True)


@pytest.mark.parametrize(
    ("end", "granted"),
    [((2, 3), True), ((2, 4), True), ((3, 1), True), ((2, 2), False), ((1, 9), False)],
)
def test_logs_are_compared_by_epoch_then_by_offset(end: tuple[int, int], granted: bool) -> None:
    """replication A-44."""
    assert result(Alone(epochs=[1, 2, 2]), vote(2, 4, end)) == (0, granted)


def test_one_vote_in_an_epoch() -> None:
    """replication A-45."""
    alone = Alone()
    assert result(alone, vote(2, 1)) == (0, True)
    assert result(alone, vote(3, 1)) == (0, False)
    assert result(alone, vote(2, 1)) == (0, True)
    assert result(alone, vote(3, 2)) == (0, True)


def test_the_directory_belongs_to_the_vote() -> None:
    """replication A-45: if it was recorded."""
    other = vote(2, 1)
    other.topics[0].partitions[0].replica_directory_id = b"x" * 16
    alone = Alone(level=1)
    assert result(alone, vote(2, 1)) == (0, True)
    assert result(alone, other) == (0, False)
    restarted = Alone(disk=Alone(state=QuorumState(0, -1, 1, 2)).disk)
    assert result(restarted, other) == (0, True)


def test_no_vote_in_an_epoch_that_has_a_leader() -> None:
    """replication A-45: also if the leader cannot be followed."""
    alone = Alone((1, 3), state=QuorumState(0, 2, 4))
    assert (alone.role, alone.leader_id) == (Role.UNATTACHED, 2)
    assert result(alone, vote(3, 4)) == (0, False)
    assert result(alone, vote(3, 4, pre_vote=True)) == (0, True)


def test_a_follower_of_a_live_leader_refuses_pre_votes() -> None:
    """replication A-45: a majority that reaches its leader holds no elections."""
    alone = Alone()
    alone.follow()
    assert result(alone, vote(3, 1, pre_vote=True)) == (0, True)
    assert result(alone, vote(3, 1)) == (0, False)
    alone.answer(alone.fetch_call(), fetched(1, 2))
    assert result(alone, vote(3, 1, pre_vote=True)) == (0, False)
    assert alone.plays(Role.FOLLOWER)


def test_a_leader_refuses_and_others_grant_pre_votes() -> None:
    """replication A-45: a pre-vote of the same epoch changes nothing."""
    alone = Alone()
    alone.stand()
    assert result(alone, vote(2, 0, pre_vote=True)) == (0, True)
    assert alone.plays(Role.PROSPECTIVE)
    alone.wait(5000)
    alone = Alone()
    alone.lead()
    assert result(alone, vote(2, 1, (1, 99), pre_vote=True)) == (0, False)
    assert result(alone, vote(2, 1, (0, 99))) == (0, False)
    assert alone.plays(Role.LEADER)


def test_a_candidate_and_a_resigned_leader() -> None:
    """replication A-45, A-52: pre-votes yes, votes of the same epoch no, of the next yes."""
    candidate = Alone(state=QuorumState(0, -1, 3, 1))
    resigned = Alone(state=QuorumState(0, 1, 3, 1))
    for alone in (candidate, resigned):
        assert result(alone, vote(2, 3, (1, 1), pre_vote=True)) == (0, True)
        assert result(alone, vote(2, 3, (1, 1))) == (0, False)
        assert result(alone, vote(2, 4, (1, 1))) == (0, True)


def test_a_higher_epoch_of_a_pre_vote_is_adopted() -> None:
    """replication A-39."""
    alone = Alone()
    alone.lead()
    assert result(alone, vote(2, 7, (1, 99), pre_vote=True)) == (0, True)
    assert (alone.role, alone.epoch) == (Role.UNATTACHED, 7)


def test_a_single_voter_leads_without_a_request() -> None:
    """replication A-40."""
    alone = Alone((1,))
    assert (alone.role, alone.epoch) == (Role.LEADER, 1)
    assert alone.calls() == []
    assert alone.events == [("committed", 1), ("elected", 1), ("leader", 1, 1)]


def test_requests_are_repeated_to_those_that_have_not_answered() -> None:
    """replication A-41: connection trouble counts as nothing."""
    alone = Alone((1, 2, 3, 4, 5))
    calls = alone.stand()
    assert [each.destination.id for each in calls] == [2, 3, 4, 5]
    alone.vote(calls[0])
    alone.answer(calls[1], None)
    alone.vote(calls[2], granted=False)
    assert alone.plays(Role.PROSPECTIVE)
    assert alone.calls() == []
    alone.wait(20)
    (again,) = alone.calls()
    assert again.destination.id == 3
    alone.vote(again)
    assert alone.plays(Role.CANDIDATE)


def test_an_older_peer_makes_a_candidate_at_once() -> None:
    """replication A-47."""
    alone = Alone()
    alone.answer(alone.stand()[0], VoteResponse(error_code=35))
    assert (alone.role, alone.epoch) == (Role.CANDIDATE, 1)


def test_a_split_vote_ends_with_the_first_timer() -> None:
    """replication A-48: prospective again in the same epoch, then a candidate of the next."""
    alone = Alone()
    alone.vote(alone.stand()[0])
    (first, second) = alone.stand()
    alone.vote(first, granted=False)
    alone.answer(second, None)
    assert (alone.role, alone.epoch) == (Role.CANDIDATE, 1)
    calls = alone.stand()
    assert (alone.role, alone.epoch) == (Role.CANDIDATE, 1)
    for call in calls:
        alone.vote(call, granted=False)
    assert alone.plays(Role.CANDIDATE), "it waits for its timer"
    calls = alone.stand()
    assert (alone.role, alone.epoch) == (Role.PROSPECTIVE, 1)
    alone.vote(calls[0])
    assert (alone.role, alone.epoch) == (Role.CANDIDATE, 2)


def test_votes_of_another_epoch_or_kind_do_not_count() -> None:
    alone = Alone()
    calls = alone.stand()
    alone.vote(calls[0])
    alone.vote(calls[1], epoch=0)
    assert alone.plays(Role.CANDIDATE)
    (call, _) = alone.stand()
    alone.answer(call, vote_response(3, granted=False))
    assert (alone.role, alone.epoch) == (Role.UNATTACHED, 3)


def test_a_vote_response_names_a_leader() -> None:
    """replication A-17."""
    alone = Alone()
    alone.answer(alone.stand()[0], vote_response(0, granted=False, leader_id=3))
    assert (alone.role, alone.leader_id) == (Role.FOLLOWER, 3)


def test_a_partitioned_voter_does_not_disturb() -> None:
    """replication A-45: its pre-votes fail, so the epoch stays."""
    leader = Alone()
    leader.lead()
    leader.ask(begin(2, 0))
    assert result(leader, vote(3, 1, pre_vote=True)) == (0, False)
    assert leader.epoch == 1
