"""Checkpoints of one offset for each partition."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.offset_checkpoint import FILE_NAMES, decode, encode
from kafkawire.log.topic_partition import TopicPartition

TOPICS = st.text("abcXYZ019._-", min_size=1, max_size=20)


def test_a_file_of_kafka_is_read_and_written_byte_for_byte() -> None:
    """fetch H-4, admin F-38: the order is that of a hash table, and is kept."""
    written = b"0\n3\n__transaction_state 42 0\na.b_c-7-1 1 426\nplain 0 10231\n"
    offsets = decode(written)

    assert offsets == {
        TopicPartition("__transaction_state", 42): 0,
        TopicPartition("a.b_c-7-1", 1): 426,
        TopicPartition("plain", 0): 10231,
    }
    assert encode(offsets) == written


def test_the_names_of_the_four() -> None:
    """fetch H-4."""
    assert set(FILE_NAMES) == {
        "replication-offset-checkpoint",
        "recovery-point-offset-checkpoint",
        "log-start-offset-checkpoint",
        "cleaner-offset-checkpoint",
    }


@given(
    st.dictionaries(
        st.builds(TopicPartition, TOPICS, st.integers(0, 2**31 - 1)),
        st.integers(0, 2**63 - 1),
        max_size=6,
    )
)
def test_offsets_are_read_back_in_their_order(offsets: dict[TopicPartition, int]) -> None:
    assert list(decode(encode(offsets)).items()) == list(offsets.items())


@pytest.mark.parametrize("line", [b"t x 0", b"t 0 x", b"t 0", b"t 0 0 0", b"t 2147483648 0"])
def test_what_is_no_entry_is_refused(line: bytes) -> None:
    """fetch H-4."""
    with pytest.raises(CorruptFile):
        decode(b"0\n1\n" + line + b"\n")
