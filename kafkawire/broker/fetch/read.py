"""The read stage of a fetch: partitions in order, within one budget of bytes (fetch B.4, C).

The order of the checks is Kafka's and visible: topic id, leader epoch, leadership, replica set,
diverging epoch, offset, size. An error belongs to its partition; it also ends the wait of the
whole request, as a diverging epoch does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.fetch.budget import HARD_LIMIT_UP_TO, Budget
from kafkawire.broker.fetch.cached_partition import NONE, CachedPartition
from kafkawire.broker.fetch.counting import count_failure
from kafkawire.broker.fetch.partition_read import EndingRead, PartitionData, PartitionRead
from kafkawire.broker.fetch.readiness import diverging_epoch
from kafkawire.broker.fetch.resolving import FetchingBroker, absence, resolve_again
from kafkawire.broker.fetch.view import LAST_STABLE_OFFSET
from kafkawire.broker.metadata.leader_hints import leader_of
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.pacing import unhurried
from kafkawire.protocol.primitives import ZERO_UUID
from kafkawire.records.errors import CorruptRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kafkawire.broker.fetch.plan import FetchPlan
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.read import LogRead
    from kafkawire.protocol.buffers import Sendable

    AbortedTransactions = list[FetchResponse.AbortedTransaction]

UNKNOWN_SERVER_ERROR = int(ErrorCode.UNKNOWN_SERVER_ERROR)
NOT_LEADER_OR_FOLLOWER = int(ErrorCode.NOT_LEADER_OR_FOLLOWER)
OFFSET_OUT_OF_RANGE = int(ErrorCode.OFFSET_OUT_OF_RANGE)
FENCED_LEADER_EPOCH = int(ErrorCode.FENCED_LEADER_EPOCH)
UNKNOWN_LEADER_EPOCH = int(ErrorCode.UNKNOWN_LEADER_EPOCH)
INCONSISTENT_TOPIC_ID = int(ErrorCode.INCONSISTENT_TOPIC_ID)
KAFKA_STORAGE_ERROR = int(ErrorCode.KAFKA_STORAGE_ERROR)
CORRUPT_MESSAGE = int(ErrorCode.CORRUPT_MESSAGE)

STORAGE_ERROR_FROM = 6
"""The first version whose clients know KAFKA_STORAGE_ERROR (fetch A-58)."""
HINTS_FROM = 16
"""The first version that names the leader on errors 6 and 74 (KIP-951)."""


def read_in_order(
    partitions: Iterable[CachedPartition], plan: FetchPlan, broker: FetchingBroker
) -> list[PartitionRead]:
    """Read `partitions` one after another, within one budget."""
    budget = Budget(plan.max_bytes, plan.version)
    role = plan.role
    read_one = read_partition if role is None else role.read
    reads = []
    for cached in unhurried(partitions):
        read = read_one(cached, plan, broker, budget)
        budget.take(read.size)
        reads.append(read)
    if role is not None:
        role.note([read.cached for read in reads], plan, broker)
    return reads


def read_partition(
    cached: CachedPartition, plan: FetchPlan, broker: FetchingBroker, budget: Budget
) -> PartitionRead:
    """Check and read one partition, within `budget`, which it leaves as it is."""
    partition = cached.partition
    cached.position = None
    cached.next_batch_size = 0
    if partition is None or partition.deleted:
        partition = resolve_again(cached, broker)
        if partition is None:
            return refused(cached, int(absence(_name_of(cached), broker)), plan, broker)
    error = _refusal(cached, partition, plan)
    if error:
        return refused(cached, error, plan, broker)
    diverging = diverging_epoch(cached, partition)
    if diverging is not None:
        return _diverged(cached, partition, diverging, plan, broker)
    offset = cached.asked.fetch_offset
    log = partition.log
    if not log.log_start_offset <= offset <= log.log_end_offset:
        return refused(cached, OFFSET_OUT_OF_RANGE, plan, broker)
    bound = plan.view.upper_bound(log)
    allowance = budget.allowance(cached)
    if allowance < 0 and offset < bound:
        count_failure(cached)
        return refused(cached, UNKNOWN_SERVER_ERROR, plan, broker)
    one = budget.minimum_one
    try:
        found = log.read(offset, max_bytes=allowance, upper_bound=bound, minimum_one=one)
    except CorruptRecord:  # fetch B-32: of a damaged file
        count_failure(cached)
        return refused(cached, CORRUPT_MESSAGE, plan, broker)
    cached.position = found.position
    cached.next_batch_size = found.first_batch_size
    cached.image = partition.image
    return _data(cached, log, found, plan)


def epoch_error(asked_epoch: int, partition: Partition) -> int:
    """What a fetcher hears that believes in another leader epoch (fetch B-17); else NONE."""
    if 0 <= asked_epoch != partition.leader_epoch:
        is_older = asked_epoch < partition.leader_epoch
        return FENCED_LEADER_EPOCH if is_older else UNKNOWN_LEADER_EPOCH
    return NONE


def _refusal(cached: CachedPartition, partition: Partition, plan: FetchPlan) -> int:
    if cached.topic_id != partition.topic_id and ZERO_UUID not in (
        cached.topic_id,
        partition.topic_id,
    ):
        return INCONSISTENT_TOPIC_ID
    asked_epoch = cached.asked.current_leader_epoch
    if 0 <= asked_epoch != partition.leader_epoch:
        return epoch_error(asked_epoch, partition)
    view = plan.view
    if view.leader_required and not partition.is_leader:
        return NOT_LEADER_OR_FOLLOWER
    if view.is_follower and not _is_remote_replica(view.replica_id, partition):
        return UNKNOWN_LEADER_EPOCH if asked_epoch >= 0 else NOT_LEADER_OR_FOLLOWER
    return NONE


def _is_remote_replica(replica_id: int, partition: Partition) -> bool:
    return replica_id in partition.image.replicas and replica_id != partition.image.leader


def refused(
    cached: CachedPartition, error: int, plan: FetchPlan, broker: FetchingBroker
) -> PartitionRead:
    """A partition that was looked at and gives nothing but `error`."""
    if error == KAFKA_STORAGE_ERROR and plan.version < STORAGE_ERROR_FROM:
        error = NOT_LEADER_OR_FOLLOWER
    data = PartitionData(
        partition_index=cached.asked.partition,
        error_code=error,
        high_watermark=-1,
        aborted_transactions=None,
        records=b"",
    )
    if plan.version >= HINTS_FROM and error in (NOT_LEADER_OR_FOLLOWER, FENCED_LEADER_EPOCH):
        data.current_leader = _current_leader(cached, broker)
    return EndingRead(cached, data, 0)


def _current_leader(
    cached: CachedPartition, broker: FetchingBroker
) -> FetchResponse.LeaderIdAndEpoch:
    hosted = cached.partition
    if hosted is not None:
        leader_id, leader_epoch = hosted.image.leader, hosted.leader_epoch
    else:
        leader_id, leader_epoch = leader_of(_name_of(cached), broker)
    return FetchResponse.LeaderIdAndEpoch(leader_id=leader_id, leader_epoch=leader_epoch)


def _name_of(cached: CachedPartition) -> TopicPartition:
    assert cached.topic is not None, "an unknown topic id is refused before reading"
    return TopicPartition(cached.topic, cached.asked.partition)


def _diverged(
    cached: CachedPartition,
    partition: Partition,
    diverging: tuple[int, int],
    plan: FetchPlan,
    broker: FetchingBroker,
) -> PartitionRead:
    epoch, end_offset = diverging
    log = partition.log
    if epoch < 0 or cached.asked.fetch_offset < log.log_start_offset:
        return refused(cached, OFFSET_OUT_OF_RANGE, plan, broker)
    data = offsets_of(log, cached)
    data.diverging_epoch = FetchResponse.EpochEndOffset(epoch=epoch, end_offset=end_offset)
    return EndingRead(cached, data, 0)


def _data(
    cached: CachedPartition, log: PartitionLog, found: LogRead, plan: FetchPlan
) -> PartitionRead:
    size = found.size
    if 0 < size < found.first_batch_size and plan.version > HARD_LIMIT_UP_TO:
        # A client can do nothing with half a batch: it gets a whole one another time (fetch C-7).
        return PartitionRead(cached, offsets_of(log, cached), 0)
    buffers = found.buffers
    data = offsets_of(log, cached, buffers[0] if len(buffers) == 1 else buffers)
    if plan.view.bound == LAST_STABLE_OFFSET:
        data.aborted_transactions = _aborted(cached, log, found, plan)
    return PartitionRead(cached, data, size)


def offsets_of(
    log: PartitionLog, cached: CachedPartition, records: Sendable | Sequence[Sendable] = b""
) -> FetchResponse.PartitionData:
    """The entry of a partition without error."""
    return PartitionData(
        partition_index=cached.asked.partition,
        high_watermark=log.high_watermark,
        last_stable_offset=log.last_stable_offset,
        log_start_offset=log.log_start_offset,
        aborted_transactions=None,
        records=records,
    )


def _aborted(
    cached: CachedPartition, log: PartitionLog, found: LogRead, plan: FetchPlan
) -> AbortedTransactions | None:
    offset = cached.asked.fetch_offset
    if offset >= plan.view.upper_bound(log):
        return []
    if not found.first_batch_size:
        return None
    if not found.size:
        return []
    return [
        FetchResponse.AbortedTransaction(producer_id=producer_id, first_offset=first_offset)
        for producer_id, first_offset in log.aborted_transactions(offset, log.aborted_bound(found))
    ]
