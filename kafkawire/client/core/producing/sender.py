"""Sends the batches that are due to the leaders of their partitions, and sends them again.

A request has one batch of each partition at most, partitions in turn, up to max.request.size, and
so many requests are in flight for each broker as the options allow. A batch is encoded when it is
sent. It is sent again until a broker has it, refuses it for good, or its time is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.calls import BULK, Answer, Call
from kafkawire.client.core.merging import Hint
from kafkawire.client.core.metrics.sends import Sends, SentBatch
from kafkawire.client.core.producing.outcomes import Outcome
from kafkawire.client.core.producing.partition_queue import NO_LEADER, PartitionQueue
from kafkawire.client.core.producing.requests import (
    Result,
    Sent,
    encoded,
    nodes_of,
    request_for,
    results_of,
    versions_for,
)
from kafkawire.client.errors import ServerError, TimedOut, is_retriable, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.produce_response import ProduceResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.client.core.producing.batch import Batch
    from kafkawire.client.core.producing.cluster import Cluster
    from kafkawire.client.core.producing.guides import Guide
    from kafkawire.client.core.producing.options import ProducerOptions
    from kafkawire.client.core.producing.topics import Topics
    from kafkawire.client.core.producing.unfinished import Unfinished
    from kafkawire.client.core.view import ClusterView, Node
    from kafkawire.client.errors import ClientError

PART_OF_INVALID = "the record is part of a batch with invalid records"


class Leader:
    """A broker, and what waits to be sent to it."""

    __slots__ = ("in_flight", "ready", "stuck_since_ms")

    def __init__(self) -> None:
        self.ready: dict[PartitionQueue, None] = {}
        """Partitions with batches that are due, in turn."""
        self.in_flight = 0
        self.stuck_since_ms: int | None = None
        """Since when it could take nothing although something was due."""


class Sender:
    """Between the accumulator and the network."""

    def __init__(
        self,
        options: ProducerOptions,
        cluster: Cluster,
        unfinished: Unfinished,
        guide: Guide,
        topics: Topics,
    ) -> None:
        self.guide = guide
        self.on_scheduled: Callable[[], None] = lambda: None
        """Called when `tick` of the timers has something to do at once."""
        self._options = options
        self.meter = Sends(options.windows)
        """Counts what is sent; metrics are made of it."""
        self._outbox = cluster.outbox
        self._metadata = cluster.metadata
        self._timers = cluster.timers
        self._random = cluster.random
        self._unfinished = unfinished
        self._topics = topics
        self._leaders: dict[int, Leader] = {}
        self._is_scheduled = False

    # What is due

    def due(self, queue: PartitionQueue, now_ms: int) -> None:
        """Send the batches of a partition that are due, soon."""
        if queue.leader == NO_LEADER:
            self._metadata.request_update(now_ms)
            return
        self._leader(queue.leader).ready[queue] = None
        self._schedule(now_ms)

    def moved(self, queue: PartitionQueue, leader: int, epoch: int, now_ms: int) -> None:
        """Send the batches of a partition to another leader."""
        if queue.leader != NO_LEADER:
            self._leader(queue.leader).ready.pop(queue, None)
        queue.leader, queue.leader_epoch = leader, epoch
        if queue.batches:
            self.due(queue, now_ms)

    def is_slow(self, node: int, now_ms: int) -> bool:
        """Return whether a broker has taken no batch for too long."""
        bound = self._options.partitioner_availability_timeout_ms
        leader = self._leaders.get(node)
        if bound <= 0 or leader is None or leader.stuck_since_ms is None:
            return False
        return now_ms - leader.stuck_since_ms > bound

    def wake(self, now_ms: int) -> None:
        """Look again at what is due."""
        self._schedule(now_ms)

    def _leader(self, node: int) -> Leader:
        found = self._leaders.get(node)
        if found is None:
            found = self._leaders[node] = Leader()
        return found

    def _schedule(self, now_ms: int) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            self._timers.at(now_ms, self._drain)
            self.on_scheduled()

    # Sending

    def _drain(self, now_ms: int) -> None:
        self._is_scheduled = False
        if not any(leader.ready for leader in self._leaders.values()):
            return
        if not self.guide.is_ready(now_ms):
            return
        for node, leader in self._leaders.items():
            self._drain_leader(node, leader, now_ms)

    def _drain_leader(self, node: int, leader: Leader, now_ms: int) -> None:
        while leader.ready and leader.in_flight < self._options.in_flight_max:
            sent = self._collected(leader, now_ms)
            if sent:
                self._send(node, leader, sent, now_ms)
        if not leader.ready:
            leader.stuck_since_ms = None
        elif leader.stuck_since_ms is None:
            leader.stuck_since_ms = now_ms

    def _collected(self, leader: Leader, now_ms: int) -> list[Sent]:
        """Take one batch of each partition that may be sent, as far as a request has room."""
        sent: list[Sent] = []
        room = self._options.max_request_size
        for queue in list(leader.ready):
            batch = self._next_of(queue, now_ms)
            if batch is None:
                del leader.ready[queue]
                continue
            if sent and batch.size > room:
                break
            room -= batch.size
            del leader.ready[queue]
            sent.append((queue, queue.take()))
            if queue.head() is not None:
                leader.ready[queue] = None
        return sent

    def _next_of(self, queue: PartitionQueue, now_ms: int) -> Batch | None:
        """The batch of a partition that may be sent now."""
        batch = queue.head()
        if batch is None or not self.guide.may_send(queue, batch, now_ms):
            return None
        if batch.retry_ms > now_ms and batch.leader_epoch == queue.leader_epoch:
            self._timers.at(batch.retry_ms, lambda at_ms: self.due(queue, at_ms))
            return None
        return batch

    def _send(self, node: int, leader: Leader, sent: list[Sent], now_ms: int) -> None:
        view, options = self._metadata.view, self._options
        data = [self._prepared(queue, batch, now_ms) for queue, batch in sent]
        call = Call(
            ApiKey.PRODUCE,
            request_for(sent, data, view, options),
            lambda answer, at_ms: self._answered(leader, sent, view, answer, at_ms),
            node=node,
            lane=BULK,
            versions=versions_for(sent, view, options, adds_partitions=self.guide.adds_partitions),
            has_answer=options.acks != 0,
        )
        leader.in_flight += 1
        self._outbox.send(call, now_ms)

    def _prepared(self, queue: PartitionQueue, batch: Batch, now_ms: int) -> bytearray:
        """Encode a batch that is sent next."""
        self.guide.assign(queue, batch)
        batch.attempts += 1
        batch.is_sent = True
        batch.leader_epoch = queue.leader_epoch
        queue.in_flight += 1
        data = encoded(batch, self._options)
        if self._options.compression:
            self._topics.sized(queue.partition.topic, batch.size, len(data))
        topic, waited_ms = queue.partition.topic, now_ms - batch.created_ms
        plain_bytes = batch.size if self._options.compression else len(data)
        counted = SentBatch(topic, len(batch.records), len(data), plain_bytes, waited_ms)
        self.meter.sent(counted, now_ms)
        return data

    # Answers

    def _answered(
        self, leader: Leader, sent: list[Sent], view: ClusterView, answer: Answer, now_ms: int
    ) -> None:
        leader.in_flight -= 1
        for queue, batch in sent:
            queue.in_flight -= 1
            batch.is_sent = False
        message = answer.message
        if answer.failure is not None:
            self._unanswered(sent, answer, answer.failure, now_ms)
        elif message is None:
            self._settle(sent, [Result(0)] * len(sent), answer.node, now_ms)
        else:
            assert isinstance(message, ProduceResponse)
            results = results_of(sent, message, answer.version, view)
            self._take_hints(sent, results, nodes_of(message), now_ms)
            self._settle(sent, results, answer.node, now_ms)
        for queue, _ in sent:
            self._go_on(queue, now_ms)
        if leader.ready:
            self._schedule(now_ms)

    def _go_on(self, queue: PartitionQueue, now_ms: int) -> None:
        """Look again at a partition of which a batch has ended or waits again."""
        self.guide.settle(queue)
        if queue.head() is not None:
            self.due(queue, now_ms)

    def _unanswered(
        self, sent: list[Sent], answer: Answer, failure: ClientError, now_ms: int
    ) -> None:
        """The connection was lost, or the request could not be sent."""
        self._metadata.request_update(now_ms)
        for queue, batch in sent:
            if batch.is_done:
                continue
            batch.last_failure = failure
            if is_retriable(failure) and batch.attempts <= self._options.retries:
                self._retry(queue, batch, now_ms)
            else:
                self._fail(queue, batch, failure, now_ms, is_unknown=answer.was_written)

    def _take_hints(
        self, sent: list[Sent], results: list[Result], nodes: list[Node], now_ms: int
    ) -> None:
        """Apply newer leaders that the answer names (KIP-951)."""
        hints = [
            Hint(queue.partition, result.leader, result.leader_epoch)
            for (queue, _), result in zip(sent, results, strict=True)
            if result.code and result.leader >= 0 and result.leader_epoch > queue.leader_epoch
        ]
        if hints:
            self._metadata.leader_hints(hints, nodes, now_ms)

    def _settle(self, sent: list[Sent], results: list[Result], node: int, now_ms: int) -> None:
        for (queue, batch), result in zip(sent, results, strict=True):
            if not batch.is_done:
                self._settle_one(queue, batch, result, node, now_ms)

    def _settle_one(
        self, queue: PartitionQueue, batch: Batch, result: Result, node: int, now_ms: int
    ) -> None:
        outcome = self.guide.outcome(queue, batch, result)
        if outcome is Outcome.DONE:
            batch.base_offset = result.base_offset
            batch.log_append_time_ms = result.log_append_time_ms
            self.guide.acknowledged(queue, batch, result.base_offset)
            self._unfinished.finish(batch, None)
            return
        error = _error_of(batch, result, node)
        batch.last_failure = error
        if outcome is Outcome.FAIL:
            self._fail(queue, batch, error, now_ms, is_unknown=False)
        elif outcome is Outcome.SPLIT:
            self._split(queue, batch, now_ms)
        elif batch.attempts > self._options.retries:
            self._fail(queue, batch, error, now_ms, is_unknown=True)
        else:
            if outcome is Outcome.REFRESH:
                self._metadata.request_update(now_ms)
            elif outcome is not Outcome.RETRY:
                self.guide.begin_again(queue, outcome)
            self._retry(queue, batch, now_ms)

    def _retry(self, queue: PartitionQueue, batch: Batch, now_ms: int) -> None:
        batch.retry_ms = now_ms + self._backoff_ms(batch.attempts)
        self.meter.retried(queue.partition.topic, len(batch.records), now_ms)
        queue.put_back([batch])

    def _split(self, queue: PartitionQueue, batch: Batch, now_ms: int) -> None:
        parts = batch.split()
        self.meter.split(now_ms)
        self._topics.was_split(queue.partition.topic)
        self.guide.split(queue, batch)
        queue.put_back(parts)

    def _backoff_ms(self, attempts: int) -> int:
        options = self._options
        backoff = Backoff(options.retry_backoff_ms, options.retry_backoff_max_ms, self._random)
        backoff.attempts = attempts - 1
        return backoff.next_ms()

    # Failures

    def expired(self, batch: Batch, now_ms: int) -> None:
        """End a batch whose time is over, in flight or not."""
        bound = self._options.delivery_timeout_ms
        what = f"{batch.partition}: records were not acknowledged within delivery.timeout.ms"
        why = batch.last_failure or self._metadata.last_failure
        self.give_up(batch, TimedOut(f"{what} ({bound})", why), now_ms)

    def give_up(self, batch: Batch, error: ClientError, now_ms: int) -> None:
        """End a batch that was not acknowledged."""
        queue = self._topics.find(batch.partition)
        if not batch.is_sent:
            queue.drop(batch)
        self._fail(queue, batch, error, now_ms, is_unknown=batch.attempts > 0)
        self._go_on(queue, now_ms)

    def _fail(
        self,
        queue: PartitionQueue,
        batch: Batch,
        error: ClientError,
        now_ms: int,
        *,
        is_unknown: bool,
    ) -> None:
        if is_unknown and batch.sequence >= 0:
            self.guide.lost(queue, batch, error, now_ms)
        else:
            self.guide.failed(queue, batch, error, now_ms)
        self.meter.failed(queue.partition.topic, len(batch.records), now_ms)
        self._unfinished.finish(batch, error)


def _error_of(batch: Batch, result: Result, node: int) -> ServerError:
    """The exception of a refused batch; those of single records go into the batch."""
    what = str(batch.partition)
    if result.message:
        what += f": {result.message}"
    if result.record_errors:
        batch.record_errors = {
            index: refusal(
                result.code, f"{batch.partition}: {text or what}", api=ApiKey.PRODUCE, node=node
            )
            for index, text in result.record_errors
        }
        what = f"{batch.partition}: {PART_OF_INVALID}"
    return refusal(result.code, what, api=ApiKey.PRODUCE, node=node)
