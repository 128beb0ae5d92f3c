"""OffsetCommit to a group: may this client commit, and what is written then."""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.group import Committer
from kafkawire.broker.groups.rebalance import restart_session
from kafkawire.broker.groups.records import offset_record
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue
from kafkawire.protocol.messages.txn_offset_commit_request import TxnOffsetCommitRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.groups.group import CommitCheck
    from kafkawire.broker.groups.records import OffsetRecord
    from kafkawire.broker.groups.shard import GroupShard

CommittedPartition = (
    OffsetCommitRequest.OffsetCommitRequestPartition
    | TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition
)

OFFSET_COMMIT_GROUP_ID_NOT_FOUND_SINCE = 9
"""Versions before it say ILLEGAL_GENERATION of a group that does not exist."""

NO_RETENTION = -1
NO_EXPIRY = -1


class TopicCommits(NamedTuple):
    """The partitions of one existing topic that offsets are committed for."""

    name: str
    topic_id: bytes
    partitions: Sequence[CommittedPartition]


def commit_offsets(
    shard: GroupShard,
    request: OffsetCommitRequest,
    topics: Sequence[TopicCommits],
    context: RequestContext,
) -> list[list[int]]:
    """Write offsets; returns a code for each partition of each topic (groups C-7 to C-11).

    Raises `ApiError` if the group refuses the commit, or it cannot be written.
    """
    check = _check_commit(shard, request, context)
    _restart_session(shard, request, context.now_ms)
    check_partitions(check, topics)
    time_ms = shard.wall_clock.time_ms(context.now_ms)
    expire_timestamp = NO_EXPIRY
    if request.retention_time_ms != NO_RETENTION:
        expire_timestamp = _as_long(time_ms + request.retention_time_ms)
    codes, records = records_of(shard, request.group_id, topics, (time_ms, expire_timestamp))
    shard.log.append(records, context.now_ms)
    return codes


def _as_long(value: int) -> int:
    """A sum of times as Java has it: beyond 63 bits it is long ago."""
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def check_partitions(check: CommitCheck | None, topics: Sequence[TopicCommits]) -> None:
    """Raises `ApiError` for all if one partition may not be committed (groups C-15)."""
    if check is not None:
        for topic in topics:
            for partition in topic.partitions:
                check(topic.topic_id, partition.partition_index)


def records_of(
    shard: GroupShard, group_id: str, topics: Sequence[TopicCommits], times: tuple[int, int]
) -> tuple[list[list[int]], list[OffsetRecord]]:
    """A code for each partition of each topic, and the records of those without error.

    `times` are their commit and expire timestamps.
    """
    codes = [[_metadata_error(shard, each) for each in topic.partitions] for topic in topics]
    records = [
        _record(group_id, topic, partition, times)
        for topic, found in zip(topics, codes, strict=True)
        for partition, code in zip(topic.partitions, found, strict=True)
        if code is ErrorCode.NONE
    ]
    return codes, records


def _record(
    group_id: str, topic: TopicCommits, partition: CommittedPartition, times: tuple[int, int]
) -> OffsetRecord:
    value = OffsetCommitValue(
        offset=partition.committed_offset,
        leader_epoch=partition.committed_leader_epoch,
        metadata=partition.committed_metadata or "",
        commit_timestamp=times[0],
        expire_timestamp=times[1],
        topic_id=topic.topic_id,
    )
    return offset_record(group_id, topic.name, partition.partition_index, value)


def _metadata_error(shard: GroupShard, partition: CommittedPartition) -> int:
    """Metadata is measured in UTF-16 code units, as Java counts (groups C-9)."""
    metadata = partition.committed_metadata or ""
    units_max = shard.settings.metadata_units_max
    if 2 * len(metadata) > units_max and len(metadata.encode("utf-16-le")) // 2 > units_max:
        return ErrorCode.OFFSET_METADATA_TOO_LARGE
    return ErrorCode.NONE


def _check_commit(
    shard: GroupShard, request: OffsetCommitRequest, context: RequestContext
) -> CommitCheck | None:
    """Raises `ApiError` unless this client may commit; see `CommitCheck`."""
    group = shard.groups.get(request.group_id)
    epoch = request.generation_id_or_member_epoch
    if group is None:
        if epoch < 0:
            return None
        if context.api_version >= OFFSET_COMMIT_GROUP_ID_NOT_FOUND_SINCE:
            raise ApiError(ErrorCode.GROUP_ID_NOT_FOUND)
        raise ApiError(ErrorCode.ILLEGAL_GENERATION)
    return group.check_commit(
        Committer(
            request.member_id,
            request.group_instance_id,
            epoch,
            is_transactional=False,
            api_version=context.api_version,
        )
    )


def _restart_session(shard: GroupShard, request: OffsetCommitRequest, now_ms: int) -> None:
    """Count the commit as a heartbeat of its member, also if it cannot be written (groups B-71)."""
    group = shard.groups.get(request.group_id)
    if isinstance(group, ClassicGroup) and request.member_id in group.members:
        restart_session(shard, group, group.members[request.member_id], now_ms)
