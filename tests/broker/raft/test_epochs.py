"""BeginQuorumEpoch and EndQuorumEpoch."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.epochs import backoff_ms
from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.voters import ReplicaKey
from kafkawire.log.formats.quorum_state import QuorumState
from kafkawire.protocol.messages.begin_quorum_epoch_request import BeginQuorumEpochRequest
from kafkawire.protocol.messages.begin_quorum_epoch_response import BeginQuorumEpochResponse
from kafkawire.protocol.messages.end_quorum_epoch_request import EndQuorumEpochRequest
from kafkawire.protocol.messages.end_quorum_epoch_response import EndQuorumEpochResponse
from tests.support.broker.raft_replicas import TOPIC, Alone, begin, vote
from tests.support.broker.raft_world import CLUSTER_ID, key


def begun(alone: Alone, request: BeginQuorumEpochRequest, version: int = 1) -> tuple[int, int]:
    """The error of the whole request, and that of the partition or -9."""
    response = alone.ask(request, version)
    assert isinstance(response, BeginQuorumEpochResponse)
    errors = [each.error_code for topic in response.topics for each in topic.partitions]
    return response.error_code, errors[0] if errors else -9


def end(leader_id: int, epoch: int, *candidates: int) -> EndQuorumEpochRequest:
    partition = EndQuorumEpochRequest.PartitionData(
        leader_id=leader_id,
        leader_epoch=epoch,
        preferred_candidates=[
            EndQuorumEpochRequest.ReplicaInfo(
                candidate_id=each, candidate_directory_id=key(each).directory_id
            )
            for each in candidates
        ],
    )
    topic = EndQuorumEpochRequest.TopicData(topic_name=TOPIC, partitions=[partition])
    return EndQuorumEpochRequest(cluster_id=CLUSTER_ID, topics=[topic])


def ended(response: object) -> int:
    assert isinstance(response, EndQuorumEpochResponse)
    return response.error_code or response.topics[0].partitions[0].error_code


def acknowledge(epoch: int) -> EndQuorumEpochResponse:
    partition = EndQuorumEpochResponse.PartitionData(leader_id=1, leader_epoch=epoch)
    topic = EndQuorumEpochResponse.TopicData(topic_name=TOPIC, partitions=[partition])
    return EndQuorumEpochResponse(topics=[topic])


def test_a_new_leader_announces_itself_to_the_other_voters() -> None:
    """replication A-49: with all its addresses, and again if a voter does not fetch."""
    alone = Alone(level=1)
    alone.lead()
    calls = alone.calls()
    assert [each.destination.id for each in calls] == [2, 3]
    request = calls[0].request
    assert isinstance(request, BeginQuorumEpochRequest)
    assert (request.cluster_id, request.voter_id) == (CLUSTER_ID, 2)
    asked = request.topics[0].partitions[0]
    assert (asked.leader_id, asked.leader_epoch) == (1, 1)
    assert asked.voter_directory_id == key(2).directory_id
    assert [(e.name, e.host, e.port) for e in request.leader_endpoints] == [
        ("CONTROLLER", "host", 9001)
    ]
    alone.answer(calls[0], None)
    alone.answer(calls[1], None)
    alone.wait(500)
    alone.fetched_by(2, 0, 0)
    alone.wait(499)
    assert alone.calls() == []
    alone.wait(1)
    assert [each.destination.id for each in alone.calls()] == [3]
    alone.wait(500)
    assert [each.destination.id for each in alone.calls()] == [2]


def test_the_checks_of_an_announcement() -> None:
    """replication A-50: the leader is adopted before the voter's key is checked."""
    alone = Alone(state=QuorumState(0, -1, 3))
    assert begun(alone, begin(2, 4, cluster_id="other")) == (104, -9)
    wrong = begin(2, 4)
    wrong.topics[0].topic_name = "t"
    assert begun(alone, wrong) == (42, -9)
    assert begun(alone, begin(2, 2)) == (0, 74)
    wrong = begin(2, 4)
    wrong.topics[0].partitions[0].leader_id = -1
    assert begun(alone, wrong) == (0, 42)
    assert alone.epoch == 3
    assert begun(alone, begin(2, 4, voter_id=9)) == (0, 125)
    assert (alone.role, alone.leader_id, alone.epoch) == (Role.FOLLOWER, 2, 4)
    assert begun(alone, begin(2, 4)) == (0, 0)


