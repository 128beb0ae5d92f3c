"""Whether a member of a consumer group may commit offsets (groups C-15, C-33).

A member's epoch moves on without the client knowing, while a commit is on its way. So a commit at
an earlier epoch is good for the partitions that the member had then and still has: each knows the
epoch at which the member got it (KIP-1251; Kafka's `createAssignmentEpochValidator`).
"""

from __future__ import annotations

from functools import partial

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.groups.consumer.group import ConsumerGroup
    from kafkawire.broker.groups.consumer.member import ConsumerMember
    from kafkawire.broker.groups.group import CommitCheck, Committer

MEMBER_EPOCHS_SINCE = 9
"""The version of OffsetCommit whose clients can understand what members are told."""


def checked_commit(group: ConsumerGroup, committer: Committer) -> CommitCheck | None:
    """None if any partition may be committed, else a check of each partition.

    Raises `ApiError` if the committer may commit nothing. Its instance id is not looked at.
    """
    if committer.epoch < 0 and not group.members:
        return None
    is_transactional, epoch = committer.is_transactional, committer.epoch
    if is_transactional and committer.says_nothing:
        return None
    member = group.members.get(committer.member_id)
    if member is None:
        raise ApiError(ErrorCode.UNKNOWN_MEMBER_ID)
    is_old = committer.api_version < MEMBER_EPOCHS_SINCE
    if is_old and not is_transactional and not member.is_classic:
        raise ApiError(ErrorCode.UNSUPPORTED_VERSION)
    if epoch == member.current.epoch:
        return None
    if epoch > member.current.epoch:
        raise ApiError(_stale(member))
    return partial(_check_partition, member, epoch)


def _check_partition(member: ConsumerMember, epoch: int, topic_id: bytes, partition: int) -> None:
    since = member.epoch_of(topic_id, partition)
    if since is None or epoch < since:
        raise ApiError(_stale(member))


def _stale(member: ConsumerMember) -> ErrorCode:
    return ErrorCode.ILLEGAL_GENERATION if member.is_classic else ErrorCode.STALE_MEMBER_EPOCH
