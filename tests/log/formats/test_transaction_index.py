"""The file of a segment's aborted transactions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.transaction_index import ENTRY_BYTES, decode, encode
from kafkawire.log.transaction_index import AbortedTransaction

WRITTEN_BY_KAFKA = bytes.fromhex(
    "00000000000000000002000000000000002900000000000000510000000000000052"
    "00000000000000000001000000000000007b00000000000000a300000000000000a4"
)
INT64 = st.integers(-(2**63), 2**63 - 1)


def test_a_file_of_kafka_is_read_and_written_byte_for_byte() -> None:
    """fetch H-14: 34 bytes for each, in the order of completion; of Kafka 4.4.0."""
    entries = decode(WRITTEN_BY_KAFKA)

    assert ENTRY_BYTES == 34
    assert entries == [AbortedTransaction(2, 41, 81, 82), AbortedTransaction(1, 123, 163, 164)]
    assert encode(entries) == WRITTEN_BY_KAFKA


@given(st.lists(st.builds(AbortedTransaction, INT64, INT64, INT64, INT64), max_size=5))
def test_transactions_are_read_back(entries: list[AbortedTransaction]) -> None:
    """fetch H-14."""
    assert decode(encode(entries)) == entries


def test_other_versions_and_parts_of_entries_are_refused() -> None:
    """fetch H-14."""
    with pytest.raises(CorruptFile, match="version 0, not 1"):
        decode(b"\x00\x01" + bytes(32))
    with pytest.raises(CorruptFile, match="33 bytes are not whole entries of 34"):
        decode(bytes(33))
