"""The orders of writes and syncs that `partition_files` tells, compared with a disk's calls.

A step of that docstring is a line or a few here; what a power failure between two of them leaves
is tried in `test_crashes.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import pytest

from kafkawire.log.partition_log import PartitionLog
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.kept import EPOCH, Kept

SEGMENTS = {"internal.segment.bytes": "300"}
CHANGES = {"write", "pwrite", "truncate", "sync", "rename", "remove"}
DIRECTORY_CHANGES = {"make_directory", "sync_directory"}


class Watched:
    """A partition, and what was done to the disk since it was last looked at."""

    def __init__(self) -> None:
        self.kept = Kept()
        self.log: PartitionLog = self.kept.open(configs=SEGMENTS)

    def append(self, count: int = 1) -> None:
        for _ in range(count):
            batch = make_batch(timestamps=[NOW_MS], size=60)
            self.log.append_as_leader(batch, leader_epoch=0, now_ms=NOW_MS)
        self.log.move_high_watermark(self.log.log_end_offset)

    def changes(self) -> list[str]:
        """Each change with its file, offsets without leading zeros; equal neighbours once."""
        calls, self.kept.disk.calls = self.kept.disk.calls, []
        found = []
        for name, path, detail in calls:
            if name in ("pwrite", "truncate"):
                name = "write"
            if name == "rename":
                assert isinstance(detail, str)
                found.append(f"{short(path)} -> {short(detail)}")
            elif name in CHANGES:
                found.append(f"{name} {short(path)}")
            elif name in DIRECTORY_CHANGES:
                found.append(f"{name.removesuffix('_directory')} {short(path)}/")
        return [line for line, _ in groupby(found)]

    def of(self, work: Callable[[], object]) -> list[str]:
        self.changes()
        work()
        return self.changes()


def short(path: str) -> str:
    name = path.rpartition("/")[2]
    stem, dot, suffix = name.partition(".")
    return f"{int(stem)}{dot}{suffix}" if stem.isdigit() else name


def replaced(name: str) -> list[str]:
    """A checkpoint of the data directory, written atomically."""
    return [
        f"write {name}.tmp",
        f"sync {name}.tmp",
        f"{name}.tmp -> {name}",
        "sync data/",
    ]


def discarded(base: int, *, snapshot: bool = False) -> list[str]:
    kinds = ["log", "index", "timeindex", "txnindex"] + ["snapshot"] * snapshot
    return [f"{base}.{kind} -> {base}.{kind}.deleted" for kind in kinds]


POINTS = replaced("recovery-point-offset-checkpoint")
EPOCHS = [
    "write leader-epoch-checkpoint.tmp",
    "leader-epoch-checkpoint.tmp -> leader-epoch-checkpoint",
]


@pytest.fixture
def watched() -> Watched:
    return Watched()


def test_create_and_append_sync_nothing(watched: Watched) -> None:
    """fetch H-1, H-3."""
    assert watched.changes() == [
        "make data/",
        "make t-0/",
        "write partition.metadata",
        "write 0.log",
        "write 0.index",
        "write 0.timeindex",
    ]
    assert watched.of(watched.append) == ["write 0.log"]


def test_a_roll_writes_what_describes_the_batches_and_then_syncs_it_with_them(
    watched: Watched,
) -> None:
    """fetch H-4, H-23: the recovery point comes last."""
    watched.append(2)
    assert watched.of(watched.append) == [
        "write 0.index",
        "write 0.timeindex",
        "remove 0.txnindex",
        "write 2.snapshot",
        *EPOCHS,
        "sync 0.log",
        "sync 0.index",
        "sync 0.timeindex",
        "sync 2.snapshot",
        "sync leader-epoch-checkpoint",
        "sync t-0/",
        "sync partition.metadata",
        "sync data/",
        *POINTS,
        "write 2.log",
        "write 2.index",
        "write 2.timeindex",
        "write 2.log",
    ]


def test_a_flush_syncs_batches_then_what_describes_them_then_names(watched: Watched) -> None:
    """fetch H-23: the directory itself was synced by the roll."""
    watched.append(3)
    assert watched.of(lambda: watched.log.store.flush(watched.log)) == [
        "sync 2.log",
        "sync 2.snapshot",
        "sync 2.index",
        "sync 2.timeindex",
        "sync 2.snapshot",
        "write leader-epoch-checkpoint.tmp",
        "sync leader-epoch-checkpoint.tmp",
        "leader-epoch-checkpoint.tmp -> leader-epoch-checkpoint",
        "sync t-0/",
    ]
    assert watched.of(lambda: watched.log.store.flush(watched.log)) == ["sync 2.log"]
    assert watched.of(watched.kept.logs.checkpoint_recovery_points) == POINTS


def test_the_first_flush_syncs_the_new_directory_last(watched: Watched) -> None:
    watched.append()
    found = watched.of(lambda: watched.log.store.flush(watched.log))
    assert found == [
        *EPOCHS,
        "sync 0.log",
        EPOCHS[0],
        "sync leader-epoch-checkpoint.tmp",
        EPOCHS[1],
        "sync t-0/",
        "sync partition.metadata",
        "sync data/",
    ]


def test_a_stop_completes_the_logs_then_the_checkpoints_then_leaves_its_marker(
    watched: Watched,
) -> None:
    """fetch H-40: and a start takes the marker away before anything else."""
    watched.append(3)
    found = watched.of(lambda: watched.kept.logs.close(EPOCH))
    assert found[:4] == [
        "write 2.index",
        "write 2.timeindex",
        "remove 2.txnindex",
        "write 3.snapshot",
    ]
    assert found[-len(POINTS) * 2 :][:4] == replaced("cleaner-offset-checkpoint")
    assert found[-4:] == replaced(".kafka_cleanshutdown")
    assert found.index("sync 2.log") < found.index("sync t-0/") < found.index(POINTS[0])

    def start() -> None:
        watched.kept.begin()
        watched.log = watched.kept.open(configs=SEGMENTS)

    assert watched.of(start) == ["remove .kafka_cleanshutdown", "sync data/"]


def test_retention_removes_the_oldest_first_and_syncs_nothing(watched: Watched) -> None:
    """fetch H-51, H-53."""
    watched.append(6)
    assert watched.of(lambda: watched.log.drop_segments(2)) == [
        *discarded(0),
        *discarded(2, snapshot=True),
    ]


def test_where_all_segments_go_an_empty_one_is_there_before(watched: Watched) -> None:
    """fetch H-51: it has the log's end."""
    watched.append(4)
    assert watched.of(lambda: watched.log.drop_segments(2)) == [
        "write 4.log",
        "write 4.index",
        "write 4.timeindex",
        *discarded(0),
        *discarded(2, snapshot=True),
    ]


