"""Names of files and directories."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.names import (
    DIRECTORY_SUFFIXES,
    FILE_KINDS,
    FILE_SUFFIXES,
    FUTURE,
    PartitionDirectory,
    SegmentFile,
    SnapshotFile,
    directory_name,
    directory_name_with,
    parse_directory_name,
    parse_segment_file_name,
    parse_snapshot_file_name,
    segment_file_name,
    snapshot_file_name,
)
from kafkawire.log.topic_partition import TopicPartition

DIRECTORY_NAME_MAX = 255

TOPICS = st.text("abcXYZ019._-", min_size=1, max_size=249)
PARTITIONS = st.builds(TopicPartition, TOPICS, st.integers(0, 2**31 - 1))
INT64 = st.integers(0, 2**63 - 1)


@given(INT64, st.sampled_from(FILE_KINDS), st.sampled_from(("", *FILE_SUFFIXES)))
def test_names_of_segment_files_are_read_back(base_offset: int, kind: str, suffix: str) -> None:
    """fetch H-2."""
    name = segment_file_name(base_offset, kind, suffix)
    assert parse_segment_file_name(name) == SegmentFile(base_offset, kind, suffix)


def test_base_offsets_have_twenty_digits() -> None:
    """fetch H-2."""
    assert segment_file_name(246, ".snapshot") == "00000000000000000246.snapshot"
    assert segment_file_name(0, ".log", ".swap") == "00000000000000000000.log.swap"


@pytest.mark.parametrize(
    "name",
    ["", ".log", "x.log", "-1.log", "0", "0.", "0.txt", "0.log.x", "0.log.swap.swap", "٣.log",
     "9" * 20 + ".log", "0" * 21 + ".log"],
)  # fmt: skip
def test_other_names_are_of_no_segment(name: str) -> None:
    """fetch H-2."""
    assert parse_segment_file_name(name) is None


@given(INT64, st.integers(0, 2**31 - 1), st.sampled_from(("", ".part", ".deleted")))
def test_names_of_snapshots_are_read_back(end_offset: int, epoch: int, suffix: str) -> None:
    """admin F-36."""
    name = snapshot_file_name(end_offset, epoch, suffix)
    assert parse_snapshot_file_name(name) == SnapshotFile(end_offset, epoch, suffix)


def test_the_first_snapshot_has_its_name() -> None:
    """admin F-35, F-36: also the random part of one that is being written."""
    assert snapshot_file_name(0, 0) == "00000000000000000000-0000000000.checkpoint"
    partial = "00000000000000000603-0000000002-123456.checkpoint.part"
    assert parse_snapshot_file_name(partial) == SnapshotFile(603, 2, ".part")
    assert parse_snapshot_file_name(partial.removesuffix(".part")) is None


@pytest.mark.parametrize(
    "name", ["bootstrap.checkpoint", "1.checkpoint", "-1-1.checkpoint", "1-2.checkpoint.x", "1-2"]
)
def test_other_names_are_of_no_snapshot(name: str) -> None:
    """admin F-36."""
    assert parse_snapshot_file_name(name) is None


@given(PARTITIONS)
def test_directories_of_partitions_are_read_back(topic_partition: TopicPartition) -> None:
    """fetch H-1: a topic may hold dashes, dots and digits itself."""
    name = directory_name(topic_partition)
    assert parse_directory_name(name) == PartitionDirectory(topic_partition)


@given(PARTITIONS, st.binary(min_size=16, max_size=16), st.sampled_from(DIRECTORY_SUFFIXES))
def test_directories_with_a_suffix_are_read_back(
    topic_partition: TopicPartition, unique_id: bytes, suffix: str
) -> None:
    """fetch H-1: the topic of a long name is cut, so that any file system takes it."""
    name = directory_name_with(topic_partition, unique_id, suffix)
    found = parse_directory_name(name)

    assert found is not None
    assert found.suffix == suffix
    assert found.unique_id == unique_id.hex()
    assert found.topic_partition.partition == topic_partition.partition
    assert topic_partition.topic.startswith(found.topic_partition.topic)
    if suffix == FUTURE:
        assert found.topic_partition == topic_partition
    else:
        assert len(name) <= DIRECTORY_NAME_MAX
        assert len(name) == DIRECTORY_NAME_MAX or found.topic_partition == topic_partition


def test_the_longest_topic_is_cut_where_kafka_cuts_it() -> None:
    """fetch H-1."""
    topic_partition = TopicPartition("t" * 249, 12)
    going = directory_name_with(topic_partition, bytes(16), "-delete")
    assert going == "t" * 212 + "-12." + "0" * 32 + "-delete"
    moving = directory_name_with(topic_partition, bytes(16), "-future")
    assert moving == "t" * 249 + "-12." + "0" * 32 + "-future"


def test_a_directory_that_kafka_is_about_to_remove() -> None:
    """fetch H-1: as Kafka 4.4.0 named it."""
    name = "gone-1-0.36c67367935e4a1e908992ac50f5c23e-delete"
    unique_id = "36c67367935e4a1e908992ac50f5c23e"

    found = parse_directory_name(name)
    assert found == PartitionDirectory(TopicPartition("gone-1", 0), unique_id, "-delete")
    made = directory_name_with(found.topic_partition, bytes.fromhex(unique_id), "-delete")
    assert made == name


@pytest.mark.parametrize(
    "name",
    ["", "-", "a", "a-", "-0", "a-x", "a--", "a-0-delete", "a-0.-delete", "a.b-delete",
     "a-2147483648", "lost+found", "a b-0.1-delete", "a-٣"],
)  # fmt: skip
def test_other_names_are_of_no_partition(name: str) -> None:
    """fetch H-1."""
    assert parse_directory_name(name) is None
