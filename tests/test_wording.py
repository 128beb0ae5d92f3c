"""Counts and times for people."""

from __future__ import annotations

import pytest

from kafkawire.wording import counted, iso


@pytest.mark.parametrize(
    ("count", "noun", "text"),
    [
        (0, "record", "0 records"),
        (1, "record", "1 record"),
        (1200, "record", "1,200 records"),
        (2, "entry", "2 entries"),
        (2, "key", "2 keys"),
        (2, "batch", "2 batches"),
        (2, "address", "2 addresses"),
    ],
)
def test_counts_have_the_plural_of_their_noun(count: int, noun: str, text: str) -> None:
    assert counted(count, noun) == text


def test_other_plurals_are_given() -> None:
    assert counted(2, "index", "indices") == "2 indices"


@pytest.mark.parametrize(
    ("timestamp", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_761_955_200_001, "2025-11-01T00:00:00.001Z"),
        (-1, None),
        (1 << 62, None),
    ],
)
def test_timestamps_are_iso_in_utc(timestamp: int, text: str | None) -> None:
    assert iso(timestamp) == text
