"""Changes of the voter set at the leader: AddRaftVoter, RemoveRaftVoter, UpdateRaftVoter (KIP-853).

One change at a time, of one voter: so the majorities before and after it overlap. A change is a
VotersRecord, which counts as soon as it is appended. A new voter is asked for the levels of
kraft.version that it supports, and must have caught up as an observer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.raft.core import Deferred
from kafkawire.broker.raft.outbox import NEVER, Call, Destination
from kafkawire.broker.raft.voters import (
    NO_DIRECTORY_ID,
    VOTERS_IN_LOG,
    Endpoint,
    ReplicaKey,
    Voter,
    VoterSet,
)
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.add_raft_voter_response import AddRaftVoterResponse
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.kraft_version_record import KRaftVersionRecord
from kafkawire.protocol.messages.remove_raft_voter_response import RemoveRaftVoterResponse
from kafkawire.protocol.messages.update_raft_voter_response import UpdateRaftVoterResponse
from kafkawire.records.control import ControlType

if TYPE_CHECKING:
    from kafkawire.broker.raft.core import Core
    from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
    from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
    from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest
    from kafkawire.protocol.messages.update_raft_voter_request import UpdateRaftVoterRequest

    Response = AddRaftVoterResponse | RemoveRaftVoterResponse | UpdateRaftVoterResponse

FETCHED_WITHIN_MS = 3_600_000
"""A new voter has caught up once, and fetched within this time."""
KRAFT_VERSION = "kraft.version"


class _Change(NamedTuple):
    """The change in progress. `offset` is that of its record, None before it is appended."""

    kind: type[Response]
    deferred: Deferred
    deadline_ms: int
    voter: Voter | None = None
    waits_for_commit: bool = True
    offset: int | None = None


class VoterChanges:
    """Answers the three requests; keeps the change in progress."""

    __slots__ = ("_change", "_core")

    def __init__(self, core: Core) -> None:
        self._core = core
        self._change: _Change | None = None

    # Requests

    def add(self, request: AddRaftVoterRequest, now_ms: int) -> AddRaftVoterResponse | Deferred:
        """Add a voter, once it has answered with its versions."""
        endpoints = tuple(Endpoint(each.name, each.host, each.port) for each in request.listeners)
        voter = Voter(ReplicaKey(request.voter_id, request.voter_directory_id), endpoints)
        try:
            self._check_leader(request.cluster_id)
            address = self._check_voter(voter)
            self._check_settled()
            if self._core.log.voters.latest.get(voter.key.id) is not None:
                raise ApiError(
                    ErrorCode.DUPLICATE_VOTER,
                    f"The voter id for {voter.key.id} is already part of the set of voters.",
                )
            destination = Destination(voter.key.id, address.host, address.port)
            if not self._core.outbox.is_ready(destination.id, now_ms):
                raise ApiError(ErrorCode.REQUEST_TIMED_OUT, "The new voter does not answer.")
        except ApiError as error:
            return AddRaftVoterResponse(error_code=error.code, error_message=error.message)
        self._change = _Change(
            AddRaftVoterResponse,
            Deferred(),
            self._deadline_ms(now_ms),
            voter,
            request.ack_when_committed,
        )
        self._core.outbox.send(destination, ApiVersionsRequest(), now_ms)
        return self._change.deferred

    def remove(
        self, request: RemoveRaftVoterRequest, now_ms: int
    ) -> RemoveRaftVoterResponse | Deferred:
        """Remove a voter, which may be the leader itself."""
        key = ReplicaKey(request.voter_id, request.voter_directory_id)
        voters = self._core.log.voters.latest
        try:
            self._check_leader(request.cluster_id)
            self._check_key(key)
            self._check_settled()
            found = voters.get(key.id)
            if found is None or found.key != key:
                raise ApiError(
                    ErrorCode.VOTER_NOT_FOUND,
                    f"Cannot remove voter {key.id} from the set of voters {voters.ids}",
                )
        except ApiError as error:
            return RemoveRaftVoterResponse(error_code=error.code, error_message=error.message)
        change = _Change(RemoveRaftVoterResponse, Deferred(), self._deadline_ms(now_ms))
        return self._append(change, voters.without(key.id), now_ms)

    def update(
        self, request: UpdateRaftVoterRequest, listener: str | None, now_ms: int
    ) -> UpdateRaftVoterResponse | Deferred:
        """Take the addresses and versions of a voter; only kraft.version 1 writes a record."""
        core = self._core
        if core.is_other_cluster(request.cluster_id):
            return UpdateRaftVoterResponse(error_code=ErrorCode.INCONSISTENT_CLUSTER_ID)
        endpoints = tuple(Endpoint(each.name, each.host, each.port) for each in request.listeners)
        feature = request.kraft_version_feature
        voter = Voter(
            ReplicaKey(request.voter_id, request.voter_directory_id),
            endpoints,
            feature.min_supported_version,
            feature.max_supported_version,
        )
        try:
            self._check_update(request.current_leader_epoch, voter)
        except ApiError as error:
            return self._updated(error.code, listener)
        assert core.leadership is not None
        core.leadership.seen(voter.key, now_ms)
        voters = core.log.voters
        if voters.kraft_version < VOTERS_IN_LOG:
            core.leadership.in_memory_updates[voter.key.id] = voter
            return self._updated(ErrorCode.NONE, listener)
        if voters.latest.get(voter.key.id) == voter:
            return self._updated(ErrorCode.NONE, listener)
        change = _Change(UpdateRaftVoterResponse, Deferred(), self._deadline_ms(now_ms))
        return self._append(change, voters.latest.with_voter(voter), now_ms)

    def upgrade(self, now_ms: int) -> int:
        """Move kraft.version from 0 to 1; return the offset of the records.

        Raises `ApiError` with INVALID_UPDATE_VERSION while a voter's directory is unknown or a
        voter does not support the level (replication A-65).
        """
        core = self._core
        if core.leadership is None:
            raise ApiError(ErrorCode.NOT_CONTROLLER)
        updates = core.leadership.in_memory_updates | {core.sender.key.id: core.own_voter()}
        found = [updates.get(each) for each in core.log.voters.latest.ids]
        ready = [each for each in found if each is not None and each.supports(VOTERS_IN_LOG)]
        if core.log.voters.kraft_version or len(ready) < len(found):
            raise ApiError(ErrorCode.INVALID_UPDATE_VERSION)
        version = KRaftVersionRecord(version=0, kraft_version=VOTERS_IN_LOG)
        return core.append_controls(
            [
                (ControlType.KRAFT_VERSION, version.encode(0)),
                (ControlType.KRAFT_VOTERS, VoterSet(ready).encode()),
            ],
            now_ms,
        )

    # Checks, in Kafka's order

    def _check_leader(self, cluster_id: str | None) -> None:
        if self._core.is_other_cluster(cluster_id):
            raise ApiError(ErrorCode.INCONSISTENT_CLUSTER_ID)
        if not self._core.quorum.is_leader:
            raise ApiError(ErrorCode.NOT_LEADER_OR_FOLLOWER, "")

    def _check_key(self, key: ReplicaKey) -> None:
        if key.id < 0 or key.directory_id == NO_DIRECTORY_ID:
            raise ApiError(
                ErrorCode.INVALID_REQUEST, "Add voter request didn't include a valid voter"
            )

    def _check_voter(self, voter: Voter) -> Endpoint:
        """Return the address of the new voter for the leader's default listener."""
        self._check_key(voter.key)
        own = self._core.sender.endpoints
        named = [each for each in voter.endpoints if own and each.name == own[0].name]
        if not named:
            raise ApiError(
                ErrorCode.INVALID_REQUEST,
                "Add voter request didn't include the endpoint for the default listener",
            )
        return named[0]

    def _check_settled(self) -> None:
        """Refuse a second change, and any before the state of the voters is committed."""
        core = self._core
        if self._change is not None:
            raise ApiError(
                ErrorCode.REQUEST_TIMED_OUT,
                "Request timed out waiting for leader to handle previous voter change request",
            )
        assert core.leadership is not None
        known = core.leadership.high_watermark
        if known is None:
            raise ApiError(
                ErrorCode.REQUEST_TIMED_OUT,
                "Request timed out waiting for leader to establish HWM and fence previous voter "
                "changes",
            )
        if core.log.voters.kraft_version < VOTERS_IN_LOG:
            raise ApiError(
                ErrorCode.UNSUPPORTED_VERSION,
                "Cluster doesn't support adding voter because the kraft.version feature is 0",
            )
        if not core.log.voters.is_committed(known):
            raise ApiError(
                ErrorCode.REQUEST_TIMED_OUT,
                "Request timed out waiting for voters to commit the latest voter change",
            )

    def _check_update(self, epoch: int, voter: Voter) -> None:
        core = self._core
        error = core.leader_error(epoch)
        if error:
            raise ApiError(error)
        if voter.key.id < 0 or not voter.endpoints:
            raise ApiError(ErrorCode.INVALID_REQUEST)
        assert core.leadership is not None
        voters = core.log.voters
        is_open = self._change is not None or not voters.is_committed(
            core.leadership.high_watermark
        )
        if core.leadership.high_watermark is None or is_open:
            raise ApiError(ErrorCode.REQUEST_TIMED_OUT)
        if not voter.supports(voters.kraft_version):
            raise ApiError(ErrorCode.INVALID_REQUEST)
        if not voters.latest.has(voter.key):
            raise ApiError(ErrorCode.VOTER_NOT_FOUND)

    # The course of a change

    def versions_answered(
        self, call: Call, response: ApiVersionsResponse | None, now_ms: int
    ) -> bool:
        """Go on with an addition after the response of the new voter, or end it without one."""
        change = self._change
        if change is None or change.voter is None or change.offset is not None:
            return response is not None
        if call.destination.id != change.voter.key.id:
            return response is not None
        if response is None or response.error_code:
            self._finish(
                ErrorCode.REQUEST_TIMED_OUT,
                "Aborted add voter operation for since API_VERSIONS returned an error",
            )
            return False
        levels = [each for each in response.supported_features if each.name == KRAFT_VERSION]
        low = levels[0].min_version if levels else 0
        high = levels[0].max_version if levels else 0
        voter = change.voter._replace(min_version=low, max_version=high)
        voters = self._core.log.voters
        if not voter.supports(voters.kraft_version):
            self._finish(ErrorCode.INVALID_REQUEST, "The new voter does not support kraft.version")
        elif not self._has_caught_up(voter.key, now_ms):
            self._finish(
                ErrorCode.REQUEST_TIMED_OUT, "The new voter has not caught up with the leader"
            )
        else:
            self._append(change, voters.latest.with_voter(voter), now_ms)
        return True

    def _has_caught_up(self, key: ReplicaKey, now_ms: int) -> bool:
        assert self._core.leadership is not None
        progress = self._core.leadership.observers.get(key)
        if progress is None or progress.caught_up_ms <= 0:
            return False
        return now_ms - progress.fetch_ms < FETCHED_WITHIN_MS

    def _deadline_ms(self, now_ms: int) -> int:
        """A change has the time of one request between replicas, whatever its own timeout is."""
        return now_ms + self._core.settings.request_timeout_ms

    def _append(self, change: _Change, voters: VoterSet, now_ms: int) -> Deferred:
        offset = self._core.append_controls([(ControlType.KRAFT_VOTERS, voters.encode())], now_ms)
        self._change = change._replace(offset=offset)
        if not change.waits_for_commit:
            self._answer(change, ErrorCode.NONE, None)
        return change.deferred

    def settle(self, now_ms: int) -> None:
        """Answer the change when it is committed, late, or the leadership has ended."""
        change, core = self._change, self._core
        if change is None:
            return
        if core.leadership is None:
            self._finish(ErrorCode.NOT_LEADER_OR_FOLLOWER, "")
            return
        known = core.leadership.high_watermark
        if change.offset is not None and known is not None and known > change.offset:
            self._finish(ErrorCode.NONE, None)
            if not core.quorum.is_voter:
                core.resign(now_ms)
        elif change.deadline_ms <= now_ms and change.deferred.response is None:
            error = ErrorCode.REQUEST_TIMED_OUT
            self._answer(change, error, "The change was not committed in time")
            if change.offset is None:
                self._change = None

    def _finish(self, error: ErrorCode, message: str | None) -> None:
        change, self._change = self._change, None
        assert change is not None
        self._answer(change, error, message)

    def _answer(self, change: _Change, error: ErrorCode, message: str | None) -> None:
        if change.deferred.response is not None:
            return
        if change.kind is UpdateRaftVoterResponse:
            change.deferred.answer(self._updated(error, None))
            return
        response = change.kind(error_code=error)
        assert isinstance(response, (AddRaftVoterResponse, RemoveRaftVoterResponse))
        response.error_message = message
        change.deferred.answer(response)

    def _updated(self, error: int, listener: str | None) -> UpdateRaftVoterResponse:
        hint = self._core.hint(listener)
        leader = UpdateRaftVoterResponse.CurrentLeader(
            leader_id=hint.leader_id, leader_epoch=hint.epoch
        )
        if hint.endpoint is not None:
            leader.host, leader.port = hint.endpoint.host, hint.endpoint.port
        return UpdateRaftVoterResponse(error_code=error, current_leader=leader)

    def next_deadline_ms(self) -> int:
        """Return when the change in progress is late."""
        change = self._change
        return NEVER if change is None or change.deferred.response else change.deadline_ms