def test_a_truncation_removes_the_newest_first_and_each_for_good(watched: Watched) -> None:
    """fetch H-55: the recovery point is written before anything is appended again."""
    watched.append(6)
    assert watched.of(lambda: watched.log.truncate_to(1)) == [
        *discarded(4),
        "sync t-0/",
        *discarded(2),
        "sync t-0/",
        "write 0.log",
        "2.snapshot -> 2.snapshot.deleted",
        "4.snapshot -> 4.snapshot.deleted",
        *POINTS,
    ]


def test_cleaned_segments_take_their_place_in_steps_that_are_synced(watched: Watched) -> None:
    """fetch H-43, H-65."""
    watched.append(6)
    log = watched.log
    old = log.segments[:2]

    def compact() -> None:
        cleaned = log.store.cleaned_segment(log, 0, NOW_MS)
        for _, header, batch in [*old[0].batches(), *old[1].batches()]:
            cleaned.append(bytes(batch), header, now_ms=NOW_MS, index_interval_bytes=4096)
        log.replace_segments(old, [cleaned])

    kinds = ["txnindex", "timeindex", "index", "log"]
    assert watched.of(compact) == [
        *(f"write 0.{kind}.cleaned" for kind in ("log", "index", "timeindex", "log", "index")),
        "write 0.timeindex.cleaned",
        "remove 0.txnindex.cleaned",
        *(f"sync 0.{kind}.cleaned" for kind in ("log", "index", "timeindex")),
        "sync t-0/",
        *(f"0.{kind}.cleaned -> 0.{kind}.swap" for kind in kinds),
        "sync t-0/",
        *discarded(0),
        *discarded(2),
        "sync t-0/",
        *(f"0.{kind}.swap -> 0.{kind}" for kind in kinds),
        "sync t-0/",
        "2.snapshot -> 2.snapshot.deleted",
    ]


def test_a_deleted_topic_has_its_directory_renamed(watched: Watched) -> None:
    """fetch H-1: what the metadata log makes last need not be synced here."""
    watched.append()
    (line,) = watched.of(lambda: watched.kept.logs.delete(watched.log, 0))
    old, new = line.split(" -> ")
    assert old == "t-0"
    assert new.startswith("t-0.")
    assert new.endswith("-delete")


def test_a_log_whose_end_a_power_failure_has_taken_begins_at_0_and_that_is_reported(
    watched: Watched,
) -> None:
    """fetch H-42: all segments are removed, their renames last, and the new empty one does not.

    The one case in which a log forgets where it ended; Apache Kafka writes in the same order.
    """
    watched.append(4)
    watched.log.store.flush(watched.log)
    watched.kept.logs.checkpoint_recovery_points()
    watched.log.drop_segments(2)
    for kind in ("log", "index", "timeindex"):
        watched.kept.disk.remove(f"/data/t-0/{4:020}.{kind}")
    told = watched.kept.begin_told()
    log = watched.kept.open(configs=SEGMENTS)
    assert (log.log_start_offset, log.log_end_offset) == (0, 0)
    assert told == ["t-0: its files end at offset 0, but were complete up to 4"]
