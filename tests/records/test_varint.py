"""Zig-zag varints."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.errors import InvalidRecords
from kafkawire.records.varint import (
    continue_varint,
    continue_varlong,
    encode_zigzag,
    read_zigzag,
    read_zigzag_long,
    ready_varints,
    wrapped_long,
)

READY_VARINTS = 2048

ints = st.integers(-(1 << 31), (1 << 31) - 1)
longs = st.integers(-(1 << 63), (1 << 63) - 1)


@given(ints)
def test_reading_a_varint_inverts_writing_it(value: int) -> None:
    written = encode_zigzag(value)

    assert read_zigzag(b"?" + written, 1) == (value, 1 + len(written))


@given(longs)
def test_reading_a_varlong_inverts_writing_it(value: int) -> None:
    written = encode_zigzag(value)

    assert read_zigzag_long(written, 0) == (value, len(written))


@given(ints)
def test_going_on_from_the_second_byte_gives_the_zig_zagged_number(value: int) -> None:
    written = encode_zigzag(value)
    if len(written) > 1:
        raw, last = continue_varint(written, 1)
        assert (raw >> 1 ^ -(raw & 1), last) == (value, len(written) - 1)
        assert continue_varlong(written, 1) == (raw, last)


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "00"), (-1, "01"), (1, "02"), (63, "7e"), (-64, "7f"), (64, "8001"), (8191, "fe7f")],
)
def test_known_encodings(value: int, written: str) -> None:
    assert encode_zigzag(value).hex() == written


def test_encodings_longer_than_needed_are_read() -> None:
    assert read_zigzag(b"\x80\x80\x00", 0) == (0, 3)


def test_bits_beyond_the_type_are_dropped() -> None:
    assert read_zigzag(b"\xfe\xff\xff\xff\x7f", 0) == (0x7FFFFFFF, 5)


def test_a_varint_that_does_not_end_is_refused() -> None:
    with pytest.raises(InvalidRecords):
        read_zigzag(b"\xff" * 6, 0)
    with pytest.raises(InvalidRecords):
        read_zigzag_long(b"\xff" * 11, 0)


def test_ready_varints_are_those_that_would_be_written() -> None:
    ready = ready_varints()

    assert len(ready) == READY_VARINTS
    assert all(ready[value] == encode_zigzag(value) for value in (0, 1, 63, 64, 2047))


@given(longs, longs)
def test_sums_wrap_as_javas_do(one: int, other: int) -> None:
    wrapped = wrapped_long(one + other)

    assert -(1 << 63) <= wrapped < 1 << 63
    assert (wrapped - one - other) % (1 << 64) == 0
