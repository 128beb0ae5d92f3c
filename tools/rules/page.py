"""tests/rules.md: every rule with the tests that name it, and those without any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tools.rules.catalogue import Book, Rule
from tools.rules.mentions import Mention

HEAD = """\
# Rules and the tests that show them

Written by `python -m tools.rules` from the docstrings of tests and from `tests/rules/*.toml`; do
not edit. Tests are files of `tests/`, without it; scripts of `compat/oracle` ask the real Kafka.
"""
Tests = Mapping[Rule, list[str]]


def page(books: Mapping[str, Book], found: Iterable[Mention]) -> str:
    """The whole text."""
    tests: dict[Rule, list[str]] = {}
    for mention in found:
        tests.setdefault(mention.rule, []).append(mention.test)
    lines = [HEAD, *_counts(books, tests), "", *_missing(books, tests)]
    for book in books.values():
        for chapter, title in book.chapters.items():
            lines += ["", f"## {book.name} {chapter}: {title}", "", *_table(book, chapter, tests)]
        lines += _others(book, tests)
    return "\n".join(lines) + "\n"


def untested(books: Mapping[str, Book], tests: Tests) -> list[Rule]:
    """Rules that no test names, with a reason or without."""
    return [rule for book in books.values() for rule in book.titles if rule not in tests]


def finished(books: Mapping[str, Book], found: Iterable[Mention]) -> list[str]:
    """Chapters whose rules all have tests, although `later` says why some have none."""
    tests = {mention.rule: [mention.test] for mention in found}
    rest = {
        (rule.book, rule.chapter)
        for rule in untested(books, tests)
        if rule not in books[rule.book].reasons
    }
    return [
        f"{book.name} {chapter}"
        for book in books.values()
        for chapter in book.later
        if (book.name, chapter) not in rest
    ]


def _counts(books: Mapping[str, Book], tests: Tests) -> Iterator[str]:
    yield "| chapter | rules | with a test | none, for a reason | none |"
    yield "|---|--:|--:|--:|--:|"
    sums = [0, 0, 0, 0]
    for book in books.values():
        for chapter, title in book.chapters.items():
            rules = [rule for rule in book.titles if rule.chapter == chapter]
            tested = sum(rule in tests for rule in rules)
            excused = sum(rule not in tests and book.reason(rule) != "" for rule in rules)
            row = [len(rules), tested, excused, len(rules) - tested - excused]
            sums = [sum(pair) for pair in zip(sums, row, strict=True)]
            yield f"| {book.name} {chapter}: {title} | {' | '.join(map(str, row))} |"
    yield f"| all | {' | '.join(map(str, sums))} |"


def _missing(books: Mapping[str, Book], tests: Tests) -> Iterator[str]:
    reasons: dict[str, dict[str, Rule]] = {}
    for rule in untested(books, tests):
        book = books[rule.book]
        reasons.setdefault(book.reason(rule), {}).setdefault(_named(book, rule), rule)
    yield "## Without a test"
    yield ""
    open_rules = list(reasons.pop("", {}).values())
    if not open_rules and not reasons:
        yield "None."
    for rule in open_rules:
        yield f"- {rule.book} {rule.label}: {books[rule.book].titles[rule]}"
    if open_rules and reasons:
        yield ""
    for reason, names in reasons.items():
        yield f"- {reason}: {', '.join(names)}"


def _named(book: Book, rule: Rule) -> str:
    """The rule, or its chapter where all that have no test today share the reason."""
    if rule in book.reasons or rule.chapter not in book.later:
        return f"{rule.book} {rule.label}"
    return f"the rest of {rule.book} {rule.chapter}"


def _table(book: Book, chapter: str, tests: Tests) -> Iterator[str]:
    yield "| rule | what | tests |"
    yield "|---|---|---|"
    for rule, title in book.titles.items():
        if rule.chapter == chapter:
            yield f"| {rule.label} | {title} | {_cell(tests.get(rule, []))} |"


def _others(book: Book, tests: Tests) -> Iterator[str]:
    """Rules that are named but not listed in the catalogue."""
    rules = [rule for rule in tests if rule.book == book.name and rule not in book.titles]
    if not rules:
        return
    yield from ("", f"## {book.name}: also named", "", "| rule | tests |", "|---|---|")
    for rule in sorted(rules, key=lambda rule: (rule.chapter, rule.place)):
        yield f"| {rule.label} | {_cell(tests[rule])} |"


def _cell(tests: Iterable[str]) -> str:
    return "<br>".join(f"`{test.removeprefix('tests/')}`" for test in tests)
