"""TxnOffsetCommit to a group: offsets that count when their transaction commits (KIP-98, KIP-447).

They are written at once, in a batch of the producer's transaction, and are pending until its marker
comes (see `offsets`). Whether the producer may write to the group's partition is its transaction
coordinator's word, as for any partition (KIP-890); only then the group is asked (groups C.3).
"""

from __future__ import annotations

from kafkawire.broker.coordinator import Producer
from kafkawire.broker.groups.group import Committer
from kafkawire.broker.groups.offset_commit import NO_EXPIRY, check_partitions, records_of
from kafkawire.broker.replicas.verification import Claim
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.since import TXN_OFFSET_COMMIT_ADDS_GROUP_SINCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.groups.offset_commit import TopicCommits
    from kafkawire.broker.groups.shard import GroupShard
    from kafkawire.broker.replicas.verification import TransactionVerifier
    from kafkawire.protocol.messages.txn_offset_commit_request import TxnOffsetCommitRequest

TXN_OFFSET_COMMIT_ABORTABLE_SINCE = 4
"""The version whose clients understand TRANSACTION_ABORTABLE."""
TXN_OFFSET_COMMIT_GROUP_ID_NOT_FOUND_SINCE = 6


def check_transaction(
    shard: GroupShard,
    request: TxnOffsetCommitRequest,
    context: RequestContext,
    *,
    transactions: TransactionVerifier,
    config: BrokerConfig,
) -> None:
    """Raises `ApiError` unless the group's partition is in the producer's transaction (C-31)."""
    partition, epoch = shard.partition, request.producer_epoch
    producers = partition.log.producer_state
    if producers.has_open_transaction(request.producer_id, epoch):
        return
    adds = context.api_version >= TXN_OFFSET_COMMIT_ADDS_GROUP_SINCE
    if not adds and not config.boolean("transaction.partition.verification.enable"):
        return
    known = producers.get(request.producer_id)
    if known is not None and epoch < known.producer_epoch:
        raise ApiError(ErrorCode.INVALID_PRODUCER_EPOCH)
    code = transactions.verify(
        Claim(
            request.transactional_id,
            request.producer_id,
            epoch,
            partition.topic_partition,
            adds,
            context.now_ms,
        )
    )
    if code is not ErrorCode.NONE:
        raise ApiError(_refusal(code, context.api_version))


def _refusal(code: ErrorCode, api_version: int) -> ErrorCode:
    """What the producer is told where the transaction coordinator has said `code` (C-53)."""
    if code is ErrorCode.TRANSACTION_ABORTABLE and api_version < TXN_OFFSET_COMMIT_ABORTABLE_SINCE:
        return ErrorCode.INVALID_TXN_STATE
    return _REFUSALS.get(code, code)


_REFUSALS = {
    ErrorCode.PRODUCER_FENCED: ErrorCode.INVALID_PRODUCER_EPOCH,
    ErrorCode.NETWORK_EXCEPTION: ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
}


def commit_in_transaction(
    shard: GroupShard,
    request: TxnOffsetCommitRequest,
    topics: Sequence[TopicCommits],
    context: RequestContext,
) -> list[list[int]]:
    """Write pending offsets; returns a code for each partition of each topic (C-32 to C-34).

    Raises `ApiError` if the group refuses the commit, or it cannot be written.
    """
    _check_group(shard, request, topics, context.api_version)
    time_ms = shard.wall_clock.time_ms(context.now_ms)
    codes, records = records_of(shard, request.group_id, topics, (time_ms, NO_EXPIRY))
    producer = Producer(request.producer_id, request.producer_epoch)
    shard.log.append(records, context.now_ms, producer)
    return codes


def _check_group(
    shard: GroupShard,
    request: TxnOffsetCommitRequest,
    topics: Sequence[TopicCommits],
    api_version: int,
) -> None:
    group = shard.groups.get(request.group_id)
    epoch = request.generation_id_or_member_epoch
    knows_all_codes = api_version >= TXN_OFFSET_COMMIT_GROUP_ID_NOT_FOUND_SINCE
    if group is None:
        if epoch < 0:
            return
        raise ApiError(
            ErrorCode.GROUP_ID_NOT_FOUND if knows_all_codes else ErrorCode.ILLEGAL_GENERATION
        )
    committer = Committer(
        request.member_id,
        request.group_instance_id,
        epoch,
        is_transactional=True,
        api_version=api_version,
    )
    try:
        check_partitions(group.check_commit(committer), topics)
    except ApiError as error:
        if error.code == ErrorCode.STALE_MEMBER_EPOCH and not knows_all_codes:
            raise ApiError(ErrorCode.ILLEGAL_GENERATION) from error
        raise
