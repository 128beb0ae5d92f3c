"""Produce: records become batches, batches go to leaders, several requests ahead of the answers.

A batch is encoded once, with its producer id and sequence, and stays as it is however often it is
sent: so a broker recognises what it has already (KIP-98), and a retry makes no duplicate. A request
has one batch of each partition, as brokers demand, and at most five are under way to a leader, as
many as brokers remember. When one batch fails in a way that may pass, all that is under way to that
leader is awaited, and what failed goes to the front of its queue again; so order is kept. Until it
is in the log nothing else of its partition is sent: brokers would forget that they know it.

In a transaction each partition is added to it before the first batch leaves.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from kafkawire.client.blocking import Deadline
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import RETRIABLE, ErrorCode
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.batch import SEQUENCE_MODULUS
from kafkawire.records.builder import encode_batch
from kafkawire.spark.cluster.errors import ClusterError, OutOfTime, Refused, Unreachable
from kafkawire.spark.cluster.metadata import TopicPartition
from kafkawire.spark.cluster.transactions import Transaction

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kafkawire.client.blocking import Pending
    from kafkawire.protocol.message import Message
    from kafkawire.records.builder import RecordTuple
    from kafkawire.spark.cluster.cluster import Cluster
    from kafkawire.spark.cluster.transactions import Identity

UNDER_WAY_MAX = 5
QUEUED_BYTES_MAX = 4 << 20
"""Above this, `append` waits for answers."""
SENT_BYTES_MIN = 128 << 10
"""From this on, `append` sends: earlier, requests would have few batches."""
IN_THE_LOG = (ErrorCode.NONE, ErrorCode.DUPLICATE_SEQUENCE_NUMBER)


class Batch:
    """Encoded records for one partition."""

    __slots__ = ("data", "deadline", "found", "is_retry")

    def __init__(self, found: TopicPartition, data: bytearray, deadline: Deadline) -> None:
        self.found = found
        self.data = data
        self.deadline = deadline
        self.is_retry = False


class _Lane:
    """To one leader: the requests that are under way."""

    def __init__(self, node: int) -> None:
        self.node = node
        self.under_way: deque[tuple[Pending, list[Batch]]] = deque()

    @property
    def has_failed(self) -> bool:
        """Whether the connection was lost: what is sent now, would overtake what was lost.

        All that waits for answers is lost at once, so the latest tells.
        """
        return bool(self.under_way) and self.under_way[-1][0].has_failed


class Producer:
    """Sends what is appended; `flush` returns when all of it is in the logs.

    Without an identity, batches have no sequences, and a retry may make duplicates.
    """

    def __init__(self, cluster: Cluster, identity: Identity | None = None) -> None:
        self._cluster = cluster
        self._settings = cluster.settings.producer
        self._identity = identity
        self._transaction: Transaction | None = None
        if identity is not None and identity.transactional_id is not None:
            self._transaction = Transaction(cluster, identity)
        self._sequences: dict[TopicPartition, int] = {}
        self._added: set[TopicPartition] = set()
        self._queues: dict[TopicPartition, deque[Batch]] = {}
        self._queued_bytes = 0
        self._lanes: dict[int, _Lane] = {}
        self._failure: ClusterError | None = None
        """The latest that batches were sent again for."""
        self._held: set[TopicPartition] = set()
        """Partitions of which a batch that was sent again is under way."""

    def append(self, found: TopicPartition, records: Sequence[RecordTuple]) -> None:
        """Queue one batch. Raises Refused and OutOfTime, of this or an earlier one."""
        data = self._encoded(found, records)
        if len(data) > self._settings.request_size_max:
            raise ClusterError(
                f"a batch of {len(data)} bytes for {found} is larger than"
                f" max.request.size ({self._settings.request_size_max})"
            )
        batch = Batch(found, data, Deadline(self._settings.delivery_timeout_ms))
        self._queues.setdefault(found, deque()).append(batch)
        self._queued_bytes += len(data)
        if self._queued_bytes >= SENT_BYTES_MIN:
            self.push()
        while self._queued_bytes > QUEUED_BYTES_MAX:
            self._step()

    def push(self) -> None:
        """Send what may be sent, without waiting for answers."""
        if self._transaction is not None:
            self._add_partitions(self._transaction)
        self._send_all()

    def flush(self) -> None:
        """Send all and await all answers."""
        while self._queues or any(lane.under_way for lane in self._lanes.values()):
            self._step()
        if not self._settings.acks:
            self._cluster.drain(self._cluster.deadline(self._settings.delivery_timeout_ms))

    def close(self) -> None:
        """Forget what is under way."""
        for lane in self._lanes.values():
            self._abandon(lane)
        self._lanes.clear()

    def _encoded(self, found: TopicPartition, records: Sequence[RecordTuple]) -> bytearray:
        settings, identity = self._settings, self._identity
        if identity is None:
            return encode_batch(records, compression=settings.compression, level=settings.level)
        sequence = self._sequences.get(found, 0)
        self._sequences[found] = (sequence + len(records)) % SEQUENCE_MODULUS
        return encode_batch(
            records,
            compression=settings.compression,
            level=settings.level,
            producer_id=identity.producer_id,
            producer_epoch=identity.epoch,
            base_sequence=sequence,
            transactional=identity.transactional_id is not None,
        )

    def _step(self) -> None:
        """Send what may be sent; if that was nothing, take an answer."""
        if self._transaction is not None:
            self._add_partitions(self._transaction)
        if not self._send_all():
            lanes = [lane for lane in self._lanes.values() if lane.under_way]
            if lanes:
                # The longest queue is the one that waits for us.
                self._take(max(lanes, key=lambda lane: len(lane.under_way)))

    def _add_partitions(self, transaction: Transaction) -> None:
        new = self._queues.keys() - self._added
        if new:
            transaction.add_partitions(sorted(new), self._cluster.deadline())
            self._added |= new

    def _send_all(self) -> bool:
        """One request to each leader that has room; whether there was any."""
        is_any = False
        for node, parts in self._by_leader().items():
            lane = self._lanes.setdefault(node, _Lane(node))
            free = [each for each in parts if each not in self._held]
            if free and len(lane.under_way) < UNDER_WAY_MAX and not lane.has_failed:
                self._send(lane, free)
                is_any = True
            while lane.has_failed:
                self._take(lane)
                is_any = True
        return is_any

    def _by_leader(self) -> dict[int, list[TopicPartition]]:
        found: dict[int, list[TopicPartition]] = {}
        for each, queue in self._queues.items():
            # No batch may overtake another, so a partition that moved waits for its old leader.
            node = self._leader(each, queue[0].deadline)
            found.setdefault(node, []).append(each)
        return found

    def _leader(self, found: TopicPartition, deadline: Deadline) -> int:
        try:
            return self._cluster.retried(lambda: self._leader_now(found, deadline), deadline)
        except OutOfTime as error:
            raise self._late(found, deadline, self._failure or error) from None

    def _leader_now(self, found: TopicPartition, deadline: Deadline) -> int:
        try:
            return self._cluster.leader(found, deadline)
        except Refused:
            self._cluster.forget_leaders([found.topic])
            raise

    def _send(self, lane: _Lane, parts: list[TopicPartition]) -> None:
        batches: list[Batch] = []
        size = 0
        for each in parts:
            batch = self._queues[each][0]
            if batches and size + len(batch.data) > self._settings.request_size_max:
                break
            size += len(batch.data)
            batches.append(batch)
        has_answer = bool(self._settings.acks)
        request = self._request(batches)
        pending = self._cluster.start(
            request, ApiKey.PRODUCE, lane.node, is_bulk=True, has_answer=has_answer
        )
        for batch in batches:
            self._take_off(batch.found)
            if batch.is_retry and self._settings.acks:
                self._held.add(batch.found)
        lane.under_way.append((pending, batches))

    def _take_off(self, found: TopicPartition) -> None:
        queue = self._queues[found]
        self._queued_bytes -= len(queue.popleft().data)
        if not queue:
            del self._queues[found]

    def _request(self, batches: list[Batch]) -> ProduceRequest:
        topics: dict[str, ProduceRequest.TopicProduceData] = {}
        for batch in batches:
            name, partition = batch.found
            part = ProduceRequest.PartitionProduceData(index=partition, records=batch.data)
            new = ProduceRequest.TopicProduceData(name=name)
            topics.setdefault(name, new).partition_data.append(part)
        return ProduceRequest(
            transactional_id=None if self._identity is None else self._identity.transactional_id,
            acks=self._settings.acks,
            timeout_ms=self._cluster.settings.request_timeout_ms,
            topic_data=list(topics.values()),
        )

    def _take(self, lane: _Lane) -> None:
        """The oldest answer; after a failure all answers."""
        failed: dict[TopicPartition, list[Batch]] = {}
        failure: Refused | None = None
        while lane.under_way:
            try:
                pending, batches = lane.under_way[0]
                answer = self._cluster.wait(pending, self._cluster.deadline())
            except Unreachable as error:
                self._queue_again(failed)
                self._lost(lane, error)
                return
            lane.under_way.popleft()
            codes = _codes(answer, batches)
            for batch in batches:
                self._held.discard(batch.found)
                refusal = self._refusal(lane, batch, codes, failed)
                if refusal is not None:
                    failed.setdefault(batch.found, []).append(batch)
                    failure = failure or refusal
            if failure is None:
                return
        assert failure is not None
        self._queue_again(failed)
        self._wait(failure, failed)

    def _refusal(
        self,
        lane: _Lane,
        batch: Batch,
        codes: dict[TopicPartition, tuple[int, str | None]],
        failed: dict[TopicPartition, list[Batch]],
    ) -> Refused | None:
        """None if the batch is in the log, what may pass; raises what will not."""
        code, message = codes.get(batch.found, (ErrorCode.UNKNOWN_SERVER_ERROR, None))
        if code in IN_THE_LOG:
            return None
        where = f"{self._cluster.place(lane.node, ApiKey.PRODUCE)} to {batch.found}"
        error = Refused(where, code, message)
        # What comes behind a batch that failed is out of order, until that one is sent again.
        follows = batch.found in failed and code == ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER
        if code in RETRIABLE or follows:
            return error
        raise error

    def _queue_again(self, failed: dict[TopicPartition, list[Batch]]) -> None:
        for each, batches in failed.items():
            self._held.discard(each)
            for batch in batches:
                batch.is_retry = True
            self._queues.setdefault(each, deque()).extendleft(reversed(batches))
            self._queued_bytes += sum(len(batch.data) for batch in batches)

    def _lost(self, lane: _Lane, error: Unreachable) -> None:
        """The connection is gone, and what was under way on it perhaps not in the log."""
        self._abandon(lane)
        failed: dict[TopicPartition, list[Batch]] = {}
        for _, batches in lane.under_way:
            for batch in batches:
                failed.setdefault(batch.found, []).append(batch)
        lane.under_way.clear()
        self._queue_again(failed)
        self._wait(error, failed)

    def _abandon(self, lane: _Lane) -> None:
        for pending, _ in lane.under_way:
            self._cluster.abandon(pending)

    def _wait(self, failure: ClusterError, failed: Collection[TopicPartition]) -> None:
        """Before the next attempt; raises OutOfTime when one of the batches is too old."""
        self._failure = failure
        for each in failed:
            deadline = self._queues[each][0].deadline
            if deadline.is_over:
                raise self._late(each, deadline, failure)
        self._cluster.forget_leaders({each.topic for each in failed})
        self._cluster.deadline().pause()

    @staticmethod
    def _late(found: TopicPartition, deadline: Deadline, failure: ClusterError) -> OutOfTime:
        return OutOfTime(f"{found}: not written in {deadline.limit_ms} ms: {failure}")


def _codes(
    answer: Message | None, batches: Sequence[Batch]
) -> dict[TopicPartition, tuple[int, str | None]]:
    """The error code and its text of each partition; with acks=0 there is no answer: no errors."""
    if answer is None:
        return {batch.found: (ErrorCode.NONE, None) for batch in batches}
    assert isinstance(answer, ProduceResponse)
    return {
        TopicPartition(topic.name, part.index): (part.error_code, part.error_message)
        for topic in answer.responses
        for part in topic.partition_responses
    }
