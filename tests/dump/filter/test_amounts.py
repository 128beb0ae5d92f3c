"""Numbers with units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.filter.amounts import (
    DURATION,
    MILLISECONDS,
    NUMBER,
    SIZE,
    TIME,
    Unit,
    read_amount,
    read_number,
)
from kafkawire.dump.filter.errors import Misfit


@pytest.mark.parametrize(
    ("text", "unit", "number"),
    [
        ("7", NUMBER, 7),
        ("-1", NUMBER, -1),
        ("1_000", NUMBER, 1000),
        ("0x1f", NUMBER, 31),
        ("1.5", NUMBER, 1.5),
        ("50", DURATION, 50_000_000),
        ("50ms", DURATION, 50_000_000),
        ("1.5s", DURATION, 1_500_000_000),
        ("3µs", DURATION, 3_000),
        ("2MIN", DURATION, 120_000_000_000),
        ("1s", MILLISECONDS, 1000),
        ("64KiB", SIZE, 65536),
        ("1M", SIZE, 1 << 20),
        ("3", SIZE, 3),
        ("00:00:01.5", TIME, 1_500_000_000),
        ("12:30", TIME, 45_000_000_000_000),
        ("1970-01-02T00:00", TIME, 86_400_000_000_000),
        ("1970-01-01T01:00+01:00", TIME, 0),
    ],
)
def test_a_number_is_in_the_smallest_unit(text: str, unit: Unit, number: float) -> None:
    assert read_number(text, unit) == number


@pytest.mark.parametrize(
    ("text", "unit", "at"),
    [
        ("", NUMBER, 0),
        ("x", NUMBER, 0),
        ("7ms", NUMBER, 1),
        ("1us", MILLISECONDS, 1),
        ("25:00", TIME, 0),
        ("1..x", NUMBER, 3),
        ("3..1", NUMBER, 3),
    ],
)
def test_what_is_no_number_is_refused_at_its_place(text: str, unit: Unit, at: int) -> None:
    with pytest.raises(Misfit) as caught:
        read_amount("=", text, unit)

    assert caught.value.at == at


@given(st.integers(-50, 50), st.integers(0, 20), st.integers(-60, 80))
def test_a_range_holds_both_ends(low: int, more: int, found: int) -> None:
    test = read_amount("=", f"{low}..{low + more}", NUMBER).test()

    assert test(found) is (low <= found <= low + more)
