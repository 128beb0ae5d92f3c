"""The batches of a snapshot of the metadata log."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.batch import crc_is_valid, iter_headers
from kafkawire.records.control import ControlType
from kafkawire.records.record import decode_records
from kafkawire.records.snapshot_batches import SnapshotBatches

HEADER_OF_KAFKA = bytes.fromhex(
    "0000000000000000000000470000000002"
    "8cba867b0020000000000000" + "01a1ff0dd39000" + "0001a1ff0dd390"
    "ffffffffffffffffffffffffffff00000001"
    "2a00000008000000031600" + "00000001a1ff0dd3740000"
)
"""The first batch of the snapshot with which 4.4.0 formats a directory."""


def test_the_header_is_kafkas() -> None:
    """replication A-27."""
    batches = SnapshotBatches(0, 0x1A1FF0DD390)
    assert batches.header(0x1A1FF0DD374) == HEADER_OF_KAFKA


def test_version_and_voters_are_in_the_batch_of_the_header() -> None:
    """replication A-27."""
    controls = [(ControlType.KRAFT_VERSION, b"v"), (ControlType.KRAFT_VOTERS, b"w")]
    head = bytes(SnapshotBatches(4, 1).header(2, controls))
    ((position, header),) = iter_headers(head)
    assert header.is_control
    keys = [each.key for each in decode_records(head, position, header)]
    assert keys == [b"\0\0\0\3", b"\0\0\0\5", b"\0\0\0\6"]


@given(st.lists(st.integers(0, 2100), max_size=4))
def test_offsets_count_from_zero_over_all_batches(sizes: list[int]) -> None:
    """replication A-27: a batch has 1024 records at most, and the epoch of the snapshot."""
    batches = SnapshotBatches(7, 1)
    values = [[b"%d" % number for number in range(size)] for size in sizes]
    encoded = [batches.header(2), *(each for part in values for each in batches.data(part))]
    data = b"".join([*encoded, batches.footer()])
    headers = list(iter_headers(data))
    offset = 0
    found: list[bytes | None] = []
    for position, header in headers:
        assert crc_is_valid(data, position, header)
        assert header.base_offset == offset
        assert header.partition_leader_epoch == 7
        assert header.next_offset - header.base_offset <= 1024
        offset = header.next_offset
        if not header.is_control:
            found += [each.value for each in decode_records(data, position, header)]
    assert found == [each for part in values for each in part]
    assert [header.is_control for _, header in headers[:1] + headers[-1:]] == [True, True]
    assert offset == sum(sizes) + 2
