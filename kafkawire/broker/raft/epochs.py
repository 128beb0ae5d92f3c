"""The begin and the end of a leader's epoch: BeginQuorumEpoch and EndQuorumEpoch (KIP-595, 853).

The leader announces itself to voters only; observers find it by fetching. A leader that resigns
names the voters with the longest logs first, so that one of them stands at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.raft import requests, responses
from kafkawire.broker.raft.core import Verdict
from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.voters import Endpoint, ReplicaKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.begin_quorum_epoch_response import BeginQuorumEpochResponse
from kafkawire.protocol.messages.end_quorum_epoch_response import EndQuorumEpochResponse

if TYPE_CHECKING:
    from kafkawire.broker.raft.core import Core
    from kafkawire.protocol.messages.begin_quorum_epoch_request import BeginQuorumEpochRequest
    from kafkawire.protocol.messages.end_quorum_epoch_request import EndQuorumEpochRequest


# The side of the voter


def handle_begin(
    core: Core, request: BeginQuorumEpochRequest, version: int, now_ms: int
) -> BeginQuorumEpochResponse:
    """Follow a new leader; it is adopted even if the request is meant for another voter."""
    if core.is_other_cluster(request.cluster_id):
        return BeginQuorumEpochResponse(error_code=ErrorCode.INCONSISTENT_CLUSTER_ID)
    partition = requests.only_partition(request.topics)
    if partition is None:
        return BeginQuorumEpochResponse(error_code=ErrorCode.INVALID_REQUEST)
    error = core.voter_error(partition.leader_epoch, partition.leader_id)
    if not error:
        endpoints = [Endpoint(each.name, each.host, each.port) for each in request.leader_endpoints]
        core.see(partition.leader_epoch, partition.leader_id, endpoints, now_ms)
        if not core.is_meant(request.voter_id, partition.voter_directory_id):
            error = ErrorCode.INVALID_VOTER_KEY
    return responses.begin_quorum_epoch(error, core.hint(), version)


def handle_end(
    core: Core, request: EndQuorumEpochRequest, version: int, now_ms: int
) -> EndQuorumEpochResponse:
    """Stand for election early, by the position among the preferred successors."""
    if core.is_other_cluster(request.cluster_id):
        return EndQuorumEpochResponse(error_code=ErrorCode.INCONSISTENT_CLUSTER_ID)
    partition = requests.only_partition(request.topics)
    if partition is None:
        return EndQuorumEpochResponse(error_code=ErrorCode.INVALID_REQUEST)
    error = core.voter_error(partition.leader_epoch, partition.leader_id)
    if not error:
        endpoints = [Endpoint(each.name, each.host, each.port) for each in request.leader_endpoints]
        core.see(partition.leader_epoch, partition.leader_id, endpoints, now_ms)
        quorum = core.quorum
        if quorum.role is Role.FOLLOWER and quorum.leader.id == partition.leader_id:
            successors = _successors(partition, version)
            wait_ms = backoff_ms(core.sender.key, successors, core.settings.election_backoff_max_ms)
            quorum.shorten_fetch_timer(wait_ms, now_ms)
    return responses.end_quorum_epoch(error, core.hint(), version)


def _successors(partition: EndQuorumEpochRequest.PartitionData, version: int) -> list[ReplicaKey]:
    if version == 0:
        return [ReplicaKey(each) for each in partition.preferred_successors]
    return [
        ReplicaKey(each.candidate_id, each.candidate_directory_id)
        for each in partition.preferred_candidates
    ]


def backoff_ms(me: ReplicaKey, successors: list[ReplicaKey], max_ms: int) -> int:
    """Return how long this voter waits before it stands: the first one not at all."""
    for position, each in enumerate(successors):
        if each.id == me.id and each.directory_id in (bytes(16), me.directory_id):
            if position == 0:
                return 0
            return min(max_ms, (max_ms >> (len(successors) - 1)) << (position - 1))
    return max_ms


# The side of the leader


def announce(core: Core, now_ms: int) -> None:
    """Send BeginQuorumEpoch to voters that have not fetched for a while."""
    leadership = core.leadership
    assert leadership is not None
    for voter_id in leadership.begin_due(now_ms):
        destination = core.destination(voter_id)
        if destination is None:
            leadership.begin_sent(voter_id, now_ms)
        elif core.outbox.is_ready(voter_id, now_ms):
            key = leadership.voters[voter_id].key
            request = requests.begin_quorum_epoch(core.sender, key, leadership.epoch)
            core.outbox.send(destination, request, now_ms)
            leadership.begin_sent(voter_id, now_ms)


class Resignation:
    """The voters that have not acknowledged the end of the epoch."""

    __slots__ = ("epoch", "unacknowledged")

    def __init__(self, core: Core) -> None:
        self.epoch = core.quorum.epoch
        self.unacknowledged = set(core.log.voters.latest.ids) - {core.sender.key.id}

    def advance(self, core: Core, now_ms: int) -> None:
        """Send EndQuorumEpoch to the voters that are left."""
        for voter_id in sorted(self.unacknowledged):
            endpoints = core.endpoints_of(voter_id)
            if endpoints and core.outbox.is_ready(voter_id, now_ms):
                request = requests.end_quorum_epoch(core.sender, self.epoch, core.preferred)
                destination = core.destination(voter_id)
                assert destination is not None
                core.outbox.send(destination, request, now_ms)


def begin_answered(core: Core, response: BeginQuorumEpochResponse, now_ms: int) -> bool:
    """Take a response to BeginQuorumEpoch; return False after a failure."""
    partition = requests.only_partition(response.topics)
    if response.error_code or partition is None:
        return False
    hint = responses.hint_of(response, partition)
    verdict = core.weigh(partition.error_code, hint, now_ms)
    return verdict is Verdict.STOP or (verdict is Verdict.GO_ON and not partition.error_code)


def end_answered(
    core: Core,
    resignation: Resignation,
    voter_id: int,
    response: EndQuorumEpochResponse,
    now_ms: int,
) -> bool:
    """Take a response to EndQuorumEpoch; return False after a failure."""
    partition = requests.only_partition(response.topics)
    if response.error_code or partition is None:
        return False
    hint = responses.hint_of(response, partition)
    verdict = core.weigh(partition.error_code, hint, now_ms)
    if verdict is Verdict.GO_ON and not partition.error_code:
        resignation.unacknowledged.discard(voter_id)
        return True
    return verdict is Verdict.STOP
