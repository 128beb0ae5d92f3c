"""What every coordinator has in common: decide, write, apply, and answer once it is committed.

A coordinator's state is a *fold* over one partition of an internal topic. An operation looks at
the state and says what to write: `StateLog.append` appends the records as one batch and hands each
to the fold, and `released` holds the response back until the high watermark has passed everything
written so far; a response without records is held back too while an earlier write is not committed
(groups A-51, A-52). After a change of leadership `Loader` reads the partition from its start and
hands the fold the same records. One fold, two uses: the state after a reload is the state before
it.

On a single replica an append is committed when it returns, and nothing ever waits here.

Calls that wait for other members of a group (JoinGroup, SyncGroup) leave an `Answer`; whoever can
answer it gives it a response. A partition's listeners are asked to tell of a moved high watermark
only while some answer is held back by it.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, NamedTuple, Protocol, TypeVar

from kafkawire.broker.delayed import NEVER, Delayed
from kafkawire.broker.replicas.change_watch import ChangeWatch
from kafkawire.broker.replicas.marking import write_marker
from kafkawire.log.append import AppendOrigin, Verification
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, EncodeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.broker.purgatory import Purgatory
    from kafkawire.broker.replicas.marking import Marker
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.replicas.replica_manager import ReplicaManager
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.protocol.message import Message
    from kafkawire.records.batch import BatchHeader
    from kafkawire.timers import Timers

NO_PRODUCER = -1
NO_SEQUENCE = -1


class CoordinatorParts(NamedTuple):
    """The parts of a broker that each of its coordinators works with."""

    config: BrokerConfig
    metadata: MetadataImage
    replicas: ReplicaManager
    purgatory: Purgatory
    timers: Timers
    random: Random


class Producer(NamedTuple):
    """Whose transaction a write belongs to."""

    producer_id: int
    producer_epoch: int


NO_TRANSACTION = Producer(NO_PRODUCER, -1)

BATCH_OVERHEAD_BYTES = 61
"""A batch's header (KIP-98)."""
RECORD_OVERHEAD_BYTES = 48
"""More than a record's lengths, deltas and attributes can take beside key and value."""

LOADED_BATCHES_PER_SLICE = 256
"""A load goes on at the broker's next tick after so many batches, so that others get a turn."""

R = TypeVar("R")
RecordType = TypeVar("RecordType")


class Fold(Protocol[R]):
    """State that is made of records, and how these look in a log."""

    def encode(self, record: R) -> tuple[bytes, bytes | None]:
        """A record's key and value."""

    def decode(self, key: bytes, value: bytes | None) -> R | None:
        """Read a record, None if it is of no interest.

        Raises `ProtocolError` for bytes that cannot be understood.
        """

    def apply(self, record: R, record_offset: int, producer_id: int) -> None:
        """Take in one record; the only thing that changes durable state."""

    def end_transaction(self, producer_id: int, *, committed: bool) -> None:
        """Take in the marker that ends a producer's transaction."""


class Answer:
    """What a waiting call will be answered with; `end_offset` must be committed before."""

    __slots__ = ("end_offset", "response")

    def __init__(self) -> None:
        self.response: Message | None = None
        self.end_offset = 0


class StateLogSettings(NamedTuple):
    """How a coordinator's records are written."""

    compression: int
    """A codec id."""
    commit_timeout_ms: int
    """How long a response may be held back."""
    base_sequence: int = NO_SEQUENCE
    """A field of batches that means nothing here: 0 in those of Kafka's runtime."""


