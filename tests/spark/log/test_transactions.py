"""What was aborted, and what is still open."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.log.formats import transaction_index
from kafkawire.log.formats.names import LOG as LOG_FILE
from kafkawire.log.formats.names import (
    PRODUCER_SNAPSHOT,
    TRANSACTION_INDEX,
    segment_file_name,
)
from kafkawire.records.batch import iter_frames
from kafkawire.records.errors import CorruptRecord, RecordsError
from kafkawire.spark.log.finding import NO_END, PartitionPlace, find_partitions
from kafkawire.spark.log.options import read_options
from kafkawire.spark.log.transactions import aborted_transactions, last_stable_offset
from tests.support.log.batches import make_batch, make_marker
from tests.support.log.segments import placed, write_segment
from tests.support.spark.columns import aborted


def place_of(path: Path, high_watermark: int = NO_END) -> PartitionPlace:
    (place,) = find_partitions(read_options({"path": str(path), "upTo": "end"}))
    return place._replace(high_watermark=high_watermark)


def data(producer: int) -> bytes:
    return make_batch(2, producer_id=producer, producer_epoch=0, transactional=True)


def end(producer: int, *, commit: bool = True) -> bytes:
    return make_marker(producer, 0, commit=commit)


LOG = placed([data(1), data(2), end(1), make_batch(1), data(1), end(2, commit=False), data(3)])
"""Offsets 0, 2, 4, 5, 6, 8, 9; producers 1 and 3 are not done."""


@pytest.mark.parametrize(
    ("high_watermark", "stable"),
    [(NO_END, 6), (11, 6), (9, 6), (8, 2), (6, 2), (5, 2), (4, 0), (1, 0), (0, 0)],
)
def test_the_first_open_transaction_bounds_what_is_stable(
    tmp_path: Path, high_watermark: int, stable: int
) -> None:
    write_segment(tmp_path / "t-0", LOG)

    assert last_stable_offset(place_of(tmp_path / "t-0", high_watermark)) == stable


def test_transactions_go_on_from_segment_to_segment(tmp_path: Path) -> None:
    write_segment(tmp_path / "t-0", LOG[:2])
    write_segment(tmp_path / "t-0", LOG[2:5], 4)
    write_segment(tmp_path / "t-0", LOG[5:], 8)

    assert last_stable_offset(place_of(tmp_path / "t-0")) == 6
    assert last_stable_offset(place_of(tmp_path / "t-0", 8)) == 2


DECIDED = placed([data(1), make_batch(1), end(1), make_batch(2), data(1), end(1, commit=False)])
"""Offsets 0 to 8; all of it is stable."""
CHECKSUM_AT = 17


@pytest.mark.parametrize("bits", [0x01, 0x10])
def test_damage_never_leaves_rows_out_in_silence(tmp_path: Path, bits: int) -> None:
    """fetch F-37: an open transaction hides what follows, whose checksums nobody else verifies."""
    path = tmp_path / "t-0" / segment_file_name(0, LOG_FILE)
    write_segment(tmp_path / "t-0", DECIDED)
    whole = b"".join(DECIDED)
    place = place_of(tmp_path / "t-0", 9)
    assert last_stable_offset(place) == 9
    refused = 0
    for position, size, _ in iter_frames(whole):
        for at in range(position + CHECKSUM_AT, position + size):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ bits]) + whole[at + 1 :])
            try:
                assert last_stable_offset(place) == 9
            except RecordsError:
                refused += 1
    assert refused > 20


def test_who_checks_nothing_reads_up_to_what_seems_open(tmp_path: Path) -> None:
    path = tmp_path / "t-0" / segment_file_name(0, LOG_FILE)
    write_segment(tmp_path / "t-0", DECIDED)
    whole = bytearray(b"".join(DECIDED))
    whole[len(b"".join(DECIDED[:-1])) + 50] ^= 1  # the producer id of the last marker
    path.write_bytes(bytes(whole))
    place = place_of(tmp_path / "t-0", 9)
    assert last_stable_offset(place, checks_crcs=False) == 6
    with pytest.raises(CorruptRecord, match="may be the end of a transaction that seems to be"):
        last_stable_offset(place)


def test_a_log_without_transactions_is_stable_to_its_high_watermark(data_directory: Path) -> None:
    assert last_stable_offset(place_of(data_directory / "t-0", 95)) == 95


def test_snapshots_save_reading_what_is_before_them(kafka_directory: Path) -> None:
    path = kafka_directory / "tx-0"
    with_snapshots = {end: last_stable_offset(place_of(path, end)) for end in range(0, 520, 7)}
    for snapshot in path.glob("*.snapshot"):
        snapshot.unlink()

    assert with_snapshots == {
        end: last_stable_offset(place_of(path, end)) for end in with_snapshots
    }
    assert with_snapshots[497] < 497


def test_a_broken_snapshot_is_not_believed(kafka_directory: Path) -> None:
    path = kafka_directory / "tx-0"
    expected = last_stable_offset(place_of(path))
    for snapshot in path.glob("*.snapshot"):
        snapshot.write_bytes(b"rubbish")

    assert last_stable_offset(place_of(path)) == expected


def test_what_is_before_a_snapshot_is_not_read(kafka_directory: Path) -> None:
    path = kafka_directory / "comptx-0"
    expected = last_stable_offset(place_of(path))
    assert (path / segment_file_name(7896, PRODUCER_SNAPSHOT)).exists()
    first = path / segment_file_name(0, ".log")
    first.write_bytes(b"\xff" * first.stat().st_size)

    assert last_stable_offset(place_of(path)) == expected


def test_aborted_transactions_are_those_of_all_indexes(tmp_path: Path) -> None:
    write_segment(tmp_path / "t-0", LOG[:2])
    write_segment(tmp_path / "t-0", LOG[2:5], 4)
    write_segment(tmp_path / "t-0", LOG[5:], 8)
    entries = {0: [aborted(1, 0, 1)], 8: [aborted(2, 2, 8), aborted(4, 5, 9)]}
    for base, each in entries.items():
        name = segment_file_name(base, TRANSACTION_INDEX)
        (tmp_path / "t-0" / name).write_bytes(transaction_index.encode(each))

    assert aborted_transactions(place_of(tmp_path / "t-0")) == [*entries[0], *entries[8]]
