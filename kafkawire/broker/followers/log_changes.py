"""Changes of the log of a followed partition: append, truncate, restart.

Each change is visible to listeners and parked requests, and is noted for the checkpoints.
All functions raise `ApiError` with KAFKA_STORAGE_ERROR if the files of the log fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.truncation import restart_at
from kafkawire.records.batch import HEADER_BYTES, read_header

if TYPE_CHECKING:
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.replica_manager import ReplicaManager
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.protocol.messages.fetch_response import FetchResponse


def append(
    replicas: ReplicaManager,
    partition: Partition,
    data: FetchResponse.PartitionData,
    now_ms: int,
) -> int:
    """Append the records of a response; return the bytes stored (fetch G-46 to G-48).

    High watermark and log start follow the leader's. Raises `ApiError` as
    `ReplicaManager.append_as_follower`.
    """
    _begin_at_batch(replicas, partition, data.records)
    size = replicas.append_as_follower(
        partition, data.records or b"", high_watermark=data.high_watermark, now_ms=now_ms
    )
    _follow_log_start(replicas, partition, data.log_start_offset)
    return size


def _begin_at_batch(replicas: ReplicaManager, partition: Partition, records: Buffer | None) -> None:
    """Let an empty log begin where the first batch does, if its end is inside of that batch.

    DeleteRecords may set the leader's log start into a batch, and the follower begins there; the
    leader sends the whole batch (Kafka's `Partition.appendRecordsToFollowerOrFutureReplica`).
    """
    log = partition.log
    if not records or log.log_start_offset < log.log_end_offset or len(records) < HEADER_BYTES:
        return
    first = read_header(records)
    if first.base_offset < log.log_end_offset <= first.last_offset:
        restart(replicas, partition, first.base_offset)


def _follow_log_start(replicas: ReplicaManager, partition: Partition, offset: int) -> None:
    """Raise the log start to the leader's (replication D-12).

    A leader that starts beyond this log has nothing of it.
    """
    log = partition.log
    if offset <= log.log_start_offset:
        return
    if offset > log.log_end_offset:
        restart(replicas, partition, offset)
        return
    log.delete_records_before(min(offset, log.high_watermark))
    replicas.touch(partition)
    replicas.changed(partition)


def truncate(replicas: ReplicaManager, partition: Partition, offset: int) -> None:
    """Cut off everything from `offset` on, even below the high watermark (fetch G-51).

    The epochs that begin at the new end are removed as well. If `offset` is the end of the log,
    an epoch in which this broker led and appended nothing is removed.
    """
    partition.log.truncate_to(offset)
    replicas.touch(partition)
    replicas.changed(partition)


def restart(replicas: ReplicaManager, partition: Partition, offset: int) -> None:
    """Remove everything; the log begins and ends at `offset` (fetch G-54)."""
    restart_at(partition.log, offset)
    replicas.touch(partition)
    replicas.changed(partition)
