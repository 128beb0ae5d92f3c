"""Rounds of cleaning over random histories, against a naive look at all that was written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.log.compaction.cleanable import Cleanable, cleanable
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.buffers import Buffer, joined
from kafkawire.records.batch import BatchHeader, crc_is_valid
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import read_marker
from kafkawire.records.record import decode_records
from tests.support.log.batches import NOW_MS, append, headers_of, make_batch, make_log, records_of
from tests.support.log.compaction import (
    CONFIGS,
    DELETE_RETENTION_MS,
    MOVES,
    PLENTY,
    PRODUCERS,
    History,
    Move,
    clean,
    consume,
    data_offsets,
    simple_log,
)

HEADER_BYTES = 61

CLEAN = Move("clean")
EXPIRED = Move("clean", later_ms=DELETE_RETENTION_MS)
MORE = [Move("plain", records=((b"z", b"y" * 60),))] * 4
"""Makes a new segment, so that there is something to clean."""
ENDING = [CLEAN, *MORE, EXPIRED, *MORE, EXPIRED, *MORE, EXPIRED]


def after_each_round(moves: list[Move]) -> Iterator[History]:
    history = History()
    for move in [*moves, *ENDING]:
        history.do(move)
        if move.kind == "clean":
            yield history


@given(MOVES)
@settings(max_examples=100)
def test_a_consumer_ends_with_the_same_values_before_and_after(moves: list[Move]) -> None:
    """fetch H-61, H-64: the last value of each key, for both kinds of readers.

    Aborted records are gone for who reads them uncommitted, too. (Of a segment of which the map
    knows a part, all of them.)
    """
    for history in after_each_round([each._replace(map_bytes=PLENTY) for each in moves]):
        log = history.log
        uncommitted = history.final_values(cleaned_to=history.checkpoint, committed=False)
        assert consume(log, committed=False) == uncommitted
        assert consume(log, committed=True) == stable_values(history)


def stable_values(history: History) -> dict[bytes, bytes]:
    """As `final_values`, of what lies below the last stable offset."""
    stable = History()
    stable.written = [each for each in history.written if each.offset < stable_end(history)]
    stable.decided = history.decided
    return stable.final_values(committed=True)


def stable_end(history: History) -> int:
    return history.log.last_stable_offset


@given(MOVES)
@settings(max_examples=80)
def test_a_round_keeps_the_latest_record_of_each_key_and_no_other(moves: list[Move]) -> None:
    """fetch H-61, H-62, J 188: a tombstone too, until its batch's horizon has passed."""
    history = History()
    for move in [*moves, *ENDING]:
        before = list(history.log.iter_batches())
        if move.kind != "clean":
            history.do(move)
        elif history.clean(move._replace(map_bytes=PLENTY)).dirty_bytes:
            assert data_offsets(history.log) == expected_offsets(history, before)
            assert horizons(history.log, history.checkpoint) == expected_horizons(history, before)


def expected_offsets(history: History, before: list[tuple[BatchHeader, Buffer]]) -> list[int]:
    end, now_ms = history.checkpoint, history.now_ms
    latest = {
        each.key: each.offset
        for each in history.written
        if each.offset < end and not history.is_aborted(each)
    }
    expected: list[int] = []
    for header, batch in before:
        is_expired = header.has_delete_horizon and header.base_timestamp <= now_ms
        for record in [] if header.is_control else decode_records(batch):
            is_latest = latest.get(record.key or b"") == record.offset
            if record.offset >= end or (is_latest and not (is_expired and record.value is None)):
                expected.append(record.offset)
    return expected


def horizons(log: PartitionLog, end: int) -> dict[int, int]:
    """Of batches of data below `end` that have one."""
    return {
        header.base_offset: header.base_timestamp
        for header, _ in log.iter_batches()
        if header.has_delete_horizon and not header.is_control and header.base_offset < end
    }


def expected_horizons(history: History, before: list[tuple[BatchHeader, Buffer]]) -> dict[int, int]:
    """Of batches that have had one, or have a tombstone now."""
    known = {
        header.base_offset: header.base_timestamp
        for header, _ in before
        if header.has_delete_horizon
    }
    new = history.now_ms + DELETE_RETENTION_MS
    return {
        header.base_offset: known.get(header.base_offset, new)
        for header, batch in history.log.iter_batches()
        if not header.is_control and header.base_offset < history.checkpoint
        if header.records_count
        if header.base_offset in known or any(each.value is None for each in decode_records(batch))
    }


