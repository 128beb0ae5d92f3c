"""CRC-32C in pure Python."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.crc32c_folding import DOUBLED, MULTIPLES, crc32c_pure, crc_table

CHUNK_BYTES = 1 << 18
POLYNOMIAL = 0x82F63B78

DIVISOR = 1 << 32 | int(f"{POLYNOMIAL:032b}"[::-1], 2)


def by_the_byte(data: bytes, value: int = 0) -> int:
    table = crc_table()
    value ^= 0xFFFFFFFF
    for byte in data:
        value = table[(value ^ byte) & 0xFF] ^ value >> 8
    return value ^ 0xFFFFFFFF


def remainder(exponent: int) -> int:
    """x to the power of `exponent`, modulo the polynomial."""
    value = 1
    for _ in range(exponent):
        value <<= 1
        if value >> 32:
            value ^= DIVISOR
    return value


@pytest.mark.parametrize("exponents", [*MULTIPLES, *DOUBLED])
def test_each_multiple_is_one(exponents: tuple[int, ...]) -> None:
    total = remainder(0)
    for exponent in exponents:
        total ^= remainder(exponent)

    assert total == 0
    assert list(exponents) == sorted(exponents, reverse=True)


def test_every_length_up_to_3000_agrees_with_the_byte_loop() -> None:
    data = Random(1).randbytes(3000)
    expected = by_the_byte(b"")
    for size in range(3001):
        assert crc32c_pure(data[:size]) == expected
        if size < 3000:
            expected = by_the_byte(data[size : size + 1], expected)


@given(st.binary(max_size=400), st.integers(0, 0xFFFFFFFF))
def test_it_goes_on_from_any_value(data: bytes, value: int) -> None:
    assert crc32c_pure(data, value) == by_the_byte(data, value)


@pytest.mark.parametrize("size", [CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 700_001])
def test_long_buffers_agree_with_the_byte_loop(size: int) -> None:
    data = Random(size).randbytes(size)

    assert crc32c_pure(data) == crc32c_pure(memoryview(data)) == by_the_byte(data)


@given(st.integers(0, 400_000), st.integers(0, 2**32))
def test_random_lengths_chain(size: int, seed: int) -> None:
    data = Random(seed).randbytes(size)
    cut = seed % (size + 1)

    assert crc32c_pure(data[cut:], crc32c_pure(data[:cut])) == crc32c_pure(data)
