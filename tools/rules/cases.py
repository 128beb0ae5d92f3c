"""Cases of Apache Kafka's own tests of its clients, and the tests here that show the same.

`tests/kafka_cases/*.toml` have one class of Kafka's each: its test methods by name, and for each
the ids of tests below `tests/`, or the reason why there is none. `cases_page` makes
tests/kafka_cases.md.

    class = "clients.consumer.internals.FetcherTest"
    [tests]
    testFetchNormal = "client/core/test_reading.py::test_records_come_once"
    [[without]]
    why = "Java's futures have no counterpart"
    cases = ["testFetchCompletedBeforeHandlerAdded"]
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

FOLDER = "tests/kafka_cases"
TARGET = "tests/kafka_cases.md"
HEAD = """\
# Cases of Apache Kafka's client tests

Written by `python -m tools.rules` from `tests/kafka_cases/*.toml`; do not edit. Each test method of
a class of Kafka's (4.0) has tests here that show the same behaviour, or a reason why there is none.
Tests are files of `tests/`, without it.
"""


class CaseBook(NamedTuple):
    """One class of Kafka's.

    Attributes:
        name: The class, below `org.apache.kafka`.
        tests: Test ids by the name of the Java method.
        reasons: Why a Java method has no test here, by its name.
    """

    name: str
    tests: dict[str, list[str]]
    reasons: dict[str, str]


class DoubleCase(Exception):
    """A Java method has a reason twice, or a test and a reason."""


def read_cases(root: Path) -> list[CaseBook]:
    """Return all books below `root`. Raises DoubleCase."""
    return [
        _book(tomllib.loads(path.read_text())) for path in sorted((root / FOLDER).glob("*.toml"))
    ]


def _book(content: Mapping[str, object]) -> CaseBook:
    name, named, without = content["class"], content["tests"], content.get("without", [])
    assert isinstance(name, str)
    assert isinstance(named, dict)
    assert isinstance(without, list)
    tests = {case: [ids] if isinstance(ids, str) else list(ids) for case, ids in named.items()}
    reasons: dict[str, str] = {}
    for entry in without:
        for case in entry["cases"]:
            if case in reasons or case in tests:
                raise DoubleCase(f"{name}: {case}")
            reasons[case] = entry["why"]
    return CaseBook(name, tests, reasons)


def missing_tests(root: Path, books: Iterable[CaseBook]) -> list[str]:
    """Return the test ids that no file below `root` defines, each with its case."""
    known: dict[str, set[str]] = {}
    found = []
    for book in books:
        for case, ids in book.tests.items():
            for each in ids:
                file, _, name = each.partition("::")
                if file not in known:
                    known[file] = set(_defined(root / "tests" / file))
                if name not in known[file]:
                    found.append(f"{book.name} {case}: {each}")
    return found


def _defined(path: Path) -> Iterator[str]:
    if not path.exists():
        return
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def cases_page(books: Iterable[CaseBook]) -> str:
    """Return the text of tests/kafka_cases.md."""
    books = list(books)
    lines = [HEAD, "| class | cases | with a test | none, for a reason |", "|---|--:|--:|--:|"]
    for book in books:
        with_test, without = len(book.tests), len(book.reasons)
        lines.append(f"| {book.name} | {with_test + without} | {with_test} | {without} |")
    for book in books:
        lines += ["", f"## {book.name}", "", "| case | tests |", "|---|---|"]
        for case, ids in book.tests.items():
            lines.append(f"| {case} | {'<br>'.join(f'`{each}`' for each in ids)} |")
        lines += _reasons(book)
    return "\n".join(lines) + "\n"


def _reasons(book: CaseBook) -> Iterator[str]:
    by_reason: dict[str, list[str]] = {}
    for case, why in book.reasons.items():
        by_reason.setdefault(why, []).append(case)
    if by_reason:
        yield from ("", "Without a test:", "")
    for why, cases in by_reason.items():
        yield f"- {why}: {', '.join(cases)}"
