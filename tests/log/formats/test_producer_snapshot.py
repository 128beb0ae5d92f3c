"""Producer snapshots, as Kafka writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.producer_snapshot import ProducerRow, decode, encode

# Of Kafka 4.4.0: two transactions committed and aborted, one producer with an open one.
WRITTEN_BY_KAFKA = bytes.fromhex(
    "0001cb5aa93b00000004"
    "000000000000000100010000002700000000000000a200000027000001a1ff0e9fe700000000ffffffffffffffff"
    "000000000000000200010000002700000000000000cb00000027000001a1ff0ea1ee0000000000000000000000a4"
    "000000000000000300010000002700000000000000f300000027000001a1ff0ea48500000000ffffffffffffffff"
    "000000000000000400000000000000000000000000f500000000000001a1ff0ea4c5ffffffff00000000000000f5"
)
INT32 = st.integers(-(2**31), 2**31 - 1)
INT64 = st.integers(-(2**63), 2**63 - 1)
ROWS = st.builds(
    ProducerRow, INT64, st.integers(-(2**15), 2**15 - 1), INT32, INT64, INT32, INT64, INT32, INT64
)


def test_a_snapshot_of_kafka_is_read_and_written_byte_for_byte() -> None:
    """produce B-40: what Kafka 4.4.0 wrote when it stopped."""
    rows = decode(WRITTEN_BY_KAFKA)

    assert rows[0] == ProducerRow(1, 1, 39, 162, 39, 1795280510951, 0, -1)
    assert [row.transaction_first_offset for row in rows] == [-1, 164, -1, 245]
    assert rows[3].coordinator_epoch == -1
    assert encode(rows) == WRITTEN_BY_KAFKA


@given(st.lists(ROWS, max_size=5))
def test_rows_are_read_back(rows: list[ProducerRow]) -> None:
    assert decode(encode(rows)) == rows


def test_no_producers_take_ten_bytes() -> None:
    """admin F-39: the empty snapshot of the metadata log."""
    assert encode([]).hex() == "000148674bc700000000"


@given(at=st.integers(0, len(WRITTEN_BY_KAFKA) - 1), change=st.integers(1, 255))
def test_no_changed_byte_goes_unnoticed(at: int, change: int) -> None:
    """The checksum tells what is to be skipped."""
    data = bytearray(WRITTEN_BY_KAFKA)
    data[at] ^= change
    with pytest.raises(CorruptFile):
        decode(bytes(data))


@pytest.mark.parametrize("size", [0, 9, 10, 55, len(WRITTEN_BY_KAFKA) - 1])
def test_a_snapshot_cut_short_is_refused(size: int) -> None:
    with pytest.raises(CorruptFile):
        decode(WRITTEN_BY_KAFKA[:size])


def test_a_producer_that_was_never_in_a_transaction_has_no_offset_of_one() -> None:
    """produce B-40: of Kafka 4.4.0, one producer without transactions."""
    data = bytes.fromhex(
        "0001 35a85de5 00000001 00000000000f1b30 0000 00000006 0000000000000006"
        " 00000000 000001a1fd6dc98d ffffffff ffffffffffffffff"
    )
    assert decode(data) == [ProducerRow(990_000, 0, 6, 6, 0, 0x1A1FD6DC98D, -1, -1)]
    assert encode(decode(data)) == data