@given(MOVES)
@settings(max_examples=80)
def test_batches_keep_their_offsets_sequences_and_places(moves: list[Move]) -> None:
    """fetch H-63, A-34, A-41, J 188: base and last offset, producer, sequence, epoch, codec."""
    history = History()
    first: dict[int, BatchHeader] = {}
    records: dict[int, object] = {}
    for move in [*moves, *ENDING]:
        history.do(move)
        for header, batch in history.log.iter_batches():
            assert crc_is_valid(batch, 0, header)
            original = first.setdefault(header.base_offset, header)
            assert identity(header) == identity(original)
            assert header.compression == (original.compression if header.records_count else 0)
            assert header.records_count or header.size == HEADER_BYTES
            for record in decode_records(batch):
                assert records.setdefault(record.offset, record) == record


def identity(header: BatchHeader) -> tuple[object, ...]:
    return (
        header.last_offset_delta,
        header.partition_leader_epoch,
        header.producer_id,
        header.producer_epoch,
        header.base_sequence,
        header.is_transactional,
        header.is_control,
        header.timestamp_type,
    )


@given(MOVES)
@settings(max_examples=60)
def test_a_reader_finds_the_next_batch_from_every_offset(moves: list[Move]) -> None:
    """fetch H-64, B-27: gaps, emptied batches and empty segments are passed over."""
    for history in after_each_round(moves):
        log = history.log
        headers = headers_of(log)
        for offset in range(log.log_start_offset, log.log_end_offset):
            found = next((each for each in headers if each.last_offset >= offset), None)
            read = log.read(offset, max_bytes=1, upper_bound=log.log_end_offset, minimum_one=True)
            assert read.size == (0 if found is None else found.size)
            if found is not None:
                assert joined(read.buffers)[:8] == found.base_offset.to_bytes(8)


@given(MOVES)
@settings(max_examples=60)
def test_producers_are_known_as_before_when_the_cleaned_log_is_replayed(moves: list[Move]) -> None:
    """fetch H-63: the last sequence and epoch of each producer, and what it has open."""
    for history in after_each_round(moves):
        copy = make_log(CONFIGS)
        for header, batch in history.log.iter_batches():
            copy.append_as_follower(bytes(batch), leader_epoch=0, now_ms=history.now_ms)
            assert copy.log_end_offset == header.next_offset
        for producer_id in PRODUCERS:
            known = history.log.producer_state.get(producer_id)
            replayed = copy.producer_state.get(producer_id)
            if known is None:
                assert replayed is None
                continue
            assert replayed is not None
            assert replayed.producer_epoch == known.producer_epoch
            assert replayed.batches[-1][:4] == known.batches[-1][:4]  # not the timestamp
            assert replayed.has_open_transaction == known.has_open_transaction


@given(MOVES)
@settings(max_examples=60)
def test_a_marker_stays_while_a_batch_of_its_transaction_does(moves: list[Move]) -> None:
    """fetch H-62, J 188: and where nothing is left of the transaction, it goes."""
    for history in after_each_round(moves):
        open_producers: set[int] = set()
        for header, batch in history.log.iter_batches():
            if not header.is_transactional:
                continue
            if not header.is_control:
                open_producers.add(header.producer_id)
            elif header.records_count and read_marker(batch, 0, header) is not None:
                open_producers.discard(header.producer_id)
        assert open_producers <= set(history.open)


@given(MOVES)
@settings(max_examples=60)
def test_a_log_comes_to_rest(moves: list[Move]) -> None:
    """fetch H-62: delete horizons are set once, those of markers a round after their data went."""
    history = history_of(moves)
    end = cleanable(history.log, 0, history.now_ms).end_offset
    if not end:
        return
    plan = Cleanable(0, end, 0, 1, 0)
    clean(history.log, plan, history.now_ms)
    clean(history.log, plan, history.now_ms)
    once = [bytes(batch) for _, batch in history.log.iter_batches()]
    clean(history.log, plan, history.now_ms)
    assert [bytes(batch) for _, batch in history.log.iter_batches()] == once


def history_of(moves: list[Move]) -> History:
    history = History()
    for move in moves:
        history.do(move)
    return history


@given(MOVES, st.integers(0, 30))
@settings(max_examples=60)
def test_a_map_that_holds_little_takes_more_rounds(moves: list[Move], map_bytes: int) -> None:
    """fetch H-61: what is beyond the map is left alone, and every round comes further."""
    history = history_of([move for move in moves if move.kind != "clean"])
    plan = history.clean(CLEAN._replace(map_bytes=map_bytes))
    while plan.dirty_bytes:
        assert consume(history.log, committed=True) == stable_values(history)
        plan = history.clean(CLEAN._replace(map_bytes=map_bytes))


