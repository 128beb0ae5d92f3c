"""What all requests of a replica share: the start of an epoch, hints, deferred responses."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.core import Deferred
from kafkawire.protocol.messages.leader_change_message import LeaderChangeMessage
from kafkawire.protocol.messages.vote_response import VoteResponse
from kafkawire.protocol.messages.voters_record import VotersRecord
from kafkawire.records.control import decode_control_key
from kafkawire.records.record import decode_records
from tests.support.broker.raft_replicas import Alone


def batches(alone: Alone) -> list[list[tuple[int, bytes]]]:
    """Type and value of the records of each control batch."""
    return [
        [(decode_control_key(each.key), each.value or b"") for each in decode_records(data)]
        for header, data in alone.disk.log.iter_batches()
        if header.is_control
    ]


def test_an_epoch_begins_with_its_leader() -> None:
    """replication A-53: alone in its batch, and without directory ids."""
    alone = Alone()
    alone.lead()
    ((change,),) = batches(alone)
    assert change[0] == 2
    assert LeaderChangeMessage.decode(change[1], 0) == LeaderChangeMessage(
        leader_id=1,
        voters=[LeaderChangeMessage.Voter(voter_id=each) for each in (1, 2, 3)],
        granting_voters=[LeaderChangeMessage.Voter(voter_id=each) for each in (1, 2)],
    )


def test_the_bytes_are_those_of_a_running_kafka() -> None:
    """replication A-53: leader 3, voters 1 2 3, granting 1 and 3."""
    alone = Alone((1, 2, 3), node_id=3)
    alone.lead()
    ((change,),) = batches(alone)
    assert change[1].hex() == (
        "00000000000304000000010000000002000000000300030000000100000000030000"
    )


def test_the_first_epoch_writes_the_voters_of_formatting() -> None:
    """replication A-53, A-59: in the same batch; later epochs do not."""
    alone = Alone((1,), level=1)
    (found,) = batches(alone)
    assert [kind for kind, _ in found] == [2, 5, 6]
    assert found[1][1] == b"\0\0\0\1\0"
    (voter,) = VotersRecord.decode(found[2][1], 0).voters
    assert (voter.voter_id, voter.endpoints[0].port) == (1, 9001)
    again = Alone((1,), level=1, disk=alone.disk)
    assert [[kind for kind, _ in each] for each in batches(again)] == [[2, 5, 6], [2]]


def test_a_response_is_given_once() -> None:
    deferred = Deferred()
    given: list[object] = []
    deferred.deliver = given.append
    deferred.answer(VoteResponse())
    assert given == [VoteResponse()]
    with pytest.raises(AssertionError):
        deferred.answer(VoteResponse())