class StateLog(Generic[RecordType]):
    """One partition of a coordinator's topic, led by this broker."""

    __slots__ = (
        "_base_sequence",
        "_compression",
        "_fold",
        "_held",
        "_purgatory",
        "_replicas",
        "_watch",
        "commit_timeout_ms",
        "partition",
    )

    def __init__(
        self,
        partition: Partition,
        fold: Fold[RecordType],
        replicas: ReplicaManager,
        purgatory: Purgatory,
        settings: StateLogSettings,
    ) -> None:
        self.partition = partition
        self._base_sequence = settings.base_sequence
        self._fold = fold
        self._replicas = replicas
        self._purgatory = purgatory
        self._compression = settings.compression
        self.commit_timeout_ms = settings.commit_timeout_ms
        self._held: deque[Answer] = deque()
        self._watch = ChangeWatch(partition, self._wake_committed)

    # Writing

    def append(
        self, records: Sequence[RecordType], now_ms: int, producer: Producer = NO_TRANSACTION
    ) -> None:
        """Write records as one batch and apply them; within a producer's transaction, if any.

        The transaction's coordinator must have agreed (KIP-890). Raises `ApiError`, nothing being
        applied then, with the code that a coordinator answers for a failed write (groups A-53).
        """
        if records:
            try:
                pairs = [self._fold.encode(record) for record in records]
            except EncodeError as error:  # a member id, say, that is made of what a client sent
                raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR) from error
            self._append(pairs, records, now_ms, producer)

    def append_in_parts(self, records: Sequence[RecordType], now_ms: int) -> None:
        """Write records that need not stand in one batch; raises `ApiError` as `append` does."""
        bytes_max = self.partition.log.config.max_message_bytes - BATCH_OVERHEAD_BYTES
        part: list[tuple[bytes, bytes | None]] = []
        first = size = 0
        for position, record in enumerate(records):
            pair = self._fold.encode(record)
            added = RECORD_OVERHEAD_BYTES + len(pair[0]) + len(pair[1] or b"")
            if part and size + added > bytes_max:
                self._append(part, records[first:position], now_ms)
                part, first, size = [], position, 0
            part.append(pair)
            size += added
        if part:
            self._append(part, records[first:], now_ms)

    def _append(
        self,
        pairs: list[tuple[bytes, bytes | None]],
        records: Sequence[RecordType],
        now_ms: int,
        producer: Producer = NO_TRANSACTION,
    ) -> None:
        from kafkawire.records.builder import encode_batch

        time_ms = self._replicas.wall_clock.time_ms(now_ms)
        batch = encode_batch(
            [(time_ms, key, value, ()) for key, value in pairs],
            compression=self._compression,
            producer_id=producer.producer_id,
            producer_epoch=producer.producer_epoch,
            base_sequence=self._base_sequence,
            transactional=producer is not NO_TRANSACTION,
        )
        if len(batch) > self.partition.log.config.max_message_bytes:
            raise ApiError(write_failure(ErrorCode.MESSAGE_TOO_LARGE))
        try:
            info = self._replicas.append(
                self.partition,
                batch,
                now_ms=now_ms,
                origin=AppendOrigin.COORDINATOR,
                verification=Verification.VERIFIED,
            )
        except ApiError as error:
            raise ApiError(write_failure(error.code)) from error
        for record_offset, record in enumerate(records, info.first_offset):
            self._fold.apply(record, record_offset, producer.producer_id)

    def end_transaction(self, marker: Marker, now_ms: int) -> None:
        """Write a transaction's marker and apply it; raises `ApiError` as `append` does."""
        try:
            write_marker(self._replicas, self.partition, marker, now_ms)
        except ApiError as error:
            raise ApiError(write_failure(error.code)) from error
        self._fold.end_transaction(marker.producer_id, committed=marker.is_commit)

    # Answering

    def released(self, response: Message, now_ms: int) -> Message | Delayed:
        """A response that may tell of what was written so far, so it waits for its commit."""
        return released_by_all([self], response, now_ms)

    @property
    def is_committed(self) -> bool:
        """Whether everything that was written is committed."""
        return self.partition.high_watermark >= self.partition.log_end_offset

    def give(self, answer: Answer, response: Message) -> None:
        """Answer a waiting call; it goes out once everything written so far is committed."""
        answer.response = response
        answer.end_offset = self.partition.log_end_offset
        if self.has_committed(answer):
            self._purgatory.wake(answer)
            return
        self._held.append(answer)
        self._watch.listen()

    def wait(self, answer: Answer) -> Message | Delayed:
        """What the call behind `answer` returns: its response if it is known, else a wait."""

        def is_ready() -> bool:
            return answer.response is not None and self.has_committed(answer)

        def respond(now_ms: int) -> Message:
            del now_ms
            assert answer.response is not None
            return answer.response

        if answer.response is not None and self.has_committed(answer):
            return answer.response
        return Delayed((answer,), NEVER, is_ready, respond)

    def abandon(self, answer: Answer) -> None:
        """Forget the call that waits for `answer`: a later one has taken its place."""
        self._purgatory.forget(answer)

    def has_committed(self, answer: Answer) -> bool:
        """Whether what had been written when `answer` got its response is committed."""
        return self.partition.high_watermark >= answer.end_offset

    # The high watermark

    def _wake_committed(self) -> None:
        """Wake the answers that have become committed."""
        while self._held and self.has_committed(self._held[0]):
            self._purgatory.wake(self._held.popleft())
        if self._held:
            self._watch.listen()


