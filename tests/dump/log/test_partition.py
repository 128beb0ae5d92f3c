"""The directory of a partition."""

from __future__ import annotations

from pathlib import Path

from kafkawire.dump.log.partition import Contents, PartitionWalk, Place, other_files
from kafkawire.dump.log.segment import Options, Totals
from kafkawire.log.formats import producer_snapshot
from tests.support.log.batches import make_batch
from tests.support.log.segments import items_of, placed, problems_of, write_segment


def test_everything_in_the_directory_comes_in_its_order(tmp_path: Path) -> None:
    """fetch H-1, H-2."""
    path = tmp_path / "a.b-c-3"
    write_segment(path, placed([make_batch(2)]))
    write_segment(path, placed([make_batch(2)], 2), base_offset=2)
    (path / f"{2:020}.snapshot").write_bytes(producer_snapshot.encode([]))
    (path / "leader-epoch-checkpoint").write_bytes(b"0\n1\n0 0\n")

    items = items_of(path)
    assert [item.kind for item in items] == [
        "partition", "leaderEpochs", "segment", "batch", "offsetIndex", "timeIndex",
        "segment", "batch", "offsetIndex", "timeIndex", "producerSnapshot", "log",
    ]  # fmt: skip
    assert (items[0].facts["topic"], items[0].facts["partition"]) == ("a.b-c", 3)
    state = items[-1].facts
    assert (state["segments"], state["batches"], state["endOffset"]) == (2, 2, 4)


def test_a_directory_of_any_name_is_a_partition_if_it_has_segments(tmp_path: Path) -> None:
    write_segment(tmp_path / "copy", placed([make_batch()]))
    assert "topic" not in items_of(tmp_path / "copy")[0].facts


def test_the_end_of_an_empty_log_is_the_base_of_its_segment(tmp_path: Path) -> None:
    write_segment(tmp_path, [], base_offset=70)
    (tmp_path / f"{70:020}.snapshot").write_bytes(producer_snapshot.encode([]))
    (tmp_path / "leader-epoch-checkpoint").write_bytes(b"0\n1\n4 70\n")

    assert problems_of(tmp_path) == []
    assert items_of(tmp_path)[-1].facts["endOffset"] == 70


def test_indexes_without_a_segment_are_found(tmp_path: Path) -> None:
    write_segment(tmp_path, placed([make_batch()]))
    (tmp_path / f"{9:020}.index").write_bytes(b"")
    assert problems_of(tmp_path) == [(f"{9:020}.index", None, "there is no segment for it")]


def test_a_missing_index_is_nothing_wrong(tmp_path: Path) -> None:
    """It is made again."""
    write_segment(tmp_path, placed([make_batch(), make_batch()]))
    (tmp_path / f"{0:020}.index").unlink()
    assert problems_of(tmp_path) == []


def test_what_is_wrong_with_small_files_is_found(tmp_path: Path) -> None:
    """A snapshot that is torn."""
    write_segment(tmp_path, placed([make_batch()]))
    (tmp_path / f"{1:020}.snapshot").write_bytes(producer_snapshot.encode([])[:-1])
    (tmp_path / "leader-epoch-checkpoint").write_bytes(b"x")
    (tmp_path / "partition.metadata").write_bytes(b"")

    assert {(file, what) for file, _, what in problems_of(tmp_path)} == {
        (f"{1:020}.snapshot", "9 bytes are too few for a snapshot"),
        ("leader-epoch-checkpoint", "'x' is no version"),
        ("partition.metadata", "it wants two lines, version and topic_id"),
    }


def test_files_are_sorted_by_their_names(tmp_path: Path) -> None:
    """fetch H-2."""
    for name in ("1.log", "0.log", "2.snapshot", "0.index", "3.timeindex", "4.log.swap",
                 f"{5:020}-{1:010}.checkpoint", f"{5:020}-{1:010}.checkpoint.deleted",
                 "quorum-state", "other"):  # fmt: skip
        (tmp_path / name).write_bytes(b"12")
    contents = Contents(str(tmp_path))

    assert contents.segments == [0, 1]
    assert contents.snapshots == [2]
    assert contents.orphans == ["3.timeindex"]
    assert contents.metadata_snapshots == [f"{5:020}-{1:010}.checkpoint"]
    assert contents.others == [f"{5:020}-{1:010}.checkpoint.deleted", "4.log.swap", "other"]
    assert contents.bytes == 4
    fates = [item.facts["fate"] for item in other_files("", contents.others)]
    assert fates == ["to be deleted", "about to replace others", "not looked at"]


def test_a_segment_that_a_broker_removes_meanwhile_is_passed_over(tmp_path: Path) -> None:
    write_segment(tmp_path, placed([make_batch()]))
    write_segment(tmp_path, placed([make_batch()], 1), base_offset=1)
    contents = Contents(str(tmp_path))
    (tmp_path / f"{0:020}.log").unlink()

    place = Place(str(tmp_path), "", None, None)
    items = list(PartitionWalk(place, contents, Options(), Totals()).items())
    (gone,) = (item.facts for item in items if item.kind == "otherFiles")
    assert gone["files"] == [f"{0:020}.log"]
    assert gone["fate"] == "gone before it could be read"
    assert items[-1].facts["batches"] == 1
    assert not any(item.kind == "problem" for item in items)
