"""Fetch of the metadata log at a replica of the quorum, and the fetches that wait (KIP-595, 1166).

Only the leader answers with records; other replicas answer with the leader, if they have one. A
fetch waits until the log grows, the high watermark moves, or its time is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.raft import responses
from kafkawire.broker.raft.core import Deferred
from kafkawire.broker.raft.outbox import NEVER
from kafkawire.broker.raft.replicated_log import Divergence
from kafkawire.broker.raft.requests import METADATA_TOPIC_ID
from kafkawire.broker.raft.voters import ReplicaKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_response import FetchResponse

if TYPE_CHECKING:
    from kafkawire.broker.raft.core import Core
    from kafkawire.protocol.messages.fetch_request import FetchRequest

BY_ID_SINCE = 13
REPLICA_STATE_SINCE = 15
DIRECTORY_SINCE = 17
WAITING_MAX = 1000
"""More fetches than this do not wait; each connection has one at most."""

Result = FetchResponse.PartitionData


class Asked(NamedTuple):
    """A fetch that has passed the checks of the whole request."""

    replica: ReplicaKey
    partition: FetchRequest.FetchPartition
    max_bytes: int
    version: int
    listener: str | None


class _Waiting(NamedTuple):
    asked: Asked
    deferred: Deferred
    first: FetchResponse
    deadline_ms: int
    end_offset: int


class FetchServer:
    """Answers fetches, and keeps those that wait."""

    __slots__ = ("_core", "_waiting")

    def __init__(self, core: Core) -> None:
        self._core = core
        self._waiting: list[_Waiting] = []

    def handle(
        self, request: FetchRequest, version: int, listener: str | None, now_ms: int
    ) -> FetchResponse | Deferred:
        """Answer a fetch, or let it wait."""
        if self._core.is_other_cluster(request.cluster_id):
            return FetchResponse(error_code=ErrorCode.INCONSISTENT_CLUSTER_ID)
        partition = _only_partition(request, version)
        if partition is None:
            return FetchResponse(error_code=ErrorCode.INVALID_REQUEST)
        is_by_state = version >= REPLICA_STATE_SINCE
        replica_id = request.replica_state.replica_id if is_by_state else request.replica_id
        replica = ReplicaKey(replica_id, partition.replica_directory_id)
        asked = Asked(replica, partition, request.max_bytes, version, listener)
        if request.max_wait_ms < 0 or not _is_sound(partition):
            return self._empty(asked, ErrorCode.INVALID_REQUEST)
        first = self._respond(asked, now_ms)
        if request.max_wait_ms == 0 or self._is_final(asked, first):
            return first
        if len(self._waiting) >= WAITING_MAX:
            return first
        deferred = Deferred()
        deadline_ms = now_ms + request.max_wait_ms
        end_offset = self._core.log.end_offset
        self._waiting.append(_Waiting(asked, deferred, first, deadline_ms, end_offset))
        return deferred

    def _is_final(self, asked: Asked, response: FetchResponse) -> bool:
        result = response.responses[0].partitions[0]
        return bool(
            result.error_code
            or result.records
            or result.diverging_epoch.epoch >= 0
            or result.snapshot_id.end_offset >= 0
            or result.high_watermark > asked.partition.high_watermark
        )

    # One answer

    def _respond(self, asked: Asked, now_ms: int) -> FetchResponse:
        core = self._core
        error = core.leader_error(asked.partition.current_leader_epoch)
        if error:
            return self._empty(asked, error)
        if asked.replica.id == core.sender.key.id:
            return self._empty(asked, ErrorCode.UNKNOWN_SERVER_ERROR)
        offset, epoch = asked.partition.fetch_offset, asked.partition.last_fetched_epoch
        leadership = core.leadership
        assert leadership is not None
        latest = core.log.latest_snapshot
        found = core.log.check(offset, epoch) if offset or latest is None else latest
        result = Result(records=b"")
        if found is None:
            result = Result(records=core.log.read(offset, max(asked.max_bytes, 0)))
            if asked.replica.id >= 0:
                end_offset = core.log.end_offset
                if leadership.fetched(asked.replica, offset, end_offset, now_ms):
                    core.commit()
        elif isinstance(found, Divergence):
            result.diverging_epoch = FetchResponse.EpochEndOffset(
                epoch=found.epoch, end_offset=found.end_offset
            )
        else:
            result.snapshot_id = FetchResponse.SnapshotId(
                end_offset=found.end_offset, epoch=found.epoch
            )
        known = leadership.high_watermark
        result.high_watermark = -1 if known is None else known
        result.log_start_offset = core.log.start_offset
        return responses.fetch(result, core.hint(asked.listener), asked.version)

    def _empty(self, asked: Asked, error: ErrorCode) -> FetchResponse:
        result = Result(
            error_code=error,
            high_watermark=-1,
            log_start_offset=self._core.log.start_offset,
            records=b"",
        )
        return responses.fetch(result, self._core.hint(asked.listener), asked.version)

    # Waiting

    def settle(self, now_ms: int) -> None:
        """Answer the fetches that need not wait any more."""
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            response = self._answer_of(each, now_ms)
            if response is None:
                self._waiting.append(each)
            else:
                each.deferred.answer(response)

    def _answer_of(self, each: _Waiting, now_ms: int) -> FetchResponse | None:
        core, partition = self._core, each.asked.partition
        if core.quorum.epoch != partition.current_leader_epoch or not core.quorum.is_leader:
            return self._empty(each.asked, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        assert core.leadership is not None
        known = core.leadership.high_watermark
        has_moved = known is not None and known > partition.high_watermark
        if core.log.end_offset > each.end_offset or has_moved:
            return self._respond(each.asked, now_ms)
        return each.first if each.deadline_ms <= now_ms else None

    def next_deadline_ms(self) -> int:
        """Return when the next fetch has waited long enough."""
        return min((each.deadline_ms for each in self._waiting), default=NEVER)


def _only_partition(request: FetchRequest, version: int) -> FetchRequest.FetchPartition | None:
    """Return the partition of the metadata log, which only its id names (replication A-8)."""
    if version < BY_ID_SINCE or len(request.topics) != 1:
        return None
    topic = request.topics[0]
    if topic.topic_id != METADATA_TOPIC_ID or len(topic.partitions) != 1:
        return None
    return topic.partitions[0] if topic.partitions[0].partition == 0 else None


def _is_sound(partition: FetchRequest.FetchPartition) -> bool:
    last = partition.last_fetched_epoch
    return partition.fetch_offset >= 0 and 0 <= last <= partition.current_leader_epoch
