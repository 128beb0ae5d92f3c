"""Rows of directories are those that a plain walk over all batches finds."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafkawire.log.formats import offset_checkpoint, transaction_index
from kafkawire.log.formats.names import LOG, TRANSACTION_INDEX, segment_file_name
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.log.transaction_index import AbortedTransaction
from kafkawire.records.errors import CorruptRecord
from kafkawire.spark.log.reading import SegmentChanged
from tests.support.log.batches import make_batch, make_marker
from tests.support.log.log_directories import expected_rows, planned, rows_of, write_checkpoint
from tests.support.log.segments import placed, write_segment

COMMITTED = {"isolation": "read_committed"}


def segment(directory: Path, base_offset: int) -> Path:
    return directory / segment_file_name(base_offset, LOG)


def test_rows_of_all_segments_are_read_below_the_high_watermark(data_directory: Path) -> None:
    rows = rows_of(planned(data_directory))

    assert [row[:3] for row in rows] == [
        *(("t", 0, offset) for offset in range(95)),
        *(("t", 1, offset) for offset in range(10)),
        *(("u", 0, offset) for offset in range(5)),
    ]
    assert len(rows_of(planned(data_directory, upTo="end"))) == 120


@pytest.mark.parametrize("name", ["tx-0", "comptx-0", "__transaction_state-9"])
@pytest.mark.parametrize("split_bytes", [300, 3000, 1 << 20])
@pytest.mark.parametrize("is_committed", [False, True])
def test_what_apache_kafka_wrote_is_read_as_it_is(
    kafka_directory: Path, name: str, split_bytes: int, is_committed: bool
) -> None:
    marks = offset_checkpoint.decode(
        (kafka_directory / offset_checkpoint.HIGH_WATERMARKS).read_bytes()
    )
    topic, _, number = name.rpartition("-")
    stop = marks.get(TopicPartition(topic, int(number)))
    options = COMMITTED if is_committed else {}
    upto = "highWatermark" if stop is not None else "end"
    expected = expected_rows(
        kafka_directory / name, stop=1 << 60 if stop is None else stop, is_committed=is_committed
    )

    splits = planned(kafka_directory / name, splitBytes=split_bytes, upTo=upto, **options)
    splits = pickle.loads(pickle.dumps(splits))

    assert expected
    assert rows_of(splits, is_committed=is_committed) == expected
    assert rows_of(splits, is_committed=is_committed, chunk_bytes=500) == expected


def test_who_reads_uncommitted_records_gets_the_aborted_ones_too(kafka_directory: Path) -> None:
    splits = planned(kafka_directory / "tx-0", **COMMITTED)
    assert any(split.aborted for split in splits)
    committed, every = (rows_of(splits, is_committed=kind) for kind in (True, False))
    assert set(committed) < set(every)


steps = st.lists(
    st.tuples(st.sampled_from(("data", "plain", "commit", "abort")), st.integers(1, 3)), max_size=30
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(steps, st.integers(0, 40), st.integers(70, 1000), st.integers(0, 10))
def test_committed_rows_are_read_whatever_is_open_or_aborted(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[str, int]],
    high_watermark: int,
    split_bytes: int,
    rolled: int,
) -> None:
    directory = tmp_path_factory.mktemp("data")
    batches, entries = _transactions(steps)
    if not batches:
        return
    parts = [(0, batches)]
    if 0 < rolled < len(batches):
        base = int.from_bytes(batches[rolled][:8], "big")
        parts = [(0, batches[:rolled]), (base, batches[rolled:])]
    for base, part in parts:
        write_segment(directory / "t-0", part, base)
        following = next((other for other, _ in parts if other > base), 1 << 60)
        here = [each for each in entries if base <= each.last_offset < following]
        name = segment_file_name(base, TRANSACTION_INDEX)
        (directory / "t-0" / name).write_bytes(transaction_index.encode(here))
    write_checkpoint(directory, {("t", 0): high_watermark})

    splits = planned(directory, splitBytes=split_bytes, **COMMITTED)

    expected = expected_rows(directory / "t-0", stop=high_watermark, is_committed=True)
    assert rows_of(splits, is_committed=True, chunk_bytes=300) == expected


def _transactions(steps: list[tuple[str, int]]) -> tuple[list[bytes], list[AbortedTransaction]]:
    """Batches of three producers, and what an index says of them."""
    open_since: dict[int, int] = {}
    batches, entries, offset = [], [], 0
    for kind, producer in steps:
        if kind == "plain":
            batch, count = make_batch(2), 2
        elif kind == "data":
            batch, count = make_batch(2, producer_id=producer, transactional=True), 2
            open_since.setdefault(producer, offset)
        elif producer not in open_since:
            continue
        else:
            batch, count = make_marker(producer, 0, commit=kind == "commit"), 1
            first = open_since.pop(producer)
            if kind == "abort":
                entries.append(AbortedTransaction(producer, first, offset, offset + 1))
        batches.append(batch)
        offset += count
    return placed(batches), entries


def test_half_a_batch_at_the_end_is_a_broker_at_work(data_directory: Path) -> None:
    path = segment(data_directory / "t-0", 60)
    path.write_bytes(path.read_bytes()[:-5])

    for options in ({}, {"upTo": "end"}):
        splits = planned(data_directory, topic="t", partitions=0, **options)
        assert len(rows_of(splits)) == 90
        assert len(rows_of(splits, chunk_bytes=20)) == 90


def test_room_made_in_advance_is_no_record(data_directory: Path) -> None:
    path = segment(data_directory / "t-0", 60)
    path.write_bytes(path.read_bytes() + bytes(5000))

    for options in ({}, {"upTo": "end"}):
        splits = planned(data_directory, topic="t", partitions=0, splitBytes=500, **options)
        assert len(rows_of(splits)) == (100 if options else 95)


def test_rubbish_ends_a_log_that_is_read_to_its_end_and_is_told(
    data_directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = segment(data_directory / "t-0", 60)
    path.write_bytes(path.read_bytes() + b"\xff" * 500)

    assert len(rows_of(planned(data_directory, topic="t", partitions=0, upTo="end"))) == 100
    assert "the log ends: " in caplog.text
    assert len(rows_of(planned(data_directory, topic="t", partitions=0))) == 95


def test_rubbish_below_the_high_watermark_is_an_error(data_directory: Path) -> None:
    path = segment(data_directory / "t-0", 60)
    path.write_bytes(path.read_bytes()[:1000] + b"\xff" * 5000)

    with pytest.raises(CorruptRecord, match=path.name):
        rows_of(planned(data_directory, topic="t", partitions=0))


def test_a_sealed_segment_that_ends_in_half_a_batch_is_an_error(data_directory: Path) -> None:
    path = segment(data_directory / "t-0", 0)
    path.write_bytes(path.read_bytes()[:-5])

    with pytest.raises(CorruptRecord, match="a batch ends behind the file"):
        rows_of(planned(data_directory, topic="t", partitions=0))


def test_wrong_checksums_are_found_unless_nobody_asks(data_directory: Path) -> None:
    path = segment(data_directory / "t-0", 0)
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    splits = planned(data_directory, topic="t", partitions=0)

    with pytest.raises(CorruptRecord, match="t-0, the batch of offset 0 at byte 0"):
        rows_of(splits)
    assert len(rows_of(splits, checks_crcs=False)) == 95


def test_batches_larger_than_a_chunk_are_read_whole(tmp_path: Path) -> None:
    batches = placed(make_batch(3, size=size) for size in (10, 5000, 10, 100_000, 10))
    write_segment(tmp_path / "t-0", batches)

    rows = rows_of(planned(tmp_path / "t-0", upTo="end"), chunk_bytes=200)
    assert [len(row[4] or b"") for row in rows[::3]] == [10, 5000, 10, 100_000, 10]


def test_a_segment_that_is_renamed_meanwhile_is_found(data_directory: Path) -> None:
    splits = planned(data_directory, topic="t", partitions=0)
    path = segment(data_directory / "t-0", 0)
    path.rename(f"{path}.deleted")

    assert len(rows_of(splits)) == 95
    Path(f"{path}.deleted").unlink()
    with pytest.raises(SegmentChanged, match="is gone"):
        rows_of(splits)


def test_a_segment_that_is_compacted_meanwhile_is_noticed(data_directory: Path) -> None:
    splits = planned(data_directory, topic="t", partitions=0, splitBytes=1400)
    path = segment(data_directory / "t-0", 0)
    old = path.read_bytes()
    for new in (old[641:], old[641:] + bytes(641), b"?" * len(old)):
        path.write_bytes(new)
        with pytest.raises((SegmentChanged, CorruptRecord), match=path.name):
            rows_of(splits)
        with pytest.raises(SegmentChanged, match="compaction has replaced it"):
            rows_of(splits[1:])
    Path(f"{path}.deleted").write_bytes(old)
    path.write_bytes(old[641:])
    assert len(rows_of(splits)) == 95
