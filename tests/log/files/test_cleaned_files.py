"""Cleaned segments take the place of old ones in a directory, whenever a process or power dies."""

from __future__ import annotations

import errno
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings

from kafkawire.log.compaction.cleanable import cleanable
from kafkawire.log.compaction.round import CleaningRound
from kafkawire.log.config import LogConfig
from kafkawire.log.files.background import Background, inline
from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.loading import LeftBehind
from kafkawire.log.files.observer import StoreObserver
from kafkawire.log.files.shared import Shared
from kafkawire.log.formats.names import parse_segment_file_name
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import NOW_MS, append, headers_of, make_batch
from tests.support.log.compaction import CONFIGS, MOVES, PLENTY, History, Move, clean, consume
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored_logs import KeptFiles

NAME = TopicPartition("t", 0)
PATH = "/data/t-0"
CLEAN = Move("clean")


def new_log(
    disk: SimulatedDisk,
    background: Background = inline,
    observer: StoreObserver | None = None,
) -> PartitionLog:
    disk.make_directory("/data")
    disk.sync_directory("/")
    shared = Shared(disk, open_files_max=8, observer=observer, background=background)
    store = FileStore(NAME, PATH, shared)
    store.create(bytes(16))
    return PartitionLog(NAME, LogConfig.from_mapping(CONFIGS), store)


def found_log(disk: SimulatedDisk, *, clean_stop: bool) -> PartitionLog:
    store = FileStore(NAME, PATH, Shared(disk, open_files_max=8))
    store.left = LeftBehind(is_clean=clean_stop)
    log = PartitionLog(NAME, LogConfig.from_mapping(CONFIGS), store)
    store.load(log, NOW_MS)
    log.move_high_watermark(log.log_end_offset)
    return log


def content_of(log: PartitionLog) -> list[bytes]:
    return [bytes(batch) for _, batch in log.iter_batches()]


def facts_of(log: PartitionLog) -> list[tuple[object, ...]]:
    return [
        (
            each.base_offset,
            each.next_offset,
            each.size,
            each.max_timestamp,
            each.first_timestamp,
            each.offset_index.to_bytes(),
            [] if each.transaction_index is None else each.transaction_index.entries,
        )
        for each in log.segments
    ]


@given(MOVES)
@settings(max_examples=40)
def test_a_log_in_files_is_cleaned_as_one_in_memory(moves: list[Move]) -> None:
    """fetch H-61 to H-65: batches, segments, indexes, aborted transactions; and after a restart."""
    disk = SimulatedDisk()
    memory, files = History(), History(log=new_log(disk))
    for move in [*moves, CLEAN, CLEAN]:
        memory.do(move)
        files.do(move)
        if move.kind == "clean":
            assert content_of(files.log) == content_of(memory.log)
            assert facts_of(files.log) == facts_of(memory.log)
            assert files.checkpoint == memory.checkpoint
    files.log.store.close(files.log)
    for clean_stop in (True, False):
        found = found_log(disk, clean_stop=clean_stop)
        assert content_of(found) == content_of(memory.log)
        assert found.log_end_offset == memory.log.log_end_offset
        assert [each[:4] for each in facts_of(found)] == [each[:4] for each in facts_of(memory.log)]


@given(MOVES)
@settings(max_examples=40)
def test_only_the_files_of_the_segments_stay(moves: list[Move]) -> None:
    """fetch H-2, H-53, H-65: what was replaced goes, its producer snapshots too."""
    disk = SimulatedDisk()
    files = History(log=new_log(disk))
    for move in [*moves, CLEAN]:
        files.do(move)
    bases = {each.base_offset for each in files.log.segments} or {0}
    found = [parse_segment_file_name(each.name) for each in disk.entries(PATH)]
    for each in found:
        if each is not None and not each.suffix:
            assert each.base_offset in bases
        else:
            assert each is None or each.suffix == ".deleted"


def test_of_cleaned_segments_only_the_files_stay() -> None:
    """fetch H-2, H-53, H-65: one open file, and no snapshots where no segment begins any more."""
    disk = SimulatedDisk()
    history = History(log=new_log(disk))
    for at in range(60):
        history.do(Move("numbered", 7, records=((b"k", b"%d" % at), (b"l", None))))
    history.clean(CLEAN)
    for at in range(60):
        history.do(Move("numbered", 7, records=((b"k", b"%d" % at), (b"l", None))))
    history.clean(CLEAN)
    bases = [each.base_offset for each in history.log.segments]
    found = [parse_segment_file_name(each.name) for each in disk.entries(PATH)]
    snapshots = [each.base_offset for each in found if each and each.kind == ".snapshot"]
    assert sorted(snapshots) == [each for each in bases if each]
    assert disk.open_files == [f"{PATH}/{bases[-1]:020}.log"]


