"""client O-4: places are written as offsets, distances and times."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.client.cli.output import UsageError
from kafkawire.client.cli.places import Place, Range, place, range_of, time_ms

NOW = 1_793_500_000_000
NOVEMBER = 1_793_491_200_000  # 2026-11-01T00:00Z


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("start", Place(offset=0)),
        ("END", Place(before_end=0)),
        ("100", Place(offset=100)),
        ("-5", Place(before_end=5)),
        ("@now", Place(time_ms=NOW)),
        ("@-90m", Place(time_ms=NOW - 5_400_000)),
        ("@-2d", Place(time_ms=NOW - 172_800_000)),
        ("@1761955200000", Place(time_ms=1_761_955_200_000)),
        ("@2026-11-01", Place(time_ms=NOVEMBER)),
        ("@2026-11-01T00:00", Place(time_ms=NOVEMBER)),
        ("@2026-11-01T01:00+01:00", Place(time_ms=NOVEMBER)),
        ("@2026-11-01T00:00:00.250Z", Place(time_ms=NOVEMBER + 250)),
        ("@1960-01-01", Place(time_ms=0)),
    ],
)
def test_a_place(text: str, expected: Place) -> None:
    assert place(text, NOW) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("100:200", Range(Place(offset=100), Place(offset=200))),
        ("start", Range(Place(offset=0))),
        (":200", Range(Place(offset=0), Place(offset=200))),
        ("-5:", Range(Place(before_end=5))),
        ("100:end", Range(Place(offset=100), Place(before_end=0))),
        ("@2026-11-01T00:00:@now", Range(Place(time_ms=NOVEMBER), Place(time_ms=NOW))),
        ("@2026-11-01T00:00:100", Range(Place(time_ms=NOVEMBER), Place(offset=100))),
        ("@-1h:@-30m", Range(Place(time_ms=NOW - 3_600_000), Place(time_ms=NOW - 1_800_000))),
    ],
)
def test_a_range(text: str, expected: Range) -> None:
    assert range_of(text, NOW) == expected


@pytest.mark.parametrize(
    "text", ["", "x", "@", "@yesterday", "1.5", "--5", "@2026-13-01", "9" * 30]
)
def test_anything_else_is_refused_with_what_would_do(text: str) -> None:
    with pytest.raises(UsageError):
        place(text, NOW)


@pytest.mark.parametrize("text", ["", ":", "1:2:3", "a:b"])
def test_no_range(text: str) -> None:
    with pytest.raises(UsageError, match="ranges 100:200"):
        range_of(text, NOW)


def test_a_time_needs_no_sign_before_it() -> None:
    assert time_ms("2026-11-01", NOW) == time_ms("@2026-11-01", NOW) == NOVEMBER


@given(st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)))
def test_a_moment_is_read_back(moment: datetime) -> None:
    at_ms = int(moment.timestamp() * 1000) // 1000 * 1000
    text = moment.replace(microsecond=0, tzinfo=None).isoformat()
    assert place(f"@{text}", NOW) == Place(time_ms=at_ms)
