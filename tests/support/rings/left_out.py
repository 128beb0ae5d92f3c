"""Counts the tests that a run leaves to outer rings, and writes the closing line about them."""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tests.support.rings.kinds import FOLDER_PACKAGES, KINDS, RING_COMMANDS, RINGS, ring_of


def folders_without(
    packages: Mapping[str, Sequence[str]] = FOLDER_PACKAGES,
) -> dict[str, list[str]]:
    """The folders of tests that cannot run here, and the packages that each of them misses."""
    missing = {
        folder: [each for each in needed if importlib.util.find_spec(each) is None]
        for folder, needed in packages.items()
    }
    return {folder: names for folder, names in missing.items() if names}


class LeftOut:
    """How many tests were left to outer rings: by ring, and by mark within it."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()

    def add(self, marks: Iterable[str]) -> None:
        """Count a test with these marks under the mark that puts it into its ring."""
        marks = list(marks)
        ring = ring_of(marks)
        why = next(name for name, kind in KINDS.items() if kind.ring == ring and name in marks)
        self.counts[ring, why] += 1

    def lines(self) -> list[str]:
        """A line for each ring that was left out, the inner ring first."""
        return [self._line(ring) for ring in RINGS if any(ring == each for each, _ in self.counts)]

    def _line(self, ring: str) -> str:
        counted = {why: count for (each, why), count in self.counts.items() if each == ring}
        reasons = ", ".join(f"{counted[why]} {why}" for why in KINDS if why in counted)
        total = sum(counted.values())
        return f"{total} more tests in `{RING_COMMANDS[ring]}`: {reasons}"

    def dumped(self) -> list[tuple[str, str, int]]:
        """The counts as plain values, for the process that shows them."""
        return [(ring, why, count) for (ring, why), count in self.counts.items()]

    def load(self, dumped: Sequence[tuple[str, str, int]]) -> None:
        """Take over the counts of another process. All processes count the same tests."""
        self.counts = Counter({(ring, why): count for ring, why, count in dumped})
