"""What is in a directory."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from kafkawire.log.formats import offset_checkpoint
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.spark.log.finding import NO_END, NothingThere, PartitionPlace, find_partitions
from kafkawire.spark.log.options import read_options
from tests.support.log.log_directories import write_checkpoint


def found(path: Path, **options: Any) -> dict[str, PartitionPlace]:
    places = find_partitions(read_options({"path": str(path), **options}))
    return {f"{place.topic}-{place.partition}": place for place in places}


def test_partitions_have_their_segments_and_high_watermarks(data_directory: Path) -> None:
    places = found(data_directory)

    assert list(places) == ["t-0", "t-1", "u-0"]
    assert [segment.base_offset for segment in places["t-0"].segments] == [0, 60]
    assert [place.high_watermark for place in places.values()] == [95, 10, 5]
    for segment in places["t-0"].segments:
        assert segment.size == Path(segment.path).stat().st_size


def test_only_what_is_asked_for_is_found(data_directory: Path) -> None:
    assert list(found(data_directory, topic="t", partitions="1")) == ["t-1"]
    assert list(found(data_directory, topic="nobody")) == []


def test_a_directory_of_a_partition_is_found_with_the_checkpoints_beside_it(
    data_directory: Path,
) -> None:
    write_checkpoint(data_directory, {("t", 0): 20}, offset_checkpoint.LOG_START_OFFSETS)
    (place,) = found(data_directory / "t-0").values()

    assert (place.log_start_offset, place.high_watermark) == (20, 95)


def test_what_is_about_to_go_or_to_come_is_left_out(data_directory: Path) -> None:
    for suffix in ("delete", "future", "stray"):
        path = data_directory / f"v-0.{'0' * 32}-{suffix}"
        (data_directory / "t-1").rename(path)
        assert list(found(data_directory)) == ["t-0", "u-0"]
        path.rename(data_directory / "t-1")
    segment = data_directory / "t-0" / f"{60:020}.log"
    segment.rename(f"{segment}.deleted")
    assert len(found(data_directory)["t-0"].segments) == 1


def test_without_a_checkpoint_all_is_read_and_a_warning_says_so(
    data_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (data_directory / offset_checkpoint.HIGH_WATERMARKS).unlink()

    assert found(data_directory)["t-0"].high_watermark == NO_END
    assert "t-0: no checkpoint of high watermarks" in caplog.text


def test_without_an_entry_of_the_checkpoint_nothing_is_read_and_a_warning_says_so(
    data_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_checkpoint(data_directory, {("t", 1): 10})

    assert found(data_directory)["t-0"].high_watermark == 0
    assert "t-0: no high watermark is known" in caplog.text


def test_who_reads_to_the_end_needs_no_checkpoint(
    data_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    (data_directory / offset_checkpoint.HIGH_WATERMARKS).write_bytes(b"rubbish")

    with pytest.raises(CorruptFile):
        found(data_directory)
    (data_directory / offset_checkpoint.HIGH_WATERMARKS).unlink()
    assert found(data_directory, upTo="end")["t-0"].high_watermark == NO_END
    assert not caplog.text


def test_paths_without_logs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NothingThere, match="is no directory"):
        found(tmp_path / "nothing")
    with pytest.raises(NothingThere, match="holds no partitions"):
        found(tmp_path)
