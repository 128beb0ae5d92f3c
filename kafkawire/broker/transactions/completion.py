"""Markers, written after a transaction's end was decided, and the record that all are written.

Each partition of the transaction gets a marker; those that cannot be written now are tried again,
for as long as it takes, because the decision stands (produce C-84, C-99; Kafka's
`TransactionMarkerChannelManager`). A turn writes a bounded number of markers and leaves the rest to
the next tick, so that a transaction over many partitions does not keep others waiting.

This broker leads all partitions, so a marker is an append. It counts as written when it is in the
leader's log.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING

from kafkawire.broker.coordinated_topic import AT_NEXT_TICK
from kafkawire.broker.replicas.marking import Marker
from kafkawire.broker.transactions.records import TransactionRecord
from kafkawire.broker.transactions.states import COMPLETED, TransactionState
from kafkawire.java_order import java_hash_order
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.transactions.shard import TransactionShard
    from kafkawire.broker.transactions.transaction import TransactionalId
    from kafkawire.timers import Timer

MARKERS_PER_TURN = 64

FIRST_RETRY_MS = 10
RETRY_MAX_MS = 1000
"""Retries of one transaction come at greater and greater distances."""

_FENCED = frozenset((ErrorCode.INVALID_PRODUCER_EPOCH, ErrorCode.TRANSACTION_COORDINATOR_FENCED))
"""A newer owner has been at the partition: whatever becomes of the transaction is its business."""
_DROPPED = frozenset((ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT, ErrorCode.UNSUPPORTED_VERSION))
"""The partition cannot have a marker."""


class Ending:
    """A decided transaction, its marker, and the partitions that lack it: not yet tried, failed."""

    __slots__ = ("failed", "held", "is_fenced", "left", "marker", "retry_ms", "transaction")

    def __init__(self, held: TransactionalId, coordinator_epoch: int) -> None:
        transaction = held.transaction
        self.held = held
        self.transaction = transaction
        self.marker = Marker(
            producer_id=transaction.producer_id,
            producer_epoch=transaction.producer_epoch,
            is_commit=transaction.state is TransactionState.PREPARE_COMMIT,
            coordinator_epoch=coordinator_epoch,
            transaction_version=transaction.client_version,
        )
        self.left = deque(TopicPartition(*each) for each in java_hash_order(transaction.partitions))
        self.failed: list[TopicPartition] = []
        self.is_fenced = False
        self.retry_ms = FIRST_RETRY_MS


class Completion:
    """The decided transactions of a shard."""

    __slots__ = ("_queue", "_retries", "_shard", "_timer")

    def __init__(self, shard: TransactionShard) -> None:
        self._shard = shard
        self._queue: deque[Ending] = deque()
        self._retries: dict[str, tuple[Ending, Timer]] = {}
        """Those that cannot go on now, by transactional id, and when they are tried again."""
        self._timer: Timer | None = None

    def add(self, held: TransactionalId) -> None:
        """Take up a transaction in a Prepare state; `run` goes on with it.

        Its completion is pending from now on: nothing else can be done (produce C-4).
        """
        held.pending = COMPLETED[held.transaction.state]
        self._queue.append(Ending(held, self._shard.partition.leader_epoch))

    def stop(self) -> None:
        """Forget all of them: somebody else will go on."""
        self._queue.clear()
        if self._timer is not None:
            self._timer.cancel()
        for _, timer in self._retries.values():
            timer.cancel()
        self._retries.clear()

    def waiting(self, *, for_markers: bool) -> int:
        """The transactions that wait for a retry, of markers or of their record."""
        return sum(bool(ending.left) is for_markers for ending, _ in self._retries.values())

    def run(self, now_ms: int) -> None:
        """Write markers, as many as a turn may, and the record of each transaction that is done."""
        left = MARKERS_PER_TURN
        while self._queue and left > 0:
            ending = self._queue.popleft()
            left = self._write_markers(ending, left, now_ms)
        if self._queue and self._timer is None:
            self._timer = self._shard.coordinator.timers.at(AT_NEXT_TICK, self._go_on)

    def _go_on(self, now_ms: int) -> None:
        self._timer = None
        self.run(now_ms)

    def _write_markers(self, ending: Ending, limit: int, now_ms: int) -> int:
        """Work on one transaction; how much of the limit is left."""
        while ending.left and limit > 0:
            topic_partition = ending.left.popleft()
            limit -= 1
            if not self._is_written(ending, topic_partition, now_ms):
                ending.failed.append(topic_partition)
        if ending.left:
            self._queue.appendleft(ending)
        elif ending.failed:
            self._put_off(ending, now_ms)
        else:
            self._complete(ending, now_ms)
            limit -= 1
        return limit

    def _put_off(self, ending: Ending, now_ms: int) -> None:
        """Try again what failed, if that may help; it is all that operators are told of."""
        ending.left.extend(ending.failed)
        ending.failed.clear()
        ending.held.unmarked = frozenset(ending.left)
        if not ending.is_fenced:
            self._retry(ending, now_ms)

    def _is_written(self, ending: Ending, topic_partition: TopicPartition, now_ms: int) -> bool:
        """Whether the partition needs no more: it has its marker, or cannot have one."""
        coordinator = self._shard.coordinator
        topic = coordinator.metadata.topics.get(topic_partition.topic)
        if topic is None or topic_partition.partition not in topic.partitions:
            return True
        try:
            coordinator.markers.write(ending.marker, topic_partition, now_ms)
        except ApiError as error:
            ending.is_fenced |= error.code in _FENCED
            return error.code in _DROPPED
        return True

    def _complete(self, ending: Ending, now_ms: int) -> None:
        held = ending.held
        assert held.transaction is ending.transaction, "a decided transaction changed"
        time_ms = self._shard.coordinator.wall_clock.time_ms(now_ms)
        record = TransactionRecord(held.name, ending.transaction.completed(time_ms))
        try:
            self._shard.log.append([record], now_ms)
        except ApiError:
            self._retry(ending, now_ms)
        else:
            held.unmarked = None

    def _retry(self, ending: Ending, now_ms: int) -> None:
        at_ms = now_ms + ending.retry_ms
        ending.retry_ms = min(2 * ending.retry_ms, RETRY_MAX_MS)
        timers = self._shard.coordinator.timers
        timer = timers.at(at_ms, partial(self._try_again, ending))
        self._retries[ending.held.name] = ending, timer

    def _try_again(self, ending: Ending, now_ms: int) -> None:
        del self._retries[ending.held.name]
        self._queue.append(ending)
        self.run(now_ms)
