"""All partitions of a data directory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kafkawire.log.files.log_manager import ForeignDirectory
from kafkawire.log.formats import partition_metadata
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.kept import (
    DATA,
    DUE_MS,
    EPOCH,
    OTHER_ID,
    SMALL,
    T0,
    T1,
    Kept,
    append,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.log.files.background import Done


@pytest.fixture
def kept() -> Kept:
    return Kept()


def test_a_new_partition_has_the_files_that_kafka_makes(kept: Kept) -> None:
    """fetch H-1, H-2, H-4, admin F-38: at once, and none of them is synced."""
    kept.disk.calls.clear()
    log = kept.open()
    log.leader_epochs.assign(0, 0)
    assert not [call for call in kept.disk.calls if call.name.startswith("sync")]
    first = "00000000000000000000"
    assert kept.names(f"{DATA}/t-0") == {
        *(f"{first}{kind}" for kind in (".log", ".index", ".timeindex")),
        "partition.metadata",
        "leader-epoch-checkpoint",
    }
    assert kept.text("t-0/partition.metadata") == "version: 0\ntopic_id: dG9waWMgaWQgb2YgMTYgYg"
    assert kept.text("t-0/leader-epoch-checkpoint") == "0\n1\n0 0\n"
    assert kept.text(f"t-0/{first}.log") == ""


@pytest.mark.parametrize("is_clean", [True, False])
def test_what_was_appended_is_there_after_a_start(kept: Kept, is_clean: bool) -> None:
    """fetch H-40, H-41, G-19: after a clean stop, and after the end of the process."""
    log = kept.open()
    append(log, 3)
    kept.logs.checkpoints.high_watermarks.set(T0, 2)
    kept.logs.checkpoints.high_watermarks.write()
    if is_clean:
        assert kept.logs.close(EPOCH)
    kept.begin()
    assert kept.logs.was_clean is is_clean
    again = kept.open()
    assert (again.log_start_offset, again.high_watermark, again.log_end_offset) == (0, 2, 3)


def test_a_clean_stop_is_said_last_and_believed_once(kept: Kept) -> None:
    """admin F-34, fetch H-4, H-40: the marker is gone while somebody works here."""
    log = kept.open()
    append(log)
    kept.disk.calls.clear()
    assert kept.logs.close(EPOCH)
    assert kept.text(".kafka_cleanshutdown") == '{"version":0,"brokerEpoch":5}'
    renamed = [call.detail for call in kept.disk.calls if call.name == "rename"]
    assert renamed[-1] == f"{DATA}/.kafka_cleanshutdown"
    kept.begin()
    assert (kept.logs.was_clean, kept.logs.previous_broker_epoch) == (True, EPOCH)
    assert ".kafka_cleanshutdown" not in kept.names()
    kept.begin()
    assert (kept.logs.was_clean, kept.logs.previous_broker_epoch) == (False, -1)


@pytest.mark.parametrize("text", [b"", b"?", b'{"version":0}'])
def test_that_the_marker_is_there_is_enough(kept: Kept, text: bytes) -> None:
    """Before 3.8 it was empty."""
    kept.disk.write(f"{DATA}/.kafka_cleanshutdown", text)
    kept.begin()
    assert kept.logs.was_clean
    assert kept.logs.previous_broker_epoch == -1


def test_all_checkpoints_are_there_after_a_stop(kept: Kept) -> None:
    """fetch H-4, admin F-38."""
    append(kept.open(), 2)
    kept.open(T1)
    kept.logs.checkpoints.high_watermarks.set(T0, 2)
    assert kept.logs.close(EPOCH)
    assert kept.text("recovery-point-offset-checkpoint") == "0\n1\nt 0 2\n"
    assert kept.text("replication-offset-checkpoint") == "0\n1\nt 0 2\n"
    assert kept.text("log-start-offset-checkpoint") == "0\n0\n"
    assert kept.text("cleaner-offset-checkpoint") == "0\n0\n"


@pytest.mark.parametrize("is_clean", [True, False])
def test_where_a_log_starts_survives(kept: Kept, is_clean: bool) -> None:
    """fetch H-50, J 186: in the middle of a segment, where no name of a file tells."""
    log = kept.open()
    append(log, 5)
    log.delete_records_before(3)
    kept.logs.moved(log)
    kept.logs.checkpoint_log_starts()
    assert kept.text("log-start-offset-checkpoint") == "0\n1\nt 0 3\n"
    if is_clean:
        assert kept.logs.close(EPOCH)
    kept.begin()
    again = kept.open()
    assert (again.log_start_offset, again.high_watermark, again.log_end_offset) == (3, 3, 5)


def test_where_a_segment_starts_needs_no_checkpoint(kept: Kept) -> None:
    """fetch H-50, H-51: after retention the names of the files say it."""
    log = kept.open(configs=SMALL)
    append(log, 6)
    assert len(log.segments) > 2
    log.drop_segments(2)
    kept.logs.moved(log)
    kept.logs.checkpoint_log_starts()
    assert "log-start-offset-checkpoint" not in kept.names() or (
        kept.text("log-start-offset-checkpoint") == "0\n0\n"
    )
    start = log.log_start_offset
    assert start > 0
    kept.begin()
    assert kept.open(configs=SMALL).log_start_offset == start


def test_a_flush_moves_the_recovery_point_in_its_file(kept: Kept) -> None:
    """fetch H-4, H-23."""
    log = kept.open()
    append(log, 2)
    kept.logs.checkpoint_recovery_points()
    assert kept.text("recovery-point-offset-checkpoint") == "0\n0\n"
    log.store.flush(log)
    append(log)
    kept.logs.checkpoint_recovery_points()
    assert kept.text("recovery-point-offset-checkpoint") == "0\n1\nt 0 2\n"
    assert kept.logs.flushes == 1


def test_a_log_that_rolls_is_safe_up_to_there(kept: Kept) -> None:
    """fetch H-22, H-23: the sealed segment is synced, and the recovery point moves."""
    log = kept.open(configs=SMALL)
    append(log, 4)
    assert len(log.segments) > 1
    kept.logs.checkpoint_recovery_points()
    point = log.segments[-1].base_offset
    assert kept.text("recovery-point-offset-checkpoint") == f"0\n1\nt 0 {point}\n"


def rolled_after(log: PartitionLog) -> int:
    """How old its first batch is when the log's active segment gives way."""
    active = log.segments[-1]
    for age_ms in range(1_000):
        log.append_as_leader(
            make_batch(timestamps=[NOW_MS + age_ms]), leader_epoch=0, now_ms=NOW_MS
        )
        if log.segments[-1] is not active:
            return age_ms
    raise AssertionError("it never rolled")


