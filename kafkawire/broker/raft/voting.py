"""Elections: requests and responses of Vote, and of pre-votes (KIP-595, KIP-996).

The checks come in Kafka's order (`KafkaRaftClient.handleVoteRequest`). If a peer is
too old for pre-votes, the replica becomes a candidate without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.raft import requests, responses
from kafkawire.broker.raft.core import Verdict
from kafkawire.broker.raft.responses import Endorsement
from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.voters import ReplicaKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.vote_response import VoteResponse

if TYPE_CHECKING:
    from kafkawire.broker.raft.core import Core
    from kafkawire.protocol.messages.vote_request import VoteRequest


# The side of the voter


def handle(core: Core, request: VoteRequest, version: int, now_ms: int) -> VoteResponse:
    """Answer a candidate. A vote is on disk before this returns."""
    if core.is_other_cluster(request.cluster_id):
        return VoteResponse(error_code=ErrorCode.INCONSISTENT_CLUSTER_ID)
    partition = requests.only_partition(request.topics)
    if partition is None:
        return VoteResponse(error_code=ErrorCode.INVALID_REQUEST)
    result = _decide(core, request.voter_id, partition, now_ms)
    return responses.vote(result, core.hint(), version)


def _decide(
    core: Core, voter_id: int, partition: VoteRequest.PartitionData, now_ms: int
) -> Endorsement:
    epoch, is_pre_vote = partition.replica_epoch, partition.pre_vote
    last_epoch, last_offset = partition.last_offset_epoch, partition.last_offset
    is_too_new = last_epoch > epoch if is_pre_vote else last_epoch >= epoch
    if last_offset < 0 or last_epoch < 0 or is_too_new:
        return Endorsement(ErrorCode.INVALID_REQUEST)
    error = core.voter_error(epoch, partition.replica_id)
    if error:
        return Endorsement(error)
    if epoch > core.quorum.epoch:
        core.see(epoch, -1, (), now_ms)
    if not core.is_meant(voter_id, partition.voter_directory_id):
        return Endorsement(ErrorCode.INVALID_VOTER_KEY)
    quorum = core.quorum
    candidate = ReplicaKey(partition.replica_id, partition.replica_directory_id)
    is_up_to_date = (last_epoch, last_offset) >= core.log_end
    is_granted = quorum.can_grant(candidate, is_up_to_date=is_up_to_date, is_pre_vote=is_pre_vote)
    if is_granted and not is_pre_vote and quorum.voted is None:
        quorum.vote_for(candidate, now_ms)
    return Endorsement(ErrorCode.NONE, is_granted)


# The side of the candidate


def advance(core: Core, now_ms: int) -> None:
    """Ask the voters that have not answered, or move to the role that the votes decide."""
    quorum = core.quorum
    ballot = quorum.ballot
    if ballot is None:
        return
    is_pre_vote = quorum.role is Role.PROSPECTIVE
    if ballot.is_won and is_pre_vote:
        quorum.become_candidate(now_ms)
        core.after_transition()
        advance(core, now_ms)
    elif ballot.is_won:
        core.lead(now_ms)
    elif is_pre_vote and (ballot.is_lost or quorum.deadline_ms <= now_ms):
        quorum.lose_pre_vote(now_ms)
        core.after_transition()
    elif not ballot.is_lost:
        _ask(core, ballot.unrecorded(), now_ms, is_pre_vote=is_pre_vote)


def _ask(core: Core, voter_ids: list[int], now_ms: int, *, is_pre_vote: bool) -> None:
    for voter_id in voter_ids:
        voter, destination = core.log.voters.latest.get(voter_id), core.destination(voter_id)
        if voter is None or destination is None or not core.outbox.is_ready(voter_id, now_ms):
            continue
        request = requests.vote(
            core.sender, voter.key, core.quorum.epoch, core.log_end, is_pre_vote=is_pre_vote
        )
        core.outbox.send(destination, request, now_ms)


def answered(
    core: Core, voter_id: int, request: VoteRequest, response: VoteResponse, now_ms: int
) -> bool:
    """Count a response; return False if the voter should not be asked again at once."""
    asked = request.topics[0].partitions[0]
    role = core.quorum.role
    if response.error_code == ErrorCode.UNSUPPORTED_VERSION and asked.pre_vote:
        if role is Role.PROSPECTIVE and core.is_active_voter():
            core.quorum.become_candidate(now_ms)
            core.after_transition()
        return True
    partition = requests.only_partition(response.topics)
    if response.error_code or partition is None:
        return False
    verdict = core.weigh(partition.error_code, responses.hint_of(response, partition), now_ms)
    if verdict is not Verdict.GO_ON or partition.error_code:
        return verdict is Verdict.STOP
    ballot = core.quorum.ballot
    is_current = asked.replica_epoch == core.quorum.epoch
    if ballot is not None and is_current and asked.pre_vote == (role is Role.PROSPECTIVE):
        ballot.record(voter_id, is_granted=partition.vote_granted)
    return True
