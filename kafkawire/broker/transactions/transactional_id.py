"""A transactional id as its coordinator has it in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.broker.timers import Timer
    from kafkawire.broker.transactions.states import TransactionState
    from kafkawire.broker.transactions.transaction import Transaction


class TransactionalId:
    """A name, what is known of it, and what is about to become of it."""

    __slots__ = ("name", "pending", "timer", "transaction")

    def __init__(self, name: str, transaction: Transaction) -> None:
        self.name = name
        self.transaction = transaction
        """What the latest committed record says."""
        self.pending: TransactionState | None = None
        """Where a record leads to that is written and not committed yet; until then nothing else
        can be done (produce C-4)."""
        self.timer: Timer | None = None
        """When an ongoing transaction is aborted."""

    def stop_timer(self) -> None:
        """Let it go on for as long as it likes."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