def test_cleaned_segments_become_one_and_their_aborted_transactions_stay_known() -> None:
    """fetch H-65: an aborted transaction is forgotten when its last batch is gone."""
    history = History()
    log = history.log
    for at in range(12):
        record = (b"a", b"%d" % at)
        history.do(Move("in_transaction", 7, (record,)))
        history.do(Move("abort", 7))
        history.do(Move("plain", records=(record,)))
    history.clean(CLEAN)
    once = len(log.segments)
    clean(log, cleanable(log, 0, history.now_ms), history.now_ms)
    assert len(log.segments) < once
    left = {header.base_offset for header in headers_of(log) if not header.is_control}
    aborted = {first for _, first in log.aborted_transactions(0, log.log_end_offset)}
    assert aborted
    assert aborted <= left


def test_records_without_a_key_are_dropped() -> None:
    """fetch H-61: they are from a time when the topic was not compacted."""
    log = make_log({"internal.segment.bytes": "200"})
    for at in range(6):
        append(log, bytes(encode_batch([(at, None, b"v" * 60, ())])))
    log.config = LogConfig.from_mapping(CONFIGS)
    end = cleanable(log, 0, 0).end_offset
    clean(log, cleanable(log, 0, 0), 0)
    assert [record.offset for record in records_of(log)] == list(range(end, 6))


def test_a_segment_that_was_emptied_hides_what_is_behind_it_from_who_looks_by_time() -> None:
    """produce D-13, fetch H-64: Kafka takes it for as new as its last append (observed)."""
    log = simple_log()
    clean(log, cleanable(log, 0, 0), 0)
    assert [each.size > 0 for each in log.segments] == [False, True, True]
    end = log.log_end_offset
    assert log.offset_for_timestamp(0, end) is None
    log.drop_segments(1)
    found = log.offset_for_timestamp(0, end)
    assert found is not None
    assert found.offset == 7


@pytest.mark.parametrize("kind", ["commit", "abort"])
def test_a_marker_goes_when_its_horizon_has_passed(kind: str) -> None:
    """fetch H-62, J 188: the round after its data went gives it one; that one stays."""
    history = History()
    history.do(Move("in_transaction", 7, ((b"a", b"1"),)))
    history.do(Move(kind, 7))
    history.do(Move("numbered", 7, ((b"b", b"1"),)))
    history.do(Move("plain", records=((b"a", b"2"),)))
    seen = []
    for later_ms in (0, 0, DELETE_RETENTION_MS - 1, 1):
        for move in [*MORE, Move("clean", later_ms=later_ms)]:
            history.do(move)
        markers = [each for each in headers_of(history.log) if each.is_control]
        seen.append([each.has_delete_horizon for each in markers])
    assert seen == [[False], [True], [True], []]


def test_what_tells_of_a_producer_stays_without_records() -> None:
    """fetch A-41, H-63: its last batch, and the last one below the high watermark (4.4)."""
    history = History()
    history.do(Move("numbered", 7, ((b"a", b"1"), (b"z", b"1"))))
    history.do(Move("numbered", 8, ((b"a", b"1"),)))
    history.do(Move("numbered", 8, ((b"a", b"2"),)))
    for move in [*MORE, Move("plain", records=((b"a", b"3"),)), *MORE, CLEAN]:
        history.do(move)
    traces = [each for each in headers_of(history.log) if not each.records_count]
    assert [(each.producer_id, each.last_sequence) for each in traces] == [(7, 1), (8, 1)]
    log = simple_log()
    log.high_watermark = 4
    clean(log, Cleanable(0, 8, 0, 1, 0), 0)
    first = headers_of(log)[0]
    assert (first.last_offset, first.records_count) == (3, 0)


def test_what_lies_beyond_the_map_is_left_alone() -> None:
    """fetch H-61: records without a key, too."""
    log = make_log({"internal.segment.bytes": "400"})
    for key in (b"a", b"b", None, b"a", b"b", b"b"):
        append(log, bytes(encode_batch([(NOW_MS, key, b"v" * 20, ())])))
    log.config = LogConfig.from_mapping(CONFIGS)
    plan = cleanable(log, 0, NOW_MS)
    assert plan.end_offset == 4
    assert clean(log, plan, NOW_MS, map_bytes=0) == 1
    assert [record.offset for record in records_of(log)] == [0, 1, 2, 3, 4, 5]
    assert clean(log, plan, NOW_MS) == 4
    assert [record.offset for record in records_of(log)] == [1, 3, 4, 5]


def test_a_round_ends_where_the_next_segment_begins_even_behind_a_gap() -> None:
    """fetch H-60, H-64: of a follower, say, whose leader had cleaned before."""
    log = make_log(CONFIGS)
    for offset in (0, 1, 2, 3, 20, 21):
        batch = make_batch(size=30, base_offset=offset, leader_epoch=0)
        log.append_as_follower(batch, leader_epoch=0, now_ms=NOW_MS)
    log.move_high_watermark(log.log_end_offset)
    plan = cleanable(log, 0, NOW_MS)
    assert plan.end_offset == log.segments[-1].base_offset > 4
    assert clean(log, plan, NOW_MS) == plan.end_offset
