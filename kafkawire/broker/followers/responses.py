"""The effect of a leader's response on one partition: its log, its offsets, its next state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.followers.fetch_states import Reason
from kafkawire.broker.followers.log_changes import append, restart, truncate
from kafkawire.broker.followers.truncation import EpochEnd, truncation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.followers.followed_partition import FollowedPartition
    from kafkawire.broker.replicas.replica_manager import ReplicaManager
    from kafkawire.protocol.messages.fetch_response import FetchResponse

_DAMAGED = frozenset((ErrorCode.CORRUPT_MESSAGE, ErrorCode.INVALID_RECORD))
_REASONS = {
    int(ErrorCode.OFFSET_OUT_OF_RANGE): Reason.OUT_OF_RANGE,
    int(ErrorCode.FENCED_LEADER_EPOCH): Reason.FENCED,
}
"""Error codes of a Fetch response; all others, unknown ones included, are REFUSED."""


def take_fetched(
    found: FollowedPartition,
    data: FetchResponse.PartitionData,
    replicas: ReplicaManager,
    now_ms: int,
) -> Reason | None:
    """Append the records of a response; None if the partition goes on (replication D-8)."""
    if data.error_code:
        return _REASONS.get(data.error_code, Reason.REFUSED)
    log = found.partition.log
    if found.fetch_offset != log.log_end_offset:
        return Reason.BROKEN
    try:
        size = append(replicas, found.partition, data, now_ms)
    except ApiError as error:
        # The log keeps the batches before a damaged one.
        found.move_to(log.log_end_offset)
        return Reason.REFUSED if error.code in _DAMAGED else Reason.BROKEN
    if size or found.fetch_offset != log.log_end_offset:
        found.move_to(log.log_end_offset)
    if size or found.lag is None:
        found.lag = max(0, data.high_watermark - found.fetch_offset)
    return None


def diverging_end(data: FetchResponse.PartitionData) -> EpochEnd | None:
    """Return the epoch at which the logs diverge; None if they agree."""
    diverging = data.diverging_epoch
    if data.error_code or diverging.epoch < 0:
        return None
    return EpochEnd(diverging.epoch, diverging.end_offset)


def take_epoch_end(found: FollowedPartition, leader: EpochEnd, replicas: ReplicaManager) -> Reason:
    """Truncate by the end of an epoch in the leader's log (fetch G-50)."""
    log = found.partition.log
    to = truncation(
        leader,
        log.leader_epochs,
        log_end_offset=log.log_end_offset,
        initial_offset=found.fetch_offset,
    )
    reason = cut(found, to.offset, replicas)
    if reason is Reason.TRUNCATED and not to.is_complete:
        return Reason.TRUNCATED_PARTLY
    return reason


def cut(found: FollowedPartition, offset: int, replicas: ReplicaManager) -> Reason:
    """Truncate to `offset` and continue there."""
    try:
        truncate(replicas, found.partition, offset)
    except ApiError:
        return Reason.BROKEN
    found.move_to(offset)
    return Reason.TRUNCATED


def refusal(error_code: int) -> Reason | None:
    """Return the effect of an error code in the response to a lookup; None for no error."""
    if not error_code:
        return None
    return Reason.FENCED if error_code == ErrorCode.FENCED_LEADER_EPOCH else Reason.REFUSED


def take_offset(found: FollowedPartition, offset: int, replicas: ReplicaManager) -> Reason | None:
    """Take the end of the leader's log, or its start; None if the start is needed (fetch G-53).

    A leader that ends below this log was elected uncleanly; its log is the right one.
    """
    log = found.partition.log
    try:
        if found.leader_end is None:
            if offset >= log.log_end_offset:
                found.leader_end = offset
                return None
            truncate(replicas, found.partition, offset)
            found.leader_end = offset
        elif offset > log.log_end_offset:
            restart(replicas, found.partition, offset)
    except ApiError:
        return Reason.BROKEN
    found.move_to(log.log_end_offset)
    found.lag = found.leader_end - found.fetch_offset
    return Reason.OFFSETS_FOUND
