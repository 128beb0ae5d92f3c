"""What is known of a transactional id, and how each operation makes the next state of it.

A `Transaction` is what one record of `__transaction_state` says, so it is never changed: each
method returns the one to be written. All of Kafka's rules for epochs are here (KIP-98, KIP-360,
KIP-890; Kafka's `TransactionMetadata`).

The last epoch that a producer may use is one less than the greatest there is: that one is kept
for fencing it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.transactions.states import COMPLETED, IDLE, SOURCES, TransactionState
from kafkawire.protocol.since import EPOCH_BUMPS_SINCE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.timers import Timer

NO_PRODUCER_ID = -1
NO_EPOCH = -1
NO_TIME_MS = -1
EPOCH_MAX = 32767
EXHAUSTED_EPOCH = EPOCH_MAX - 1
"""From this epoch on a producer gets a new id (produce C-13)."""
TIMEOUT_MAX_MS = (1 << 31) - 1
"""The timeout of two-phase commits (KIP-939), which are never aborted for it."""

NO_PARTITIONS: frozenset[TopicPartition] = frozenset()


class Transaction(NamedTuple):
    """The state of a transactional id between two records; wall times in milliseconds.

    `partitions` are those that get a marker. `start_ms` is -1 where no transaction has begun.
    `last_producer_epoch` is not written: a reload forgets it (produce C-10).
    """

    producer_id: int
    timeout_ms: int
    last_update_ms: int
    state: TransactionState = TransactionState.EMPTY
    producer_epoch: int = NO_EPOCH
    last_producer_epoch: int = NO_EPOCH
    previous_producer_id: int = NO_PRODUCER_ID
    """The producer id before the latest transition, the same one mostly."""
    next_producer_id: int = NO_PRODUCER_ID
    partitions: frozenset[TopicPartition] = NO_PARTITIONS
    start_ms: int = NO_TIME_MS
    client_version: int = 0
    """The transaction.version that whoever moved it last has spoken, 0 or 2."""

    @property
    def is_exhausted(self) -> bool:
        """Whether the producer id has no epoch left for the next producer."""
        return self.producer_epoch >= EXHAUSTED_EPOCH

    @property
    def is_two_phase(self) -> bool:
        """Whether somebody outside decides its end, however long that takes."""
        return self.timeout_ms == TIMEOUT_MAX_MS

    @property
    def times_out_at_ms(self) -> int:
        """The last moment of an ongoing transaction."""
        return self.start_ms + self.timeout_ms

    def _entered(self, state: TransactionState) -> Transaction:
        assert self.state in SOURCES[state], f"{self.state.name} to {state.name}"
        return self._replace(state=state, previous_producer_id=self.producer_id)

    # InitProducerId

    def with_next_epoch(
        self, expected_epoch: int | None, timeout_ms: int, time_ms: int
    ) -> Transaction:
        """For a producer that begins, or goes on after `expected_epoch` was its own (C-28).

        Whoever asks again gets what it got. The epoch must be checked before, and not exhausted.
        """
        epoch, last_epoch = self.producer_epoch + 1, NO_EPOCH
        if expected_epoch is not None:
            last_epoch = self.producer_epoch
            if expected_epoch != self.producer_epoch != NO_EPOCH:
                assert expected_epoch == self.last_producer_epoch
                epoch, last_epoch = self.producer_epoch, self.last_producer_epoch
        return self._initialized(timeout_ms, time_ms)._replace(
            producer_epoch=epoch, last_producer_epoch=last_epoch
        )

    def with_next_producer_id(
        self, producer_id: int, expected_epoch: int | None, timeout_ms: int, time_ms: int
    ) -> Transaction:
        """For a producer that goes on, or whose predecessor has used up all epochs (C-29)."""
        last_epoch = NO_EPOCH if expected_epoch is None else expected_epoch
        return self._initialized(timeout_ms, time_ms)._replace(
            producer_id=producer_id, producer_epoch=0, last_producer_epoch=last_epoch
        )

    def _initialized(self, timeout_ms: int, time_ms: int) -> Transaction:
        return self._entered(TransactionState.EMPTY)._replace(
            timeout_ms=timeout_ms,
            last_update_ms=time_ms,
            partitions=NO_PARTITIONS,
            start_ms=NO_TIME_MS,
        )

    # The transaction

    def with_partitions(
        self, added: Iterable[TopicPartition], client_version: int, time_ms: int
    ) -> Transaction:
        """Begun or gone on with, in `added` as well (C-43)."""
        return self._entered(TransactionState.ONGOING)._replace(
            partitions=self.partitions.union(added),
            start_ms=time_ms if self.state in IDLE else self.start_ms,
            last_update_ms=time_ms,
            client_version=client_version,
        )

    def ending(
        self,
        *,
        is_commit: bool,
        client_version: int,
        time_ms: int,
        next_producer_id: int = NO_PRODUCER_ID,
    ) -> Transaction:
        """Decided (C-61, C-70). One that never began is taken to begin now (C-72).

        With KIP-890 v2 the epoch grows; if that was the last one, `next_producer_id` is whom the
        next transaction belongs to.
        """
        state = TransactionState.PREPARE_COMMIT if is_commit else TransactionState.PREPARE_ABORT
        epoch, last_epoch = self.producer_epoch, self.last_producer_epoch
        if client_version >= EPOCH_BUMPS_SINCE:
            epoch, last_epoch = min(epoch + 1, EPOCH_MAX), epoch
        return self._entered(state)._replace(
            producer_epoch=epoch,
            last_producer_epoch=last_epoch,
            next_producer_id=next_producer_id,
            start_ms=time_ms if self.state in IDLE else self.start_ms,
            last_update_ms=time_ms,
            client_version=client_version,
        )

    def fenced(self, time_ms: int) -> Transaction:
        """Aborted without its producer, which is not recognised again: it has an older epoch.

        So it is below transaction.version 2; from there on `ending` does that as well (C-31).
        """
        ended = self.ending(is_commit=False, client_version=0, time_ms=time_ms)
        epoch = min(self.producer_epoch + 1, EPOCH_MAX)
        return ended._replace(producer_epoch=epoch, last_producer_epoch=NO_EPOCH)

    def completed(self, time_ms: int) -> Transaction:
        """Ended: all markers are written, and a reserved producer id takes over (C-74)."""
        ended = self._entered(COMPLETED[self.state])._replace(
            partitions=NO_PARTITIONS, last_update_ms=time_ms, next_producer_id=NO_PRODUCER_ID
        )
        if self.client_version >= EPOCH_BUMPS_SINCE and self.next_producer_id != NO_PRODUCER_ID:
            return ended._replace(producer_id=self.next_producer_id, producer_epoch=0)
        return ended

    @property
    def next_identity(self) -> tuple[int, int]:
        """The producer id and epoch of whoever writes the transaction after this one (C-70)."""
        if self.next_producer_id != NO_PRODUCER_ID:
            return self.next_producer_id, 0
        return self.producer_id, self.producer_epoch


class TransactionalId:
    """A name, what is known of it, and what is about to become of it."""

    __slots__ = ("name", "pending", "timer", "transaction", "unmarked")

    def __init__(self, name: str, transaction: Transaction) -> None:
        self.name = name
        self.transaction = transaction
        """What the latest committed record says."""
        self.pending: TransactionState | None = None
        """Where a record leads to that is written and not committed yet; until then nothing else
        can be done (produce C-4)."""
        self.timer: Timer | None = None
        """When an ongoing transaction is aborted."""
        self.unmarked: frozenset[TopicPartition] | None = None
        """Of a decided transaction, what has no marker yet, if some could not be written."""

    def stop_timer(self) -> None:
        """Let it go on for as long as it likes."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
