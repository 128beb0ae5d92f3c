"""One partition of `__transaction_state` and the transactional ids that live in it.

`apply` is the fold. A record that was read back, or is committed as it is written, counts at once;
one that still has to be replicated is *pending*: meanwhile its id can be described as it was, and
not changed (produce C-4, C-14).

What follows from a state follows from nothing else, so that it is the same after a transition and
after a load: an Ongoing transaction may time out, and one in a Prepare state gets its markers
(C-100).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from kafkawire.broker.coordinated_topic import AT_NEXT_TICK, ShardState
from kafkawire.broker.coordinator import StateLog, StateLogSettings
from kafkawire.broker.replicas.change_watch import ChangeWatch
from kafkawire.broker.transactions import expiry, records, timeouts
from kafkawire.broker.transactions.completion import Completion
from kafkawire.broker.transactions.records import TransactionRecord
from kafkawire.broker.transactions.states import PREPARED, TransactionState
from kafkawire.broker.transactions.transaction import TransactionalId
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.transactions.coordinator import TransactionCoordinator
    from kafkawire.broker.transactions.transaction import Transaction
    from kafkawire.timers import Timer

UNCOMPRESSED = 0


class TransactionShard:
    """The transactional ids of one coordinator partition."""

    __slots__ = (
        "_uncommitted",
        "_watch",
        "completion",
        "coordinator",
        "expiry_timer",
        "ids",
        "log",
        "partition",
        "state",
    )

    def __init__(self, partition: Partition, coordinator: TransactionCoordinator) -> None:
        self.partition = partition
        self.coordinator = coordinator
        self.state = ShardState.LOADING
        self.ids: dict[str, TransactionalId] = {}
        """By name; those that were changed last come last."""
        self.log: StateLog[TransactionRecord] = StateLog(
            partition,
            self,
            coordinator.replicas,
            coordinator.purgatory,
            StateLogSettings(UNCOMPRESSED, coordinator.settings.commit_timeout_ms),
        )
        self.completion = Completion(self)
        self.expiry_timer: Timer | None = None
        self._uncommitted: deque[tuple[int, TransactionRecord]] = deque()
        self._watch = ChangeWatch(partition, self._take_committed_soon)

    def existing(self, name: str) -> TransactionalId:
        """A transactional id that is known; raises `ApiError` (produce C-43, C-60)."""
        found = self.ids.get(name)
        if found is None:
            raise ApiError(ErrorCode.INVALID_PRODUCER_ID_MAPPING)
        return found

    def write(self, name: str, transaction: Transaction, now_ms: int) -> None:
        """Write a transition, and do what follows from it; raises `ApiError` if nothing changed."""
        self.log.append([TransactionRecord(name, transaction)], now_ms)
        self.completion.run(now_ms)

    # The fold

    def encode(self, record: TransactionRecord) -> tuple[bytes, bytes | None]:
        """Part of `Fold`."""
        return records.encode(record, self.coordinator.transaction_version)

    def decode(self, key: bytes, value: bytes | None) -> TransactionRecord | None:
        """Part of `Fold`."""
        return records.decode(key, value)

    def apply(self, record: TransactionRecord, record_offset: int, producer_id: int) -> None:
        """Take in one record, just written or read back."""
        del producer_id
        if self.state is ShardState.LOADING or record_offset < self.partition.high_watermark:
            self._take(record)
            return
        self._uncommitted.append((record_offset, record))
        held = self.ids.get(record.transactional_id)
        if held is not None:
            state = TransactionState.DEAD
            held.pending = state if record.transaction is None else record.transaction.state
        self._watch.listen()

    def end_transaction(self, producer_id: int, *, committed: bool) -> None:
        """Nothing here is written in transactions."""

    def _take(self, record: TransactionRecord) -> None:
        """It is committed, or as good as that."""
        name, transaction = record
        held = self.ids.pop(name, None)
        if transaction is None:
            if held is not None:
                held.stop_timer()
            return
        if held is None:
            held = TransactionalId(name, transaction)
        self.ids[name] = held
        held.transaction = transaction
        held.pending = None
        if self.state is ShardState.ACTIVE:
            self._follow(held)

    def _follow(self, held: TransactionalId) -> None:
        """What the state of an id asks for."""
        state = held.transaction.state
        if state is TransactionState.ONGOING:
            timeouts.watch(self, held)
            return
        held.stop_timer()
        if state in PREPARED:
            self.completion.add(held)
        elif self.expiry_timer is None:
            changed_ms = self.coordinator.wall_clock.now_ms_at(held.transaction.last_update_ms)
            expiry.schedule(self, changed_ms)

    # The high watermark

    def _take_committed_soon(self) -> None:
        """Look at the next tick for what has become committed."""
        self.coordinator.timers.at(AT_NEXT_TICK, self._take_committed)

    def _take_committed(self, now_ms: int) -> None:
        if self.state is not ShardState.ACTIVE:
            return
        waiting = self._uncommitted
        while waiting and waiting[0][0] < self.partition.high_watermark:
            self._take(waiting.popleft()[1])
        self.completion.run(now_ms)
        if waiting:
            self._watch.listen()

    # The life of a shard (see `coordinated_topic.Shard`)

    def loaded(self, now_ms: int) -> None:
        """Go on with what was going on when somebody else led the partition."""
        if self.ids:
            expiry.schedule(self, now_ms)
        for held in self.ids.values():
            self._follow(held)
        self.completion.run(now_ms)

    def resigned(self, now_ms: int) -> None:
        """This broker coordinates these ids no longer."""
        del now_ms
        self.completion.stop()
        if self.expiry_timer is not None:
            self.expiry_timer.cancel()
        for held in self.ids.values():
            held.stop_timer()
