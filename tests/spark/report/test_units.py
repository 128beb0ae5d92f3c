"""Numbers with their units."""

from __future__ import annotations

import pytest

from kafkawire.spark.report import units


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "–"), (0, "0"), (12345, "12,345"), (3.14159, "3.1"), (24.0, "24"), (0.042, "0.042")],
)
def test_numbers_have_few_digits(value: float | None, text: str) -> None:
    assert units.number(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(812, "812 B"), (1024, "1 KiB"), (1.2 * 1024**2, "1.2 MiB"), (None, "–")]
)
def test_sizes_are_in_powers_of_1024(value: float | None, text: str) -> None:
    assert units.size(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(81_000, "81 µs"), (1.2e6, "1.2 ms"), (35e9, "35 s"), (210e9, "3.5 min"), (9000e9, "2.5 h")],
)
def test_durations_have_the_unit_that_fits(value: float, text: str) -> None:
    assert units.duration(value) == text


def test_moments_and_shares() -> None:
    assert units.moment(1_795_000_000 * 10**9) == "2026-11-18 11:06:40 UTC"
    assert units.axis_time(1_795_000_000 * 10**9 + 5_000_000) == "2026-11-18 11:06:40.005"
    assert (units.percent(0.5), units.percent(0.012), units.percent(0.0)) == (
        "50 %",
        "1.2 %",
        "0 %",
    )
