"""Fetches by broker, and the handling of their responses.

A partition that may be fetched is placed at its leader, or at the replica that the leader named;
everything else is in no fetch. `place` is called when something about one partition changed, so no
step looks at all partitions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.buffers import Buffer, opened
from kafkawire.client.core.calls import Answer
from kafkawire.client.core.collecting import CollectOptions
from kafkawire.client.core.fetch_outcomes import Outcome, outcome
from kafkawire.client.core.merging import Hint
from kafkawire.client.core.metrics.fetches import Fetches
from kafkawire.client.core.sessions import Found, Wanted
from kafkawire.client.core.sources import FetchOptions, Source, Sources
from kafkawire.client.core.view import Node
from kafkawire.client.errors import ConnectionLost, CorruptRecords, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.timers import NEVER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.client.core.memory import Memory
    from kafkawire.client.core.positions import Partition
    from kafkawire.client.core.surroundings import Surroundings
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import TopicPartition

SESSION_ERRORS = (
    ErrorCode.FETCH_SESSION_ID_NOT_FOUND,
    ErrorCode.INVALID_FETCH_SESSION_EPOCH,
    ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR,
)
"""The session is gone or out of step: it begins anew at once."""


class Listener(NamedTuple):
    """Functions that get the results of fetches.

    Attributes:
        came: A partition has records or an error.
        out_of_range: The leader has no such offset as the partition's position.
        failed: No fetch can succeed: versions, authentication.
    """

    came: Callable[[Partition, int], None]
    out_of_range: Callable[[Partition, int], None]
    failed: Callable[[ClientError], None]


class Fetcher:
    """Sends fetches and takes their answers. `assigned` is the reader's; it is only looked up."""

    def __init__(
        self,
        options: FetchOptions,
        surroundings: Surroundings,
        memory: Memory,
        assigned: Mapping[TopicPartition, Partition],
    ) -> None:
        self._options = options
        self._collect = CollectOptions(
            options.check_crcs, read_committed=options.isolation_level == 1
        )
        self._with = surroundings
        self._memory = memory
        self._assigned = assigned
        self.listener: Listener
        """Set by the reader before anything is placed."""
        self.meter = Fetches(surroundings.windows)
        """Counts what is read; metrics are made of it."""
        self.sources = Sources(options, surroundings, memory, self._answered)

    # Placing

    def place(self, partition: Partition, now_ms: int) -> None:
        """Put the partition into the fetches of the right broker, or of none."""
        node = self._node_of(partition, now_ms) if partition.is_fetchable else None
        if partition.source != node:
            self._leave(partition)
        if node is None:
            return
        source = self.sources.of(node)
        position = partition.position
        assert position is not None, "a partition is fetched without a position"
        partition.source = node
        source.session.want(
            partition.key,
            Wanted(
                partition.topic_id,
                position.offset,
                partition.leader_epoch,
                self._options.max_partition_fetch_bytes,
            ),
        )
        end = partition.end(self._options.isolation_level)
        if end is not None and end > position.offset:
            source.behind.add(partition.key)
        else:
            source.behind.discard(partition.key)
        self.sources.touch(source)

    def remove(self, partition: Partition) -> None:
        """Fetch the partition no more: it is not assigned any longer."""
        self._leave(partition)
        self.forget_preferred(partition)
        self.wake(partition)

    def wake(self, partition: Partition) -> None:
        """End the back-off of a partition, since what was wrong has changed."""
        partition.is_resting = partition.is_denied = False
        if partition.rest_timer is not None:
            partition.rest_timer.cancel()
            partition.rest_timer = None

    def drained(self, partition: Partition, buffer: Buffer, now_ms: int, *, is_over: bool) -> None:
        """Note that records were handed out of a buffer, or that it is over."""
        source = self.sources.of(buffer.source)
        source.draining.pop(partition.key, None)
        if is_over:
            self.sources.touch(source)
        else:
            source.draining[partition.key] = now_ms

    def forget_preferred(self, partition: Partition) -> None:
        """Read from the leader again."""
        partition.preferred = None
        if partition.preferred_timer is not None:
            partition.preferred_timer.cancel()
            partition.preferred_timer = None

    # Where

    def _leave(self, partition: Partition) -> None:
        if partition.source is not None:
            source = self.sources.of(partition.source)
            source.session.drop(partition.key)
            source.behind.discard(partition.key)
            partition.source = None

    def _node_of(self, partition: Partition, now_ms: int) -> int | None:
        view = self._with.cluster.view
        preferred = partition.preferred
        if preferred is not None:
            known = view.partition(partition.key)
            if preferred in view.nodes and (known is None or preferred not in known.offline):
                return preferred
            self.forget_preferred(partition)
            self._with.cluster.request_update(now_ms)
        leader = view.leader(partition.key)
        if leader is None:
            if partition.key.topic in view.topics:  # else it was asked for as a new topic
                self._with.cluster.request_update(now_ms)
            return None
        return leader.id

    # Answers

    def _answered(self, source: Source, answer: Answer, now_ms: int) -> None:
        message = answer.message
        if message is None:
            self._lost(source, answer, now_ms)
            return
        assert isinstance(message, FetchResponse)
        found = source.session.read(message, answer.version)
        if found is None:
            self._refused(source, message.error_code, now_ms)
            return
        source.backoff.reset()
        self._hint(found, message, now_ms)
        for each in found:
            self._take(source, each, now_ms)

    def _lost(self, source: Source, answer: Answer, now_ms: int) -> None:
        source.session.lost()
        source.earliest_ms = now_ms + source.backoff.next_ms()
        self._with.cluster.request_update(now_ms)
        if answer.failure is not None and not isinstance(answer.failure, ConnectionLost):
            self.listener.failed(answer.failure)
        for key in list(source.session.wanted):
            partition = self._assigned[key]
            if partition.preferred is not None:
                self.forget_preferred(partition)
                self.place(partition, now_ms)

    def _refused(self, source: Source, code: int, now_ms: int) -> None:
        """The answer was an error, or does not fit to what was asked."""
        attempts = source.backoff.attempts
        wait_ms = source.backoff.next_ms()
        if code not in SESSION_ERRORS or attempts:
            source.earliest_ms = now_ms + wait_ms
        if code == ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR:
            self._with.cluster.request_update(now_ms)

    def _take(self, source: Source, found: Found, now_ms: int) -> None:
        key, asked, data = found
        partition = self._assigned.get(key)
        if (
            partition is None
            or partition.position is None
            or not partition.is_expecting
            or partition.position.offset != asked.offset
            or partition.topic_id != asked.topic_id
        ):
            return
        what = outcome(data.error_code)
        if what is Outcome.RECORDS:
            self._came(source, partition, data, now_ms)
        elif partition.source in (None, source.node):  # else a hint has moved it already
            self._react(partition, what, data.error_code, now_ms)
        self.place(partition, now_ms)

    def _came(
        self, source: Source, partition: Partition, data: FetchResponse.PartitionData, now_ms: int
    ) -> None:
        if partition.backoff is not None:
            partition.backoff.reset()
        if data.high_watermark >= 0:
            partition.high_watermark = data.high_watermark
        if data.last_stable_offset >= 0:
            partition.last_stable_offset = data.last_stable_offset
        if data.log_start_offset >= 0:
            partition.log_start_offset = data.log_start_offset
        if data.preferred_read_replica >= 0:
            self._prefer(partition, data.preferred_read_replica, now_ms)
        size_bytes = len(data.records or b"")
        if size_bytes:
            assert partition.position is not None
            records = opened(partition.key, partition.position.offset, data, self._collect)
            hold = self._memory.hold(size_bytes)
            partition.buffer = Buffer(records, hold, source.node)
            source.draining[partition.key] = now_ms
            self.meter.came(partition.key.topic, size_bytes, now_ms)
            self.listener.came(partition, now_ms)

    def _prefer(self, partition: Partition, replica: int, now_ms: int) -> None:
        """Read from a replica until its lease ends; naming it again does not lengthen the lease."""
        if partition.preferred == replica:
            return
        self.forget_preferred(partition)
        if replica not in self._with.cluster.view.nodes:
            self._with.cluster.request_update(now_ms)
            self._rest(partition, now_ms)
            return

        def expired(now_ms: int) -> None:
            partition.preferred = partition.preferred_timer = None
            self.place(partition, now_ms)
            self.sources.send(now_ms)

        partition.preferred = replica
        until_ms = min(NEVER, now_ms + self._options.metadata_max_age_ms)
        partition.preferred_timer = self._with.timers.at(until_ms, expired)

    def _react(self, partition: Partition, what: Outcome, code: int, now_ms: int) -> None:
        """Do what an error code asks for (Kafka's `FetchCollector.handleInitializeErrors`)."""
        if what is Outcome.OUT_OF_RANGE:
            if partition.preferred is not None:
                self.forget_preferred(partition)
            else:
                self.listener.out_of_range(partition, now_ms)
        elif what in (Outcome.REFRESH, Outcome.AGAIN):
            if what is Outcome.REFRESH:
                self._with.cluster.request_update(now_ms)
                self.forget_preferred(partition)
            self._rest(partition, now_ms)
        else:
            assert partition.position is not None
            partition.fail(
                CorruptRecords(partition.key, partition.position.offset, "says the broker")
                if what is Outcome.CORRUPT
                else refusal(code, str(partition.key), api=ApiKey.FETCH)
            )
            partition.is_denied = what is Outcome.DENIED
            self.listener.came(partition, now_ms)

    def _rest(self, partition: Partition, now_ms: int) -> None:
        """Leave the partition alone for a back-off."""
        if partition.backoff is None:
            partition.backoff = self._with.backoff()

        def again(now_ms: int) -> None:
            partition.is_resting = False
            if self._assigned.get(partition.key) is partition:
                self.place(partition, now_ms)
                self.sources.send(now_ms)

        partition.is_resting = True
        partition.rest_timer = self._with.timers.at(now_ms + partition.backoff.next_ms(), again)

    def _hint(self, found: list[Found], answer: FetchResponse, now_ms: int) -> None:
        """Apply newer leaders that the broker names (KIP-951)."""
        hints = [
            Hint(key, data.current_leader.leader_id, data.current_leader.leader_epoch)
            for key, _, data in found
            if data.error_code and data.current_leader.leader_id >= 0
        ]
        if hints:
            nodes = [
                Node(each.node_id, each.host, each.port, each.rack)
                for each in answer.node_endpoints
            ]
            self._with.cluster.leader_hints(hints, nodes, now_ms)
