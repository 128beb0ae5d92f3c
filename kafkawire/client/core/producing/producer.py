"""A producer without sockets: the doors for the shell.

`append` accepts a record or returns what it has to wait for; then the shell takes a place in the
queue, parks its task until it is called, and tries again. Deliveries, flushes and failures are read
from here. Sending happens in callbacks of `Timers` and of calls; `tell` has the shell called when
there are new timers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.producing.accumulator import Accumulator
from kafkawire.client.core.producing.batch import memory_of
from kafkawire.client.core.producing.guides import Guide, Idempotent, Plain
from kafkawire.client.core.producing.partitioner import Choice
from kafkawire.client.core.producing.producer_ids import ProducerIds
from kafkawire.client.core.producing.sender import Sender
from kafkawire.client.core.producing.topics import Topics
from kafkawire.client.core.producing.transaction import Transaction
from kafkawire.client.core.producing.transaction_calls import TransactionCalls
from kafkawire.client.core.producing.transaction_steps import Steps
from kafkawire.client.core.producing.transactional_guide import Transactional
from kafkawire.client.core.versions import Features
from kafkawire.client.errors import Closed

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.client.core.metrics.sends import Sends
    from kafkawire.client.core.producing.batch import Batch, Delivery
    from kafkawire.client.core.producing.cluster import Cluster
    from kafkawire.client.core.producing.memory import Ticket
    from kafkawire.client.core.producing.options import ProducerOptions
    from kafkawire.client.core.producing.unfinished import Failures, Flush
    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import TopicPartition
    from kafkawire.records.builder import RecordTuple


class ProducerCore:
    """See the module's docstring. `on_view` has to be a listener of the metadata."""

    def __init__(
        self,
        options: ProducerOptions,
        cluster: Cluster,
        *,
        delivery: type[Delivery] | None = None,
        on_done: Callable[[Batch], None] | None = None,
        features: Callable[[], Features] = lambda: Features(-1, {}),
    ) -> None:
        self._cluster = cluster
        self._topics = Topics(options, cluster.metadata)
        choice = Choice(
            cluster.random,
            options.partitioner_adaptive_partitioning_enable,
            lambda node, now_ms: self._sender.is_slow(node, now_ms),
        )
        self._accumulator = Accumulator(options, cluster.timers, choice, self._topics.find)
        self._unfinished = self._accumulator.unfinished
        self.transaction: Transaction | None = None
        """The transactions of a producer with a transactional.id."""
        self._refusal: ClientError | None = None
        guide = self._guide(options, features)
        self._sender = Sender(options, cluster, self._unfinished, guide, self._topics)
        self._accumulator.on_due = self._sender.due
        self._unfinished.on_expired = self._sender.expired
        if delivery is not None:
            self._accumulator.delivery = delivery
        if on_done is not None:
            self._unfinished.on_done = on_done
        self._accept(self.transaction is None)
        self.add = self._accumulator.add
        """Accepts a record that needs no new batch: see `Accumulator.add`."""
        self.append = self._accumulator.append
        """Accepts a record: see `Accumulator.append`."""
        self.append_many = self._accumulator.append_many
        """Accepts many records: see `Accumulator.append_many`."""

    def _guide(self, options: ProducerOptions, features: Callable[[], Features]) -> Guide:
        if not options.enable_idempotence:
            return Plain(keeps_order=options.in_flight_max == 1)
        cluster = self._cluster
        backoff = Backoff(options.retry_backoff_ms, options.retry_backoff_max_ms, cluster.random)
        if options.transactional_id is not None:
            steps = Steps(options.transactional_id, options.transaction_timeout_ms)
            calls = TransactionCalls(cluster, backoff)
            self.transaction = Transaction(steps, calls, cluster.timers, features)
            self._connect(self.transaction)
            return Transactional(self.transaction)
        ids = ProducerIds(cluster.outbox, cluster.timers, backoff)
        ids.on_ready = lambda now_ms: self._sender.wake(now_ms)
        ids.on_failed = self.abandon
        return Idempotent(ids)

    def _connect(self, transaction: Transaction) -> None:
        """Have a transaction open and close the producer, and end its batches."""
        hooks = transaction.hooks
        hooks.accept = self._accept
        hooks.flush = self.flush
        hooks.abandon = lambda error, now_ms: self.abandon(error, now_ms, only_waiting=True)
        hooks.sent_partitions = self._send_partitions

    def _send_partitions(self, partitions: list[TopicPartition], now_ms: int) -> None:
        for partition in partitions:
            self._sender.due(self._topics.find(partition), now_ms)

    def _accept(self, is_open: bool) -> None:
        is_open = is_open and self._refusal is None
        self._accumulator.topics = self._topics.known if is_open else {}

    def tell(self, on_scheduled: Callable[[], None], on_armed: Callable[[], None]) -> None:
        """Have the shell called.

        Args:
            on_scheduled: Called when something has to be sent: a timer is due at once.
            on_armed: Called when accepting a record has set a timer for later.
        """
        self._sender.on_scheduled = on_scheduled
        self._accumulator.on_armed = on_armed

    def on_view(self, older: ClusterView, newer: ClusterView, now_ms: int) -> None:
        """Take over leaders and partitions; a listener of `Metadata`."""
        self._topics.on_view(newer, self._sender.moved, now_ms)

    # Waiting

    def check(self, topic: str) -> None:
        """Raise what keeps records of a topic from ever being accepted, if there is such."""
        error = self._refusal
        if error is None and self.transaction is not None:
            error = self.transaction.refusal()
        error = error or self._topics.refusal(topic)
        if error is not None:
            raise error

    def wait_for_metadata(self, topic: str, wake: Callable[[], None], now_ms: int) -> None:
        """Call `wake` once, with the next news of a topic."""
        self._topics.wait(topic, wake, now_ms)
        view = self._cluster.metadata.view
        found = view.topics.get(topic)
        if topic not in self._topics.known and found is not None and found.partitions:
            self._topics.on_view(view, self._sender.moved, now_ms)

    def give_up_metadata(self, topic: str, wake: Callable[[], None]) -> None:
        """Do not call `wake` any more."""
        self._topics.give_up(topic, wake)

    def wait_for_memory(self, record: RecordTuple, wake: Callable[[], None], now_ms: int) -> Ticket:
        """Take a place in the queue for memory. No batch waits for more records meanwhile."""
        memory = self._accumulator.memory
        is_first = not memory.waiting
        ticket = memory.wait(memory_of(record), wake)
        if is_first and memory.waiting:
            self._accumulator.all_due(now_ms)
        return ticket

    def give_up_memory(self, ticket: Ticket) -> None:
        """Return what was granted, or the place in the queue."""
        self._accumulator.memory.give_up(ticket)

    @property
    def meter(self) -> Sends:
        """Counts what is sent; metrics are made of it."""
        return self._sender.meter

    @property
    def waiting(self) -> int:
        """The number of tasks that wait for memory."""
        return len(self._accumulator.memory.waiting)

    @property
    def memory_free(self) -> int:
        """The number of free bytes of buffer.memory."""
        return self._accumulator.memory.free

    def partitions(self, topic: str) -> int | None:
        """Return how many partitions a topic has; None if it is not known."""
        found = self._topics.known.get(topic)
        return None if found is None else len(found.queues)

    # Flushing and closing

    @property
    def is_idle(self) -> bool:
        """Whether every accepted record is acknowledged or has failed."""
        return not self._unfinished.roots

    def flush(self, wake: Callable[[], None], now_ms: int) -> Flush:
        """Send all that is accepted; `wake` is called at its end, unless it is done already."""
        self._accumulator.all_due(now_ms)
        return self._unfinished.flush(wake)

    def give_up_flush(self, flush: Flush) -> None:
        """Do not wait for a flush any more; what it sent stays sent."""
        self._unfinished.forget_flush(flush)

    def take_failures(self) -> Failures:
        """Return the failures that the application has not looked at, and forget them."""
        return self._unfinished.take_failures()

    def close(self, now_ms: int) -> None:
        """Accept nothing more, and send what is accepted."""
        self.refuse(Closed("the producer is closed"))
        self._accumulator.all_due(now_ms)

    def refuse(self, error: ClientError) -> None:
        """Accept nothing more: `check` raises the error."""
        self._refusal = error
        self._accept(False)
        self._topics.wake_all()

    def abandon(self, error: ClientError, now_ms: int, *, only_waiting: bool = False) -> None:
        """Let batches fail with an error.

        Args:
            error: What their deliveries raise.
            now_ms: The time.
            only_waiting: Leave those alone that wait for an answer.
        """
        for root in list(self._unfinished.roots):
            for part in list(root.leaves()):
                if not part.is_done and not (only_waiting and part.is_sent):
                    self._sender.give_up(part, error, now_ms)
