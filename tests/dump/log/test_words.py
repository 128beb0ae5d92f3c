"""Numbers, times and values as people read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.log.words import counted, cut, inline, number, runs, span, time_text
from kafkawire.protocol.visible_text import visible


def test_numbers_are_counted() -> None:
    assert [counted(n, "entry") for n in (0, 1, 2000)] == ["no entries", "1 entry", "2,000 entries"]
    assert counted(2, "batch") == "2 batches"
    assert counted(3, "segment") == "3 segments"
    assert number(1234567) == "1,234,567"


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "1970-01-01 00:00:00.000"),
        (1_700_000_000_007, "2023-11-14 22:13:20.007"),
        (-1, "no time"),
        (-2, "-2 ms"),
        (2**63 - 1, "9223372036854775807 ms"),
    ],
)
def test_times_are_in_utc(milliseconds: int, text: str) -> None:
    assert time_text(milliseconds) == text


@given(st.integers(-(2**63), 2**63 - 1))
def test_any_time_has_a_text(milliseconds: int) -> None:
    assert time_text(milliseconds)


def test_numbers_next_to_each_other_are_one_run() -> None:
    assert runs([0, 1, 2, 5, 7, 8]) == "0-2, 5, 7-8"
    assert runs([]) == ""
    assert span(3, 3) == "3"


def test_values_within_a_line() -> None:
    value = {"a": 1, "b": None, "c": True, "d": ["x", {"e": 1.5}]}
    assert inline(value) == "{a: 1, b: null, c: true, d: ['x', {e: 1.5}]}"


def test_long_text_is_cut() -> None:
    assert cut("x" * 10, 10) == "x" * 10
    assert cut("x" * 1001, 3) == "xxx... (1,001 characters)"


def test_a_terminal_is_told_nothing() -> None:
    assert visible("a\x1b[31m\nb\x9b") == "a\\x1b[31m\\x0ab\\x9b"
    assert visible("t\u00e9\u4e2d") == "t\u00e9\u4e2d"
