"""Batches with some of their records left out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.compaction.rewriting import emptied, rebuilt, split, split_in_parts
from kafkawire.records.batch import crc_is_valid, patch_timestamps, read_header
from kafkawire.records.builder import encode_batch
from kafkawire.records.errors import InvalidRecords
from kafkawire.records.record import decode_records
from tests.support.log.batches import make_batch

HEADER_BYTES = 61

TIMES = st.one_of(st.integers(-1, 300), st.integers(0, 1 << 50))
BYTES = st.none() | st.binary(max_size=200)
HEADERS = st.lists(st.tuples(st.text(max_size=3), BYTES), max_size=2)
RECORDS = st.lists(st.tuples(TIMES, BYTES, BYTES, HEADERS), min_size=1, max_size=80)
CODECS = st.integers(0, 4)


@st.composite
def sources(draw: st.DrawFn) -> bytearray:
    fields: dict[str, Any] = {
        "base_offset": draw(st.integers(0, 1 << 40)),
        "leader_epoch": draw(st.integers(0, 9)),
        "compression": draw(CODECS),
    }
    if draw(st.booleans()):
        fields |= {"producer_id": 5, "producer_epoch": 1, "base_sequence": 8, "transactional": True}
    if draw(st.booleans()):
        fields["delete_horizon_ms"] = draw(st.integers(0, 1 << 42))
    batch = encode_batch(draw(RECORDS), **fields)
    if draw(st.booleans()):
        patch_timestamps(batch, 0, timestamp_type=1, max_timestamp=draw(st.integers(0, 1 << 42)))
    return batch


@given(sources(), st.data())
def test_what_is_kept_is_kept_as_it_was(batch: bytearray, data: st.DataObject) -> None:
    """fetch H-62, H-63: offsets, times, keys, values and headers; and what a head says of all."""
    header = read_header(batch)
    source = split(batch, header)
    records = decode_records(batch)
    count = len(records)
    chosen = data.draw(st.sets(st.integers(0, count - 1), min_size=1).map(sorted))
    horizon = data.draw(st.none() | st.integers(0, 1 << 42))
    made = rebuilt(source, [source.spans[at] for at in chosen], horizon)
    found = read_header(made)
    assert decode_records(made) == [records[at] for at in chosen]
    assert crc_is_valid(made, 0, found)
    assert found.records_count == len(chosen)
    for field in (
        "base_offset",
        "last_offset_delta",
        "partition_leader_epoch",
        "producer_id",
        "producer_epoch",
        "base_sequence",
        "timestamp_type",
        "is_transactional",
        "compression",
    ):
        assert getattr(found, field) == getattr(header, field)
    kept = horizon if horizon is not None else header.base_timestamp
    assert found.has_delete_horizon == (horizon is not None or header.has_delete_horizon)
    if found.has_delete_horizon:
        assert found.base_timestamp == kept
    if header.timestamp_type == 0:
        assert found.max_timestamp == max(-1, *(records[at].timestamp for at in chosen))
    else:
        assert found.max_timestamp == header.max_timestamp


@given(sources())
def test_an_emptied_batch_is_its_head(batch: bytearray) -> None:
    """fetch A-41, H-63: 61 bytes without codec, base timestamp and horizon."""
    header = read_header(batch)
    made = emptied(header)
    found = read_header(made)
    assert len(made) == found.size == HEADER_BYTES
    assert crc_is_valid(made, 0, found)
    assert decode_records(made) == []
    assert (found.records_count, found.base_timestamp, found.compression) == (0, -1, 0)
    assert not found.has_delete_horizon
    assert found._replace(
        batch_length=0, crc=0, attributes=0, base_timestamp=0, records_count=0
    ) == header._replace(batch_length=0, crc=0, attributes=0, base_timestamp=0, records_count=0)
    assert found.timestamp_type == header.timestamp_type
    assert found.is_transactional == header.is_transactional


@given(st.lists(st.integers(0, 255), max_size=40).map(bytes), st.integers(1, 5))
def test_bytes_that_are_no_records_are_refused(noise: bytes, count: int) -> None:
    """fetch H-60: and never read past the end of what is there."""
    batch = bytearray(make_batch(count))
    header = read_header(batch)
    batch[HEADER_BYTES:] = noise
    header = header._replace(batch_length=HEADER_BYTES - 12 + len(noise))
    try:
        spans = split(bytes(batch), header).spans
    except InvalidRecords:
        return
    assert [end for _, _, end, *_ in spans][-1:] == [len(batch)]


def test_a_record_that_ends_early_is_refused() -> None:
    """fetch H-60."""
    batch = bytearray(make_batch(2))
    batch[HEADER_BYTES] -= 2
    with pytest.raises(InvalidRecords):
        split(batch, read_header(batch))


@given(sources(), st.integers(1, 30))
def test_a_large_batch_is_split_in_parts(batch: bytearray, part_records: int) -> None:
    """fetch H-60: so that a round makes nobody wait for one batch."""
    header = read_header(batch)
    *parts, whole = split_in_parts(batch, header, part_records)
    assert parts == [None] * ((header.records_count - 1) // part_records)
    assert whole is not None
    assert whole.spans == split(batch, header).spans
