"""Changes of the voter set."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.core import Deferred
from kafkawire.broker.raft.outbox import Call
from kafkawire.broker.raft.roles import Role
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
from kafkawire.protocol.messages.add_raft_voter_response import AddRaftVoterResponse
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest
from kafkawire.protocol.messages.remove_raft_voter_response import RemoveRaftVoterResponse
from kafkawire.protocol.messages.update_raft_voter_request import UpdateRaftVoterRequest
from kafkawire.protocol.messages.update_raft_voter_response import UpdateRaftVoterResponse
from tests.support.broker.raft_replicas import Alone, vote
from tests.support.broker.raft_world import CLUSTER_ID, endpoint, key

Listener = AddRaftVoterRequest.Listener


def add(node_id: int = 4, **changes: object) -> AddRaftVoterRequest:
    name, host, port = endpoint(node_id)
    request = AddRaftVoterRequest(
        cluster_id=CLUSTER_ID,
        timeout_ms=5000,
        voter_id=node_id,
        voter_directory_id=key(max(node_id, 0)).directory_id,
        listeners=[Listener(name=name, host=host, port=max(port, 0))],
    )
    for field, value in changes.items():
        setattr(request, field, value)
    return request


def remove(node_id: int, directory_id: bytes | None = None) -> RemoveRaftVoterRequest:
    directory_id = key(node_id).directory_id if directory_id is None else directory_id
    return RemoveRaftVoterRequest(
        cluster_id=CLUSTER_ID, voter_id=node_id, voter_directory_id=directory_id
    )


def update(node_id: int, epoch: int = 1, port: int = 9999, most: int = 1) -> UpdateRaftVoterRequest:
    return UpdateRaftVoterRequest(
        cluster_id=CLUSTER_ID,
        current_leader_epoch=epoch,
        voter_id=node_id,
        voter_directory_id=key(node_id).directory_id,
        listeners=[UpdateRaftVoterRequest.Listener(name="CONTROLLER", host="new", port=port)],
        kraft_version_feature=UpdateRaftVoterRequest.KRaftVersionFeature(
            min_supported_version=0, max_supported_version=most
        ),
    )


def error(response: Message | Deferred) -> int:
    assert isinstance(
        response, AddRaftVoterResponse | RemoveRaftVoterResponse | UpdateRaftVoterResponse
    )
    return response.error_code


def versions(low: int = 0, high: int = 1) -> ApiVersionsResponse:
    feature = ApiVersionsResponse.SupportedFeatureKey(
        name="kraft.version", min_version=low, max_version=high
    )
    return ApiVersionsResponse(supported_features=[feature])


def leader(level: int = 1, voters: tuple[int, ...] = (1, 2, 3)) -> Alone:
    """A leader whose epoch is committed, and an observer 4 that has caught up."""
    alone = Alone(voters, level=level)
    alone.lead()
    for node_id in (*voters[1:], 4):
        alone.fetched_by(node_id, alone.end_offset, 1)
    assert alone.replica.high_watermark == alone.end_offset
    alone.calls()
    return alone


def voters_of(alone: Alone) -> list[int]:
    return alone.replica.core.log.voters.latest.ids


def asked(alone: Alone) -> tuple[Deferred, Call]:
    """Begin to add voter 4; return the deferred response and the call to the new voter."""
    deferred = alone.ask(add())
    assert isinstance(deferred, Deferred)
    (call,) = [each for each in alone.calls() if isinstance(each.request, ApiVersionsRequest)]
    assert call.destination == (4, "host", 9004)
    return deferred, call


def test_the_checks_of_an_addition() -> None:
    """replication A-61: in this order."""
    follower = Alone(level=1)
    follower.follow()
    assert error(follower.ask(add(cluster_id="other"))) == 104
    refused = follower.ask(add(-1))
    assert isinstance(refused, AddRaftVoterResponse)
    assert (refused.error_code, refused.error_message) == (6, "")
    alone = leader()
    assert error(alone.ask(add(-1))) == 42
    assert error(alone.ask(add(voter_directory_id=bytes(16)))) == 42
    assert error(alone.ask(add(listeners=[]))) == 42
    assert error(alone.ask(add(listeners=[Listener(name="OTHER", host="h", port=1)]))) == 42
    assert error(alone.ask(add(2, voter_directory_id=b"x" * 16))) == 126
    fresh = Alone(level=1)
    fresh.lead()
    assert error(fresh.ask(add())) == 7


def test_fixed_voters_do_not_change() -> None:
    """replication A-61, A-62, A-59."""
    alone = leader(level=0)
    for request in (add(), remove(2)):
        response = alone.ask(request)
        assert isinstance(response, AddRaftVoterResponse | RemoveRaftVoterResponse)
        assert response.error_code == 35
        assert response.error_message == (
            "Cluster doesn't support adding voter because the kraft.version feature is 0"
        )


def test_an_observer_becomes_a_voter() -> None:
    """replication A-61, A-59: effective at once, answered when committed by the new majority."""
    alone = leader()
    deferred, call = asked(alone)
    alone.answer(call, versions())
    assert voters_of(alone) == [1, 2, 3, 4]
    end = alone.end_offset
    alone.fetched_by(2, end, 1)
    assert deferred.response is None, "two of four are no majority"
    alone.fetched_by(4, end, 1)
    assert deferred.response == AddRaftVoterResponse(error_message=None)


def test_an_addition_may_be_answered_when_it_is_appended() -> None:
    """replication A-61: version 1."""
    alone = leader()
    deferred = alone.ask(add(ack_when_committed=False))
    assert isinstance(deferred, Deferred)
    (call,) = [each for each in alone.calls() if isinstance(each.request, ApiVersionsRequest)]
    alone.answer(call, versions())
    assert deferred.response == AddRaftVoterResponse(error_message=None)
    assert error(alone.ask(remove(2))) == 7


def test_a_new_voter_that_does_not_answer() -> None:
    """replication A-61: refused at once."""
    alone = leader()
    deferred, call = asked(alone)
    alone.answer(call, None)
    assert deferred.response is not None
    assert error(deferred.response) == 7
    assert voters_of(alone) == [1, 2, 3]
    alone.wait(20)
    deferred, _ = asked(alone)
    alone.wait(2000)
    assert deferred.response is not None
    assert error(deferred.response) == 7


def test_a_new_voter_needs_the_level_and_the_log() -> None:
    """replication A-61."""
    alone = leader()
    deferred, call = asked(alone)
    alone.answer(call, versions(0, 0))
    assert deferred.response is not None
    assert error(deferred.response) == 42
    alone.wait(20)
    alone.replica.append([b"x"], alone.now_ms)
    unknown = alone.ask(add(5))
    assert isinstance(unknown, Deferred)
    (call,) = [each for each in alone.calls() if isinstance(each.request, ApiVersionsRequest)]
    alone.answer(call, versions())
    assert unknown.response is not None
    assert error(unknown.response) == 7
    assert voters_of(alone) == [1, 2, 3]


def test_one_change_at_a_time() -> None:
    """replication A-66, A-61, A-62."""
    alone = leader()
    asked(alone)
    assert error(alone.ask(add(5))) == 7
    assert error(alone.ask(remove(2))) == 7
    assert error(alone.ask(update(2))) == 7


def test_a_voter_is_removed() -> None:
    """replication A-62: id and directory match; it goes on as an observer."""
    alone = leader()
    assert error(alone.ask(remove(2, b"x" * 16))) == 127
    assert error(alone.ask(remove(7))) == 127
    assert error(alone.ask(remove(2, bytes(16)))) == 42
    deferred = alone.ask(remove(2))
    assert isinstance(deferred, Deferred)
    assert voters_of(alone) == [1, 3]
    alone.fetched_by(2, alone.end_offset, 1)
    assert deferred.response is None
    alone.fetched_by(3, alone.end_offset, 1)
    assert deferred.response == RemoveRaftVoterResponse(error_message=None)
    leadership = alone.replica.core.leadership
    assert leadership is not None
    assert 2 in {each.id for each in leadership.observers}


def test_a_leader_that_is_removed_resigns_when_that_is_committed() -> None:
    """replication A-62: until then it leads, and does not count."""
    alone = leader()
    deferred = alone.ask(remove(1))
    assert isinstance(deferred, Deferred)
    alone.fetched_by(2, alone.end_offset, 1)
    assert (alone.role, deferred.response) == (Role.LEADER, None)
    alone.fetched_by(3, alone.end_offset, 1)
    assert deferred.response == RemoveRaftVoterResponse(error_message=None)
    assert alone.plays(Role.RESIGNED)
    alone.wait(60_000)
    assert (alone.role, alone.epoch) == (Role.UNATTACHED, 2)


def test_a_change_that_is_not_committed_in_time() -> None:
    """replication A-61: after the timeout of requests between replicas; the record stays."""
    alone = leader()
    deferred = alone.ask(add(timeout_ms=10))
    assert isinstance(deferred, Deferred)
    (call,) = [each for each in alone.calls() if isinstance(each.request, ApiVersionsRequest)]
    alone.answer(call, versions())
    alone.wait(1999)
    early = deferred.response
    alone.wait(1)
    assert deferred.response is not None
    assert (early, error(deferred.response)) == (None, 7)
    assert voters_of(alone) == [1, 2, 3, 4]


def test_a_deposed_leader_answers_the_change() -> None:
    alone = leader()
    deferred, _ = asked(alone)
    alone.ask(vote(3, 9, (1, 99)))
    assert deferred.response is not None
    assert error(deferred.response) == 6


def test_fixed_voters_tell_their_addresses_without_a_record() -> None:
    """replication A-63."""
    alone = leader(level=0)
    end = alone.end_offset
    response = alone.ask(update(2))
    assert isinstance(response, UpdateRaftVoterResponse)
    assert (response.error_code, alone.end_offset) == (0, end)
    hint = response.current_leader
    assert (hint.leader_id, hint.leader_epoch, hint.host, hint.port) == (1, 1, "host", 9001)
    assert error(alone.ask(update(9))) == 127
    assert error(alone.ask(update(2, epoch=0))) == 74
    wrong = update(2)
    wrong.cluster_id = "other"
    assert error(alone.ask(wrong)) == 104


def test_voters_in_the_log_are_updated_by_a_record() -> None:
    """replication A-63: only if something differs."""
    alone = leader()
    end = alone.end_offset
    assert error(alone.ask(update(2, most=0))) == 42
    deferred = alone.ask(update(2))
    assert isinstance(deferred, Deferred)
    found = alone.replica.core.log.voters.latest.get(2)
    assert found is not None
    assert found.endpoints[0].port == 9999
    alone.fetched_by(3, alone.end_offset, 1)
    assert deferred.response is not None
    assert error(deferred.response) == 0
    assert alone.end_offset == end + 1
    assert error(alone.ask(update(2))) == 0
    assert alone.end_offset == end + 1


def test_the_level_rises_when_every_voter_is_known() -> None:
    """replication A-65: two control records in one batch."""
    alone = leader(level=0)
    with pytest.raises(ApiError, match="INVALID_UPDATE_VERSION"):
        alone.replica.upgrade_voters(alone.now_ms)
    alone.ask(update(2))
    alone.ask(update(3, most=0))
    with pytest.raises(ApiError, match="INVALID_UPDATE_VERSION"):
        alone.replica.upgrade_voters(alone.now_ms)
    alone.ask(update(3))
    end = alone.end_offset
    assert alone.replica.upgrade_voters(alone.now_ms) == end + 1
    voters = alone.replica.core.log.voters
    assert (voters.kraft_version, voters.latest.ids) == (1, [1, 2, 3])
    assert voters.latest.has(key(2))
    assert not voters.latest.has(key(2)._replace(directory_id=b"x" * 16))
    with pytest.raises(ApiError, match="INVALID_UPDATE_VERSION"):
        alone.replica.upgrade_voters(alone.now_ms)
