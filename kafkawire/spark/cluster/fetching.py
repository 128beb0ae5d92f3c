"""Fetch: a range of one partition, the next request under way while an answer is looked at.

There is no fetch session: it would take one of the broker's few slots for each task and save it
nothing. The next offset is that behind the last whole batch, found by hopping over the heads; so
the request for it can leave before the answer is given out. None is sent from `end` on: a fetch at
the end of the log waits.

What may pass (a leader that moved, a broker that restarts) is tried again from where we are, for as
long as there is progress every `poll_timeout_ms` (`kafkaConsumer.pollTimeoutMs`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.blocking import Deadline, Pending
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.since import FETCH_TOPIC_IDS_SINCE
from kafkawire.records.batch import MAGIC, crc_is_valid, iter_frames, read_header
from kafkawire.records.errors import CorruptRecord
from kafkawire.spark.cluster.cluster import VERSIONS, is_retriable
from kafkawire.spark.cluster.errors import (
    ClusterError,
    EndNotReached,
    FetchRangeError,
    OutOfTime,
    Refused,
    TopicGone,
    Unreachable,
)
from kafkawire.spark.cluster.metadata import NO_TOPIC_ID, TopicPartition
from kafkawire.spark.cluster.offsets import EARLIEST, LATEST
from kafkawire.spark.cluster.settings import Settings

if TYPE_CHECKING:
    from kafkawire.spark.cluster.cluster import Cluster

POLL_TIMEOUT_MS = 120_000
PARTITION_BYTES = 8 << 20
"""Of one answer: what the vectorised decoder likes best."""
CLIENT = -1
NO_SESSION = -1
GONE_AFTER = 5
"""So many times in a row a topic must be unknown, since brokers learn of topics late."""

AbortedTransaction = FetchResponse.AbortedTransaction


class Range(NamedTuple):
    """What is wanted: offsets from `start` up to, not including, `end`."""

    found: TopicPartition
    topic_id: bytes
    start: int
    end: int
    is_committed: bool


class FetchLimits(NamedTuple):
    """Of one request, and of the time without progress."""

    max_bytes: int = 52_428_800
    partition_bytes: int = PARTITION_BYTES
    max_wait_ms: int = 500
    poll_timeout_ms: int = POLL_TIMEOUT_MS

    @classmethod
    def of(cls, settings: Settings, poll_timeout_ms: int = POLL_TIMEOUT_MS) -> FetchLimits:
        """As options say."""
        return cls(
            settings.fetch_max_bytes,
            settings.partition_fetch_bytes or PARTITION_BYTES,
            settings.fetch_wait_ms,
            poll_timeout_ms,
        )


class Fetched(NamedTuple):
    """Whole record batches of any magic, perhaps with a cut one behind them.

    The first may begin before the offset that was asked for, the last may reach beyond the end.
    `next_offset` is the offset behind the last whole batch. `aborted` has `producer_id` and
    `first_offset`; it is there in committed reads only.
    """

    data: memoryview
    aborted: Sequence[AbortedTransaction]
    high_watermark: int
    last_stable_offset: int
    log_start_offset: int
    next_offset: int


class Fetching:
    """One range on its way."""

    def __init__(self, cluster: Cluster, asked: Range, limits: FetchLimits) -> None:
        self._cluster = cluster
        self._asked = asked
        self._limits = limits
        self._position = asked.start
        self._deadline = Deadline(limits.poll_timeout_ms)
        self._pending: tuple[int, Pending] | None = None
        """Who was asked for the position, and the question."""
        self._wait_ms = limits.max_wait_ms + cluster.settings.request_timeout_ms
        self._failure: ClusterError | None = None
        self._unknown_count = 0
        self._empty_until: int | None = None

    def answers(self) -> Iterator[Fetched]:
        """Raises FetchRangeError, TopicGone, EndNotReached and other ClusterErrors."""
        try:
            while self._position < self._asked.end:
                try:
                    fetched = self._next()
                except OutOfTime as error:
                    raise self._late(str(error)) from None
                if fetched is not None:
                    yield fetched
                    # However long our reader took: that was no lack of progress.
                    self._deadline = Deadline(self._limits.poll_timeout_ms)
        finally:
            self._release()

    def _next(self) -> Fetched | None:
        """One answer with records, the next request already under way; None for another try."""
        try:
            node, pending = self._sent()
            part = self._received(node, pending)
        except (Unreachable, Refused) as error:
            self._take_failure(error)
            return None
        return self._moved(node, part)

    def _sent(self) -> tuple[int, Pending]:
        """The request for the position, which is under way."""
        if self._pending is None:
            node = self._cluster.leader(self._asked.found, self._deadline)
            self._check_topic()
            self._pending = self._send(node)
        return self._pending

    def _send(self, node: int) -> tuple[int, Pending]:
        by_name = VERSIONS[ApiKey.FETCH][0], FETCH_TOPIC_IDS_SINCE - 1
        pending = self._cluster.start(
            self._request,
            ApiKey.FETCH,
            node,
            is_bulk=True,
            timeout_ms=self._wait_ms,
            versions=by_name if self._topic_id() == NO_TOPIC_ID else None,
        )
        return node, pending

    def _request(self, version: int) -> FetchRequest:
        part = FetchRequest.FetchPartition(
            partition=self._asked.found.partition,
            fetch_offset=self._position,
            partition_max_bytes=self._limits.partition_bytes,
        )
        topic = FetchRequest.FetchTopic(partitions=[part])
        if version < FETCH_TOPIC_IDS_SINCE:
            topic.topic = self._asked.found.topic
        else:
            topic.topic_id = self._topic_id()
        return FetchRequest(
            replica_id=CLIENT,
            max_wait_ms=min(self._limits.max_wait_ms, int(self._deadline.left_s * 1_000)),
            min_bytes=1,
            max_bytes=self._limits.max_bytes,
            isolation_level=int(self._asked.is_committed),
            session_epoch=NO_SESSION,
            topics=[topic],
        )

    def _topic_id(self) -> bytes:
        if self._asked.topic_id != NO_TOPIC_ID:
            return self._asked.topic_id
        known = self._cluster.known(self._asked.found.topic)
        return NO_TOPIC_ID if known is None else known.topic_id

    def _check_topic(self) -> None:
        """That the name still stands for the topic that is asked for."""
        known = self._cluster.known(self._asked.found.topic)
        ids = {self._asked.topic_id, NO_TOPIC_ID if known is None else known.topic_id}
        if len(ids - {NO_TOPIC_ID}) > 1:
            where = f"topic {self._asked.found.topic} was deleted and created again"
            raise TopicGone(where, ErrorCode.INCONSISTENT_TOPIC_ID)

    def _received(self, node: int, pending: Pending) -> FetchResponse.PartitionData:
        """The partition's part of the answer. Raises Refused for its error code."""
        answer = self._cluster.receive(pending, FetchResponse, Deadline(self._wait_ms))
        self._pending = None
        where = f"{self._cluster.place(node, ApiKey.FETCH)} of {self._asked.found}"
        where += f" at offset {self._position}"
        if answer.error_code:
            raise Refused(where, answer.error_code)
        parts = [part for topic in answer.responses for part in topic.partitions]
        if len(parts) != 1:  # a throttled answer has none
            raise Refused(where, ErrorCode.THROTTLING_QUOTA_EXCEEDED)
        part = parts[0]
        if part.error_code == ErrorCode.OFFSET_OUT_OF_RANGE:
            raise FetchRangeError(where, part.error_code, self._bounds())
        if part.error_code:
            raise Refused(where, part.error_code)
        return part

    def _bounds(self) -> str:
        """Where the log begins and ends, for people; the answer itself does not say."""
        found = self._asked.found
        first = self._cluster.list_offsets({found: EARLIEST}, deadline=self._deadline)[found]
        last = self._cluster.list_offsets({found: LATEST}, deadline=self._deadline)[found]
        return f"the log begins at {first} and ends at {last}"

    def _moved(self, node: int, part: FetchResponse.PartitionData) -> Fetched | None:
        """Go on behind the last whole batch, and ask for what is there."""
        records = part.records
        data = memoryview(b"" if records is None else _joined(records))
        behind = next_offset(data)
        if behind is None or behind <= self._position:
            _verify(data)  # a batch whose damaged head has lost its offsets would come for ever
            if not data:
                is_committed = self._asked.is_committed
                end = part.last_stable_offset if is_committed else part.high_watermark
                self._empty_until = end
            self._check_time(f"high watermark {part.high_watermark}")
            return None
        self._position = behind
        self._deadline = Deadline(self._limits.poll_timeout_ms)
        self._failure, self._unknown_count, self._empty_until = None, 0, None
        if behind < self._asked.end:
            self._pending = self._send(node)
        stable = part.last_stable_offset
        aborted = part.aborted_transactions or ()
        bounds = (part.high_watermark, stable, part.log_start_offset)
        return Fetched(data, aborted, *bounds, behind)

    def _take_failure(self, error: Unreachable | Refused) -> None:
        """Raise what will not pass; pause and have the leader looked up otherwise."""
        self._release()
        code = error.code if isinstance(error, Refused) else 0
        is_final = isinstance(error, TopicGone) or code == ErrorCode.CORRUPT_MESSAGE
        if is_final or not is_retriable(error):
            raise error
        self._failure = error
        self._cluster.forget_leaders([self._asked.found.topic])
        unknown = (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, ErrorCode.UNKNOWN_TOPIC_ID)
        self._unknown_count = self._unknown_count + 1 if code in unknown else 0
        if self._unknown_count >= GONE_AFTER:
            raise TopicGone(str(error), code)
        if not self._deadline.pause():
            self._check_time(str(error))

    def _check_time(self, why: str) -> None:
        if self._deadline.is_over:
            raise OutOfTime(str(self._failure or why))

    def _late(self, why: str) -> EndNotReached:
        asked = self._asked
        text = f"{asked.found}: nothing beyond offset {self._position} of [{asked.start},"
        text += f" {asked.end}) in {self._limits.poll_timeout_ms} ms: {why}"
        return EndNotReached(text, self._position, self._empty_until)

    def _release(self) -> None:
        if self._pending is not None:
            self._cluster.abandon(self._pending[1])
            self._pending = None


def next_offset(data: memoryview) -> int | None:
    """The offset behind the last whole batch; None if there is none."""
    position = -1
    for found, _, magic in iter_frames(data):
        position, last_magic = found, magic
    if position < 0:
        return None
    if last_magic == MAGIC:
        return read_header(data, position).next_offset
    return int.from_bytes(data[position : position + 8], "big", signed=True) + 1


def _verify(data: memoryview) -> None:
    """Raises CorruptRecord for a batch with a wrong checksum. Old messages are passed over."""
    for position, size, magic in iter_frames(data):
        if magic != MAGIC:
            continue
        header = read_header(data, position)
        if not crc_is_valid(data[position : position + size], 0, header):
            where = f"offset {header.base_offset}, to offset {header.last_offset}"
            raise CorruptRecord(f"the batch from {where}, has a wrong checksum")


def _joined(records: object) -> bytes | bytearray | memoryview:
    if isinstance(records, (bytes, bytearray, memoryview)):
        return records
    assert isinstance(records, (list, tuple))
    return b"".join(records)
