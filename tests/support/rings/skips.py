"""Skipped tests: each reason names what is missing and what is not checked without it.

A reason is `MISSING: UNCHECKED`. A run shows one line for each missing thing, however many tests
and files need it: pytest's own list has a line for each place that skips.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

import pytest

PREFIX = "Skipped: "


def skip_without(missing: object, unchecked: str) -> NoReturn:
    """Skip this test: `missing` is not here, and `unchecked` is not checked without it."""
    pytest.skip(f"{missing}: {unchecked}")


def skip_lines(reasons: Iterable[str]) -> list[str]:
    """Return a line for each missing thing: how many tests need it, and what is not checked."""
    counts: dict[str, int] = {}
    unchecked: dict[str, dict[str, None]] = {}
    for reason in reasons:
        missing, _, rest = reason.removeprefix(PREFIX).strip().partition(": ")
        counts[missing] = counts.get(missing, 0) + 1
        unchecked.setdefault(missing, {})[rest] = None
    return [
        f"SKIPPED [{counts[missing]}] {missing}: {'; '.join(sorted(unchecked[missing]))}"
        for missing in sorted(counts, key=lambda each: (-counts[each], each))
    ]