def released_by_all(
    logs: Sequence[StateLog[RecordType]], response: Message, now_ms: int
) -> Message | Delayed:
    """A response about several partitions: it waits until each has committed what it has.

    A wait longer than the commit timeout is answered as a failed write.
    """
    held = [(log, Answer()) for log in logs if not log.is_committed]
    if not held:
        return response
    for log, answer in held:
        log.give(answer, response)

    def is_ready() -> bool:
        return all(log.has_committed(answer) for log, answer in held)

    def respond(now_ms: int) -> Message:
        del now_ms
        if not is_ready():
            raise ApiError(write_failure(ErrorCode.REQUEST_TIMED_OUT))
        return response

    deadline_ms = now_ms + min(log.commit_timeout_ms for log, _ in held)
    return Delayed([answer for _, answer in held], deadline_ms, is_ready, respond)


_WRITE_FAILURES: dict[int, int] = {
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION: ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_ENOUGH_REPLICAS: ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.REQUEST_TIMED_OUT: ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_LEADER_OR_FOLLOWER: ErrorCode.NOT_COORDINATOR,
    ErrorCode.KAFKA_STORAGE_ERROR: ErrorCode.NOT_COORDINATOR,
    ErrorCode.MESSAGE_TOO_LARGE: ErrorCode.UNKNOWN_SERVER_ERROR,
    ErrorCode.RECORD_LIST_TOO_LARGE: ErrorCode.UNKNOWN_SERVER_ERROR,
    ErrorCode.NETWORK_EXCEPTION: ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
}


def write_failure(code: int) -> int:
    """What a coordinator answers when its write failed with `code` (groups A-53)."""
    return _WRITE_FAILURES.get(code, code)


class Loader(Generic[RecordType]):
    """Reads a partition into a fold, a slice at a time, from its start to its end."""

    __slots__ = ("_batches", "_fold")

    def __init__(self, partition: Partition, fold: Fold[RecordType]) -> None:
        self._fold = fold
        log = partition.log
        self._batches: Iterator[tuple[BatchHeader, Buffer]] = iter(
            log.iter_batches(log.log_start_offset)
        )

    def load_slice(self) -> bool:
        """Read some batches; True when the log is read to its end.

        Raises `ProtocolError` when it holds what cannot be understood.
        """
        for _ in range(LOADED_BATCHES_PER_SLICE):
            found = next(self._batches, None)
            if found is None:
                return True
            self._load(*found)
        return False

    def _load(self, header: BatchHeader, batch: Buffer) -> None:
        from kafkawire.records.record import decode_records

        if header.is_control:
            self._load_marker(header, batch)
            return
        producer_id = header.producer_id if header.is_transactional else NO_PRODUCER
        for record in decode_records(batch, header=header):
            if record.key is None:
                continue
            found = self._fold.decode(record.key, record.value)
            if found is not None:
                self._fold.apply(found, record.offset, producer_id)

    def _load_marker(self, header: BatchHeader, batch: Buffer) -> None:
        """Other control records are none of a coordinator's business; emptied ones are nobody's."""
        from kafkawire.records.control import read_marker

        marker = read_marker(batch, header=header) if header.records_count else None
        if marker is not None:
            self._fold.end_transaction(header.producer_id, committed=marker.is_commit)
