"""Whole directories, as Kafka wrote them and as they should not be."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kafkawire.dump.log.segment import Options, Totals
from kafkawire.dump.log.walking import NothingThere, walk
from kafkawire.log.formats import offset_checkpoint, partition_metadata
from kafkawire.log.topic_partition import TopicPartition
from tests.support.log.batches import make_batch
from tests.support.log.segments import items_of, placed, problems_of, write_segment

ROOT_FILES = (
    ".kafka_cleanshutdown",
    "bootstrap.checkpoint",
    "cleaner-offset-checkpoint",
    "log-start-offset-checkpoint",
    "meta.properties",
    "recovery-point-offset-checkpoint",
    "replication-offset-checkpoint",
)


def test_everything_that_kafka_wrote_is_true(kafka_directory: Path) -> None:
    """fetch H-1, H-2, H-3, H-4, H-10, H-13, H-14, H-15, admin F-34, F-35, F-39: with records."""
    assert problems_of(kafka_directory, records=True, entries=True) == []

    items = items_of(kafka_directory)
    files = {item.facts.get("file") for item in items}
    assert files.issuperset(ROOT_FILES)
    partitions = [item.facts["directory"] for item in items if item.kind == "partition"]
    assert partitions == [
        "__cluster_metadata-0",
        "__consumer_offsets-18",
        "__consumer_offsets-32",
        "__share_group_state-0",
        "__transaction_state-9",
        "comptx-0",
        "gone-1-0.36c67367935e4a1e908992ac50f5c23e-delete",
        "tx-0",
    ]
    (empty,) = (item for item in items if item.kind == "emptyPartitions")
    assert empty.facts == {"topic": "__consumer_offsets", "partitions": [0]}


def test_the_state_of_a_partition_has_what_checkpoints_say(kafka_directory: Path) -> None:
    """fetch H-4."""
    (log,) = (
        item.facts
        for item in items_of(kafka_directory)
        if item.kind == "log" and item.facts["directory"] == "tx-0"
    )
    assert (log["firstOffset"], log["endOffset"], log["producers"]) == (0, 494, 4)
    assert log["checkpoints"] == {
        "recovery-point-offset-checkpoint": 494,
        "replication-offset-checkpoint": 494,
    }


def test_a_checkpoint_beyond_the_log_is_wrong(kafka_directory: Path) -> None:
    file = kafka_directory / "log-start-offset-checkpoint"
    file.write_bytes(offset_checkpoint.encode({TopicPartition("tx", 0): 495}))

    complaint = "tx-0 has offset 495, but its log ends at 494"
    assert problems_of(kafka_directory) == [(file.name, None, complaint)]


def test_partitions_of_a_topic_have_one_id(tmp_path: Path) -> None:
    """fetch H-4."""
    for partition in range(2):
        write_segment(tmp_path / f"t-{partition}", placed([make_batch()]))
        metadata = partition_metadata.encode(bytes([7 + partition] * 16))
        (tmp_path / f"t-{partition}" / "partition.metadata").write_bytes(metadata)

    ((file, _, complaint),) = problems_of(tmp_path)
    assert file == "t-1/partition.metadata"
    assert complaint.startswith("the topic id is CAgI")


def test_partitions_come_by_topic_and_number(tmp_path: Path) -> None:
    for name in ("b-10", "b-9", "a-0"):
        write_segment(tmp_path / name, placed([make_batch()]))

    items = items_of(tmp_path)
    names = [item.facts["directory"] for item in items if item.kind == "partition"]
    assert names == ["a-0", "b-9", "b-10"]


def test_other_files_and_directories_are_named(kafka_directory: Path) -> None:
    (kafka_directory / "notes.txt").write_bytes(b"")
    (kafka_directory / "lost+found").mkdir()
    (kafka_directory / ".lock").write_bytes(b"")
    (kafka_directory / "tx-0" / "00000000000000000000.log.deleted").write_bytes(b"")

    items = items_of(kafka_directory)
    others = [item.facts for item in items if item.kind in ("otherFiles", "otherDirectory")]
    assert others == [
        {"directory": "", "fate": "not looked at", "files": ["notes.txt"]},
        {"directory": "lost+found"},
        {
            "directory": "tx-0",
            "fate": "to be deleted",
            "files": ["00000000000000000000.log.deleted"],
        },
    ]


@pytest.mark.parametrize("name", ["00000000000000000000.log", "00000000000000000000.timeindex",
                                  "00000000000000000000.txnindex", "partition.metadata",
                                  "00000000000000000494.snapshot", "leader-epoch-checkpoint",
                                  "00000000000000000000.index"])  # fmt: skip
def test_one_file_alone_is_shown(kafka_directory: Path, name: str) -> None:
    items = items_of(kafka_directory / "tx-0" / name)

    assert items[0].facts["file"] == name
    assert not problems_of(kafka_directory / "tx-0" / name)


def test_an_index_alone_is_compared_with_the_segment_beside_it(kafka_directory: Path) -> None:
    """fetch H-13."""
    index = kafka_directory / "tx-0" / "00000000000000000000.timeindex"
    data = bytearray(index.read_bytes())
    data[7] ^= 1
    index.write_bytes(data)

    ((file, position, complaint),) = problems_of(index)
    assert (file, position) == (index.name, 0)
    assert complaint.startswith("up to offset 245 the greatest timestamp is 17952805121")
    index.with_suffix(".log").unlink()
    assert problems_of(index) == []


def test_snapshots_alone_are_read_as_metadata(kafka_directory: Path) -> None:
    """admin F-35, F-36."""
    for name in (
        "bootstrap.checkpoint",
        "__cluster_metadata-0/" + "0" * 20 + "-0000000000.checkpoint",
    ):
        items = items_of(kafka_directory / name, records=True)
        kinds = [item.facts.get("valueType") for item in items if item.kind == "record"]
        assert kinds[0] == "SnapshotHeaderRecord"
        assert kinds[-1] == "SnapshotFooterRecord"
        assert "FeatureLevelRecord" in kinds


def test_a_path_that_holds_no_log_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(b"")
    with pytest.raises(NothingThere, match="holds no log"):
        items_of(tmp_path)
    with pytest.raises(NothingThere, match="no file of a log"):
        items_of(tmp_path / "notes.txt")
    with pytest.raises(FileNotFoundError):
        items_of(tmp_path / "missing")
    with pytest.raises(FileNotFoundError):
        items_of(tmp_path / "00000000000000000000.index")


@pytest.mark.parametrize("seed", range(16))
def test_no_broken_file_stops_the_walk(kafka_directory: Path, seed: int) -> None:
    """Whatever a byte becomes, the rest is shown."""
    chance = random.Random(seed)
    files = [path for path in sorted(kafka_directory.rglob("*")) if path.is_file()]
    broken = chance.choice([path for path in files if path.stat().st_size])
    data = bytearray(broken.read_bytes())
    at = chance.randrange(len(data))
    if chance.random() < 0.7:
        data[at] ^= chance.randrange(1, 256)
    else:
        del data[at:]
    broken.write_bytes(data)

    options = Options(records=True, entries=True)
    items = list(walk(str(kafka_directory), options, Totals()))
    assert items[-1].kind in ("emptyPartitions", "log", "problem")
    if broken.suffix == ".log" and broken.parent.name == "tx-0" and len(data) > at:
        assert any(item.kind == "problem" for item in items)


def test_what_cannot_be_read_is_a_problem_and_hides_nothing_else(tmp_path: Path) -> None:
    for name in ("t-0", "t-1", "t-2"):
        (tmp_path / name).mkdir()
        write_segment(tmp_path / name, placed([make_batch()]))
    log = tmp_path / "t-1" / f"{0:020}.log"
    log.unlink()
    log.symlink_to(log)
    (found,) = problems_of(tmp_path)
    assert "cannot be read: " in str(found)
    partitions = [i.facts["directory"] for i in items_of(tmp_path) if i.kind == "partition"]
    assert {"t-0", "t-2"} <= set(partitions)
