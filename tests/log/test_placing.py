"""Offsets, epochs and timestamps written into batches, and when a segment is full."""

from __future__ import annotations

import pytest

from kafkawire.log.config import LogConfig
from kafkawire.log.placing import CheckedBatch, place_batch, should_roll
from kafkawire.log.segment import Segment
from kafkawire.records.batch import BatchHeader, crc_is_valid
from tests.support.log.batches import header_of, make_batch


def placed(batch: bytes | bytearray | memoryview) -> bytes | bytearray | memoryview:
    checked = CheckedBatch(batch, header_of(bytes(batch)))
    stored, header = place_batch(checked, base_offset=5, leader_epoch=3)
    assert header == header_of(bytes(stored))
    assert (header.base_offset, header.partition_leader_epoch) == (5, 3)
    return stored


def test_a_batch_is_patched_where_it_lies() -> None:
    batch = make_batch()
    frame = bytearray(3 * len(batch)) + batch
    view = memoryview(frame)[3 * len(batch) :]

    assert placed(view) is view


def test_bytes_that_cannot_be_patched_are_copied() -> None:
    batch = make_batch()

    assert bytes(placed(batch))[16:] == batch[16:]
    assert bytes(placed(memoryview(batch)))[16:] == batch[16:]


def test_changed_timestamps_get_a_new_checksum() -> None:
    batch = make_batch(timestamps=[1000])
    header = header_of(batch)._replace(max_timestamp=2000, attributes=8)
    checked = CheckedBatch(batch, header)
    checked.is_changed = True
    stored, header = place_batch(checked, base_offset=5, leader_epoch=3)

    assert crc_is_valid(stored, 0, header)
    assert header == header_of(bytes(stored))
    assert (header.max_timestamp, header.timestamp_type, header.base_timestamp) == (2000, 1, 1000)


def filled(timestamp: int, base_offset: int = 0) -> Segment:
    segment = Segment(base_offset, now_ms=100)
    batch = make_batch(timestamps=[timestamp], base_offset=base_offset)
    segment.append(batch, header_of(batch), now_ms=100, index_interval_bytes=0)
    return segment


SIZE = len(make_batch())


def rolls_before(
    segment: Segment, header: BatchHeader, configs: dict[str, str], now_ms: int
) -> bool:
    return should_roll(
        segment,
        header,
        LogConfig.from_mapping(configs),
        last_offset=header.last_offset,
        now_ms=now_ms,
    )


@pytest.mark.parametrize(
    ("configs", "timestamp", "now_ms", "rolls"),
    [
        ({}, 1000, 100, False),
        ({"internal.segment.bytes": str(2 * SIZE)}, 1000, 100, False),
        ({"internal.segment.bytes": str(2 * SIZE - 1)}, 1000, 100, True),
        ({"segment.ms": "10"}, 1010, 9999, False),
        ({"segment.ms": "10"}, 1011, 0, True),
        ({"segment.index.bytes": "7"}, 1000, 100, True),
        ({"segment.index.bytes": "23"}, 1000, 100, True),
        ({"segment.index.bytes": "24"}, 1000, 100, False),
    ],
)
def test_when_a_segment_is_full(
    configs: dict[str, str], timestamp: int, now_ms: int, rolls: bool
) -> None:
    """fetch H-22: by size, by the timestamps of the batches, by room in the indexes."""
    header = header_of(make_batch(timestamps=[timestamp], base_offset=1))

    assert rolls_before(filled(1000), header, configs, now_ms) is rolls


def test_batches_without_timestamps_roll_by_the_clock() -> None:
    """fetch H-22."""
    header = header_of(make_batch(timestamps=[-1], base_offset=1))
    configs = {"segment.ms": "10"}

    assert not rolls_before(filled(-1), header, configs, 110)
    assert rolls_before(filled(-1), header, configs, 111)


def test_offsets_within_a_segment_fit_31_bits() -> None:
    """fetch H-12."""
    fits = header_of(make_batch(timestamps=[1], base_offset=2**31 - 1))
    beyond = header_of(make_batch(timestamps=[1], base_offset=2**31))
    assert not rolls_before(filled(1), fits, {}, 0)
    assert rolls_before(filled(1), beyond, {}, 0)


def test_an_empty_segment_takes_anything() -> None:
    configs = {"internal.segment.bytes": "1"}

    assert not rolls_before(Segment(0, now_ms=0), header_of(make_batch()), configs, 10**13)


@pytest.mark.parametrize(("newest", "rolls"), [(1_090, False), (1_091, True)])
def test_a_segment_rolls_earlier_by_its_jitter(newest: int, rolls: bool) -> None:
    """fetch H-22: segment.ms less the jitter of this segment, here 100 - 10."""
    segment = filled(1_000)
    segment.roll_jitter_ms = 10
    header = header_of(make_batch(timestamps=[newest], base_offset=1))
    assert rolls_before(segment, header, {"segment.ms": "100"}, 100) == rolls
