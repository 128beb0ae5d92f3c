"""leader-epoch-checkpoint."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.leader_epochs import EpochStart, decode, encode


def test_a_file_of_kafka_is_read_and_written_byte_for_byte() -> None:
    """fetch H-4, admin F-38: of Kafka 4.4.0, once restarted, which raises the epoch by 2."""
    written = b"0\n2\n0 0\n2 246\n"

    assert decode(written) == [EpochStart(0, 0), EpochStart(2, 246)]
    assert encode(decode(written)) == written


@given(st.lists(st.tuples(st.integers(0, 2**31 - 1), st.integers(0, 2**63 - 1)), max_size=6))
def test_epochs_are_read_back(entries: list[tuple[int, int]]) -> None:
    assert decode(encode(entries)) == entries


@pytest.mark.parametrize("line", [b"0 x", b"2147483648 0", b"0 9223372036854775808", b"0"])
def test_what_is_no_entry_is_refused(line: bytes) -> None:
    """fetch H-4."""
    with pytest.raises(CorruptFile):
        decode(b"0\n1\n" + line + b"\n")
