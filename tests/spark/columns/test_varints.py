"""Varints read by words are those that `kafkawire.records.varint` reads one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.varint import encode_zigzag, read_zigzag, read_zigzag_long
from kafkawire.spark.columns.errors import Unfit
from kafkawire.spark.columns.varints import Integers, Octets, Words, pairs_table, read_varints

INT32 = st.integers(-(1 << 31), (1 << 31) - 1) | st.integers(-9000, 9000)
INT56 = st.integers(-(1 << 55), (1 << 55) - 1) | INT32


def octets(data: bytes) -> Octets:
    return np.frombuffer(data, dtype=np.uint8)


def laid_out(numbers: list[int]) -> tuple[Words, Integers, list[int]]:
    """The numbers as varints one after another: the words, where each is, and its size."""
    parts = [encode_zigzag(number) for number in numbers]
    sizes = [len(part) for part in parts]
    places = np.cumsum([0, *sizes])[:-1].astype(np.int64)
    return Words(octets(b"".join(parts))), places, sizes


@given(st.lists(INT32, min_size=1, max_size=50))
def test_varints_are_read_with_their_sizes(numbers: list[int]) -> None:
    words, places, sizes = laid_out(numbers)

    found, taken = read_varints(words.at(places), places, words)

    assert found.tolist() == numbers
    assert taken.tolist() == sizes


@given(st.lists(INT56, min_size=1, max_size=50))
def test_varlongs_of_up_to_eight_bytes_are_read(numbers: list[int]) -> None:
    words, places, _ = laid_out(numbers)

    assert read_varints(words.at(places), places, words, is_long=True)[0].tolist() == numbers


@given(st.binary(min_size=1, max_size=12), st.booleans())
def test_any_bytes_are_read_as_one_by_one_or_are_unfit(data: bytes, is_long: bool) -> None:
    padded = data + b"\0"
    words, place = Words(octets(padded)), np.zeros(1, dtype=np.int64)
    try:
        number, size = read_varints(words.at(place), place, words, is_long=is_long)
    except Unfit:
        return
    read = read_zigzag_long if is_long else read_zigzag

    assert (number[0], size[0]) == read(padded, 0)


@pytest.mark.parametrize("number", [1 << 56, -(1 << 62)])
def test_varlongs_of_more_bytes_are_unfit(number: int) -> None:
    words, places, _ = laid_out([number])

    with pytest.raises(Unfit):
        read_varints(words.at(places), places, words, is_long=True)


def test_a_varint_of_more_than_five_bytes_is_unfit() -> None:
    words, places, _ = laid_out([1 << 36])

    with pytest.raises(Unfit):
        read_varints(words.at(places), places, words)


@given(st.binary(min_size=1, max_size=40))
def test_words_are_those_of_the_bytes_and_zeros_behind_them(data: bytes) -> None:
    places = np.arange(len(data), dtype=np.int64)
    padded = data + bytes(8)

    expected = [int.from_bytes(padded[at : at + 8], "little", signed=True) for at in places]
    assert Words(octets(data)).at(places).tolist() == expected


def test_words_outside_the_bytes_are_never_read() -> None:
    words = Words(octets(bytes(100)))

    for place in (101, 1 << 40):
        with pytest.raises(IndexError):
            words.at(np.array([place + 8], dtype=np.int64))


def test_the_table_has_no_size_for_pairs_that_go_on() -> None:
    table = pairs_table()

    assert table[0x8080] == 0
    assert table[0x0002] >> 2 == 1
    assert table[0x0002] & 3 == 1
    assert table[0x0180] >> 2 == 64
    assert table[0x0180] & 3 == 2
    assert table[0x0001] >> 2 == -1
