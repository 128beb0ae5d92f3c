"""What the batches of a partition come to."""

from __future__ import annotations

import pytest

from kafkawire.spark.tables.batches import NOTHING, measured
from tests.support.log.batches import make_batch

HEADER_BYTES = 61
SAMPLED_EACH = 8


@pytest.mark.parametrize(
    ("codec", "name"), [(0, "none"), (1, "gzip"), (2, "snappy"), (3, "lz4"), (4, "zstd")]
)
def test_a_batch_is_measured_closed_and_opened(codec: int, name: str) -> None:
    plain, batch = make_batch(50, size=40), make_batch(50, size=40, compression=codec)
    found = measured(batch, (0, len(batch)), None, 1)
    assert (found.records, found.batches, found.codec) == (50, 1, name)
    assert (found.records_bytes, found.uncompressed_bytes) == (len(batch), len(plain))
    assert (found.first_offset, found.last_offset) == (0, 49)
    assert found.problem is None


def test_several_batches_are_one_row() -> None:
    data = make_batch(2, base_offset=10) + make_batch(3, base_offset=12, compression=4)
    found = measured(b"xy" + data, (2, 2 + len(data)), None, 1)
    assert (found.batches, found.records, found.codec) == (2, 5, "none,zstd")
    assert (found.first_offset, found.last_offset) == (10, 14)


def test_produced_records_are_where_the_broker_put_them() -> None:
    batch = make_batch(3)
    place = (0, len(batch))
    assert measured(batch, place, 100, 1)[3:5] == (100, 102)
    assert measured(batch, place, -1, 1)[3:5] == (None, None)


def test_what_a_broker_cut_does_not_count_and_is_no_problem() -> None:
    data = make_batch(2) + make_batch(1, base_offset=2)[:-5]
    found = measured(data, (0, len(data)), None, 1)
    assert (found.batches, found.records, found.problem) == (1, 2, None)
    assert found.records_bytes == len(data)


def test_a_wrong_checksum_is_said() -> None:
    batch = bytearray(make_batch(1))
    batch[-1] ^= 1
    found = measured(bytes(batch), (0, len(batch)), None, 1)
    assert "checksum" in (found.problem or "")


def test_uncompressed_records_are_tried_out_in_one_row_of_some() -> None:
    batch = make_batch(100, size=50)
    place = (0, len(batch))
    samples = [measured(batch, place, None, turn)[8:10] for turn in range(SAMPLED_EACH)]
    tried = [each for each in samples if each != (None, None)]
    assert len(tried) == 1
    size, compressed = tried[0]
    assert size is not None
    assert compressed is not None
    assert 0 < compressed < size / 2
    assert size <= len(batch) - HEADER_BYTES


def test_no_records_are_nothing() -> None:
    assert measured(b"", None, None, 0) == NOTHING
