"""Transactions: a block that commits at its end, and aborts on any exception.

The core ends a transaction that was asked to end, whatever happens here. Leaving the block waits
for that in a shield, since a commit that was sent cannot be taken back.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

import trio

from kafkawire.client.core.metrics.call_times import TimedCall
from kafkawire.client.core.producing.transaction_states import State
from kafkawire.client.errors import (
    ClientError,
    TimedOut,
    TransactionAborted,
    TransactionRequired,
    TransactionUnresolved,
)
from kafkawire.client.values import GroupMetadata, OffsetAndMetadata, TopicPartition

if TYPE_CHECKING:
    from kafkawire.client.core.producing.producer import ProducerCore
    from kafkawire.client.core.producing.transaction import Transaction as TransactionCore
    from kafkawire.client.shell.runtime import Runtime
    from kafkawire.client.shell.sending import Sending

_MOVING = (State.INITIALIZING, State.COMMITTING, State.ABORTING, State.UNRESOLVED)


class HasGroup(Protocol):
    """A consumer, as far as a transaction needs it."""

    @property
    def group_metadata(self) -> GroupMetadata:
        """Its identity in its group."""


class HasPosition(Protocol):
    """A batch, as far as a transaction needs it."""

    @property
    def partition(self) -> TopicPartition:
        """Its partition."""

    @property
    def next_offset(self) -> int:
        """The offset after it."""


class Transactions:
    """Waits of a producer's tasks in transactions."""

    def __init__(
        self, core: ProducerCore, sending: Sending, runtime: Runtime, max_block_ms: int
    ) -> None:
        self._core = core
        self._sending = sending
        self._runtime = runtime
        self._max_block_ms = max_block_ms

    @property
    def core(self) -> TransactionCore:
        """The core of the transactions."""
        assert self._core.transaction is not None
        return self._core.transaction

    def state(self) -> State:
        """Return the state that the producer is in now."""
        return self.core.state

    async def begin(self) -> None:
        """Begin a transaction, after the end of the one before and with a producer id."""
        if self.state() in (State.IN_TRANSACTION, State.ABORTABLE):
            raise TransactionRequired("end the transaction that is open before the next one")
        if self.state() is State.UNINITIALIZED:
            await self.init()
        with self._sending.timed(TimedCall.TXN_BEGIN):
            await self._get_ready()
            self.core.begin()

    async def init(self) -> None:
        """Wait for the end of the last transaction and for a producer id."""
        with self._sending.timed(TimedCall.TXN_INIT):
            await self._get_ready()

    async def _get_ready(self) -> None:
        core = self.core
        with trio.move_on_after(self._max_block_ms / 1000):
            if self.state() is State.UNINITIALIZED:
                core.init(self._runtime.now_ms())
            await self.settled()
        if self.state() is State.FATAL or (self.state() is State.UNINITIALIZED and core.error):
            assert core.error is not None
            raise core.error
        if self.state() is State.UNRESOLVED:
            raise TransactionUnresolved("the outcome of the last transaction is unknown yet")
        if self.state() is State.ABORTABLE:  # the last commit turned out to have failed
            await self.abort(self._max_block_ms)
        if self.state() is not State.READY:
            raise TimedOut("no producer id within max.block.ms", core.last_failure)

    async def commit(self) -> None:
        """Send what was accepted and commit. Raises why that failed."""
        with self._sending.timed(TimedCall.TXN_COMMIT):
            await self._commit()

    async def _commit(self) -> None:
        core = self.core
        if self.state() is State.IN_TRANSACTION:
            core.commit(self._runtime.now_ms())
            try:
                while self.state() is State.COMMITTING and not core.is_ending:
                    await self._change()
            finally:
                core.cancel_commit()
            with trio.CancelScope(shield=True):
                await self._ended()
        if self.state() in (State.READY, State.INITIALIZING) and core.is_committed:
            return
        if self.state() is State.UNRESOLVED:
            raise TransactionUnresolved("the commit was not answered within max.block.ms")
        raise core.error or TransactionAborted("the transaction was not committed")

    async def abort(self, budget_ms: int) -> None:
        """Abort, within a budget. Raises why that failed."""
        with self._sending.timed(TimedCall.TXN_ABORT):
            await self._abort(budget_ms)

    async def _abort(self, budget_ms: int) -> None:
        await self._give_up(budget_ms)
        core = self.core
        if self.state() is State.FATAL:
            assert core.error is not None
            raise core.error
        if self.state() is not State.READY:
            raise TimedOut(f"the transaction was not aborted within {budget_ms} ms")

    def raise_fatal(self, failure: BaseException) -> None:
        """Raise why the producer can only be closed, if `failure` was a sign of that."""
        fatal = self.core.error
        if self.state() is State.FATAL and fatal is not None and fatal is not failure:
            raise fatal from failure

    async def settled(self) -> None:
        """Wait until the state does not change by itself."""
        while self.state() in _MOVING:
            await self._change()

    async def offsets(
        self, offsets: Mapping[TopicPartition, OffsetAndMetadata], group: GroupMetadata
    ) -> None:
        """Commit offsets with the transaction."""
        with self._sending.timed(TimedCall.TXN_SEND_OFFSETS):
            await self._offsets(offsets, group)

    async def _offsets(
        self, offsets: Mapping[TopicPartition, OffsetAndMetadata], group: GroupMetadata
    ) -> None:
        error = self.core.refusal()
        if error is not None:
            raise error
        ended = trio.Event()
        found: list[ClientError | None] = []

        def done(error: ClientError | None) -> None:
            found.append(error)
            ended.set()

        self.core.commit_offsets(offsets, group, done, self._runtime.now_ms())
        self._runtime.pump()
        with self._runtime.while_open(), trio.move_on_after(self._max_block_ms / 1000):
            await ended.wait()
        if not found:
            raise TimedOut("offsets were not committed within max.block.ms", self.core.last_failure)
        if found[0] is not None:
            raise self.core.error or found[0]

    async def close(self, budget_ms: int) -> None:
        """Abort a transaction that is open."""
        if self._core.transaction is not None:
            await self._give_up(budget_ms)

    async def _give_up(self, budget_ms: int) -> None:
        """Abort the transaction if it is open, and wait for the end, within a budget."""
        if self.state() in (State.IN_TRANSACTION, State.ABORTABLE):
            self.core.abort(self._runtime.now_ms())
        with trio.move_on_after(budget_ms / 1000):
            await self.settled()
        self._core.take_failures()  # the end of the transaction raises them

    async def _ended(self) -> None:
        """Wait for the answer to a commit that was sent."""
        core = self.core
        with trio.move_on_after(self._max_block_ms / 1000):
            while self.state() is State.COMMITTING:
                await self._change()
        if self.state() is State.COMMITTING:
            core.give_up_ending()

    async def _change(self) -> None:
        changed = trio.Event()
        self.core.wait(changed.set)
        self._runtime.pump()
        try:
            with self._runtime.while_open():
                await changed.wait()
        finally:
            self.core.give_up(changed.set)