def test_segments_roll_at_different_times_where_that_is_wanted(kept: Kept) -> None:
    """fetch H-22: earlier than `segment.ms` by up to `segment.jitter.ms`, each as it happens."""
    configs = {"segment.ms": "100", "segment.jitter.ms": "60"}
    plain = kept.open(T1, configs={"segment.ms": "100"})
    append(plain)
    assert rolled_after(plain) == 101
    log = kept.open(configs=configs)
    append(log)
    ages = set()
    for _ in range(12):
        ages.add(rolled_after(log))
        log.segments[-1].first_timestamp = NOW_MS
    assert len(ages) > 4
    assert 41 <= min(ages) <= max(ages) <= 101
    kept.begin()
    again = kept.open(configs=configs)
    assert 0 <= again.segments[-1].roll_jitter_ms < 60
    assert any(segment.roll_jitter_ms for segment in log.segments)


def test_no_jitter_is_larger_than_what_it_is_taken_from(kept: Kept) -> None:
    """fetch H-22: as Kafka takes the remainder, a segment always lives a while."""
    log = kept.open(configs={"segment.ms": "5", "segment.jitter.ms": "1000"})
    for _ in range(9):
        append(log)
        assert rolled_after(log) >= 1
        log.segments[-1].first_timestamp = NOW_MS


# Coming and going


def test_a_deleted_partition_goes_after_a_while(kept: Kept) -> None:
    """fetch H-1, H-53, admin B-38: renamed at once, and no checkpoint speaks of it any more."""
    log = kept.open()
    append(log, 2)
    log.store.flush(log)
    kept.logs.checkpoints.high_watermarks.set(T0, 2)
    kept.logs.delete(log, DUE_MS)
    assert "t-0" not in kept.names()
    (gone,) = kept.directories("-delete")
    assert gone.startswith("t-0.")
    assert len(gone) == len("t-0.") + 32 + len("-delete")
    assert len(kept.logs.removals) == 1
    kept.logs.close(EPOCH)
    assert "t 0" not in kept.text("recovery-point-offset-checkpoint")
    assert "t 0" not in kept.text("replication-offset-checkpoint")


def test_what_was_about_to_go_is_found_again(kept: Kept) -> None:
    """fetch H-53, admin B-38: also if the process ends first; gone when its time has come."""
    log = kept.open()
    kept.logs.delete(log, DUE_MS)
    kept.begin()
    assert len(kept.logs.removals) == 1
    due: list[int] = []

    def at(deadline_ms: int, callback: object) -> None:
        due.append(deadline_ms)
        if deadline_ms <= DUE_MS:
            callback(DUE_MS)  # type: ignore[operator]

    kept.logs.removals.start(at)
    assert due == [DUE_MS]
    assert not kept.directories("-delete")


def test_a_topic_that_comes_again_is_empty(kept: Kept) -> None:
    """fetch H-1: the same name, another id; nothing of the old one is inherited."""
    log = kept.open()
    append(log, 5)
    log.delete_records_before(3)
    kept.logs.checkpoints.high_watermarks.set(T0, 5)
    kept.logs.moved(log)
    log.store.flush(log)
    kept.logs.checkpoint_log_starts()
    kept.logs.checkpoint_recovery_points()
    kept.logs.checkpoints.high_watermarks.write()
    kept.logs.delete(log, DUE_MS)
    again = kept.open(topic_id=OTHER_ID)
    assert (again.log_start_offset, again.log_end_offset, again.recovery_point) == (0, 0, 0)
    append(again)
    # Even if the process ends now, with no checkpoint written since.
    kept.begin()
    found = kept.open(topic_id=OTHER_ID)
    assert (found.log_start_offset, found.high_watermark, found.log_end_offset) == (0, 0, 1)


