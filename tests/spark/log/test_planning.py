"""Which task reads what."""

from __future__ import annotations

from pathlib import Path

from kafkawire.log.formats import offset_checkpoint, transaction_index
from kafkawire.log.formats.names import TRANSACTION_INDEX, segment_file_name
from tests.support.log.log_directories import planned, write_checkpoint
from tests.support.spark.columns import aborted


def test_each_segment_below_the_high_watermark_is_a_split(data_directory: Path) -> None:
    splits = planned(data_directory, topic="t")

    assert [(each.partition, each.first_offset, each.stop) for each in splits] == [
        (0, 0, 95),
        (0, 60, 95),
        (1, 0, 10),
    ]
    assert [each.is_tail for each in splits] == [False, True, True]


def test_segments_are_split_by_size(data_directory: Path) -> None:
    splits = planned(data_directory, topic="t", partitions=0, splitBytes=1400)

    assert [each.first_offset for each in splits] == [0, 20, 40, 60, 80]
    assert [each.is_tail for each in splits] == [False] * 4 + [True]


def test_what_nobody_may_see_is_not_read(data_directory: Path) -> None:
    write_checkpoint(data_directory, {("t", 0): 45})
    write_checkpoint(data_directory, {("t", 0): 21}, offset_checkpoint.LOG_START_OFFSETS)

    splits = planned(data_directory, topic="t", splitBytes=700)
    assert [each.first_offset for each in splits] == [20, 30, 40]
    assert {(each.start, each.stop) for each in splits} == {(21, 45)}
    assert len(planned(data_directory, topic="t", splitBytes=700, upTo="end")) == 9


def test_a_split_knows_only_of_what_was_aborted_in_it(data_directory: Path) -> None:
    entries = [aborted(1, 0, 9), aborted(2, 5, 25), aborted(3, 30, 61)]
    name = segment_file_name(60, TRANSACTION_INDEX)
    (data_directory / "t-0" / name).write_bytes(transaction_index.encode(entries))
    options = {"topic": "t", "partitions": 0, "splitBytes": 1400}

    splits = planned(data_directory, isolation="read_committed", **options)
    assert [[one.producer_id for one in each.aborted] for each in splits] == [
        [1, 2],
        [2, 3],
        [3],
        [3],
        [],
    ]
    assert not any(each.aborted for each in planned(data_directory, **options))


def test_an_empty_log_is_no_split(data_directory: Path) -> None:
    for path in (data_directory / "t-1").iterdir():
        path.write_bytes(b"")

    assert planned(data_directory, topic="t", partitions=1) == []
