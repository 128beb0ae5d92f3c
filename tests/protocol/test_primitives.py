"""Varints, and arrays of primitives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.protocol import primitives
from kafkawire.protocol.errors import DecodeError, EncodeError
from kafkawire.protocol.primitives import (
    compact_strings,
    integers,
    long_string,
    pack_integers,
    string_length,
    strings,
    tag_head,
    uuids,
    uvarint,
    varint,
    write_compact_strings,
    write_strings,
    write_uuids,
)

STRING_BYTES_MAX = 0x7FFF

edges = st.sampled_from([2**n + d for n in (7, 14, 21, 28, 32) for d in (-1, 0)][:-1])


def plain_varint(value: int) -> bytes:
    """KIP-482's definition, by the letter."""
    out = []
    while value > 127:
        out.append(value % 128 + 128)
        value //= 128
    return bytes([*out, value])


@given(st.one_of(st.integers(0, 2**32 - 1), edges))
def test_varints_are_as_defined_and_read_back(value: int) -> None:
    data = varint(value)

    assert data == plain_varint(value)
    if len(data) > 1:
        assert uvarint(b"--" + data + b"--", 3) == (value, 2 + len(data))
        for cut in range(1, len(data)):
            with pytest.raises(IndexError):
                uvarint(data[:cut], 1)


def test_varints_above_32_bits_are_refused() -> None:
    with pytest.raises(EncodeError):
        varint(2**32)
    for data in (b"\xff\xff\xff\xff\x10", b"\x80\x80\x80\x80\x80\x00"):
        with pytest.raises(DecodeError):
            uvarint(data, 1)


def test_varints_need_not_be_the_shortest() -> None:
    assert uvarint(b"\x80\x00", 1) == (0, 2)
    assert uvarint(b"\x85\x80\x80\x80\x00", 1) == (5, 5)


def test_strings_have_kafka_s_limit_in_compact_form_too() -> None:
    assert string_length(0) == b"\1"
    assert long_string(string_length(STRING_BYTES_MAX), 1) == (STRING_BYTES_MAX + 1, 3)
    with pytest.raises(EncodeError):
        string_length(STRING_BYTES_MAX + 1)
    with pytest.raises(DecodeError):
        long_string(varint(STRING_BYTES_MAX + 2), 1)


@given(st.lists(st.text(max_size=3), max_size=5))
def test_arrays_of_strings_survive(values: list[str]) -> None:
    for write, read in ((write_strings, strings), (write_compact_strings, compact_strings)):
        out: list[bytes] = [b"-"]
        write(values, out)
        data = b"".join(out)
        assert read(data, 1, len(values)) == (values, len(data))


def test_null_strings_in_arrays_are_refused() -> None:
    with pytest.raises(DecodeError):
        strings(b"\xff\xff", 0, 1)
    with pytest.raises(DecodeError):
        compact_strings(b"\0", 0, 1)


@given(st.lists(st.integers(-128, 127), max_size=70), st.sampled_from("bhiq"))
def test_arrays_of_integers_survive(values: list[int], code: str) -> None:
    data = pack_integers(values, code)

    assert integers(b"-" + data, 1, len(values), code) == tuple(values)
    if len(values) <= 64 and code == "i":
        assert primitives.INT32S[len(values)](data, 0) == tuple(values)


@given(st.lists(st.binary(min_size=16, max_size=16), max_size=4))
def test_arrays_of_uuids_survive(values: list[bytes]) -> None:
    out: list[bytes] = []
    write_uuids(values, out)

    assert uuids(b"".join(out), 0, len(values)) == (values, 16 * len(values))


def test_a_uuid_has_16_bytes() -> None:
    with pytest.raises(EncodeError):
        write_uuids([b"short"], [])


@pytest.mark.parametrize("count", [2, 100, 2**31 - 1])
def test_arrays_longer_than_what_is_there_are_refused(count: int) -> None:
    for read in (strings, compact_strings, uuids):
        with pytest.raises(DecodeError):
            read(b"\1", 0, count)
    with pytest.raises(DecodeError):
        integers(b"\1", 0, count, "q")


def test_a_tagged_field_ends_within_what_is_there() -> None:
    before = b"before"
    assert tag_head(before + b"\1\4abcd", len(before)) == (1, 4, len(before) + 2)
    with pytest.raises(DecodeError, match="tagged field 1 of 5 bytes"):
        tag_head(before + b"\1\5abcd", len(before))
