"""What a follower sends of itself."""

from __future__ import annotations

from kafkawire.broker.raft.settings import RaftSettings
from kafkawire.broker.raft.voters import Voter
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest
from kafkawire.protocol.messages.update_raft_voter_request import UpdateRaftVoterRequest
from kafkawire.protocol.messages.update_raft_voter_response import UpdateRaftVoterResponse
from tests.support.broker.raft_replicas import Alone, begin, fetched
from tests.support.broker.raft_world import endpoint, key

JOINS = RaftSettings(auto_join_enable=True)


def sent(alone: Alone, wait_ms: int, *, error: int = 0) -> list[Message]:
    """What is sent beside fetches, which the leader answers."""
    found = []
    for _ in range(wait_ms // 100):
        alone.wait(100)
        for call in alone.calls():
            if isinstance(call.request, FetchRequest):
                alone.answer(call, fetched(alone.epoch, alone.leader_id))
            else:
                found.append(call.request)
                alone.answer(call, UpdateRaftVoterResponse(error_code=error))
    return found


def test_a_fixed_voter_tells_each_leader_once() -> None:
    """replication A-63: a fetch timeout after it has found the leader."""
    alone = Alone()
    alone.follow(2, 1)
    assert sent(alone, 1900) == []
    (request,) = sent(alone, 10_000)
    assert isinstance(request, UpdateRaftVoterRequest)
    assert (request.voter_id, request.current_leader_epoch) == (1, 1)
    assert request.voter_directory_id == key(1).directory_id
    assert [each.port for each in request.listeners] == [9001]
    feature = request.kraft_version_feature
    assert (feature.min_supported_version, feature.max_supported_version) == (0, 1)
    alone.ask(begin(3, 2))
    assert len(sent(alone, 10_000)) == 1


def test_a_refusal_is_tried_again() -> None:
    """replication A-63."""
    alone = Alone()
    alone.follow(2, 1)
    assert len(sent(alone, 6500, error=7)) == 3


def test_a_voter_in_the_log_sends_what_differs() -> None:
    """replication A-63."""
    alone = Alone(level=1)
    alone.follow(2, 1)
    assert sent(alone, 10_000) == []
    voters = alone.replica.core.log.voters
    voters.add_voters(0, voters.latest.with_voter(Voter(key(1), (endpoint(8),))))
    assert isinstance(sent(alone, 3000)[0], UpdateRaftVoterRequest)


def test_an_observer_joins_if_it_may() -> None:
    """replication A-64: at kraft.version 1, without waiting for the commit."""
    alone = Alone((2, 3), level=1, settings=JOINS)
    alone.follow(2, 1)
    requests = sent(alone, 6500)
    assert len(requests) == 3
    request = requests[0]
    assert isinstance(request, AddRaftVoterRequest)
    assert (request.voter_id, request.ack_when_committed) == (1, False)
    assert request.voter_directory_id == key(1).directory_id
    assert [each.port for each in request.listeners] == [9001]


def test_an_observer_does_not_join_unasked() -> None:
    """replication A-64."""
    for alone in (Alone((2, 3), level=1), Alone((2, 3), settings=JOINS)):
        alone.follow(2, 1)
        assert sent(alone, 6500) == []


def test_an_old_directory_of_the_same_id_goes_first() -> None:
    """replication A-64."""
    alone = Alone((2, 3), level=1, settings=JOINS)
    voters = alone.replica.core.log.voters
    old = key(1)._replace(directory_id=b"x" * 16)
    voters.add_voters(0, voters.latest.with_voter(Voter(old, (endpoint(1),))))
    alone.follow(2, 1)
    (request,) = sent(alone, 2500)
    assert isinstance(request, RemoveRaftVoterRequest)
    assert (request.voter_id, request.voter_directory_id) == (1, b"x" * 16)
