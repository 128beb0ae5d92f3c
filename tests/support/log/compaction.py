"""Histories of a compacted log, and what a naive look at all that was written makes of them."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import strategies as st

from kafkawire.log.append import Verification
from kafkawire.log.compaction.cleanable import Cleanable, cleanable
from kafkawire.log.compaction.round import CleaningRound
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.buffers import Buffer
from kafkawire.records.batch import BatchHeader
from kafkawire.records.builder import encode_batch
from kafkawire.records.record import decode_records
from tests.support.log.batches import NOW_MS, append, append_marker, make_batch, make_log

DELETE_RETENTION_MS = 1000
KEYS = [b"a", b"b", b"c", b"d"]
PRODUCERS = [7, 8, 9]
PLENTY = 1 << 30
CONFIGS = {
    "cleanup.policy": "compact",
    "internal.segment.bytes": "400",
    "delete.retention.ms": str(DELETE_RETENTION_MS),
}


class Written(NamedTuple):
    """A record as it was written; `transaction` is the number of its transaction, if it has one."""

    offset: int
    key: bytes
    value: bytes | None
    transaction: int | None


class Move(NamedTuple):
    """Something that happens: plain, numbered, in_transaction, commit, abort, clean."""

    kind: str
    producer: int = 0
    records: tuple[tuple[bytes, bytes | None], ...] = ()
    codec: int = 0
    later_ms: int = 0
    map_bytes: int = PLENTY


RECORDS = st.lists(
    st.tuples(st.sampled_from(KEYS), st.sampled_from([b"", b"x", b"y" * 30, None])),
    min_size=1,
    max_size=4,
).map(tuple)
LATER = st.sampled_from([0, 1, DELETE_RETENTION_MS - 1, DELETE_RETENTION_MS, 10_000])
MOVES = st.lists(
    st.one_of(
        st.builds(
            Move,
            st.sampled_from(["plain", "numbered", "in_transaction", "in_transaction"]),
            st.sampled_from(PRODUCERS),
            RECORDS,
            st.sampled_from([0, 0, 1, 2, 3, 4]),
        ),
        st.builds(Move, st.sampled_from(["commit", "abort"]), st.sampled_from(PRODUCERS)),
        st.builds(
            Move,
            st.just("clean"),
            later_ms=LATER,
            map_bytes=st.sampled_from([PLENTY, PLENTY, 1, 400]),
        ),
    ),
    max_size=40,
)


class History:
    """A log, everything that was written to it, and how far it has been cleaned."""

    def __init__(
        self, configs: dict[str, str] | None = None, log: PartitionLog | None = None
    ) -> None:
        self.log = make_log({**CONFIGS, **(configs or {})}) if log is None else log
        self.now_ms = NOW_MS
        self.written: list[Written] = []
        self.open: dict[int, int] = {}
        self.decided: dict[int, bool] = {}
        """Whether a transaction was committed, by its number."""
        self.checkpoint = 0
        self.horizons: dict[int, int] = {}
        """Delete horizons by the base offset of the batch."""
        self._sequences = dict.fromkeys(PRODUCERS, 0)

    def do(self, move: Move) -> None:
        getattr(self, move.kind)(move)

    def plain(self, move: Move) -> None:
        self._append(move, None)

    def numbered(self, move: Move) -> None:
        """Of a producer with an id; within a transaction if one is open."""
        self._append(move, self.open.get(move.producer), producer_id=move.producer)

    def in_transaction(self, move: Move) -> None:
        self.open.setdefault(move.producer, len(self.open) + len(self.decided))
        self.numbered(move)

    def commit(self, move: Move) -> None:
        self._end(move.producer, commit=True)

    def abort(self, move: Move) -> None:
        self._end(move.producer, commit=False)

    def clean(self, move: Move) -> Cleanable:
        """One round, however little there is to do; returns what was planned."""
        self.now_ms += move.later_ms
        plan = cleanable(self.log, self.checkpoint, self.now_ms)
        if plan.dirty_bytes:
            end = clean(self.log, plan, self.now_ms, move.map_bytes)
            assert self.checkpoint < end <= plan.end_offset
            self.checkpoint = end
        return plan

    def _append(self, move: Move, transaction: int | None, producer_id: int = -1) -> None:
        fields: dict[str, Any] = {}
        if producer_id >= 0:
            fields = {
                "producer_id": producer_id,
                "producer_epoch": 0,
                "base_sequence": self._sequences[producer_id],
                "transactional": transaction is not None,
            }
            self._sequences[producer_id] += len(move.records)
        first = self.log.log_end_offset
        records = [(NOW_MS + first + at, *each, ()) for at, each in enumerate(move.records)]
        batch = bytes(encode_batch(records, compression=move.codec, **fields))
        append(self.log, batch, now_ms=self.now_ms, verification=Verification.VERIFIED)
        self.written += [
            Written(first + at, key, value, transaction)
            for at, (key, value) in enumerate(move.records)
        ]

    def _end(self, producer_id: int, *, commit: bool) -> None:
        if producer_id in self.open:
            self.decided[self.open.pop(producer_id)] = commit
            append_marker(self.log, producer_id, 0, commit=commit)

    # The naive result

    def is_aborted(self, record: Written) -> bool:
        return record.transaction is not None and self.decided.get(record.transaction) is False

    def is_open(self, record: Written) -> bool:
        return record.transaction is not None and record.transaction not in self.decided

    def final_values(self, *, cleaned_to: int = 0, committed: bool) -> dict[bytes, bytes]:
        """The last value of each key; aborted records below `cleaned_to` do not count."""
        found: dict[bytes, bytes | None] = {}
        for each in self.written:
            is_hidden = committed and (self.is_aborted(each) or self.is_open(each))
            if not is_hidden and not (self.is_aborted(each) and each.offset < cleaned_to):
                found[each.key] = each.value
        return {key: value for key, value in found.items() if value is not None}


def clean(log: PartitionLog, plan: Cleanable, now_ms: int, map_bytes: int = PLENTY) -> int:
    """One whole round; returns where it ended."""
    cleaning = CleaningRound(log, plan, now_ms=now_ms, map_bytes_max=map_bytes)
    for _ in cleaning.steps():
        pass
    return cleaning.end_offset


def consume(log: PartitionLog, *, committed: bool) -> dict[bytes, bytes]:
    """The last value of each key, as a consumer from the beginning has it."""
    end = log.last_stable_offset if committed else log.high_watermark
    hidden = Hidden(log, end) if committed else None
    found: dict[bytes, bytes | None] = {}
    for header, batch in batches(log, end):
        if header.is_control:
            if hidden is not None and header.records_count:
                hidden.marker(header)
        elif hidden is None or not hidden.hides(header):
            found.update((record.key or b"", record.value) for record in decode_records(batch))
    return {key: value for key, value in found.items() if value is not None}


def batches(log: PartitionLog, end: int) -> list[tuple[BatchHeader, Buffer]]:
    return [each for each in log.iter_batches() if each[0].base_offset < end]


class Hidden:
    """Aborted transactions as a consumer goes through them."""

    def __init__(self, log: PartitionLog, end: int) -> None:
        aborted = log.aborted_transactions(log.log_start_offset, end)
        self._coming = sorted((first, producer_id) for producer_id, first in aborted)
        self._active: set[int] = set()

    def hides(self, header: BatchHeader) -> bool:
        while self._coming and self._coming[0][0] <= header.last_offset:
            self._active.add(self._coming.pop(0)[1])
        return header.is_transactional and header.producer_id in self._active

    def marker(self, header: BatchHeader) -> None:
        self.hides(header)
        self._active.discard(header.producer_id)


def simple_log(count: int = 12, configs: dict[str, str] | None = None) -> PartitionLog:
    """One record to a batch, all of one key, several batches to a segment."""
    log = make_log({**CONFIGS, **(configs or {})})
    for _ in range(count):
        append(log, make_batch(size=30))
    return log


def data_offsets(log: PartitionLog) -> list[int]:
    return [
        record.offset
        for header, batch in log.iter_batches()
        if not header.is_control
        for record in decode_records(batch)
    ]