def test_addresses_come_from_the_voter_set_if_the_request_has_none() -> None:
    """replication A-50, A-19: version 0 has none."""
    alone = Alone()
    request = begin(3, 1)
    request.leader_endpoints = []
    assert begun(alone, request, 0) == (0, 0)
    assert (alone.role, alone.fetch_call().destination.port) == (Role.FOLLOWER, 9003)
    stranger = begin(9, 2)
    stranger.leader_endpoints = []
    alone.ask(stranger)
    assert (alone.role, alone.leader_id) == (Role.UNATTACHED, 9)


@pytest.mark.parametrize(
    ("position", "count", "expected"),
    [(0, 2, 0), (1, 2, 500), (1, 4, 125), (2, 4, 250), (3, 4, 500), (None, 4, 1000)],
)
def test_successors_wait_by_their_position(position: int | None, count: int, expected: int) -> None:
    """replication A-51."""
    successors = [ReplicaKey(10 + each) for each in range(count)]
    me = key(1)
    if position is not None:
        successors[position] = me
    assert backoff_ms(me, successors, 1000) == expected


def test_the_first_successor_stands_at_once() -> None:
    """replication A-51."""
    alone = Alone()
    alone.follow(2, 1)
    assert ended(alone.ask(end(2, 1, 1, 3))) == 0
    assert alone.plays(Role.PROSPECTIVE)


def test_the_second_successor_waits() -> None:
    """replication A-51."""
    alone = Alone()
    alone.follow(2, 1)
    alone.ask(end(2, 1, 3, 1))
    alone.wait(499)
    assert alone.plays(Role.FOLLOWER)
    alone.wait(1)
    assert alone.plays(Role.PROSPECTIVE)


def test_version_0_names_ids_only() -> None:
    """replication A-51."""
    alone = Alone()
    alone.follow(2, 1)
    request = end(2, 1)
    request.topics[0].partitions[0].preferred_successors = [1]
    assert ended(alone.ask(request, 0)) == 0
    assert alone.plays(Role.PROSPECTIVE)


def test_the_end_of_an_older_epoch_is_refused() -> None:
    """replication A-51."""
    alone = Alone()
    alone.follow(3, 4)
    assert ended(alone.ask(end(2, 3, 1))) == 74
    wrong = end(2, 4)
    wrong.cluster_id = "other"
    assert ended(alone.ask(wrong)) == 104
    assert alone.plays(Role.FOLLOWER)


def test_a_leader_that_stops_proposes_those_with_long_logs() -> None:
    """replication A-51: until each voter has acknowledged."""
    alone = Alone(epochs=[0, 0, 0])
    alone.lead()
    alone.fetched_by(2, 1, 0)
    alone.fetched_by(3, 3, 0)
    alone.calls()
    alone.replica.shut_down(alone.now_ms)
    assert alone.plays(Role.RESIGNED)
    (first, second) = alone.calls()
    assert isinstance(first.request, EndQuorumEpochRequest)
    asked = first.request.topics[0].partitions[0]
    assert (asked.leader_id, asked.leader_epoch) == (1, 1)
    assert [each.candidate_id for each in asked.preferred_candidates] == [3, 2]
    alone.answer(first, acknowledge(1))
    alone.answer(second, None)
    alone.wait(20)
    (again,) = alone.calls()
    assert again.destination == second.destination
    alone.answer(again, acknowledge(1))
    alone.wait(5000)
    assert alone.calls() == []
    assert alone.plays(Role.RESIGNED), "a node that stops begins no epoch"


def test_a_resigned_leader_votes_for_another() -> None:
    """replication A-52."""
    alone = Alone()
    alone.lead()
    alone.replica.resign(1, alone.now_ms)
    alone.ask(vote(2, 2, (1, 1)))
    assert alone.stored() == QuorumState(0, -1, 2, 2, current_voters=(1, 2, 3))


def test_after_its_timer_a_resigned_leader_goes_to_the_next_epoch() -> None:
    """A resigned leader is unattached in the next epoch when its timer runs out."""
    alone = Alone(state=QuorumState(0, 1, 3))
    (first, _) = alone.calls()
    assert isinstance(first.request, EndQuorumEpochRequest)
    assert first.request.topics[0].partitions[0].preferred_candidates == []
    deadline_ms = alone.replica.core.quorum.deadline_ms
    alone.wait(deadline_ms - alone.now_ms)
    assert (alone.role, alone.epoch) == (Role.UNATTACHED, 4)
