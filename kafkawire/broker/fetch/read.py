"""The read stage of a fetch: partitions in order, within one budget of bytes (fetch.md B.4, C).

The order of the checks is Kafka's and visible: topic id, leader epoch, leadership, replica set,
diverging epoch, offset, size. An error belongs to its partition; it also ends the wait of the
whole request, as a diverging epoch does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.broker.fetch.cached_partition import NONE, CachedPartition
from kafkawire.broker.fetch.counting import count_failure
from kafkawire.broker.fetch.readiness import diverging_epoch
from kafkawire.broker.fetch.resolving import FetchingBroker, absence, resolve_again
from kafkawire.broker.metadata.leader_hints import leader_of
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kafkawire.broker.fetch.terms import FetchTerms
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

STORAGE_ERROR_FROM = 6
"""The first version whose clients know KAFKA_STORAGE_ERROR (fetch.md A-58)."""
HINTS_FROM = 16
"""The first version that names the leader on errors 6 and 74 (KIP-951)."""

PartitionData = FetchResponse.PartitionData


class PartitionRead(NamedTuple):
    """What reading one partition gave; `size` is what it counts against budget and minimum."""

    cached: CachedPartition
    data: FetchResponse.PartitionData
    size: int

    @property
    def ends_wait(self) -> bool:
        """Whether this releases the whole request (fetch.md D-1)."""
        return False

    @property
    def diverges(self) -> bool:
        """Whether the fetcher's history has left the log's (KIP-595)."""
        return self.data.diverging_epoch.epoch >= 0


class EndingRead(PartitionRead):
    """An error, a diverging epoch or a redirect."""

    __slots__ = ()

    @property
    def ends_wait(self) -> bool:
        """It does."""
        return True


class Role(Protocol):
    """How the partitions of a request are read, by who asks: `following`, `preferring`."""

    may_starve: bool
    """Whether partitions may be left out that are known to give nothing (`Budget.starves`)."""

    def read(
        self,
        cached: CachedPartition,
        terms: FetchTerms,
        broker: FetchingBroker,
        budget: Budget,
    ) -> PartitionRead:
        """What `read_partition` does, and what this role does otherwise."""

    def note(
        self, looked_at: Iterable[CachedPartition], terms: FetchTerms, broker: FetchingBroker
    ) -> None:
        """These were looked at; what they told of themselves is in `position`."""

    def reads_again(self, broker: FetchingBroker) -> bool:
        """The request has waited and is read once more (fetch.md D-13).

        Whether all of it has to be looked at, also what has not changed.
        """


class Budget:
    """What is left of a request's bytes; the first partition that has data may exceed it.

    A negative limit of the whole request fails the first partition, and is 0 for the others.
    """

    __slots__ = ("bytes_left", "minimum_one")

    def __init__(self, terms: FetchTerms) -> None:
        self.bytes_left = terms.max_bytes
        self.minimum_one = terms.minimum_one

    def allowance(self, cached: CachedPartition) -> int:
        """How many bytes `cached` may have."""
        limit = cached.asked.partition_max_bytes
        return limit if limit < self.bytes_left else self.bytes_left

    def take(self, size: int) -> None:
        """Note that a partition was read, and what it took."""
        if size:
            self.minimum_one = False
        left = self.bytes_left - size
        self.bytes_left = left if left > 0 else 0

    def starves(self, cached: CachedPartition) -> bool:
        """Whether reading `cached` once more would give nothing and tell nothing.

        So it is when its next batch is known to be too large for what is left, and all else is as
        the fetcher was told. A session with more data than room need not be read as a whole.
        """
        partition = cached.partition
        if self.minimum_one or partition is None or partition.deleted:
            return False
        log = partition.log
        return (
            0 <= self.allowance(cached) < cached.next_batch_size
            and log.high_watermark == cached.high_watermark
            and log.log_start_offset == cached.log_start_offset
            and partition.partition_epoch == cached.partition_epoch
        )


def read_in_order(
    partitions: Iterable[CachedPartition], terms: FetchTerms, broker: FetchingBroker
) -> list[PartitionRead]:
    """Read `partitions` one after another, within one budget."""
    budget = Budget(terms)
    role = terms.role
    read_one = read_partition if role is None else role.read
    reads = []
    for cached in partitions:
        read = read_one(cached, terms, broker, budget)
        budget.take(read.size)
        reads.append(read)
    if role is not None:
        role.note([read.cached for read in reads], terms, broker)
    return reads


def read_partition(
    cached: CachedPartition, terms: FetchTerms, broker: FetchingBroker, budget: Budget
) -> PartitionRead:
    """Check and read one partition, within `budget`, which it leaves as it is."""
    partition = cached.partition
    cached.position = None
    cached.next_batch_size = 0
    if partition is None or partition.deleted:
        partition = resolve_again(cached, broker)
        if partition is None:
            return refused(cached, int(absence(_name_of(cached), broker)), terms, broker)
    error = _refusal(cached, partition, terms)
    if error:
        return refused(cached, error, terms, broker)
    diverging = diverging_epoch(cached, partition)
    if diverging is not None:
        return _diverged(cached, partition, diverging, terms, broker)
    offset = cached.asked.fetch_offset
    log = partition.log
    if not log.log_start_offset <= offset <= log.log_end_offset:
        return refused(cached, OFFSET_OUT_OF_RANGE, terms, broker)
    bound = terms.upper_bound(log)
    allowance = budget.allowance(cached)
    if allowance < 0 and offset < bound:
        count_failure(cached)
        return refused(cached, UNKNOWN_SERVER_ERROR, terms, broker)
    found = log.read(offset, max_bytes=allowance, upper_bound=bound, minimum_one=budget.minimum_one)
    cached.position = found.position
    cached.next_batch_size = found.first_batch_size
    cached.partition_epoch = partition.partition_epoch
    return _data(cached, log, found, terms)


def rejection(partition: int, error: int) -> FetchResponse.PartitionData:
    """The entry of a partition that was refused before reading (fetch.md B-10, A-18)."""
    return PartitionData(
        partition_index=partition, error_code=error, high_watermark=-1, records=b""
    )


def epoch_error(asked_epoch: int, partition: Partition) -> int:
    """What a fetcher hears that believes in another leader epoch (fetch.md B-17); else NONE."""
    if 0 <= asked_epoch != partition.leader_epoch:
        is_older = asked_epoch < partition.leader_epoch
        return FENCED_LEADER_EPOCH if is_older else UNKNOWN_LEADER_EPOCH
    return NONE


def _refusal(cached: CachedPartition, partition: Partition, terms: FetchTerms) -> int:
    if cached.topic_id != partition.topic_id and ZERO_UUID not in (
        cached.topic_id,
        partition.topic_id,
    ):
        return INCONSISTENT_TOPIC_ID
    asked_epoch = cached.asked.current_leader_epoch
    if 0 <= asked_epoch != partition.leader_epoch:
        return epoch_error(asked_epoch, partition)
    if terms.view.leader_required and not partition.is_leader:
        return NOT_LEADER_OR_FOLLOWER
    if terms.is_follower and not _is_remote_replica(terms.view.replica_id, partition):
        return UNKNOWN_LEADER_EPOCH if asked_epoch >= 0 else NOT_LEADER_OR_FOLLOWER
    return NONE


def _is_remote_replica(replica_id: int, partition: Partition) -> bool:
    return replica_id in partition.replicas and replica_id != partition.leader_id


def refused(
    cached: CachedPartition, error: int, terms: FetchTerms, broker: FetchingBroker
) -> PartitionRead:
    """A partition that was looked at and gives nothing but `error`."""
    if error == KAFKA_STORAGE_ERROR and terms.version < STORAGE_ERROR_FROM:
        error = NOT_LEADER_OR_FOLLOWER
    data = PartitionData(
        partition_index=cached.asked.partition,
        error_code=error,
        high_watermark=-1,
        aborted_transactions=None,
        records=b"",
    )
    if terms.version >= HINTS_FROM and error in (NOT_LEADER_OR_FOLLOWER, FENCED_LEADER_EPOCH):
        data.current_leader = _current_leader(cached, broker)
    return EndingRead(cached, data, 0)


def _current_leader(
    cached: CachedPartition, broker: FetchingBroker
) -> FetchResponse.LeaderIdAndEpoch:
    hosted = cached.partition
    if hosted is not None:
        leader_id, leader_epoch = hosted.leader_id, hosted.leader_epoch
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
    terms: FetchTerms,
    broker: FetchingBroker,
) -> PartitionRead:
    epoch, end_offset = diverging
    log = partition.log
    if epoch < 0 or cached.asked.fetch_offset < log.log_start_offset:
        return refused(cached, OFFSET_OUT_OF_RANGE, terms, broker)
    data = offsets_of(log, cached)
    data.diverging_epoch = FetchResponse.EpochEndOffset(epoch=epoch, end_offset=end_offset)
    return EndingRead(cached, data, 0)


def _data(
    cached: CachedPartition, log: PartitionLog, found: LogRead, terms: FetchTerms
) -> PartitionRead:
    size = found.size
    if terms.minimum_one and 0 < size < found.first_batch_size:
        # Half a batch helps nobody who may have a whole one another time (fetch.md C-7).
        return PartitionRead(cached, offsets_of(log, cached), 0)
    buffers = found.buffers
    data = offsets_of(log, cached, buffers[0] if len(buffers) == 1 else buffers)
    if terms.is_read_committed:
        data.aborted_transactions = _aborted(cached, log, found, terms)
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
    cached: CachedPartition, log: PartitionLog, found: LogRead, terms: FetchTerms
) -> AbortedTransactions | None:
    offset = cached.asked.fetch_offset
    if offset >= terms.upper_bound(log):
        return []
    if not found.first_batch_size:
        return None
    if not found.size:
        return []
    return [
        FetchResponse.AbortedTransaction(producer_id=producer_id, first_offset=first_offset)
        for producer_id, first_offset in log.aborted_transactions(offset, log.aborted_bound(found))
    ]
