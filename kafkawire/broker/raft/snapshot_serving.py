"""FetchSnapshot at the leader: pieces of a snapshot file, whatever batches they cut (KIP-630).

Kafka 4.4.0 cannot encode its own error responses; here they have an empty byte field, which
clients of both kinds understand (replication A-33).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.raft import responses
from kafkawire.broker.raft.voters import ReplicaKey
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_snapshot_response import FetchSnapshotResponse

if TYPE_CHECKING:
    from kafkawire.broker.raft.core import Core
    from kafkawire.protocol.messages.fetch_snapshot_request import FetchSnapshotRequest

    Asked = FetchSnapshotRequest.PartitionSnapshot

Result = FetchSnapshotResponse.PartitionSnapshot


def handle(
    core: Core,
    request: FetchSnapshotRequest,
    version: int,
    listener: str | None,
    now_ms: int,
) -> FetchSnapshotResponse:
    """Answer with a piece of the snapshot."""
    if core.is_other_cluster(request.cluster_id):
        return FetchSnapshotResponse(error_code=ErrorCode.INCONSISTENT_CLUSTER_ID)
    if len(request.topics) != 1 or len(request.topics[0].partitions) != 1:
        return FetchSnapshotResponse(error_code=ErrorCode.INVALID_REQUEST)
    topic, asked = request.topics[0], request.topics[0].partitions[0]
    if topic.name != CLUSTER_METADATA or asked.partition != 0:
        result = Result(error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, unaligned_records=b"")
        response = responses.fetch_snapshot(result, core.hint(listener), version)
        response.topics[0].name = topic.name
        result.index = asked.partition
        return response
    result = _read(core, asked, request.max_bytes)
    if not result.error_code:
        assert core.leadership is not None
        core.leadership.seen(ReplicaKey(request.replica_id, asked.replica_directory_id), now_ms)
    return responses.fetch_snapshot(result, core.hint(listener), version)


def _read(core: Core, asked: Asked, max_bytes: int) -> Result:
    error = core.leader_error(asked.current_leader_epoch)
    if error:
        return Result(error_code=error, unaligned_records=b"")
    which = SnapshotFile(asked.snapshot_id.end_offset, asked.snapshot_id.epoch)
    if which not in core.log.snapshots.snapshots():
        return Result(error_code=ErrorCode.SNAPSHOT_NOT_FOUND, unaligned_records=b"")
    size = core.log.snapshots.size(which)
    if not 0 <= asked.position < size:
        return Result(error_code=ErrorCode.POSITION_OUT_OF_RANGE, unaligned_records=b"")
    return Result(
        snapshot_id=FetchSnapshotResponse.SnapshotId(
            end_offset=which.end_offset, epoch=which.epoch
        ),
        size=size,
        position=asked.position,
        unaligned_records=core.log.snapshots.read_at(which, asked.position, max(max_bytes, 0)),
    )
