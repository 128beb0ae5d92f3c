"""Appending to the log of a partition that this broker leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.append import AppendInfo, AppendOrigin, Verification
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.protocol.buffers import Buffer


def append_to(
    partition: Partition,
    records: Buffer,
    *,
    time_ms: int,
    origin: AppendOrigin,
    verification: Verification,
) -> AppendInfo:
    """Check `records` and append them; `time_ms` is the wall clock's.

    A large batch from a client is checked with rests, in which this broker may lose the partition.
    Raises `ApiError` as `PartitionLog.append_as_leader`, and with NOT_LEADER_OR_FOLLOWER.
    """
    if not partition.is_leader:
        raise ApiError(ErrorCode.NOT_LEADER_OR_FOLLOWER)
    log = partition.log
    if origin is not AppendOrigin.CLIENT:
        epoch = partition.leader_epoch
        return log.append_as_leader(records, leader_epoch=epoch, now_ms=time_ms, origin=origin)
    checked = log.check(records, time_ms)
    if partition.deleted or not partition.is_leader:
        raise ApiError(ErrorCode.NOT_LEADER_OR_FOLLOWER)
    return log.append_checked(checked, partition.leader_epoch, time_ms, verification)
