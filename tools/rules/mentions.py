"""The rules that tests name in their docstrings.

A mention is the name of a book and a list: "fetch C-10, D-2, J 97", "produce A-42 rows 1 to 10,
scenarios 30 to 32", "fetch A-2 to A-8". The list ends at the first word that belongs to none. What
counts are test functions, classes in test modules with their methods (state machines), and the
scripts that are compared with the real Kafka.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tools.rules.catalogue import SCENARIOS, Book, Rule

TESTS = "tests/**/test_*.py"
SCENARIO_TESTS = "compat/**/test_*.py"
SCRIPTS = "compat/oracle/scripts/*.py"
SCENES = "compat/oracle/followers/scenes.py"
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Mention(NamedTuple):
    """A test, as `file::name`, and a rule that it names."""

    test: str
    rule: Rule


class UnknownRule(Exception):
    """A text names a rule that does not exist."""


_BOOK = re.compile(
    r"\b([Ff]etch|[Pp]roduce|[Gg]roups|[Aa]dmin|[Cc]lient|[Rr]eplication)\s+(?=[A-Z]\b|scenario)"
)
_SEPARATOR = re.compile(r"\s*(,\s*and\b|,|\band\b|\bto\b)\s*")
_RULE = re.compile(r"([A-Z])-(\d+[a-z]?)\b")
_SCENARIO = re.compile(r"(?:([FGHJN])[ -]|(scenarios?)\s+)(\d+)\b")
_ROWS = re.compile(r",?\s*rows?\s+\d+((,|\s+and|\s+to)\s+\d+)*")
_BARE = re.compile(r"(\d+)\b(?!\s*(ms|bytes|s)\b)")


class _List:
    """One list of rules within a text, read item by item."""

    def __init__(self, book: Book | None, name: str, text: str) -> None:
        self.book = book
        self.name = name
        self.text = text
        self.at = 0
        self.rules: list[Rule] = []
        self._in_scenarios = False

    def read(self) -> list[Rule]:
        is_range = False
        while (item := self._item()) is not None:
            self._take(item, is_range=is_range)
            if (rows := _ROWS.match(self.text, self.at)) is not None:
                self.at = rows.end()
            separator = _SEPARATOR.match(self.text, self.at)
            if separator is None:
                break
            is_range = separator[1] == "to"
            self.at = separator.end()
        return self.rules

    def _item(self) -> Rule | None:
        if (found := _RULE.match(self.text, self.at)) is not None:
            chapter = found[1] if self.book is None else self.book.chapter_of(found[1])
            self._in_scenarios = chapter == SCENARIOS.get(self.name)
            rule = Rule(self.name, chapter, found[2])
        elif (found := _SCENARIO.match(self.text, self.at)) is not None:
            self._in_scenarios = True
            rule = Rule(self.name, found[1] or SCENARIOS.get(self.name, "S"), found[3])
        elif self._in_scenarios and (found := _BARE.match(self.text, self.at)) is not None:
            rule = Rule(self.name, SCENARIOS.get(self.name, "S"), found[1])
        else:
            return None
        self.at = found.end()
        return rule

    def _take(self, rule: Rule, *, is_range: bool) -> None:
        if self.book is None:
            return
        if not self.book.knows(rule):
            raise UnknownRule(f"there is no rule {self.name} {rule.label}")
        if is_range and self.rules and self.rules[-1].chapter == rule.chapter:
            self.rules += self.book.between(self.rules.pop(), rule)
        else:
            self.rules.append(rule)


def rules_in(text: str, books: Mapping[str, Book]) -> list[Rule]:
    """The rules that `text` names, each once. Raises `UnknownRule`."""
    found: dict[Rule, None] = {}
    for match in _BOOK.finditer(text):
        name = match[1].lower()
        for rule in _List(books.get(name), name, text[match.end() :]).read():
            found[rule] = None
    return list(found)


def _named(tree: ast.Module, *, every: bool) -> Iterator[tuple[str, Definition]]:
    """What may name rules: its name within the file, and its node."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name, node
            for each in node.body:
                if isinstance(each, Definition):
                    yield f"{node.name}::{each.name}", each
        elif isinstance(node, Definition) and (every or node.name.startswith("test_")):
            yield node.name, node


def _files(root: Path) -> Iterator[tuple[Path, bool]]:
    every = {TESTS: False, SCENARIO_TESTS: False, SCRIPTS: True, SCENES: True}
    for pattern, counts in every.items():
        for path in sorted(root.glob(pattern)):
            yield path, counts


def mentions(root: Path, books: Mapping[str, Book]) -> list[Mention]:
    """All mentions below `root`, in the order of files and of lines. Raises `UnknownRule`."""
    found = []
    for path, every in _files(root):
        file = path.relative_to(root).as_posix()
        for name, node in _named(ast.parse(path.read_text()), every=every):
            test = f"{file}::{name}"
            try:
                rules = rules_in(ast.get_docstring(node) or "", books)
            except UnknownRule as error:
                raise UnknownRule(f"{test}: {error}") from None
            found += [Mention(test, rule) for rule in rules]
    return found
