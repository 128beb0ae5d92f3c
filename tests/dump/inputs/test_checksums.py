"""Checksums against the definition in RFC 1071, word by word."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.inputs.checksums import checksum, tcp_checksum


def word_by_word(data: bytes) -> int:
    total = 0
    for at in range(0, len(data), 2):
        total += int.from_bytes(data[at : at + 2].ljust(2, b"\0"), "big")
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


@given(st.binary(min_size=1).filter(any))
def test_it_is_the_ones_complement_of_the_sum_of_words(data: bytes) -> None:
    assert checksum(data) == word_by_word(data)


def test_the_example_of_the_rfc() -> None:
    assert checksum(bytes.fromhex("0001f203f4f5f6f7")) == 0xFFFF ^ 0xDDF2


@given(st.sampled_from([8, 32]), st.binary(min_size=4))
def test_a_segment_with_its_checksum_in_it_comes_to_zero(size: int, data: bytes) -> None:
    addresses = bytes(range(1, size + 1))
    right = tcp_checksum(addresses, b"\0\0" + data)
    assert tcp_checksum(addresses, right.to_bytes(2, "big") + data) == 0
