"""The rules there are, as `tests/rules/*.toml` list them.

A file is a book; its chapters are letters, its rules numbers with a short title each. Rules that no
test of the broker can show have a reason. A chapter given only by the count of its rules (scenarios
that repeat rules) is known but not listed. `later` says why the rest of a chapter has no test yet.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FOLDER = "tests/rules"
SCENARIOS = {"fetch": "J", "produce": "F", "groups": "G", "admin": "H", "client": "N"}
"""The chapter of each book whose rules are numbered scenarios: written "J 97", not "J-97".

Rules of the same letter that are no scenarios are a chapter of their own, as in "N-".
"""
_NUMBER = re.compile(r"(\d+)([a-z]*)")


class Rule(NamedTuple):
    """A rule by the name of its book, the letter of its chapter and its number, as in 8a."""

    book: str
    chapter: str
    number: str

    @property
    def label(self) -> str:
        """As docstrings write it behind the name of the book."""
        between = " " if SCENARIOS.get(self.book) == self.chapter else "-"
        return f"{self.chapter.removesuffix('-')}{between}{self.number}"

    @property
    def place(self) -> tuple[int, str]:
        """Where it stands in its chapter."""
        found = _NUMBER.fullmatch(self.number)
        assert found is not None
        return int(found[1]), found[2]


class Book:
    """One file: `titles` in its order, `reasons` of rules without tests, `counts` by chapter.

    `later` has the reason, by chapter, why rules have no test yet; it must go when all have one.
    """

    def __init__(self, name: str, content: dict[str, object]) -> None:
        self.name = name
        chapters = content.pop("chapters")
        assert isinstance(chapters, dict)
        self.chapters: dict[str, str] = chapters
        self.titles = {
            Rule(name, chapter, number): title
            for chapter in chapters
            for number, title in _table(content.pop(chapter)).items()
        }
        self.counts = {key: int(count) for key, count in _table(content.pop("counts", {})).items()}
        self.later = _table(content.pop("later", {}))
        self._without = content.pop("without", [])
        self.reasons: dict[Rule, str] = {}
        assert not content, f"{name}: {sorted(content)} are no chapters"

    def knows(self, rule: Rule) -> bool:
        """Whether there is such a rule; of chapters that are not listed nothing is known."""
        if rule.chapter in self.chapters:
            return rule in self.titles
        count = self.counts.get(rule.chapter)
        return count is None or 1 <= rule.place[0] <= count

    def reason(self, rule: Rule) -> str:
        """Why the rule has no test, empty if it should have one."""
        return self.reasons.get(rule) or self.later.get(rule.chapter, "")

    def chapter_of(self, letter: str) -> str:
        """The chapter of rules that are written with the letter and a dash."""
        beside = f"{letter}-"
        return beside if beside in self.chapters else letter

    def between(self, first: Rule, last: Rule) -> list[Rule]:
        """The rules of a chapter from `first` to `last`, but for those that no test can show."""
        low, high = first.place, last.place
        if first.chapter in self.chapters:
            chapter = [rule for rule in self.titles if rule.chapter == first.chapter]
            within = [rule for rule in chapter if low <= rule.place <= high]
            return [rule for rule in within if rule not in self.reasons]
        numbers = range(low[0], high[0] + 1)
        return [Rule(self.name, first.chapter, str(number)) for number in numbers]

    def take_reasons(self, rules_in: Callable[[str], Iterable[Rule]]) -> None:
        """Read the reasons, with `rules_in(text)` to find the rules that a text names."""
        assert isinstance(self._without, list)
        for entry in self._without:
            for rule in rules_in(f"{self.name} {entry['rules']}"):
                self.reasons[rule] = entry["why"]


def _table(value: object) -> dict[str, str]:
    assert isinstance(value, dict)
    return value


def read(root: Path) -> dict[str, Book]:
    """All books below `root` by name."""
    return {
        path.stem: Book(path.stem, tomllib.loads(path.read_text()))
        for path in sorted((root / FOLDER).glob("*.toml"))
    }