def test_a_deleted_log_holds_no_file_and_is_not_worked_with(kept: Kept) -> None:
    """Who has begun to read it goes on (fetch H-32); nobody begins, and nobody hears of it."""
    log = kept.open()
    append(log, 2)
    kept.logs.delete(log, DUE_MS)
    assert not kept.disk.open_files
    kept.open(topic_id=OTHER_ID)
    for work in (log.store.flush, log.store.close):
        with pytest.raises(ApiError):
            work(log)
    with pytest.raises(ApiError):
        append(log)
    assert not kept.failures
    assert kept.logs.close(EPOCH)


def test_what_is_under_way_for_a_deleted_log_does_not_count_for_its_successor() -> None:
    """A sync in the background ends when another partition has the name."""
    kept = Kept()
    under_way: list[Callable[[], None]] = []

    def background(work: Callable[[], object], done: Done) -> None:
        under_way.append(lambda: done(work()))

    kept.logs.shared.background = background
    log = kept.open(configs=SMALL)
    append(log, 4)
    assert under_way
    kept.logs.delete(log, DUE_MS)
    again = kept.open(topic_id=OTHER_ID)
    while under_way:
        under_way.pop(0)()
    append(again)
    assert kept.logs.close(EPOCH)
    assert kept.text("recovery-point-offset-checkpoint") == "0\n1\nt 0 1\n"
    assert not kept.failures


def test_a_recovery_point_goes_back_with_a_log_that_lost_its_end(kept: Kept) -> None:
    """fetch H-41: else what is appended from now on would be believed after the next crash."""
    log = kept.open()
    append(log, 4)
    log.store.flush(log)
    kept.logs.checkpoint_recovery_points()
    kept.disk.write(f"{DATA}/t-0/00000000000000000000.log", b"")
    kept.begin()
    assert kept.open().log_end_offset == 0
    assert "t 0" not in kept.text("recovery-point-offset-checkpoint")


def test_a_directory_of_another_topic_is_set_aside(kept: Kept) -> None:
    """fetch H-1: deleted and made again while this broker was away."""
    append(kept.open(), 4)
    kept.logs.close(EPOCH)
    kept.begin()
    log = kept.open(topic_id=OTHER_ID)
    assert log.log_end_offset == 0
    (stray,) = kept.directories("-stray")
    assert stray.startswith("t-0.")
    assert kept.disk.status(f"{DATA}/{stray}/00000000000000000000.log").size > 0
    found = partition_metadata.decode(kept.disk.read(f"{DATA}/t-0/partition.metadata"))
    assert found.topic_id == OTHER_ID


@pytest.mark.parametrize("text", [None, b"", b"version: 0\ntopic_id: ?"])
def test_a_directory_that_does_not_say_whose_it_is_is_set_aside(
    kept: Kept, text: bytes | None
) -> None:
    kept.open()
    path = f"{DATA}/t-0/partition.metadata"
    if text is None:
        kept.disk.remove(path)
    else:
        kept.disk.write(path, text)
    kept.begin()
    kept.open()
    assert len(kept.directories("-stray")) == 1


def test_what_the_metadata_do_not_know_is_set_aside(kept: Kept) -> None:
    """fetch H-1: once everything that they know is open; strays and futures are left alone."""
    kept.open(T0)
    kept.open(T1)
    kept.disk.make_directory(f"{DATA}/u-0.{'a' * 32}-future")
    kept.disk.make_directory(f"{DATA}/u-1.{'a' * 32}-stray")
    kept.disk.make_directory(f"{DATA}/__cluster_metadata-0")
    before = kept.names()
    kept.begin()
    kept.open(T0)
    kept.logs.set_strays_aside()
    assert before - kept.names() == {"t-1"}
    assert sorted(name[:4] for name in kept.directories("-stray")) == ["t-1.", "u-1."]


@pytest.mark.parametrize("name", ["pictures", "t-x", "t-01", "x-delete"])
def test_a_foreign_directory_keeps_a_broker_from_starting(kept: Kept, name: str) -> None:
    """fetch H-1: as Kafka does, before anything is changed."""
    kept.open()
    kept.disk.make_directory(f"{DATA}/{name}")
    kept.disk.changes.clear()
    with pytest.raises(ForeignDirectory, match=f"{DATA}/{name} is no partition's directory"):
        kept.begin()
    assert not kept.disk.changes


def test_what_file_systems_and_tiers_leave_there_is_not_foreign(kept: Kept) -> None:
    kept.disk.make_directory(f"{DATA}/lost+found")
    kept.disk.make_directory(f"{DATA}/remote-log-index-cache")
    kept.disk.write(f"{DATA}/notes.txt", b"x")
    kept.begin()
    kept.logs.set_strays_aside()
    assert {"lost+found", "remote-log-index-cache", "notes.txt"} <= kept.names()