class Transaction:
    """One transaction, used as `async with producer.transaction() as transaction`."""

    def __init__(self, transactions: Transactions, budget_ms: int) -> None:
        self._transactions = transactions
        self._budget_ms = budget_ms

    async def __aenter__(self) -> Self:
        await self._transactions.begin()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            await self._abort(error)
            return
        try:
            await self._transactions.commit()
        except TransactionUnresolved:
            raise
        except (ClientError, trio.Cancelled) as failure:
            await self._abort(failure)
            self._transactions.raise_fatal(failure)
            raise

    async def send_offsets(
        self,
        group: HasGroup | GroupMetadata,
        upto: HasPosition | Mapping[TopicPartition, int | OffsetAndMetadata],
    ) -> None:
        """Commit the offsets of a group together with the records of this transaction.

        Args:
            group: The consumer, or its `group_metadata`.
            upto: A batch that is done, or the next offsets by partition.

        Raises:
            CommitFailed: The group has given the partitions to another member.
        """
        member = group if isinstance(group, GroupMetadata) else group.group_metadata
        if not isinstance(upto, Mapping):
            upto = {upto.partition: upto.next_offset}
        offsets = {
            partition: OffsetAndMetadata(found) if isinstance(found, int) else found
            for partition, found in upto.items()
        }
        await self._transactions.offsets(offsets, member)

    async def _abort(self, error: BaseException) -> None:
        """Abort in a shield; a failure becomes a note of the exception that is on its way."""
        with trio.CancelScope(shield=True):
            try:
                await self._transactions.abort(self._budget_ms)
            except ClientError as failure:
                if failure is not error:
                    error.add_note(f"the transaction was not aborted: {failure}")
