"""Answers to a Fetch with everything that a log may hold, and what a consumer is to get of them.

A log is made of steps, each of which is described before it becomes bytes. What a reader gets is
told from the descriptions alone: a record of a transaction counts if its transaction commits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from kafkawire.records.batch import patch, seal
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.lazy import record_starts
from kafkawire.records.message_set import encode_message_set
from tests.support.log.batches import make_marker
from tests.support.log.record_strategies import CODECS, payloads, record_lists, usual_timestamps

HEAD = 61

Row = tuple[int, int, "bytes | None", "bytes | None", list[tuple[str, "bytes | None"]]]
"""Offset, timestamp, key, value, headers."""


class Aborted(NamedTuple):
    """A transaction that was aborted, as a Fetch answer has it."""

    producer_id: int
    first_offset: int


class Data(NamedTuple):
    """A record batch: its rows, which of them compaction kept, its producer if transactional."""

    rows: Sequence[RecordTuple]
    kept: frozenset[int] | None = None
    codec: int = 0
    producer: int = -1
    epoch: int = 0


class Marker(NamedTuple):
    """The end of a producer's transaction."""

    producer: int
    is_commit: bool


class Messages(NamedTuple):
    """Messages of magic 0 or 1, compressed into one wrapper or one by one."""

    rows: Sequence[RecordTuple]
    magic: int
    codec: int = 0


Step = Data | Marker | Messages


class Written(NamedTuple):
    """A log, and what readers of it get."""

    data: bytes
    uncommitted: list[Row]
    committed: list[Row]
    aborted: list[Aborted]
    end: int


def with_holes(batch: bytes, kept: frozenset[int]) -> bytes:
    """The batch, uncompressed, with the records at these indices only; its offsets stay."""
    count = int.from_bytes(batch[57:61], "big")
    starts = [*record_starts(batch, HEAD, len(batch), count), len(batch)]
    pieces = [batch[starts[index] : starts[index + 1]] for index in sorted(kept)]
    changed = bytearray(batch[:HEAD] + b"".join(pieces))
    changed[8:12] = (len(changed) - 12).to_bytes(4, "big")
    changed[57:61] = len(pieces).to_bytes(4, "big")
    seal(changed)
    return bytes(changed)


def rows_of(
    rows: Sequence[RecordTuple], base: int, kept: frozenset[int] | None = None
) -> list[Row]:
    return [
        (base + index, timestamp, key, value, list(headers))
        for index, (timestamp, key, value, headers) in enumerate(rows)
        if kept is None or index in kept
    ]


def _batch(step: Data, base: int) -> bytes:
    batch = bytes(
        encode_batch(
            step.rows,
            base_offset=base,
            compression=0 if step.kept is not None else step.codec,
            producer_id=step.producer,
            producer_epoch=0 if step.producer >= 0 else -1,
            transactional=step.producer >= 0,
            leader_epoch=step.epoch,
        )
    )
    return batch if step.kept is None else with_holes(batch, step.kept)


def written(steps: Sequence[Step], base: int = 0) -> Written:
    """The log of these steps. Transactions that no marker ends are left out at the end."""
    data: list[bytes] = []
    rows: list[tuple[int, Row]] = []  # with the number of a transaction, or -1
    open_: dict[int, tuple[int, int]] = {}  # producer: transaction, first offset
    outcome = {-1: True}
    aborted: list[Aborted] = []
    offset = base
    for step in steps:
        if isinstance(step, Marker):
            marker = bytearray(make_marker(step.producer, 0, commit=step.is_commit))
            patch(marker, 0, base_offset=offset, partition_leader_epoch=0)
            data.append(bytes(marker))
            transaction, first = open_.pop(step.producer, (None, 0))
            if transaction is not None:
                outcome[transaction] = step.is_commit
                if not step.is_commit:
                    aborted.append(Aborted(step.producer, first))
            offset += 1
            continue
        if isinstance(step, Messages):
            data.append(
                encode_message_set(
                    step.rows, magic=step.magic, base_offset=offset, compression=step.codec
                )
            )
            found = [
                (at, time if step.magic else -1, key, value, headers)
                for at, time, key, value, headers in rows_of(step.rows, offset)
            ]
            rows += [(-1, row) for row in found]
        else:
            number = -1
            if step.producer >= 0:
                number, _ = open_.setdefault(step.producer, (len(outcome) + offset, offset))
                outcome.setdefault(number, False)
            data.append(_batch(step, offset))
            rows += [(number, row) for row in rows_of(step.rows, offset, step.kept)]
        offset += len(step.rows)
    return Written(
        b"".join(data),
        [row for _, row in rows],
        [row for number, row in rows if outcome[number]],
        aborted,
        offset,
    )


@st.composite
def _data(draw: st.DrawFn) -> Data:
    rows = draw(record_lists.filter(bool))
    kept = None
    if draw(st.booleans()):
        kept = frozenset(draw(st.sets(st.integers(0, len(rows) - 1))))
    codec = draw(st.sampled_from(CODECS))
    producer = draw(st.sampled_from((-1, 1, 2, 3)))
    return Data(rows, kept, codec, producer, draw(st.integers(-1, 3)))


def data_steps() -> st.SearchStrategy[Data]:
    """Record batches of any kind."""
    return _data()


@st.composite
def _messages(draw: st.DrawFn) -> Messages:
    rows = draw(
        st.lists(
            st.tuples(usual_timestamps, payloads, payloads, st.just(())), min_size=1, max_size=5
        )
    )
    return Messages(rows, draw(st.sampled_from((0, 1))), draw(st.sampled_from((0, 1, 2, 3))))


@st.composite
def logs(draw: st.DrawFn) -> Written:
    """Logs in which all transactions end."""
    markers = st.builds(Marker, st.sampled_from((1, 2, 3)), st.booleans())
    steps: list[Step] = list(draw(st.lists(_data() | markers | _messages(), max_size=8)))
    steps += [Marker(producer, draw(st.booleans())) for producer in (1, 2, 3)]
    return written(steps, draw(st.sampled_from((0, 5, 1 << 40))))
