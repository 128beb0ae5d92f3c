"""A partition's log as a release keeps it, where that is not as the plain one does.

Where a fetch stands (`waits_by_batch`), which codecs exist, and what is known of producers: how
many of their batches, what an unknown one may write, and whether deleting records forgets them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.producer_state import ProducerState
from kafkawire.log.read import TimestampedOffset
from kafkawire.log.store import IN_MEMORY
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import (
    HEADER_BYTES,
    LOG_APPEND_TIME,
    MAGIC,
    MAGIC_AT,
    NO_PRODUCER_EPOCH,
    crc_is_valid,
    read_header,
)
from kafkawire.records.compression import ZSTD

if TYPE_CHECKING:
    from kafkawire.broker.behaviour import Behaviour
    from kafkawire.log.config import LogConfig
    from kafkawire.log.placing import CheckedBatch
    from kafkawire.log.producer_entry import ProducedBatch
    from kafkawire.log.read import LogRead
    from kafkawire.log.store import LogStore
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.protocol.buffers import Buffer
    from kafkawire.records.batch import BatchHeader


class EmulatedLog(PartitionLog):
    """See the module."""

    __slots__ = ("_behaviour",)

    def __init__(
        self,
        topic_partition: TopicPartition,
        config: LogConfig,
        behaviour: Behaviour,
        store: LogStore = IN_MEMORY,
    ) -> None:
        super().__init__(topic_partition, config, store)
        self._behaviour = behaviour
        self.producer_state = EmulatedProducers(behaviour)

    def check(self, records: Buffer, now_ms: int) -> CheckedBatch | None:
        """See `PartitionLog.check`."""
        if not self._behaviour.knows_zstd:
            self._check_codec(records)
        return super().check(records, now_ms)

    def read(
        self, fetch_offset: int, *, max_bytes: int, upper_bound: int, minimum_one: bool
    ) -> LogRead:
        """See `PartitionLog.read`."""
        found = super().read(
            fetch_offset, max_bytes=max_bytes, upper_bound=upper_bound, minimum_one=minimum_one
        )
        if self._behaviour.waits_by_batch:
            return found
        return found._replace(position=found.position._replace(offset=fetch_offset))

    def max_timestamp_offset(self) -> TimestampedOffset | None:
        """See `PartitionLog.max_timestamp_offset`.

        Up to 3.6 a segment noted its newest offset when a batch was appended: the last of the batch
        if its records were compressed or got the append time; and the epoch was that of the log.
        """
        found = super().max_timestamp_offset()
        if found is None or not self._behaviour.newest_by_batch:
            return found
        newest = max(self.segments, key=lambda each: each.max_timestamp).newest_batch()
        assert newest is not None
        header, _ = newest
        offset = found.offset
        if header.compression or header.timestamp_type == LOG_APPEND_TIME:
            offset = header.last_offset
        return TimestampedOffset(found.timestamp, offset, self.leader_epochs.latest)

    def delete_records_before(self, offset: int) -> None:
        """See `PartitionLog.delete_records_before`."""
        super().delete_records_before(offset)
        if self._behaviour.forgets_deleted_producers:
            assert isinstance(self.producer_state, EmulatedProducers)
            self.producer_state.forget_before(self.log_start_offset)

    def _check_codec(self, records: Buffer) -> None:
        """Refuse a codec that is unknown, where nothing else refuses the batch before."""
        if len(records) < HEADER_BYTES or records[MAGIC_AT] != MAGIC:
            return
        header = read_header(records)
        if (
            header.compression == ZSTD
            and header.base_offset == 0
            and header.size <= self.config.max_message_bytes
            and crc_is_valid(records, 0, header)
        ):
            raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)


class EmulatedProducers(ProducerState):
    """The producers of a partition, as far as a release knows them."""

    __slots__ = ("_behaviour",)

    def __init__(self, behaviour: Behaviour) -> None:
        super().__init__()
        self._behaviour = behaviour

    def has_open_transaction(self, producer_id: int, producer_epoch: int) -> bool:
        """See `ProducerState.has_open_transaction`; older releases do not mind the epoch."""
        if self._behaviour.checks_epoch_first:
            return super().has_open_transaction(producer_id, producer_epoch)
        entry = self.get(producer_id)
        return entry is not None and entry.has_open_transaction

    def start_verification(self, header: BatchHeader, now_ms: int, *, adds: bool) -> None:
        """See `ProducerState.start_verification`."""
        adds = adds and self._behaviour.adds_begin_at_zero
        super().start_verification(header, now_ms, adds=adds)

    def find_duplicate(self, header: BatchHeader) -> ProducedBatch | None:
        """See `ProducerState.find_duplicate`."""
        found = super().find_duplicate(header)
        if found is None or self._behaviour.batches_remembered > 1:
            return found
        entry = self.get(header.producer_id)
        assert entry is not None
        return found if found.last_sequence == entry.last_sequence else None

    def check(self, header: BatchHeader) -> None:
        """See `ProducerState.check`."""
        code = self._behaviour.unknown_producer_code
        if code and header.base_sequence:
            entry = self.get(header.producer_id)
            if entry is None or entry.producer_epoch == NO_PRODUCER_EPOCH:
                raise ApiError(ErrorCode(code))
        super().check(header)

    def forget_before(self, offset: int) -> None:
        """Forget producers all of whose records lie below `offset`."""
        gone = [
            entry.producer_id
            for entry in self
            if not entry.has_open_transaction and entry.last_offset < offset
        ]
        for producer_id in gone:
            del self._entries[producer_id]
