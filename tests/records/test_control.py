"""Control records."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.batch import crc_is_valid, read_header
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import (
    ControlRecord,
    ControlType,
    Marker,
    decode_control_key,
    encode_control_batch,
    encode_end_transaction_marker,
    read_control_record,
    read_marker,
)
from kafkawire.records.errors import InvalidRecords

COMMIT = (
    "0000000000000005 00000042 00000000 02 37ff67e2 0030 00000000 00000000000007d0"
    "00000000000007d0 0000000000000007 0002 ffffffff 00000001"
    "2000000008000000010c00000000000300"
)
ABORT = (
    "0000000000000005 00000042 00000000 02 c3c1b1aa 0030 00000000 00000000000007d0"
    "00000000000007d0 0000000000000007 0002 ffffffff 00000001"
    "2000000008000000000c00000000000300"
)


@pytest.mark.parametrize(("commit", "expected"), [(True, COMMIT), (False, ABORT)])
def test_golden_markers(commit: bool, expected: str) -> None:
    """produce C-98 and H; fetch A.9."""
    batch = encode_end_transaction_marker(
        producer_id=7,
        producer_epoch=2,
        commit=commit,
        coordinator_epoch=3,
        timestamp=2000,
        base_offset=5,
        leader_epoch=0,
    )

    assert batch == bytes.fromhex(expected)
    assert len(batch) == 78
    assert read_marker(batch) == Marker(5, commit, 3)


@given(
    st.integers(0, (1 << 63) - 1),
    st.integers(0, (1 << 15) - 1),
    st.booleans(),
    st.integers(-(1 << 31), (1 << 31) - 1),
)
def test_reading_a_marker_inverts_writing_it(
    producer_id: int, epoch: int, commit: bool, coordinator_epoch: int
) -> None:
    batch = encode_end_transaction_marker(
        producer_id=producer_id,
        producer_epoch=epoch,
        commit=commit,
        coordinator_epoch=coordinator_epoch,
        timestamp=1,
    )
    header = read_header(batch)

    assert read_marker(b"?" + batch, 1) == Marker(0, commit, coordinator_epoch)
    assert header.is_control
    assert header.is_transactional
    assert (header.producer_id, header.producer_epoch) == (producer_id, epoch)
    assert crc_is_valid(batch, 0, header)


@pytest.mark.parametrize("kind", [kind for kind in ControlType if kind > 1])
def test_other_control_records_hold_a_message(kind: ControlType) -> None:
    """fetch A-40."""
    batch = encode_control_batch(kind, b"value", timestamp=9, base_offset=2, leader_epoch=1)
    header = read_header(batch)

    assert read_control_record(batch) == ControlRecord(2, 9, kind, b"value")
    assert read_marker(batch) is None
    assert header.is_control
    assert not header.is_transactional


def test_unknown_types_and_longer_keys_are_tolerated() -> None:
    """fetch A-40."""
    batch = encode_batch([(1, struct.pack(">hhi", 1, 99, 5), None, ())], control=True)

    assert read_control_record(batch) == ControlRecord(0, 1, 99, b"")
    assert read_marker(batch) is None


@pytest.mark.parametrize("key", [None, b"", b"\0\0\0", b"\xff\xff\0\0"])
def test_a_key_that_is_none_is_refused(key: bytes | None) -> None:
    with pytest.raises(InvalidRecords):
        decode_control_key(key)


@pytest.mark.parametrize("value", [None, b"", b"\0\0\0\0\0", b"\xff\xff\0\0\0\0"])
def test_a_marker_without_its_value_is_refused(value: bytes | None) -> None:
    batch = encode_batch([(1, b"\0\0\0\1", value, ())], control=True)
    with pytest.raises(InvalidRecords):
        read_marker(batch)


@pytest.mark.parametrize(("count", "control"), [(1, False), (0, True), (2, True)])
def test_a_control_batch_has_the_bit_and_one_record(count: int, control: bool) -> None:
    batch = encode_batch([(1, b"\0\0\0\1", bytes(6), ())] * count, control=control)
    with pytest.raises(InvalidRecords):
        read_control_record(batch)
