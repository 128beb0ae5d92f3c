"""One transactional producer: its state, and the requests that lead from one state to the next.

With transaction.version 2, producing adds partitions to the transaction, and the answer of EndTxn
has the epoch of the next one (KIP-890). Before it, partitions and groups are added by requests of
their own, and the epoch stays, unless something failed.

The shell looks at `state` and waits for its changes. Ending is done here: once it was asked for, it
goes on whatever the shell does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.producing.batch import NO_PRODUCER, ProducerId
from kafkawire.client.core.producing.transaction_errors import Verdict
from kafkawire.client.core.producing.transaction_states import Event, State, next_state
from kafkawire.client.errors import (
    AbortableError,
    CommitFailed,
    ProducerFenced,
    ServerError,
    TransactionAborted,
    TransactionRequired,
    TransactionUnresolved,
)
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.end_txn_response import EndTxnResponse
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kafkawire.client.core.producing.transaction_calls import Ended, TransactionCalls
    from kafkawire.client.core.producing.transaction_steps import Steps
    from kafkawire.client.core.producing.unfinished import Flush
    from kafkawire.client.core.versions import Features
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import GroupMetadata, OffsetAndMetadata, TopicPartition
    from kafkawire.timers import Timers

FEATURE = "transaction.version"
ADDS_PARTITIONS_SINCE = 2
"""From this level of the feature on producing adds partitions."""
_GROUP_CHANGED = (ErrorCode.ILLEGAL_GENERATION, ErrorCode.UNKNOWN_MEMBER_ID)
_FENCING = (Verdict.FENCED, Verdict.FATAL)


class Hooks:
    """Functions of the producer that a transaction calls. The producer sets them."""

    __slots__ = ("abandon", "accept", "changed", "flush", "sent_partitions")

    def __init__(self) -> None:
        self.accept: Callable[[bool], None] = lambda is_open: None
        """Accept records, or no more."""
        self.abandon: Callable[[ClientError, int], None] = lambda error, now_ms: None
        """Let batches that wait to be sent fail with an error."""
        self.changed: Callable[[State], None] = lambda state: None
        """Take a new state."""
        self.flush: Callable[[Callable[[], None], int], Flush]
        """Send what was accepted, and call back."""
        self.sent_partitions: Callable[[list[TopicPartition], int], None]
        """Send batches of partitions that are part of the transaction now."""


class Transaction:
    """See the module's docstring."""

    def __init__(
        self,
        steps: Steps,
        calls: TransactionCalls,
        timers: Timers,
        features: Callable[[], Features],
    ) -> None:
        self.state = State.UNINITIALIZED
        self.producer = NO_PRODUCER
        self.error: ClientError | None = None
        """Why the transaction has to be aborted, or the producer be closed."""
        self.is_committed = False
        """Whether the last transaction that ended was committed."""
        self.adds_partitions = False
        """Whether producing adds partitions; read at the beginning of each transaction."""
        self.is_ending = False
        """Whether EndTxn was sent and not answered."""
        self.has_work = False
        """Whether the coordinator may have something of the transaction."""
        self.hooks = Hooks()
        self._steps = steps
        self._calls = calls
        self._timers = timers
        self._features = features
        self._flush: Flush | None = None
        self._added: set[TopicPartition] = set()
        self._to_add: dict[TopicPartition, None] = {}
        self._needs_bump = False
        self._skips_end = False
        """True if the coordinator has no transaction of this producer id to end."""
        self._waiters: list[Callable[[], None]] = []

    @property
    def last_failure(self) -> ClientError | None:
        """Why the last request to a coordinator failed."""
        return self._calls.last_failure

    # What the shell does

    def wait(self, wake: Callable[[], None]) -> None:
        """Call `wake` once, when the state changes or an ending goes on."""
        self._waiters.append(wake)

    def give_up(self, wake: Callable[[], None]) -> None:
        """Do not call `wake` any more."""
        if wake in self._waiters:
            self._waiters.remove(wake)

    def init(self, now_ms: int) -> None:
        """Ask for a producer id."""
        self.error = None
        self._change(Event.INIT)
        self._init(now_ms)

    def begin(self) -> None:
        """Begin a transaction."""
        level = self._features().levels.get(FEATURE, 0)
        self.adds_partitions = level >= ADDS_PARTITIONS_SINCE
        self.error, self._flush = None, None
        self.has_work = self._needs_bump = self._skips_end = False
        self._added.clear()
        self._to_add.clear()
        self._change(Event.BEGIN)

    def commit(self, now_ms: int) -> None:
        """Send what was accepted, then commit; look at `state` and `is_committed`."""
        self._change(Event.COMMIT)
        self._finish(now_ms)

    def cancel_commit(self) -> None:
        """Have the transaction aborted instead, if its end was not sent yet."""
        if self.state is State.COMMITTING and not self.is_ending:
            self.error = TransactionAborted("the commit was cancelled before it was sent")
            self._change(Event.ABORTABLE_ERROR)

    def abort(self, now_ms: int) -> None:
        """Give up what was not sent, then abort."""
        self._change(Event.ABORT)
        self._to_add.clear()
        self.hooks.abandon(TransactionAborted("the transaction is being aborted"), now_ms)
        self._finish(now_ms)

    def commit_offsets(
        self,
        offsets: Mapping[TopicPartition, OffsetAndMetadata],
        group: GroupMetadata,
        done: Callable[[ClientError | None], None],
        now_ms: int,
    ) -> None:
        """Commit offsets of a group with the transaction; `done` gets why that failed, or None."""
        self.has_work = self.has_work or self.adds_partitions

        def ended(how: Ended, at_ms: int) -> None:
            self._step_ended(how, at_ms)
            done(how.error)
            self._advance(at_ms)

        def added(how: Ended, at_ms: int) -> None:
            if how.verdict is Verdict.DONE:
                self.has_work = True
                commit(at_ms)
            else:
                ended(how, at_ms)

        def commit(at_ms: int) -> None:
            step = self._steps.commit_offsets(
                self.producer, offsets, group, ended, adds_group=self.adds_partitions
            )
            self._calls.ask(step, at_ms)

        if self.adds_partitions:
            commit(now_ms)
        else:
            step = self._steps.add_offsets(self.producer, group.group_id, added)
            self._calls.ask(step, now_ms)

    def give_up_ending(self) -> None:
        """Note that EndTxn had no response in time. The request is repeated until it has one."""
        self._change(Event.NO_ANSWER)

    def refusal(self) -> ClientError | None:
        """Return why no record is accepted; None if they are."""
        if self.state is State.IN_TRANSACTION:
            return None
        if self.state is State.FATAL:
            return self.error
        if self.state is State.UNRESOLVED:
            return TransactionUnresolved(f"the end of the transaction: {self._calls.last_failure}")
        if self.error is None:
            return TransactionRequired("a transactional producer sends within a transaction")
        what = f"the transaction has to be aborted: {self.error}"
        found = AbortableError(ErrorCode.TRANSACTION_ABORTABLE, what)
        found.__cause__ = self.error
        return found

    # What sending does

    def may_send(self, partition: TopicPartition, now_ms: int) -> bool:
        """Return whether a partition is part of the transaction; add it if not."""
        if self.adds_partitions or partition in self._added:
            self.has_work = True
            return True
        if not self._to_add:
            self._timers.at(now_ms, self._add_partitions)
        self._to_add[partition] = None
        return False

    def failed(self, verdict: Verdict, error: ClientError, now_ms: int, *, bumps: bool) -> None:
        """Note that something of the transaction failed."""
        self._needs_bump = self._needs_bump or bumps or verdict in (Verdict.BUMP, Verdict.RENEW)
        self._skips_end = self._skips_end or verdict is Verdict.RENEW
        if self.state is State.FATAL or isinstance(error, TransactionAborted):
            return
        if verdict in _FENCING:
            self.error = error
            self._calls.clear()
            self._change(Event.FATAL_ERROR)
        else:
            self.error = self.error or error
            self._change(Event.ABORTABLE_ERROR)
        self._timers.at(now_ms, self.abandon_waiting)

    def abandon_waiting(self, now_ms: int) -> None:
        """Let batches fail that are not to be sent any more."""
        if self.state is State.FATAL and self.error is not None:
            self.hooks.abandon(self.error, now_ms)
        elif self.state in (State.ABORTABLE, State.ABORTING):
            why = TransactionAborted(f"another part of the transaction failed: {self.error}")
            self.hooks.abandon(why, now_ms)

    def _add_partitions(self, now_ms: int) -> None:
        partitions, self._to_add = list(self._to_add), {}
        if not partitions or self.state not in (State.IN_TRANSACTION, State.COMMITTING):
            return

        def done(ended: Ended, at_ms: int) -> None:
            if ended.verdict is Verdict.DONE:
                self.has_work = True
                self._added.update(partitions)
                self.hooks.sent_partitions(partitions, at_ms)
            self._step_ended(ended, at_ms)
            self._advance(at_ms)

        self._calls.ask(self._steps.add_partitions(self.producer, partitions, done), now_ms)

    # Inside

    def _change(self, event: Event) -> None:
        before, self.state = self.state, next_state(self.state, event)
        if self.state is not before:
            self.hooks.changed(self.state)
        self.hooks.accept(self.state is State.IN_TRANSACTION)
        self._tell()

    def _tell(self) -> None:
        waiters, self._waiters = self._waiters, []
        for wake in waiters:
            wake()

    def _step_ended(self, ended: Ended, now_ms: int) -> None:
        if ended.verdict is not Verdict.DONE:
            assert ended.error is not None
            self.failed(ended.verdict, _told(ended.verdict, ended.error), now_ms, bumps=False)

    def _init(self, now_ms: int) -> None:
        self._calls.ask(self._steps.init(self.producer, self._initialized), now_ms)

    def _initialized(self, ended: Ended, now_ms: int) -> None:
        message = ended.message
        if ended.verdict is not Verdict.DONE:
            self._step_ended(ended, now_ms)
            return
        assert isinstance(message, InitProducerIdResponse)
        self.producer = ProducerId(message.producer_id, message.producer_epoch)
        self._change(Event.INITIALIZED)

    def _finish(self, now_ms: int) -> None:
        """Wait for what is in flight, then end."""
        self._flush = self.hooks.flush(lambda: self._flushed(), now_ms)
        self._advance(now_ms)

    def _flushed(self) -> None:
        self._timers.at(0, self._advance)

    def _advance(self, now_ms: int) -> None:
        """End the transaction, once nothing of it is under way."""
        if self.state not in (State.COMMITTING, State.ABORTING) or self.is_ending:
            return
        if self._flush is None or not self._flush.is_done or not self._calls.is_idle:
            return
        commits = self.state is State.COMMITTING
        if self._skips_end or not (self.has_work or (self._needs_bump and self.adds_partitions)):
            self._over(now_ms, commits=commits)
            return
        self.is_ending = True
        self._tell()
        step = self._steps.end(
            self.producer,
            lambda ended, at_ms: self._ended(ended, at_ms, commits=commits),
            commits=commits,
            bumps=self.adds_partitions,
        )
        self._calls.ask(step, now_ms)

    def _ended(self, ended: Ended, now_ms: int, *, commits: bool) -> None:
        self.is_ending = False
        message = ended.message
        if ended.verdict is Verdict.DONE:
            assert isinstance(message, EndTxnResponse)
            if self.adds_partitions:
                self.producer = ProducerId(message.producer_id, message.producer_epoch)
                self._needs_bump = False
            self._over(now_ms, commits=commits)
        elif commits and self.adds_partitions and _is_late(ended.error):
            why = TransactionAborted("the coordinator has aborted the transaction: it timed out")
            why.__cause__ = ended.error
            self.failed(Verdict.ABORT, why, now_ms, bumps=False)
            self.error = why
            self._change(Event.ABORTABLE_ERROR)
        elif commits or ended.verdict in _FENCING:
            self._step_ended(ended, now_ms)
        else:
            self._needs_bump = True  # a new epoch aborts what is left
            self._over(now_ms, commits=False)

    def _over(self, now_ms: int, *, commits: bool) -> None:
        self.is_committed = commits
        self.error = None
        if self._needs_bump:
            self._change(Event.ENDED_TO_BUMP)
            self._init(now_ms)
        else:
            self._change(Event.ENDED)


def _is_late(error: ClientError | None) -> bool:
    return isinstance(error, ServerError) and error.code == ErrorCode.INVALID_TXN_STATE


def _told(verdict: Verdict, error: ClientError) -> ClientError:
    """The error as the application gets it."""
    if not isinstance(error, ServerError):
        return error
    if verdict is Verdict.FENCED:
        return _as(ProducerFenced, error)
    return _as(CommitFailed, error) if error.code in _GROUP_CHANGED else error


def _as(kind: type[ServerError], error: ServerError) -> ServerError:
    found = kind(error.code, "", api=error.api, node=error.node)
    found.args = error.args
    return found