def test_who_goes_over_the_log_meanwhile_sees_it_as_it_was() -> None:
    """fetch H-32: old segments can be read until they are unlinked."""
    disk = SimulatedDisk()
    log = new_log(disk, observer=KeptFiles(disk))
    for _ in range(30):
        append(log, make_batch(size=30))
    reading = log.iter_batches()
    first = next(reading)
    clean(log, cleanable(log, 0, NOW_MS), NOW_MS)
    assert [header.base_offset for header, _ in (first, *reading)] == list(range(30))
    assert len(headers_of(log)) < 10


def test_who_comes_too_late_to_read_them_does_no_harm_to_the_log() -> None:
    """fetch H-53: old segments that were unlinked are no failure of the disk."""
    disk = SimulatedDisk()
    log = new_log(disk)
    for _ in range(30):
        append(log, make_batch(size=30))
    old = log.segments[1]
    clean(log, cleanable(log, 0, NOW_MS), NOW_MS)
    with pytest.raises(ApiError):
        list(old.batches())
    append(log, make_batch())
    assert headers_of(log)[-1].base_offset == 30


def test_a_round_waits_for_the_disk_without_holding_anybody_up() -> None:
    """fetch H-65: what was cleaned is synced beside other work."""
    disk = SimulatedDisk()
    waiting: list[tuple[Callable[[], object], Callable[[object], None]]] = []
    log = new_log(disk, lambda work, done: waiting.append((work, done)))
    for _ in range(30):
        append(log, make_batch(size=30))
    waiting.clear()
    cleaning = CleaningRound(log, cleanable(log, 0, NOW_MS), now_ms=NOW_MS, map_bytes_max=PLENTY)
    steps = cleaning.steps()
    while next(steps):
        pass
    assert [next(steps) for _ in range(3)] == [0, 0, 0]
    ((work, done),) = waiting
    calls = len(disk.calls)
    work()
    assert [each.name for each in disk.calls[calls:]].count("sync") == 3
    done(None)
    calls = len(disk.calls)
    assert next(steps)
    assert "sync" not in [each.name for each in disk.calls[calls:]]


@pytest.mark.slow
def test_a_swap_that_is_interrupted_is_completed_or_undone() -> None:
    """fetch H-43: at every moment of two rounds, by a kill and by a power failure."""
    disk = SimulatedDisk()
    history = History(log=new_log(disk))
    random = Random(1)
    for at in range(24):
        history.do(Move("plain", records=((b"only %d" % at, b""), (b"k", b"%d" % at))))
    log = history.log
    log.store.flush(log)
    before = len(disk.changes)
    wanted = history.final_values(committed=False)
    history.clean(CLEAN)
    history.clean(CLEAN)
    moments = 0
    for moment in disk.moments():
        if moment.number < before:
            continue
        moments += 1
        for crashed in (moment.killed(random), moment.power_failed(random)):
            found = found_log(crashed, clean_stop=False)
            found.move_high_watermark(found.log_end_offset)
            assert found.log_end_offset == log.log_end_offset
            assert consume(found, committed=False) == wanted
            assert [each.base_offset for each in headers_of(found)] == sorted(
                {each.base_offset for each in headers_of(found)}
            )
            if moments % 5 == 0:
                clean(found, cleanable(found, 0, NOW_MS), NOW_MS)
                assert consume(found, committed=False) == wanted
    assert moments > 20


@pytest.mark.parametrize("call", ["open", "pwrite", "write", "rename", "sync_directory", "sync"])
def test_a_disk_that_fails_during_a_round_takes_the_log_and_nothing_else(call: str) -> None:
    """fetch H-65: KAFKA_STORAGE_ERROR; the files are whole for whoever comes after."""
    disk = SimulatedDisk()
    log = new_log(disk)
    for _ in range(30):
        append(log, make_batch(size=30))
    log.store.flush(log)
    content = content_of(log)
    fault = disk.fail(call, errno.EIO)
    cleaning = CleaningRound(log, cleanable(log, 0, NOW_MS), now_ms=NOW_MS, map_bytes_max=PLENTY)
    with pytest.raises(ApiError):
        list(cleaning.steps())
    assert fault.hits
    disk.faults.clear()
    found = found_log(disk, clean_stop=False)
    assert found.log_end_offset == 30
    assert content_of(found)[-1] == content[-1]


def test_a_round_that_is_given_up_leaves_no_files() -> None:
    """fetch H-43: nor open ones."""
    disk = SimulatedDisk()
    log = new_log(disk)
    for _ in range(30):
        append(log, make_batch(size=30))
    names = {each.name for each in disk.entries(PATH)}
    cleaning = CleaningRound(log, cleanable(log, 0, NOW_MS), now_ms=NOW_MS, map_bytes_max=PLENTY)
    steps = cleaning.steps()
    while not any(".cleaned" in each.name for each in disk.entries(PATH)):
        next(steps)
    next(steps)
    steps.close()
    assert {each.name for each in disk.entries(PATH)} == names
