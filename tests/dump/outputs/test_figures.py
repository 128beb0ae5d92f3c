"""Sizes, durations and moments, and the columns that they must fit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.outputs.figures import (
    clock_text,
    date_text,
    duration_text,
    iso_text,
    size_text,
)

SECOND = 1_000_000_000


def test_sizes_are_short() -> None:
    assert [size_text(count) for count in (0, 999, 1000, 1536, 52_429, 1 << 20, 700 << 20)] == [
        *("0", "999", "1.0K", "1.5K", "51K", "1.0M", "700M")
    ]


@given(st.integers(0, 1 << 62))
def test_no_size_is_wider_than_its_column(count: int) -> None:
    assert len(size_text(count)) <= 5


def test_durations_have_four_significant_characters() -> None:
    assert [duration_text(ns) for ns in (81_300, 1_203_400, 12_034_000, 501_240_000)] == [
        *("81us", "1.203ms", "12.03ms", "501.2ms")
    ]
    assert [duration_text(s * SECOND // 10) for s in (15, 125, 754, 36_610)] == [
        *("1.500s", "12.50s", "75.40s", "1h01m")
    ]


@given(st.integers(0, 99 * 3600 * SECOND))
def test_no_duration_is_wider_than_its_column(duration_ns: int) -> None:
    assert len(duration_text(duration_ns)) <= 7


@given(st.integers(1, 999_999), st.integers(0, 9_999_999_999))
def test_longer_durations_never_look_shorter_within_a_unit(more: int, start: int) -> None:
    first, second = duration_text(start), duration_text(start + more)
    unit = first.lstrip("0123456789.")
    if second.lstrip("0123456789.") == unit and unit in ("us", "ms", "s"):
        assert float(first.removesuffix(unit)) <= float(second.removesuffix(unit))


def test_moments_are_utc_with_all_their_digits() -> None:
    moment = 1_795_000_000_123_456_789
    assert iso_text(moment) == "2026-11-18T11:06:40.123456789Z"
    assert clock_text(moment) == "11:06:40.123456"
    assert date_text(moment) == "2026-11-18 11:06:40.123456 UTC"


def test_a_moment_of_no_calendar_is_a_number() -> None:
    assert "T" in iso_text(1 << 90)
    assert iso_text(-1).startswith("1969-12-31T23:59:59.999999999")
