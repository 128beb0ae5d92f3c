"""A gap explains just the differences that its table names, and remembers that it did."""

from __future__ import annotations

import pytest

from compat.oracle.compare import Difference
from compat.oracle.gaps import Gap, known_gaps

TABLE: dict[str, object] = {
    "script": "one",
    "api": "Fetch",
    "path": ["a[*].b", "c.*"],
    "kafka": 1,
    "kafkawire": "<null>",
    "reason": "because",
}


def test_a_gap_covers_what_its_table_says() -> None:
    gap = Gap("gap", TABLE)
    assert gap.covers("one", "Fetch", Difference("a[7].b", 1, None))
    assert gap.covers("one", "Fetch", Difference("c.d[0].e", 1, None))


@pytest.mark.parametrize(
    ("script", "api", "difference"),
    [
        ("two", "Fetch", Difference("a[7].b", 1, None)),
        ("one", "Produce", Difference("a[7].b", 1, None)),
        ("one", "Fetch", Difference("a[7].b.c", 1, None)),
        ("one", "Fetch", Difference("a[7].b", 2, None)),
        ("one", "Fetch", Difference("a[7].b", 1, 0)),
    ],
)
def test_a_gap_covers_nothing_else(script: str, api: str, difference: Difference) -> None:
    gap = Gap("gap", TABLE)
    assert not gap.covers(script, api, difference)
    assert not gap.was_needed


def test_a_gap_remembers_that_it_was_needed() -> None:
    gap = Gap("gap", TABLE)
    assert not gap.was_needed
    gap.covers("one", "Fetch", Difference("a[7].b", 1, None))
    assert gap.was_needed


@pytest.mark.parametrize("table", [{"api": "Fetch"}, {"reason": "because", "pth": "a"}])
def test_a_gap_needs_a_reason_and_no_unknown_fields(table: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="gap"):
        Gap("gap", table)


def test_the_known_gaps_can_be_read() -> None:
    for gap in known_gaps():
        assert gap.reason
